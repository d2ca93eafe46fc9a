"""What Valence Plus says about chemistry, without a game around it."""
