"""CompoundIt! in a terminal and on paper."""
