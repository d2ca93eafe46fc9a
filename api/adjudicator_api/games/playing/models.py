"""The shapes of games over HTTP. What only the game knows is in `table`, which no route looks into."""

from __future__ import annotations

import unicodedata
from datetime import datetime  # noqa: TC003 - pydantic reads the annotations at run time
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from adjudicator_api.http.operations import Answer, Request, invisible, one_of

MAX_NAME = 24
MAX_SEATS = 8
MAX_EDITION = 60_000  # characters of an uploaded edition
MAX_HINTS = 20
MAX_DEPTH = 8
MAX_PARTS = 400  # of an action or of options
INVISIBLE = frozenset(("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"))  # categories of Unicode


def _name(name: str) -> str:
    """A name fit to be shown to others: no invisible characters, none that reverse the text direction."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or len(name) > MAX_NAME:
        raise PydanticCustomError("name_length", "a name has 1 to {most} characters", {"most": MAX_NAME})
    if any(unicodedata.category(char) in INVISIBLE for char in name):
        raise invisible()
    return name


def _modest(value: dict[str, Any]) -> dict[str, Any]:
    """Checked for size before anything else."""
    parts = 0
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        inner: list[Any] = []
        for item in level:
            parts += 1
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        level = inner
        if parts + len(level) > MAX_PARTS:
            raise PydanticCustomError("too_many_parts", "it has more than {most} parts", {"most": MAX_PARTS})
    if level:
        raise PydanticCustomError("nested_too_deep", "it is nested too deep")
    return value


Name = Annotated[
    str,
    AfterValidator(_name),
    WithJsonSchema(
        {
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_NAME,
            "pattern": r"^[A-Za-z0-9]+( [A-Za-z0-9]+)*$",
        }
    ),
]
Bot = Annotated[str, StringConstraints(max_length=64, pattern=r"^[a-z][a-z0-9:+-]*$")]
Modest = Annotated[dict[str, Any], AfterValidator(_modest)]


class NewSeat(Request):
    """A person with a name, a bot, or an open seat: {}."""

    name: Name | None = None
    bot: Bot | None = None


class Clock(Request):
    seconds: Annotated[int, Field(ge=5, le=86_400)]


class NewGame(Request):
    game: Annotated[str, StringConstraints(max_length=64)]
    options: Modest = Field(default_factory=dict)
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=MAX_SEATS)]
    hints: bool = False
    phrases: bool = Field(
        default=True, description="Whether the people at the table may say something from a fixed list."
    )
    watch: Literal["public", "players"] = "players"
    clock: Clock | None = None
    one_screen: bool = Field(
        default=False,
        description="Whether the named seats share a screen: the clock of each runs from when it looks.",
    )
    edition: Annotated[str, StringConstraints(max_length=MAX_EDITION)] | None = Field(
        default=None,
        description="A label, its digest (sha256:…) or the text of an edition; the shipped one if null.",
    )

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [seat.name.casefold() for seat in self.seats if seat.name is not None]
        if len(set(names)) < len(names):
            raise PydanticCustomError("same_names", "two seats have the same name")
        return self


class FiledSeat(Request):
    """Who had this seat when the file was written; an open seat becomes a person's."""

    kind: Literal["person", "bot", "open", "left"] = "person"
    name: Name | None = None
    bot: Bot | None = None


Disclosed = Literal["exported", "imported", "lesson"]


class FiledTable(Request):
    """What a file says about a table besides its record."""

    seats: Annotated[list[FiledSeat], Field(max_length=MAX_SEATS)] = Field(default_factory=list)
    hints: bool = False
    watch: Literal["public", "link", "players"] = "players"
    clock: Annotated[int, Field(ge=5, le=86_400)] | None = None
    disclosed: Disclosed | None = None


class GameFile(Request):
    record: dict[str, Any] = Field(
        description="As `GET /v1/games/{id}/export` gives it; any other record of a game will do, too."
    )


class Lesson(Request):
    """The learner's name."""

    name: Name = "Ann"


class Start(Request):
    """What to do with open seats."""

    open: Literal["close", "bot"] = "close"
    bot: Bot = "greedy"


class SeatChange(Request):
    """One of three: a bot takes the seat, it is opened again, or its player gets a new token."""

    bot: Bot | None = None
    open: bool = False
    token: bool = False

    @model_validator(mode="after")
    def _one_of_three(self) -> Self:
        if (self.bot is not None) + self.open + self.token != 1:
            raise one_of("bot", "open", "token")
        return self


class Absence(Request):
    """What happens to an absent player's seat: a bot plays on, or the player resigns."""

    then: Literal["bot", "end"]
    bot: Bot = "greedy"


class Join(Request):
    name: Name


Phrase = Literal[
    "hello", "good_luck", "one_moment", "your_turn", "well_played", "nice_compound", "close", "oops",
    "thanks", "sorry", "yes", "no", "again", "goodbye", "bravo", "laugh", "hm", "wow",
]  # fmt: skip


class Saying(Request):
    """One of the phrases that can be said at a table."""

    phrase: Phrase


class Act(Request):
    """An action as the catalogue describes it: a `type`, and whatever its schema asks for."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    type: Annotated[str, StringConstraints(max_length=64)]

    @model_validator(mode="after")
    def _is_modest(self) -> Self:
        _modest(self.model_dump())
        return self


class Nothing(Request):
    """An empty object."""


class Watching(Request):
    watch: Literal["public"] = "public"


class LogPart(Request):
    after: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}$")] = Field(
        default="0", description="Only the events after this version."
    )


class HintCount(Request):
    count: Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]?$")] = "5"


class Part(Request):
    """A long analysis comes in parts."""

    after: Annotated[str, StringConstraints(pattern=r"^(0|[1-9][0-9]{0,5})$")] = "0"
    search: Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,2}$")] | None = None
    player: Annotated[str, StringConstraints(pattern=r"^(0|[1-9][0-9]?)$")] | None = None


# --- answers ----------------------------------------------------------------------------------------------


class GameFields(Answer):
    """The fields of a game are passed on unchanged: the game's own allow-lists have made them."""

    model_config = ConfigDict(extra="allow", frozen=True)


class BotKind(Answer):
    name: str
    about: str


class PresetAnswer(Answer):
    name: str
    players: int
    options: dict[str, Any]


class CatalogueGame(Answer):
    game: str
    title: str
    players: list[int]
    edition: str
    editions: list[str] = Field(description="What a new game may be played by, the usual one first.")
    presets: list[PresetAnswer]
    options: dict[str, Any] = Field(description="JSON Schema of the options.")
    actions: dict[str, dict[str, Any]] = Field(description="JSON Schema of each kind of action.")
    bots: list[BotKind]


class PaceAnswer(Answer):
    """In seconds: the pause before a bot moves, and the time to challenge or answer an offer."""

    bot: float
    bots_alone: float
    chance: float
    offer: float
    absent: float


class Catalogue(Answer):
    games: list[CatalogueGame]
    pace: PaceAnswer


class SeatAnswer(Answer):
    seat: int
    kind: Literal["person", "bot", "open", "left"]
    name: str | None
    bot: str | None = None
    token: str | None = None


class NewGameAnswer(Answer):
    id: str
    code: str | None
    host_token: str
    status: str
    version: int
    seats: list[SeatAnswer]


class Invitation(Answer):
    """What a caller with a code but without a seat may know."""

    game: str
    title: str
    players: list[str]
    open: int


class Joined(Answer):
    id: str
    seat: int
    token: str


class Rematch(Joined):
    host_token: str | None = Field(description="For the first to ask, who is the host of the next game.")


class SeatChanged(Answer):
    seat: int
    token: str | None


class Said(Answer):
    status: str
    version: int


class PlayerAnswer(Answer):
    seat: int
    name: str
    kind: Literal["person", "bot", "open", "left", "neutral"]
    bot: str | None
    score: int
    present: bool
    out: str | None


class AskAnswer(Answer):
    player: int
    kinds: list[str]
    obliged: bool
    since: int
    about: str
    by: datetime | None = Field(
        description="When the clock runs out; for what a player only may do, until when a bot waits for it."
    )


class ResultAnswer(Answer):
    scores: list[int]
    winners: list[int]
    reason: str
    ranks: list[int]
    text: str | None = None


class Remark(Answer):
    """What a player has said."""

    number: int = Field(description="Counts the remarks of a table, from 1.")
    seat: int
    phrase: Phrase
    text: str = Field(description="In the caller's language.")
    at: datetime


class View(Answer):
    """What this caller may know."""

    id: str
    game: str
    title: str
    status: Literal["waiting", "playing", "over"]
    version: int
    revision: int
    you: int | None
    host: bool
    code: str | None
    hints: bool
    phrases: bool
    remarks: list[Remark] = Field(description="The most recent remarks, the latest last.")
    watch: str
    clock: int | None
    players: list[PlayerAnswer]
    asks: list[AskAnswer]
    actions: list[dict[str, Any]]
    options: dict[str, Any]
    edition: str
    accounts: dict[str, int]
    offers: Any = None
    table: dict[str, Any]
    words: dict[str, str] = Field(
        default={}, description="Names in the table as the caller's language has them; none in English."
    )
    result: ResultAnswer | None
    rematch: str | None
    expires_at: datetime | None = Field(
        default=None, description="When the game is deleted, unless there is activity at the table before."
    )
    paused: bool = Field(
        default=False, description="Whether a teacher has paused the table, so that no one can act."
    )
    disclosed: Disclosed | None = Field(
        default=None, description="Why somebody may know what is hidden here; no one new gets a seat then."
    )


class Actions(Answer):
    version: int
    actions: list[dict[str, Any]]


class Acted(Answer):
    version: int
    events: list[dict[str, Any]]
    words: dict[str, str] = Field(
        default_factory=dict,
        description="What events name, in the language of the request; empty in English.",
    )


class Preview(Answer):
    verdict: dict[str, Any]
    score: int | None = None


class HintAnswer(Answer):
    action: dict[str, Any]
    value: float
    text: str
    title: str = Field(description="What it makes, where the action alone does not say it; else empty.")


class Hints(Answer):
    version: int
    hints: list[HintAnswer]


class WatchedGame(Answer):
    id: str
    game: str
    title: str
    status: str
    players: list[str]
    version: int


class WatchedGames(Answer):
    games: list[WatchedGame]


class MissedBySeat(Answer):
    seat: int
    set: str = Field(
        description="Up to three exercises, for `/practice?set=`; empty where nothing was missed."
    )


class MissedAnswer(Answer):
    seats: list[MissedBySeat]
    set: str = Field(description="Of all players, first what most of them missed.")


class Analysis(Answer):
    turns: list[dict[str, Any]] = Field(
        description="Every decision: `lost` points ± `error`, `chance_lost` ± `chance_error` of winning, "
        "every seat's `chances` then, what `luck` did, and a sentence. `lost` is null where nobody has "
        "looked yet."
    )
    totals: list[dict[str, Any]] = Field(
        description="Of these turns: `accuracy` is the share of decisions as good as the best."
    )
    turning_points: list[int] = Field(
        description="Versions of the few of these turns that moved the game most."
    )
    next: int | None = Field(description="Ask again with this as `after`; null when all has been looked at.")
    listed: int | None = Field(
        description="Of a long game, the version up to which this part lists decisions; null when to the end."
    )
