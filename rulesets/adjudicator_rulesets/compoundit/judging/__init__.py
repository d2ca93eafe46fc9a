"""What CompoundIt! says about one run of tiles."""
