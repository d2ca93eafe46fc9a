"""Who plays Compounded by itself."""
