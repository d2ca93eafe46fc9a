"""Games over HTTP: tables that people and bots share, from the engine's protocol alone.

One folder a question: how is a game begun (`opening`), how is it played (`playing`), who decides that a bot
may move (`bots`), who hears of it (`following`), what is a class (`classes`), what keeps the tables in order
(`upkeep`). `routes` carries them over HTTP. Nothing here knows a particular game.
"""
