"""What stands in front of the routes: the gate, limits, compression, headers, metrics and the log."""
