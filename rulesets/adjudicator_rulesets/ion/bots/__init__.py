"""The bots of Ion."""
