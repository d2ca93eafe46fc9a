"""What Compounded says about chemistry, without a game around it."""
