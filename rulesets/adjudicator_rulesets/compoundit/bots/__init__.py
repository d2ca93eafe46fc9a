"""The bots of CompoundIt!, and the exact search for the best plays."""
