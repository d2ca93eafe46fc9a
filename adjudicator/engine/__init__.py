"""What all games share: the protocol, pieces, chance, hidden choices, events and their replay."""
