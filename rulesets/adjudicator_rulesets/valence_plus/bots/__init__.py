"""Who plays Valence Plus by itself."""
