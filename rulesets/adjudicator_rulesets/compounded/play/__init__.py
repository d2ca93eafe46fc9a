"""Compounded as a whole game: state, events, rulings, views."""
