"""CompoundIt! as a whole game: state, events, views, bots, terminal."""
