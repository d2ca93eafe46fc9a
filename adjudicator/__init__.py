"""The referee for chemistry games."""
