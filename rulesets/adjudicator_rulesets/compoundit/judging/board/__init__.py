"""What CompoundIt! says about a whole move on the board, and about its challenge."""
