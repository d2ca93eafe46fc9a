"""Chemistry Monopoly in a terminal and on paper."""
