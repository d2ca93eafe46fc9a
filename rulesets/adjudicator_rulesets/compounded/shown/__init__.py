"""Compounded in a terminal and on paper."""
