"""Who plays and who looks on: bots, simulations, tournaments, analysis, training."""
