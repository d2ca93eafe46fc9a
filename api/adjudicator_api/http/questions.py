"""The shapes of requests: what the judge is asked, and with what. The OpenAPI document is made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from adjudicator.chem.drawing import MAX_SMILES_LENGTH
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import MAX_LENGTH, MAX_TILES, MAX_TILES_LENGTH, Formula, Tiles
from adjudicator.chem.naming import MAX_NAME
from adjudicator.editions.labels import DIGEST, DIGITS, SHOWN
from adjudicator.lookup import MAX_TEXT
from adjudicator.ruleset import CONDITIONS, DEFAULT_RULES, conditions_of, question_forms, read_question
from adjudicator_api.http.operations import Request, invisible, one_of

FORMULA_PATTERN = rf"[^/]{{1,{MAX_LENGTH}}}"  # in a path
MAX_ITEMS = 1000
MAX_BOARD = 600  # tiles
MAX_MOVE = 60
MAX_SQUARE = 1000  # beyond it nothing is a row or column; within it, the board checks its own size
MAX_CHALLENGED_RUNS = 16  # a move along fifteen squares makes no more
MAX_PLAY = 30  # runs in one question
MAX_PLAYERS = 10
MAX_WILDS = 20

Conditions = tuple[tuple[str, Any], ...]  # what a question says besides the pieces, by name


def _drop_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def _shown(name: str) -> str:
    """Names are shown unchanged, so characters that cannot be shown are refused."""
    if not name.isprintable() or not name.strip():
        raise invisible()
    return name


# --- what requests are made of ----------------------------------------------------------------------------

# The judge reads the symbols and explains what is wrong; the OpenAPI document says what they look like. A
# list of the elements would become a type of its own in clients, which fails on what it does not list.
Symbol = TypeAliasType(
    "Symbol",
    Annotated[
        str,
        StringConstraints(max_length=MAX_TILES_LENGTH),
        WithJsonSchema({"type": "string", "description": "An element.", "pattern": "^[A-Z][a-z]?$"}),
    ],
)
TileText = TypeAliasType(
    "TileText",
    Annotated[
        str,
        StringConstraints(max_length=MAX_TILES_LENGTH),  # of no tiles the judge says what is wrong
        WithJsonSchema(
            {
                "type": "string",
                "description": f"Up to {MAX_TILES} tiles, with or without spaces: MgNOONOO, Mg N O O.",
                "pattern": rf"^(?:(?:{'|'.join(ELEMENTS)}) ?){{1,{MAX_TILES}}}$",
                "maxLength": MAX_TILES_LENGTH,
                "examples": ["MgNOONOO"],
            }
        ),
    ],
)
RunOfTiles = TypeAliasType(
    "RunOfTiles",
    Annotated[
        Annotated[
            list[Symbol],
            Field(max_length=MAX_TILES, json_schema_extra={"minItems": 1}),
            Tag("(list)"),
        ]
        | Annotated[TileText, Tag("(text)")],
        Discriminator(
            lambda given: (
                "(list)" if isinstance(given, list) else "(text)" if isinstance(given, str) else None
            ),
            custom_error_type="tiles_type",
            custom_error_message='Give tiles as a list, ["H", "H", "O"], or as text, "HHO"',
        ),
    ],
)
FormulaText = TypeAliasType(
    "FormulaText",
    Annotated[
        str,
        Field(
            max_length=MAX_LENGTH,
            json_schema_extra={"minLength": 1},  # of none the judge says what is wrong
            description="A composition, as in H2O, Mg(NO2)2 or CuSO4·5H2O.",
            examples=["Mg(NO2)2"],
        ),
    ],
)
RulesName = TypeAliasType(
    "RulesName",
    Annotated[
        str,
        Field(
            min_length=1,
            max_length=200,
            description="A rule set. `GET /v1/rulesets` lists them; some games combine theirs with +.",
            examples=[DEFAULT_RULES],
        ),
    ],
)
NAMING_RULES = tuple(name for name, form in question_forms().items() if form.names)
if TYPE_CHECKING:
    NamingRules = str
else:
    NamingRules = Literal[NAMING_RULES]  # depends on the installed games
EDITION_PATTERN = f"{DIGEST}[0-9a-f]{{{SHOWN}}}(?:[0-9a-f]{{{DIGITS - SHOWN}}})?"
EditionDigest = TypeAliasType(
    "EditionDigest",
    Annotated[
        str,
        Field(
            max_length=80,
            pattern=f"^{EDITION_PATTERN}$",
            description="An edition, as `POST /v1/editions` names it; twelve digits only of earlier ones.",
            examples=["sha256:" + "0123456789abcdef" * 4],
        ),
    ],
)
PlayerName = TypeAliasType(
    "PlayerName",
    Annotated[
        str,
        Field(
            min_length=1, max_length=64, description="Shown as it is; nothing invisible.", examples=["ann"]
        ),
        AfterValidator(_shown),
    ],
)
Coordinate = Annotated[int, Field(ge=-MAX_SQUARE, le=MAX_SQUARE, description="From 1.")]


BY_EDITION: Any = Field(default=None, description="By which edition; by the shipped one if null.")


def _either_of(*names: str) -> list[Any]:
    """Exactly one of these, or a bench alone."""
    each: list[dict[str, Any]] = [{"required": [name]} for name in names]
    return [*each, {"required": ["bench"], "not": {"anyOf": each}}]


def _refuse_either(given: Request, *names: str, alone: bool = False) -> None:
    number = len(given.model_fields_set.intersection(names))
    if number > 1 or (number == 0 and not alone):
        raise one_of(*names)


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class Item(Request):
    """A run of tiles as it lies on the board (order counts), or a formula (some order must be legal)."""

    model_config = ConfigDict(json_schema_extra={"oneOf": _either_of("tiles", "formula")})

    tiles: RunOfTiles = Field(default="", json_schema_extra=_drop_default)
    formula: FormulaText = Field(default="", json_schema_extra=_drop_default)
    box: Literal["counted", "any"] | None = Field(
        default=None,
        description="Ion: with `any`, only the charges count, however few cards the box has.",
    )
    bench: RunOfTiles | None = Field(
        default=None,
        description="Compounded: the crystals of a bench, alone or with a card's formula: what they make.",
    )
    wilds: int | None = Field(
        default=None, ge=0, le=MAX_WILDS, description="Compounded, with a bench: wild elements at hand."
    )
    level: int | None = Field(
        default=None,
        ge=1,
        le=MAX_TILES,
        description="Compounded, with a bench: crystals that Research places.",
    )

    @model_validator(mode="after")
    def _either(self) -> Self:
        _refuse_either(self, "tiles", "formula", alone=self.bench is not None)
        return self

    @property
    def question(self) -> tuple[str, str | list[str] | None]:
        """Which of the two is asked, and what; None for a bench alone."""
        if "formula" in self.model_fields_set:
            return "formula", self.formula
        return "tiles", self.tiles if "tiles" in self.model_fields_set else None

    def read(self) -> Tiles | Formula | None:
        """The tiles or formula in question; None for a bench alone."""
        kind, asked = self.question
        if kind == "formula":
            return Formula.parse(str(asked))
        return None if asked is None else Tiles.parse(asked)

    @property
    def conditions(self) -> Conditions:
        given = {
            name: _hashable(getattr(self, name)) for name in self.model_fields_set.intersection(CONDITIONS)
        }
        return tuple(sorted(conditions_of(given).items())) if given else ()


class Question(Item):
    """A run, a formula, or several runs: a whole play without its board."""

    model_config = ConfigDict(json_schema_extra={"oneOf": _either_of("tiles", "formula", "runs")})

    runs: list[RunOfTiles] = Field(
        default_factory=list,  # a default would be copied for every question
        min_length=1,
        max_length=MAX_PLAY,
        description="Every run of a play, for one ruling on all. Text with a digit or bracket is a formula.",
        json_schema_extra=_drop_default,
    )
    rules: RulesName = DEFAULT_RULES
    edition: EditionDigest | None = BY_EDITION

    @model_validator(mode="after")
    def _either(self) -> Self:
        _refuse_either(self, "tiles", "formula", "runs", alone=self.bench is not None)
        return self

    def read_runs(self) -> list[Tiles | Formula]:
        return [read_question(run) if isinstance(run, str) else Tiles.parse(run) for run in self.runs]


class BatchItem(Item):
    rules: RulesName | None = Field(default=None, description="Instead of the rule set of the batch.")
    id: Annotated[str, Field(max_length=200)] | int | None = Field(
        default=None, description="Returned with the verdict."
    )


class Batch(Request):
    rules: RulesName = DEFAULT_RULES
    edition: EditionDigest | None = BY_EDITION
    items: list[BatchItem] = Field(min_length=1, max_length=MAX_ITEMS)


class TileOnBoard(Request):
    row: Coordinate
    col: Coordinate
    symbol: Symbol
    blank: bool = Field(
        default=False, description="A blank tile that stands for the symbol, where the edition has blanks."
    )

    def placement(self) -> tuple[int, int, str]:
        return self.row, self.col, self.symbol


class Challenge(Request):
    """A challenged move: the board before it and the tiles it laid, or, without a board, the runs it made."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [{"required": ["move"]}, {"required": ["runs"], "not": {"required": ["board"]}}]
        }
    )

    rules: RulesName = DEFAULT_RULES
    edition: EditionDigest | None = BY_EDITION
    board: list[TileOnBoard] = Field(
        default=[],
        max_length=MAX_BOARD,
        description="Every tile that lay there before the move; empty before the first.",
    )
    move: list[TileOnBoard] = Field(
        default=[],
        min_length=1,
        max_length=MAX_MOVE,
        description="The tiles it laid.",
        json_schema_extra=_drop_default,
    )
    runs: list[RunOfTiles] = Field(
        default=[],
        min_length=1,
        max_length=MAX_CHALLENGED_RUNS,
        description="For a table that does not send its board.",
        json_schema_extra=_drop_default,
    )
    player: PlayerName = Field(default="player", description="Who made the move.")
    challenger: PlayerName = Field(default="challenger", description="Who challenges it.")
    detail: Literal["full", "sealed"] = Field(
        default="full", description="Sealed gives the ruling and no reason, as tournament judges do."
    )

    @model_validator(mode="after")
    def _either(self) -> Self:
        if bool(self.move) == bool(self.runs):
            raise one_of("move", "runs")
        if "board" in self.model_fields_set and self.runs:
            raise PydanticCustomError("board_without_move", 'a "board" needs a "move"')
        return self


class NameQuestion(Request):
    formula: FormulaText
    name: str = Field(min_length=1, max_length=MAX_NAME, examples=["sodium hydroxide"])


class CardName(Request):
    """Cards, in any order, and a player's name for what they build."""

    cards: RunOfTiles
    name: str = Field(min_length=1, max_length=MAX_NAME, examples=["sodium hydroxide"])
    rules: NamingRules = NAMING_RULES[0]
    edition: EditionDigest | None = BY_EDITION


class BuildsQuery(Request):
    rules: NamingRules = NAMING_RULES[0]
    edition: EditionDigest | None = BY_EDITION


class EditionQuery(Request):
    edition: EditionDigest | None = BY_EDITION


class NamesQuery(Request):
    formula: FormulaText


class SubstanceQuery(Request):
    """A formula, or a name in one of the languages of the service."""

    q: str = Field(max_length=MAX_TEXT, examples=["ethanol", "NaHCO3"])


class StructureQuery(Request):
    """Exactly one of the two."""

    smiles: str = Field(default="", max_length=MAX_SMILES_LENGTH, json_schema_extra=_drop_default)
    formula: str = Field(default="", max_length=MAX_LENGTH, json_schema_extra=_drop_default)

    @model_validator(mode="after")
    def _either(self) -> Self:
        _refuse_either(self, "smiles", "formula")
        return self


class Agreement(Request):
    """All players agree on a challenged move instead of leaving it to the judge (C-CONSENSUS)."""

    ruling: Literal["valid", "invalid"]
    agreed_by: list[PlayerName] = Field(
        min_length=2,
        max_length=MAX_PLAYERS,
        description="Everyone who agrees, including the player and the challenger.",
    )
    settlement_key: str = Field(
        min_length=1, max_length=64, description="As the answer to the challenge gave it, to whoever asked."
    )
