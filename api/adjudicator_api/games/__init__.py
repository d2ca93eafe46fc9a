"""Games over HTTP: tables that people and bots share, from the engine's protocol alone.

`tables` is what happens at a table, each act one transaction; `routes` carries it over HTTP; `driver` moves
bots and clocks; `live` wakes up whoever follows a table, in any process. Nothing here knows a game.
"""
