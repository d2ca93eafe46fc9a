"""POST /v1/challenges: the ruling on a challenged move, stored under an id that cannot be guessed."""

from __future__ import annotations

import hmac
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from flask import Response, current_app

from adjudicator.chem.formula import Tiles
from adjudicator.ruleset import challenges_of
from adjudicator.verdict import Ruling
from adjudicator_api.http.addresses import asking_client
from adjudicator_api.http.answers import (
    ChallengeAnswer,
    ChallengeReceipt,
    FullChallenge,
    FullReceipt,
    SealedChallenge,
    SealedReceipt,
)
from adjudicator_api.http.idempotency import Key, key_reused
from adjudicator_api.http.operations import JSON, Resource, to_json
from adjudicator_api.http.problems import Refused
from adjudicator_api.http.questions import Agreement, Challenge
from adjudicator_api.http.tokens import new_token
from adjudicator_api.jobs.verdicts import load_by, rules_label
from adjudicator_api.routes.editions import chosen
from adjudicator_api.server.metrics import metrics
from adjudicator_api.storage import StorageUnavailable, StoredChallenge
from adjudicator_api.storage.compact import pack, unpack

if TYPE_CHECKING:
    from pydantic import BaseModel

    from adjudicator.parts import ChallengeRuling
    from adjudicator_api.jobs.verdicts import Box
    from adjudicator_api.storage import Storage

resource = Resource("challenges", __name__)

ID = "[A-Za-z0-9_-]{22}"
PATH = {"id": ID}
LINKS = {
    "read": {"operationId": "read_challenge", "parameters": {"id": "$response.body#/id"}},
    "settle": {
        "operationId": "settle_challenge",
        "parameters": {"id": "$response.body#/id"},
        "requestBody": {
            "ruling": "valid",
            "agreed_by": ["$response.body#/player", "$response.body#/challenger"],
            "settlement_key": "$response.body#/settlement_key",
        },
        "x-schemathesis": {"merge_body": False},  # these players and no others
    },
}


@resource.operation(
    "POST",
    "/v1/challenges",
    summary="Rule on a challenged move",
    body=Challenge,
    answer=ChallengeReceipt,
    problems=(410, 503, 507),
    idempotent=True,
    links=LINKS,
)
def challenge(body: Challenge) -> Response:
    """The ruling is on the whole move: where its tiles lie, every run it made, its score, and who loses what.

    It can be read under its id for as long as the service keeps rulings. An impossible board is refused with
    a list of all its faults. With the settlement key in the answer the caller can settle the challenge by
    agreement; the key is not shown again.
    """
    key = Key.of(body)
    box = chosen(body.edition)
    ruling = rule(body, box)
    id_ = new_token()
    settlement_key = key.derived(id_) if key else new_token()
    packed = pack(ruling.to_json())
    new = StoredChallenge(
        id=id_,
        created_at=datetime.now(UTC),
        sealed=body.detail == "sealed",
        judged=ruling.ruling.value,
        packed=packed,
        key_digest=_digest(settlement_key),
        request_key=key.digest if key else None,
        request_digest=key.request if key else None,
        edition=None if box is None else box.label,
        brought_by=asking_client(),
        size=len(packed),
    )
    stored = storage().challenges.add(new)
    if stored is new:
        metrics().rulings.labels(rules_label(body.rules), ruling.ruling.value).inc()
    elif key:
        if not key.came_with(stored.request_digest):
            raise key_reused()
        _refuse_expired(stored)
        settlement_key = key.derived(stored.id)
    answer = _respond(stored, SealedReceipt if stored.sealed else FullReceipt, settlement_key=settlement_key)
    answer.headers["Location"] = f"/v1/challenges/{stored.id}"
    return answer


def _kept(id: str) -> None:  # noqa: A002 - the name in the path
    """Takes precedence over faults of the body: an unknown id is 404 whatever was sent."""
    _find(id)


@resource.operation(
    "GET",
    "/v1/challenges/<id>",
    summary="Read a ruling again",
    answer=ChallengeAnswer,
    parameters=PATH,
    problems=(404, 410, 503),
)
def read_challenge(id: str) -> Response:  # noqa: A002 - the name in the path
    """A sealed ruling stays sealed. A ruling past its retention period is 410 `expired`."""
    stored = _find(id)
    with suppress(StorageUnavailable):  # a database that can only be read still shows rulings
        storage().challenges.open(stored)
    return _show(stored)


@resource.operation(
    "POST",
    "/v1/challenges/<id>/settlement",
    summary="Settle a challenge by agreement",
    body=Agreement,
    answer=ChallengeAnswer,
    parameters=PATH,
    problems=(403, 404, 409, 410, 503),
    idempotent=True,
    first=_kept,
)
def settle_challenge(id: str, body: Agreement) -> Response:  # noqa: A002
    """The players may agree among themselves that a move is good or bad (C-CONSENSUS).

    This can be done once. The ruling and its consequence are then those of the agreement; the judge's own
    ruling stays on record in `judged`.
    """
    key = Key.of(body)
    stored = _find(id)
    if not hmac.compare_digest(_digest(body.settlement_key), stored.key_digest):
        raise Refused(403, "wrong_settlement_key", "This key does not belong to this challenge.")
    judged = _judged(stored)
    missing = [name for name in (judged.player, judged.challenger) if name not in body.agreed_by]
    if missing:
        raise Refused(
            422, "not_all_agreed", "The player and the challenger must both agree.", missing=missing
        )
    settled_with = key.digest + key.request if key else None
    settled = storage().challenges.settle(id, body.ruling, body.agreed_by, settled_with)
    stored = _find(id)
    earlier = stored.settled_with or b""
    by_key = key is not None and earlier.startswith(key.digest)
    if not settled and not (key and by_key and key.came_with(earlier.removeprefix(key.digest))):
        if by_key:
            raise key_reused()
        raise Refused(409, "already_settled", "This challenge has already been settled.")
    return _show(stored)


def rule(body: Challenge, box: Box | None = None) -> ChallengeRuling:
    rules, challenges = load_by(body.rules, box), challenges_of(body.rules)
    if body.runs:
        runs = [Tiles.parse(run) for run in body.runs]
        return challenges.rule_on_runs(rules, runs, body.player, body.challenger)
    board, move = [tile.placement() for tile in body.board], [tile.placement() for tile in body.move]
    blanks = {(tile.row, tile.col) for tile in (*body.board, *body.move) if tile.blank}
    more = {"blanks": blanks} if blanks else {}
    return challenges.rule_on_challenge(rules, board, move, body.player, body.challenger, **more)


def storage() -> Storage:
    found: Storage = current_app.extensions["storage"]
    return found


def _find(id_: str) -> StoredChallenge:
    stored = storage().challenges.find(id_)
    if stored is None:
        raise Refused(404, "no_such_challenge", "There is no ruling with this id.")
    _refuse_expired(stored)
    return stored


def _refuse_expired(stored: StoredChallenge) -> None:
    if storage().challenges.expired(stored):
        raise Refused(410, "expired", "This ruling is past the time for which rulings are kept here.")


def _judged(stored: StoredChallenge) -> ChallengeRuling:
    assert stored.packed is not None
    plain = unpack(stored.packed)
    return challenges_of(plain["rules"]).from_json(plain)


def _show(stored: StoredChallenge) -> Response:
    return _respond(stored, SealedChallenge if stored.sealed else FullChallenge)


def _respond(stored: StoredChallenge, model: type[BaseModel], **more: Any) -> Response:
    """Sealed models declare neither reason nor runs, so neither is ever sent."""
    ruling, settlement = _judged(stored), None
    if stored.agreed is not None:
        ruling = ruling.settle(Ruling(stored.agreed))
        settlement = {
            "ruling": stored.agreed,
            "agreed_by": stored.agreed_by,
            "settled_at": stored.settled_at,
        }
    answer = {
        **ruling.to_json(),
        "id": stored.id,
        "detail": "sealed" if stored.sealed else "full",
        "created_at": stored.created_at,
        "judged": stored.judged,
        "settlement": settlement,
        **more,
    }
    return Response(to_json(model, answer), mimetype=JSON)


def _digest(key: str) -> bytes:
    return sha256(key.encode()).digest()
