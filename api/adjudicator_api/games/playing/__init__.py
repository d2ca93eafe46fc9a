"""How a game is played: what a table is, what its players may do there, what each sees, until when."""
