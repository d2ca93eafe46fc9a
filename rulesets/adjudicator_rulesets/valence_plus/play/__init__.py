"""Valence Plus as a whole game: state, events, rulings, views."""
