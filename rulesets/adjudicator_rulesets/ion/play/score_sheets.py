"""The score sheets of a game: the areas at the end of a round, and the final count."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator_rulesets.ion.judging.scoring import (
    ScoreLine,
    compound_lines,
    decay_points,
    goal_lines,
    noble_lines,
    radioactive_lines,
)
from adjudicator_rulesets.ion.play.opening import Begun, cards_of, cost_of, edition_of, goal_cards
from adjudicator_rulesets.ion.play.state import GOALS, face_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adjudicator_rulesets.ion.play.state import Area, State


@lru_cache(1 << 12)
def lines_of(
    played: Begun,
    own: Area,
    goals: tuple[str, ...],
    round_: int,
    players: int,
    refreshed: tuple[tuple[int, str], ...] = (),
) -> tuple[ScoreLine, ...]:
    """I-SCORE: the value of an area at the end of this round, line by line. Few areas change in a move."""
    edition = edition_of(played)
    now = [(r.card, r.lies) for r in own.radioactive if r.round == round_ and r.lies is not None]
    return (
        *compound_lines(own.groups, cards_of(played), played.options.reading, refreshed),
        *noble_lines(own.nobles, edition.noble_sets),
        *goal_lines(own.groups, own.nobles, goal_cards(played, goals), played.options.reading),
        *radioactive_lines(now, edition.radioactive(players)),
    )


def lines_now(state: State, player: int, refreshed: Iterable[tuple[int, str]] = ()) -> tuple[ScoreLine, ...]:
    game, goals = Begun(state.options, state.edition), state.pieces[GOALS]
    return lines_of(game, state.areas[player], goals, state.round, len(state.seats), tuple(refreshed))


def round_sheets(state: State, refreshed: Mapping[int, Iterable[tuple[int, str]]]) -> list[list[ScoreLine]]:
    return [
        list(lines_now(state, player, refreshed.get(player, ()))) if player in state.playing else []
        for player in state.players
    ]


def final_sheets(state: State) -> list[list[ScoreLine]]:
    """I-DECAY-SUM among the players still in, and I-TILE-COST."""
    cards, playing = cards_of(state), state.playing
    decay = [sum(cards[r.card].decay for r in state.areas[player].radioactive) for player in playing]
    given = decay_points(decay, edition_of(state).radioactive(len(state.seats)), state.options.least)
    sheets: list[list[ScoreLine]] = [[] for _ in state.players]
    for player, total, worth in zip(playing, decay, given, strict=True):
        lying = tuple(r.card for r in state.areas[player].radioactive)
        if any(decay):
            sheets[player].append(ScoreLine("decay", lying, worth, decay=total))
        used = state.pieces[face_up(player)]
        if used:
            tiles = state.used(player)
            sheets[player].append(ScoreLine("tiles", tiles, -sum(cost_of(state, piece) for piece in used)))
    return sheets
