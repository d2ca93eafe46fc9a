"""The bots of Chemistry Monopoly."""
