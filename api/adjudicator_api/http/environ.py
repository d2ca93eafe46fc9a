"""Keys under which the gate, the application and the log pass facts on in a request's WSGI environ."""

from __future__ import annotations

from flask import request

ID = "adjudicator.request_id"
ROUTE = "adjudicator.route"  # the rule that matched, for the log and the metrics
CRASH = "adjudicator.crash"  # the exception behind a 500 or a 503
IN_PLACE = "adjudicator.in_place"  # set while the request runs on the loop's thread
GONE = "adjudicator.gone"  # Event: set when the client has left
OVERSIZED = "adjudicator.oversized"  # the body was longer than the route allows, and was discarded
REFUSED = "adjudicator.refused"  # Refused: the gate does not admit this request
ADMITTED = "adjudicator.admitted"  # what the request has paid; set once it has been admitted or refused
ARRIVED = "adjudicator.arrived"  # when the request came, by the monotonic clock
WORKED = "adjudicator.worked"  # seconds of processor time that other processes spent on it
STREAM = "adjudicator.stream"  # how an answer goes on: see bus.streamed


def request_id() -> str:
    found: str = request.environ.get(ID, "")
    return found
