"""Who plays Chemistry Monopoly by itself."""
