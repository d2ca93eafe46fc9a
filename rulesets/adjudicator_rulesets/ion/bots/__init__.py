"""Who plays Ion by itself."""
