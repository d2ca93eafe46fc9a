"""Games over HTTP: tables that people and bots share, from the engine's protocol alone.

`tables` reads and changes tables, one transaction per action; `routes` carries that over HTTP; `driver` moves
bots and clocks; `notifications` wakes the followers of a table in every process. Nothing here knows a
particular game.
"""
