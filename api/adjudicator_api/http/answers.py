"""The shapes of answers: verdicts, challenges, names, substances. The OpenAPI document is made of them."""

from __future__ import annotations

from datetime import datetime  # noqa: TC003 - pydantic reads the annotations at run time
from typing import Any, Literal

from pydantic import (
    ConfigDict,
    Field,
    RootModel,
)

from adjudicator_api.http.operations import Answer

RulingWord = Literal["valid", "invalid", "unresolved"]


class Open(Answer):
    """Entirely public, so a rule set may add fields."""

    model_config = ConfigDict(extra="allow")


class CheckAnswer(Open):
    """One question of a rule, and its answer."""

    rule: str
    set: str | None
    outcome: Literal["pass", "fail", "unresolved"]
    code: str
    params: dict[str, Any]
    witness: dict[str, Any] | None
    message: str


class KnownAnswer(Open):
    """A compound on record."""

    name: str
    smiles: str
    cid: int | None
    boiling_point_k: float | None
    source: str
    kind: str | None = None
    remark: str | None = None


class VerdictAnswer(Open):
    ruling: RulingWord
    rules: str
    edition: str
    tiles: list[str]
    formula: str
    hill: str
    name: str | None
    accepted_by: list[str]
    checks: list[CheckAnswer]
    known: KnownAnswer | None
    authority: str | None
    reason: str


class PlayAnswer(Answer):
    """One ruling on a whole play: valid if every run is, invalid if one is."""

    ruling: RulingWord
    verdicts: list[VerdictAnswer] = Field(description="In the order of the runs.")


class Judgement(RootModel[VerdictAnswer | PlayAnswer]):
    """The verdict, or for `runs` the ruling on all of them with the verdict on each."""


class ItemError(Open):
    code: str
    message: str


class BatchError(Open):
    """In place of a verdict, for a question that cannot be read."""

    error: ItemError


class BatchAnswer(Answer):
    verdicts: list[VerdictAnswer | BatchError] = Field(
        description="In the order of the questions, each with the `id` of its question if it had one."
    )


class RunAnswer(Answer):
    squares: list[tuple[int, int]] | None = Field(description="Row and column of each tile.")
    tiles: list[str]
    score: int | None
    verdict: VerdictAnswer


class ConsequenceAnswer(Answer):
    player: str
    loses: Literal["this turn", "next turn"]
    tiles_back: bool


class SettlementAnswer(Answer):
    ruling: Literal["valid", "invalid"]
    agreed_by: list[str]
    settled_at: datetime


class SealedChallenge(Answer):
    """The ruling, and what follows from it."""

    id: str
    detail: Literal["sealed"]
    created_at: datetime
    ruling: RulingWord
    consequence: ConsequenceAnswer | None
    decided_by: Literal["judge", "agreement"]


class FullChallenge(Answer):
    """The ruling on the whole move, with every run it made."""

    id: str
    detail: Literal["full"]
    created_at: datetime
    ruling: RulingWord
    consequence: ConsequenceAnswer | None = Field(description="Null while the ruling is unresolved.")
    decided_by: Literal["judge", "agreement"]
    rules: str
    edition: str
    player: str
    challenger: str
    reason: str
    geometry: list[CheckAnswer]
    runs: list[RunAnswer]
    score: int | None = Field(description="Of the whole move: 0 when it is taken back, null without a board.")
    blanks: list[list[int]] = Field(default=[], description="The squares on which a blank tile lies.")
    judged: RulingWord = Field(description="The judge's own ruling, whoever decided in the end.")
    settlement: SettlementAnswer | None


class SealedReceipt(SealedChallenge):
    settlement_key: str


class FullReceipt(FullChallenge):
    settlement_key: str = Field(description="Shown once: the table can settle by agreement with it.")


class ChallengeAnswer(RootModel[FullChallenge | SealedChallenge]):
    """In full, or sealed if that was asked for."""


class ChallengeReceipt(RootModel[FullReceipt | SealedReceipt]):
    """The answer to the caller: what can be read later, and the key to settle it."""


class SourceFailure(Answer):
    source: str
    code: str
    reason: str


class ReferenceAnswer(Answer):
    formula: str
    hill: str
    authority: str
    compounds: list[KnownAnswer]
    failures: list[SourceFailure]


class RulingOnSubstance(Answer):
    rules: str
    game: str
    title: str
    ruling: RulingWord
    reason: str


class SubstanceAnswer(Answer):
    """`known` is what a name means, or a formula's best-known compound; `isomers` are the rest on record.
    `listed` says of a salt that a handbook lists it. Of a solid without molecules `known.smiles` is empty.
    """

    formula: str
    hill: str
    names: list[str]
    known: KnownAnswer | None
    listed: bool
    isomers: list[KnownAnswer]
    rulings: list[RulingOnSubstance]


class ElsewhereAnswer(Answer):
    language: str
    formula: str
    name: str
    text: str


class SubstancesAnswer(Answer):
    asked: str
    read_as: Literal["formula", "name"]
    authority: str
    substances: list[SubstanceAnswer]
    elsewhere: list[ElsewhereAnswer] = Field(
        description="Languages in which the word means another substance, as natron does."
    )
    failures: list[SourceFailure]


class NamesAnswer(Answer):
    """`isomers` are the names that belong to another substance of this composition than the first name."""

    formula: str
    hill: str
    names: list[str]
    isomers: list[str]


class NameRuling(Open):
    formula: str
    asked: str = Field(alias="is")
    answer: Literal["right", "wrong", "unresolved"]
    code: str
    name: str | None
    names: list[str]
    message: str


class CardRuling(Open):
    asked: str = Field(alias="is")
    answer: Literal["right", "wrong", "unresolved"]
    molecule: str | None = Field(description="Which molecule of the game the cards build.")
    code: str
    name: str | None
    names: list[str]
    message: str
    verdict: VerdictAnswer


class BuildLine(Answer):
    cards: list[str]
    molecule: str = Field(description="Which molecule of the game they build.")


class BuildList(Answer):
    builds: list[BuildLine]


class RulesetLine(Answer):
    name: str
    game: str
    description: str


class RulesetList(Answer):
    rulesets: list[RulesetLine]


class RulesetAnswer(Open):
    name: str
    edition: dict[str, Any] = Field(description="Tiles, ions, cards, board: whatever the game prints.")


class Health(Answer):
    status: Literal["ok", "unavailable"]


class Readiness(Health):
    checks: dict[str, str]
    faulty_games: list[str] = Field(description="Installed games that cannot be loaded and are left out.")
