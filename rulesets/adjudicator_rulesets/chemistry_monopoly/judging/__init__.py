"""What Chemistry Monopoly says about chemistry, without a game around it."""
