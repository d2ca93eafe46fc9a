"""The bots of Valence Plus."""
