"""How the service is started: `adjudicator serve`, on granian."""
