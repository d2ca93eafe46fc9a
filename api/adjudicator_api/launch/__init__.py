"""How the service is started: `adjudicator serve`, on granian or on waitress."""
