"""How fast the judge is, alone and beside its peers: `make bench` prints the table."""
