"""Who plays CompoundIt! by itself, and the exact search for the best plays."""
