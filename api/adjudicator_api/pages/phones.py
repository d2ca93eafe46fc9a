"""Whether phones reach this machine: a page with a code, which the first phone opens, and which then says so.

Many school networks keep devices apart, and neither side can see that: a phone only waits. So the page tells
what to look at and what works without a network while no phone has come.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flask import current_app, jsonify, request

from adjudicator_api.http.addresses import is_this_machine, origin_for_others, parsed
from adjudicator_api.pages.pages import blueprint, page_of

__all__ = ["blueprint"]

if TYPE_CHECKING:
    from flask import Response

    from adjudicator_api.config import Config

CAME = "a-phone-came"  # a file of the folder that workers share
TEST = "/phones/here"


@blueprint.get("/phones")
def phones() -> str:
    """For the laptop: the code to scan, and whether a phone has come."""
    reachable = origin_for_others() is not None
    return page_of("phones.html", lambda: {"test": TEST, "reachable": reachable}, str(reachable))


@blueprint.get(TEST)
def on_phone() -> str:
    """For the phone. Whoever reads it has reached this machine."""
    if _is_another_device():
        _note_arrival()
    return page_of("phone_here.html", dict)


@blueprint.get("/phones/state")
def state_of_phones() -> Response:
    answer = jsonify({"reached": _has_arrived()})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _is_another_device() -> bool:
    """Not this machine, by its own address or by that in the network."""
    asking, here = request.remote_addr or "", request.host.rpartition(":")[0] or request.host
    return not is_this_machine(asking) and parsed(asking) != parsed(here.strip("[]"))


def _shared() -> Path | None:
    config: Config = current_app.extensions["config"]
    return Path(config.shared) / CAME if config.shared else None


def _note_arrival() -> None:
    current_app.extensions[CAME] = True
    if file := _shared():
        file.touch()


def _has_arrived() -> bool:
    file = _shared()
    return current_app.extensions.get(CAME, False) or (file is not None and file.exists())
