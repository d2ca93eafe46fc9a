"""Who decides that a bot may move: `driver`, at the time that `playing.clocks` has computed.

`decisions` chooses the move, in a process of its own.
"""
