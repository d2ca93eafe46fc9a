"""What Ion says about chemistry, without a game around it."""
