"""Valence Plus in a terminal and on paper."""
