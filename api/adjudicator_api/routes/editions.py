"""/v1/editions: the contents of a user's own box, checked, and kept and used by the digest of its content.

    {"tiles": "NCl3", "edition": "sha256:…"}

Each process remembers the editions it has seen, so a question that names one is judged as quickly as any
other. An edition is kept while a stored ruling or a running game needs it; finished games have their own
copy. Other editions are deleted when they have not been used for some time.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Self

from flask import Response, current_app, request
from pydantic import ConfigDict, Field, PrivateAttr, StringConstraints
from werkzeug.routing import BaseConverter

from adjudicator import prose
from adjudicator.editions.faults import Fault, say
from adjudicator.editions.labels import digest_in, short_label
from adjudicator.editions.reader import MAX_FAULTS, bounds
from adjudicator.editions.registry import unknown
from adjudicator.editions.toml import parsed, written
from adjudicator.engine.game import load_game, playable_games
from adjudicator.errors import EditionError, quote
from adjudicator.ruleset import DEFAULT_RULES, game_of
from adjudicator_api.http.addresses import asking_client
from adjudicator_api.http.operations import JSON, Answer, Request, Resource, to_json
from adjudicator_api.http.problems import Refused
from adjudicator_api.http.questions import EDITION_PATTERN
from adjudicator_api.http.terms import move_on
from adjudicator_api.jobs.verdicts import Box
from adjudicator_api.storage import editions as rows

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from adjudicator_api.config import Config
    from adjudicator_api.storage import Database
    from adjudicator_api.storage.kept import Room

resource = Resource("editions", __name__)

MAX_BODY = 128 * 1024
TOML = "application/toml"
PATH = {"digest": EDITION_PATTERN}
GAME = {"game": "[a-z][a-z0-9-]{0,63}"}
REMEMBERED = 512
USED_SECONDS = 24 * 3600.0  # how often the use of an edition is recorded


class Digest(BaseConverter):
    """A digest in a path; `check` is not one."""

    regex = EDITION_PATTERN


class Boxes:
    """All editions that a request can name: released ones, and those that users have uploaded."""

    def __init__(self, database: Database, config: Config, room: Room) -> None:
        self._database, self._days = database, config.edition_days
        self._room = room
        self._met: OrderedDict[str, tuple[Box, float]] = OrderedDict()  # and when its use was recorded
        self._changing = Lock()

    def at_hand(self, digest: str) -> Box | None:
        """From memory only; None also when its use has to be recorded again."""
        met = self._met.get(digest)
        return met[0] if met is not None and monotonic() < met[1] + USED_SECONDS else None

    def find(self, digest: str) -> Box:
        """Raises EditionError. Asks the database, so it must not run on the loop's thread."""
        box = self.at_hand(digest) or _released(digest)
        if box is None:
            stored = self._database.read(partial(rows.find, digest=digest))
            if stored is None:
                raise unknown(digest)
            now = datetime.now(UTC)
            if now - stored.used_at > timedelta(seconds=USED_SECONDS):
                self._database.write(partial(rows.use, digest=stored.digest, at=now))
            box = Box(stored.digest, stored.game, stored.label, stored.text)
        self._meet(box)
        return box

    def chosen(self, digest: str | None, environ: WSGIEnvironment) -> Box | None:
        """The edition that a request names; on the loop's thread it moves on if that is not in memory."""
        if digest is None:
            return None
        box = self.at_hand(digest)
        if box is None:
            move_on(environ)
            box = self.find(digest)
        return box

    def keep(self, box: Box, client: str) -> None:
        """On disk when it returns. Raises Refused if another edition is known by this name, and NoRoom."""
        if is_released(box.digest):
            return
        bringing = rows.Bringing(datetime.now(UTC), client, self._room)
        keep = partial(rows.keep, label=box.label, game=box.game, text=box.text, bringing=bringing)
        try:
            self._database.write(keep)
        except EditionError as error:
            raise Refused(409, error.code, error.message) from None
        self._meet(box)

    def is_kept(self, box: Box) -> bool:
        """Whether it is kept even if unused: released, or needed by a ruling or a running game."""
        return is_released(box.digest) or self._database.read(partial(rows.is_kept, label=box.label))

    def prune(self) -> int:
        """Deletes editions unused for the whole retention period; returns how many."""
        if not self._days:
            return 0
        since, removed = datetime.now(UTC) - timedelta(days=self._days), 0
        while count := self._database.write(partial(rows.prune, since=since)):
            removed += count
        return removed

    def _meet(self, box: Box) -> None:
        with self._changing:
            self._met[box.digest] = (box, monotonic())
            self._met.move_to_end(box.digest)
            while len(self._met) > REMEMBERED:
                self._met.popitem(last=False)


def boxes() -> Boxes:
    found: Boxes = current_app.extensions["editions"]
    return found


def chosen(digest: str | None) -> Box | None:
    return boxes().chosen(digest, request.environ)


def _released(digest: str) -> Box | None:
    """By its whole digest, or by the shown digits of it: only we release editions, so those are unique."""
    for name in playable_games():
        for label, text in load_game(name).editions.released.items():
            if digest in (digest_in(label), digest_in(short_label(label))):
                return Box(digest_in(label), name, label, text)
    return None


# --- reading what clients bring -----------------------------------------------------------------------------


class EditionData(Request):
    """An edition as JSON: the tables of its TOML file. `GET /v1/editions/schemas/{game}` has its shape."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    game: Annotated[str, StringConstraints(max_length=64)] = Field(
        default="", examples=[game_of(DEFAULT_RULES)], description="The game it belongs to."
    )
    name: Annotated[str, StringConstraints(max_length=200)] = Field(
        default="", examples=["my-box"], description="What it is called, in every verdict made by it."
    )

    @classmethod
    def from_text(cls, raw: bytes) -> Self:
        file = cls()
        file._raw = raw
        return file

    _raw: bytes | None = PrivateAttr(None)  # the TOML file, if that was sent

    def box(self) -> Box:
        """Raises EditionError with every fault."""
        if self._raw is not None:
            return box_of(_decoded(self._raw))
        data = self.model_dump()
        faults = list(islice(bounds(data), MAX_FAULTS))
        if faults:
            raise _faulty(faults)
        return box_of(written(data))


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise _faulty([Fault("it is not UTF-8 text")], "edition_unreadable") from None


def box_of(text: str) -> Box:
    try:
        game = parsed(text).get("game")
    except EditionError as error:
        raise _in_words(error, prose.SHARED) from None
    if game not in playable_games():
        known = ", ".join(playable_games())
        told = say("game is {given}; it must be one of {known}", given=quote(str(game)), known=known)
        if game is None:
            told = say("game is missing; it must be one of {known}", known=known)
        raise _faulty([Fault(told, ("game",))])
    try:
        label = load_game(game).editions.read(text).label
    except EditionError as error:
        raise _in_words(error, game) from None
    return Box(digest_in(label), game, label, text)


def _faulty(faults: list[Fault], code: str = "edition_faulty") -> EditionError:
    faulty = EditionError(code, f"The edition has {len(faults)} fault(s).", faults=faults)
    return _in_words(faulty, prose.SHARED)


def _in_words(error: EditionError, game: str) -> EditionError:
    """The faults in the caller's language."""
    sentences = prose.faults_in(game, prose.spoken())
    faults = [Fault(fault.by(sentences), fault.at) for fault in map(Fault.of, error.details["faults"])]
    return EditionError(error.code, error.message, faults=faults)


def _pointer(fault: str) -> str:
    """Where a fault is, as a JSON pointer."""
    steps = fault.at if isinstance(fault, Fault) else ()
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def told(error: EditionError) -> list[dict[str, str]]:
    faults = error.details.get("faults") or [error.message]
    return [{"pointer": _pointer(fault), "message": str(fault)} for fault in faults]


# --- routes -------------------------------------------------------------------------------------------------


class EditionFault(Answer):
    pointer: str = Field(description="Where, as a JSON pointer into the edition; empty for the whole of it.")
    message: str


class EditionCheck(Answer):
    """Without faults, the edition can be kept and used."""

    faults: list[EditionFault]
    label: str | None = Field(description="As verdicts would name it.")


class EditionAnswer(Answer):
    digest: str = Field(description="What names it everywhere: `sha256:…`.")
    label: str = Field(description="As verdicts and games name it.")
    game: str
    name: str
    released: bool = Field(description="Shipped with this program, now or before.")
    kept: bool = Field(description="Stays for good, or as long as rulings made by it and running games.")
    edition: dict[str, Any] = Field(description="Its tables.")


class EditionSchema(Answer):
    game: str
    edition: str = Field(description="The label of the shipped edition.")
    released: list[str] = Field(description="The labels of all that were ever shipped, today's first.")
    shape: dict[str, Any] = Field(description="JSON Schema; `x-from` names the place whose words can stand.")


LINKS = {"read": {"operationId": "show_edition", "parameters": {"digest": "$response.body#/digest"}}}


@resource.operation(
    "POST", "/v1/editions", summary="Bring an edition of your own", body=EditionData, text=TOML,
    answer=EditionAnswer, max_body=MAX_BODY, problems=(409, 503, 507), status=201, cost=60, links=LINKS,
)  # fmt: skip
def bring_edition(body: EditionData) -> Response:
    """As JSON, or as the TOML file that the command line takes. The same content has the same digest.

    A faulty edition is 422 `edition_faulty`, with every fault and its place. An edition is kept while a
    ruling or a running game needs it, and otherwise until it has not been used for some time.
    """
    try:
        box = body.box()
    except EditionError as error:
        detail = error.message.splitlines()[0]
        raise Refused(422, error.code, detail, faults=told(error)) from None
    boxes().keep(box, asking_client())
    return Response(to_json(EditionAnswer, _shown(box)), 201, mimetype=JSON)


@resource.operation(
    "POST", "/v1/editions/check", summary="Look for faults in an edition", body=EditionData, text=TOML,
    answer=EditionCheck, max_body=MAX_BODY, cost=2,
)  # fmt: skip
def check_edition(body: EditionData) -> dict[str, Any]:
    """Every fault in words, with its place; nothing is stored."""
    try:
        return {"faults": [], "label": body.box().label}
    except EditionError as error:
        return {"faults": told(error), "label": None}


@resource.operation(
    "GET", "/v1/editions/<edition:digest>", summary="Show an edition", answer=EditionAnswer, parameters=PATH,
    problems=(404, 409, 503),
)  # fmt: skip
def show_edition(digest: str) -> dict[str, Any]:
    """The tables of a released or uploaded edition, as JSON."""
    return _shown(find_box(digest))


@resource.operation(
    "GET",
    "/v1/editions/<edition:digest>.toml",
    summary="Download an edition",
    media_type=TOML,
    parameters=PATH,
    problems=(404, 409, 503),
)
def download_edition(digest: str) -> Response:
    """The file that the command line takes: `adjudicator judge NCl3 --edition my-box.toml`."""
    box = find_box(digest)
    answer = Response(box.text, content_type=f"{TOML}; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{file_name(box)}.toml"'
    return answer


@resource.operation(
    "GET", "/v1/editions/schemas/<game>", summary="What is in an edition", answer=EditionSchema,
    parameters=GAME, problems=(404,),
)  # fmt: skip
def show_edition_schema(game: str) -> dict[str, Any]:
    """The tables that an edition of a game has, for building editors."""
    if game not in playable_games():
        raise Refused(404, "no_such_game", f"There is no playable game {quote(game)}.")
    editions = load_game(game).editions
    released = sorted(editions.released, key=lambda label: label != editions.current)
    return {"game": game, "edition": editions.current, "released": released, "shape": editions.schema}


def find_box(digest: str) -> Box:
    """Raises Refused with 404."""
    try:
        return boxes().find(digest)
    except EditionError as error:
        raise Refused(409 if error.code == "edition_ambiguous" else 404, error.code, error.message) from None


def file_name(box: Box) -> str:
    """Its name, reduced to characters that every system allows in file names."""
    return "".join(c for c in _name(box) if c.isascii() and (c.isalnum() or c in "-_")) or "my-box"


def is_released(digest: str) -> bool:
    return _released(digest) is not None


def _name(box: Box) -> str:
    return box.label.removesuffix(f" {box.digest}").partition("/")[2]


def _shown(box: Box) -> dict[str, Any]:
    return {
        "digest": box.digest,
        "label": box.label,
        "game": box.game,
        "name": _name(box),
        "released": is_released(box.digest),
        "kept": boxes().is_kept(box),
        "edition": parsed(box.text),
    }
