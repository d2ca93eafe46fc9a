"""Scattering asks only where there is a choice: compared with every way to place the crystals one by one."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import Refill, Scatter, State
from tests.support.compounded_table import GAME, Table
from tests.support.sampling import by_day

CENTRE = 5
NEAR = lab.beside(CENTRE, 4)
Laid = frozenset[tuple[int, tuple[str, ...]]]


def exploded(random: Random) -> tuple[Table, list[str]]:
    """A card is about to explode among random, partly filled neighbours."""
    names = [card.name for card in lab.edition_of(Table().state).cards if card.flames is None]
    table = Table()
    table.lay(CENTRE, "methane" if random.random() < 0.5 else "nitromethane")
    for slot, card in zip(NEAR, random.sample(names, len(NEAR)), strict=True):
        table.lay(slot, card)
        places = [symbol for symbol, number in table.at(slot).missing for _ in range(number)]
        table.on(slot, *random.sample(places, random.randint(0, len(places))))
    places = [symbol for symbol, number in table.at(CENTRE).missing for _ in range(number)]
    table.on(CENTRE, *random.sample(places, random.randint(1, len(places))))
    lying = list(table.at(CENTRE).crystals)
    table.flames(CENTRE, 2)
    return table, lying


def by_hand(table: Table, lying: list[str]) -> set[Laid]:
    """Every outcome: each crystal goes to any neighbour with a place for it, and to the bag only if there is none."""
    start = {slot: (dict(table.at(slot).missing), tuple(table.at(slot).crystals)) for slot in NEAR}
    ends: set[Laid] = set()

    def lay(left: list[str], field: dict[int, tuple[dict[str, int], tuple[str, ...]]]) -> None:
        if not left:
            ends.add(frozenset((slot, tuple(sorted(on))) for slot, (_, on) in field.items()))
            return
        symbol, rest = left[0], left[1:]
        fitting = [slot for slot, (missing, _) in field.items() if missing.get(symbol, 0)]
        for slot in fitting:
            missing, on = field[slot]
            lay(rest, {**field, slot: ({**missing, symbol: missing[symbol] - 1}, (*on, symbol))})
        if not fitting:
            lay(rest, field)

    lay(sorted(lying), start)
    return ends


def by_the_game(state: State) -> set[Laid]:
    """Every outcome that can be reached by answering what is asked, and nothing else."""
    asks = [ask for ask in GAME.asked(state) if ask.about == "scattering"]
    if not asks:
        around = lab.field(state)
        found = [(slot, around[slot]) for slot in NEAR]
        return {frozenset((slot, tuple(sorted(c.crystals))) for slot, c in found if c is not None)}
    ends: set[Laid] = set()
    for action in GAME.legal_actions(state, asks[0].player):
        assert isinstance(action, Scatter)
        ends |= by_the_game(GAME.apply(state, asks[0].player, action)[0])
    return ends


@pytest.mark.rule("K-SCATTER", "K-ADJ")
@pytest.mark.parametrize("seed", by_day(25, range(25)))
def test_every_end_can_be_reached_and_no_other(seed: int) -> None:
    table, lying = exploded(Random(seed))
    wanted = by_hand(table, lying)
    table.matter(Refill("burners"))
    table.go_on()
    assert by_the_game(table.state) == wanted
