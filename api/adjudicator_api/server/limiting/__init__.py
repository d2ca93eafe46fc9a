"""How much each client may ask: one limiter, under every server.

A client has an allowance of questions, which comes back with time ("1200 per minute": all at once, or one
after another). A request takes what its route costs (`cost`, see `http.terms`), a batch one for each of its
questions (`charge`), and work beyond that is charged afterwards by the processor time that it took, in the
thread of the request and in the process that worked for it; waiting and starting processes are free. Pages
and their parts cost nothing.

A client is the token of a seat, once a handler has found it valid (`vouch`), and only at the routes of its
table; otherwise it is the address, for IPv6 its /64. So thirty phones behind one school address that sit at
tables have thirty allowances, made-up tokens have none, and all valid tokens of one address together have as
much as THIRTY of them.

The workers of a machine share one table in memory; machines share what was spent through Redis, a tenth of a
second late and without ever waiting for it.
"""

from adjudicator_api.server.limiting.limiter import Limiter, charge, limiter, vouch

__all__ = ["Limiter", "charge", "limiter", "vouch"]
