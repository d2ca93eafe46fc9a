"""Chemistry Monopoly as a whole game: state, events, rulings, views."""
