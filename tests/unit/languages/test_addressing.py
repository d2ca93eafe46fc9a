"""Events told to the player they are about: "You draw", never "Me draws"."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import prose
from adjudicator.addressing import YOU, addressed
from adjudicator.chem.lewis import structure  # noqa: F401 - registers what it says
from adjudicator.engine.events import Event
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import Record, game_of

RECORDS = sorted(Path("fixtures/games").glob("*/*.json"))
# What may follow a colon because it is not a verb of the player: a piece, a number, an offer, a thing that
# acts.
NO_VERB = re.compile(r"(You|Du): ([A-Z0-9−+\[(]|offer |nothing|nichts|the |an |a )")
THIRD = re.compile(r"^(You (is|has|does|\w+[^su]s)|Du (ist|hat|\w+(?<!s)(?<!z)t)) ")


def told() -> Iterator[tuple[str, str]]:
    """Every event of every recorded game that is about a player, told to that player."""
    for path in RECORDS:
        record = Record.from_json(json.loads(path.read_text(encoding="utf-8")))
        game = game_of(record)
        names = [f"Player{seat}" for seat in range(len(record.players))]
        for event in record.events:
            for language in prose.LANGUAGES:
                if event.player is not None and event.player < len(names):
                    you = prose.tell(game.name, event, names, language, you=event.player)
                    other = prose.tell(game.name, event, names, language)
                    if you is not None and other is not None and other != you:  # Nobel is not a player
                        yield event.type, you


@pytest.mark.slow
def test_every_event_of_every_recorded_game_can_be_told_to_its_player() -> None:
    seen: dict[str, set[str]] = {}
    for kind, you in told():
        assert YOU not in you, you
        assert not THIRD.search(you) or you.startswith(("Du verlässt", "Du lässt", "Du benutzt")), you
        if re.match(r"(You|Du):", you):
            assert NO_VERB.match(you), you
        seen.setdefault(kind, set()).add(you)
    assert len(seen) > 60, sorted(seen)


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        (f"{YOU}: draws 2 cards", "en", "You draw 2 cards"),
        (f"{YOU}: passes", "en", "You pass"),
        (f"{YOU}: moves to Go and collects 200 for Go", "en", "You move to Go and collect 200 for Go"),
        (f"Bob: pays {YOU} 35 of rent for iron", "en", "Bob: pays you 35 of rent for iron"),
        (f"It is the turn of {YOU}.", "en", "It is your turn."),
        (f"Bob: reacts HCl with CaO of {YOU}", "en", "Bob: reacts HCl with your CaO"),
        (f"iron is auctioned; {YOU} begins.", "en", "iron is auctioned; you begin."),
        (f"The game is over. Winner: {YOU}. {YOU} 12, Bob 3.", "en", "The game is over. Winner: you. You 12, Bob 3."),
        (f"{YOU}: an extinguisher spares water", "en", "You: an extinguisher spares water"),
        ("Ann: is out", "en", "Ann: is out"),
        (f"{YOU}: zieht zwei Karten", "de", "Du ziehst zwei Karten"),
        (f"{YOU} nimmt Angebot 2 an", "de", "Du nimmst Angebot 2 an"),
        (f"Bob: zahlt 10 an {YOU}", "de", "Bob: zahlt 10 an dich"),
        (f"Bob: nimmt F von {YOU}", "de", "Bob: nimmt F von dir"),
        (f"Bob bekommt, was {YOU} hatte: Fe", "de", "Bob bekommt, was du hattest: Fe"),
        (f"{YOU}: zahlt 50 und verlässt den Unterricht", "de", "Du zahlst 50 und verlässt den Unterricht"),
    ],
)  # fmt: skip
def test_verbs_and_pronouns_follow_whoever_is_told(text: str, language: str, said: str) -> None:
    assert addressed(text, prose._address_of(prose.SHARED, language)) == said


def test_the_first_seat_is_addressed_as_the_others_are() -> None:
    name = load_game("compoundit").name
    for seat in (0, 1):
        passed = Event(5, "passed", seat)
        assert prose.tell(name, passed, ["Ann", "Ann"], "en", you=seat) == "You pass"
        assert prose.tell(name, passed, ["Ann", "Ann"], "en", you=1 - seat) == "Ann: pass"
