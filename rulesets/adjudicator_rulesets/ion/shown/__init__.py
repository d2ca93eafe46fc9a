"""Ion in a terminal and on paper."""
