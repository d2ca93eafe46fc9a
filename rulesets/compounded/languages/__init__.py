"""Compounded in other languages than English."""
