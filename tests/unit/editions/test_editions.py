"""Editions by the digest of their content: a game continues with the one it began with, whatever is shipped since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.editions.labels import digest_in, short_label
from adjudicator.editions.registry import MOST_REMEMBERED, Editions
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.replay import Record, game_of, record_of, replay
from adjudicator.errors import EditionError
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from tests.sixth_game.pick_and_trade.edition import Plain, parse
from tests.support.bazaar import Bazaar
from tests.support.plain_edition import PLAIN

TEXT = PLAIN.text_of(PLAIN.current)
GAME = CompoundItGame()


def shelf(folder: Path, *texts: str) -> Editions[Plain]:
    """A game's folder with these editions, of which the last is shipped now."""
    for number, text in enumerate(texts):
        (folder / f"{number}.toml").write_text(text, encoding="utf-8")
    return Editions(folder / f"{len(texts) - 1}.toml", parse)


def test_new_games_are_offered_the_latest_of_each_name_and_the_usual_one_first(tmp_path: Path) -> None:
    for number, name in enumerate(("reference-2", "reference-10", "paired-1")):
        (tmp_path / f"{name}.toml").write_text(f"{TEXT}# {number}\n", encoding="utf-8")
    found = Editions(tmp_path / "reference-10.toml", parse)
    texts = [found.text_of(label)[-2:-1] for label in found.offered]
    assert texts == ["1", "2"]
    assert found.offered[0] == found.current
    assert [label.partition(" ")[0] for label in load_game("ion").editions.offered] == [
        "ion/reference-2",
        "ion/paired-2",
    ]
    assert len(load_game("chemistry-monopoly").editions.offered) == 1


def test_a_game_goes_on_when_the_shipped_edition_changes(tmp_path: Path) -> None:
    class Shipped(Bazaar):
        editions = shelf(tmp_path, TEXT)

    state, events = Shipped().start({}, 1)

    class Later(Bazaar):
        editions = shelf(tmp_path, TEXT, TEXT + "# one byte more\n")

    later = Later()
    assert later.editions.current != state.edition
    assert replay(later, events) == state
    assert later.editions.get(state.edition).label == state.edition
    assert later.new({}, 1).edition == later.editions.current
    assert later.new({}, 1, edition=state.edition) == state


@pytest.mark.parametrize("name", playable_games())
def test_every_released_edition_can_still_be_played(name: str) -> None:
    game = load_game(name)
    assert game.editions.current in game.editions.released
    for label in game.editions.released:
        state = game.new({}, 1, edition=label)
        assert state.edition == label
        assert state.pieces.census() == game.box(state)
        assert game.players_to_act(state)


def test_an_edition_is_asked_for_by_label_digest_or_text() -> None:
    label = GAME.editions.current
    digest = label.rpartition(" ")[2]
    assert [GAME.editions.label_of(asked) for asked in (None, label, digest)] == [label] * 3
    assert GAME.editions.label_of(GAME.editions.text_of(label)) == label
    for unknown in ("sha256:000000000000", "compoundit/mine sha256:000000000000"):
        with pytest.raises(EditionError, match="There is no edition"):
            GAME.editions.label_of(unknown)


@pytest.mark.parametrize("name", playable_games())
def test_records_from_before_name_released_editions_by_twelve_digits(name: str) -> None:
    editions = load_game(name).editions
    for label, text in editions.released.items():
        assert editions.text_of(short_label(label)) == text
        assert editions.unreleased_text(short_label(label)) is None
        assert (
            editions.label_of(short_label(label)) == label == editions.label_of(digest_in(short_label(label)))
        )


def test_twelve_digits_that_two_editions_share_name_neither(tmp_path: Path) -> None:
    plain, forged = (
        Path(f"fixtures/editions/twin-{name}.toml").read_bytes().decode() for name in ("plain", "forged")
    )
    one = shelf(tmp_path, plain)
    short = short_label(one.current)
    assert one.text_of(short) == plain
    brought = one.remember(forged)
    assert short_label(brought) == short
    assert one.text_of(short) == plain  # an edition that somebody brings is found only by all digits
    assert one.text_of(brought) == forged
    both = shelf(tmp_path, plain, forged)
    for asked in (short, digest_in(short)):
        with pytest.raises(EditionError, match="all 64 digits") as refused:
            both.label_of(asked)
        assert refused.value.code == "edition_ambiguous"
    assert {both.text_of(label) for label in both.released} == {plain, forged}


def test_a_record_carries_the_text_of_an_edition_that_was_never_released() -> None:
    text = GAME.editions.text_of(GAME.editions.current) + "\n# our own\n"
    state, events = GAME.start({}, 1, edition=text)
    record = record_of(GAME, events, ["ann", "bob"])
    assert record.edition_text == text
    written = json.dumps(record.to_json())
    GAME.editions._brought.clear()  # as another program, on another day
    with pytest.raises(EditionError):
        GAME.editions.get(state.edition)
    again = Record.from_json(json.loads(written))
    game = game_of(again)
    assert game.box(replay(game, again.events)) == state.pieces.census()
    assert "edition_text" not in record_of(GAME, GAME.start({}, 1)[1], ["a", "b"]).to_json()


def test_two_texts_with_one_label_are_not_mixed_up(tmp_path: Path) -> None:
    def short(_: str) -> Plain:
        return Plain("test/plain sha256:0")

    (tmp_path / "0.toml").write_text(TEXT, encoding="utf-8")
    editions = Editions(tmp_path / "0.toml", short)
    with pytest.raises(EditionError, match="already known"):
        editions.remember(TEXT + "# other")


def test_what_is_brought_along_is_forgotten_in_time(tmp_path: Path) -> None:
    editions = shelf(tmp_path, TEXT)
    labels = [editions.remember(f"{TEXT}# {number}\n") for number in range(MOST_REMEMBERED + 1)]
    assert editions.text_of(labels[-1]).endswith(f"{MOST_REMEMBERED}\n")
    with pytest.raises(EditionError):
        editions.text_of(labels[0])
    assert editions.text_of(editions.current) == TEXT
