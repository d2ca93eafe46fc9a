"""The bots of Compounded."""
