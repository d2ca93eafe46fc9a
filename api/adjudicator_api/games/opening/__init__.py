"""How a game is begun: from the catalogue, as a lesson, from a file; who takes which seat until it starts."""
