"""How much each client may ask: one limiter, under every server.

A client has an allowance of questions, which comes back with time ("1200 per minute": all at once, or one
after another). A request takes what its route costs (`cost`, see `http.terms`), a batch one for each of its
questions (`charge`), and work beyond that is charged afterwards by the processor time that it took, in the
thread of the request and in the process that worked for it: never for waiting, never for starting a process.
Pages and their parts cost nothing.

Who is a client: the token of a seat, once a handler has found it good (`vouch`), at the routes of its table
and nowhere else; otherwise the address, an IPv6 one by its /64. So thirty phones behind one school address
that sit at tables have thirty allowances, made-up tokens have none, and the good tokens of an address have in
all as much as THIRTY of them.

The workers of a machine share one table in memory; machines share what was spent through Redis, a tenth of a
second late and without ever waiting for it.
"""

from adjudicator_api.server.limiting.limiter import Limiter, charge, limiter, vouch

__all__ = ["Limiter", "charge", "limiter", "vouch"]
