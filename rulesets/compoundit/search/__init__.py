"""Finding the best moves of a position, exactly."""
