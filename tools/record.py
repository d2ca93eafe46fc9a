"""The recorded games of fixtures/games, played again by their bots from their seeds."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import click

from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import MOST_ACTIONS, next_action, seated
from adjudicator.engine.agents.simulating import written
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import record_of
from tools.characters import CHARACTERS, script
from tools.files import ROOT, settle, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.engine.game import Game
    from adjudicator.engine.replay import Record

RECORDS = tomllib.loads((ROOT / "tools/records.toml").read_text(encoding="utf-8"))
ANYTHING = 0.12  # share of decisions of Ion in which a player does any listed action
OTHER_NAMES = ("unobtainium", "base", "qwertzuiop")

Choice = tuple[int, Any] | None


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@writing
def record(games: tuple[str, ...], write: bool) -> None:
    """Play the recorded games of fixtures/games again, all or those of some games.

    \b
      python -m tools record ion            which records would change
      python -m tools record ion --write    after a change of the edition, of the rules or of the bots

    tools/records.toml lists them: bots, seed, options. The same seed gives the same record until something
    changes. Records in fixtures/games/frozen are never written again.
    """
    for name in games or RECORDS:
        if name not in RECORDS:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(RECORDS)}.", param_hint="GAME")
        folder = ROOT / "fixtures/games" / name.replace("-", "_")
        for title, told in RECORDS[name].items():
            settle({folder / f"{title}.json": written(played(name, told))}, write=write)


def played(name: str, told: Mapping[str, Any]) -> Record:
    game, bots, options = load_game(name), told["bots"].split(), told.get("options", {})
    seed = told["seed"]
    state, events = game.start(options, seed, players=len(bots))
    for player, action in script(state) if told.get("scripted") else ():
        state, more = game.apply(state, player, action)
        events += more
    choose = PLAYED[name](game, bots, seed)
    for _ in range(MOST_ACTIONS):
        chosen = choose(state)
        if chosen is None:
            break
        state, more = game.apply(state, *chosen)
        events += more
    return record_of(game, events, bots)


def by_bots(game: Game[Any, Any], names: Sequence[str], seed: int) -> Callable[[Any], Choice]:
    players = seated(game.name, [CHARACTERS[name]() if name in CHARACTERS else name for name in names])
    return lambda state: next_action(game, state, dict(enumerate(players)), seed)


def at_random(game: Any, _: Sequence[str], seed: int) -> Callable[[Any], Choice]:
    """CompoundIt! without its move generator, every other player greedy."""
    from tests.support.random_play import act

    random = Random(seed)

    def choose(state: Any) -> Choice:
        acting = game.players_to_act(state)
        if not acting:
            return None
        player = random.choice(acting)
        greedy = player % 2 == 0
        return player, act(game, state, player, random, tries=3000 if greedy else 1500, greedy=greedy)

    return choose


def with_whims(game: Game[Any, Any], names: Sequence[str], seed: int) -> Callable[[Any], Choice]:
    """Now and then a player of Ion changes a pick, turns a metal, holds back or takes from the middle."""
    random, bots = Random(seed), seated(game.name, names)

    def choose(state: Any) -> Choice:
        acting = game.players_to_act(state)
        if not acting:
            return None
        player = acting[0]
        action = bots[player].choose(game.view(state, player), random)
        if action is None or random.random() < ANYTHING:
            player = random.choice(acting)
            listed = [one for one in game.legal_actions(state, player) if not isinstance(one, Open)]
            action = random.choice(listed)
        return player, action

    return choose


def misspoken(game: Game[Any, Any], names: Sequence[str], seed: int) -> Callable[[Any], Choice]:
    """Every third name in Valence Plus is wrong or cannot be decided; a coin decides what is blocked."""
    from adjudicator_rulesets.valence_plus.play.state import Block, Build, SettleName

    random, bots = Random(seed), seated(game.name, names)

    def choose(state: Any) -> Choice:
        acting = game.players_to_act(state)
        if not acting:
            return None
        action = bots[acting[0]].choose(game.view(state, acting[0]), random)
        if isinstance(action, Build) and action.name is not None and random.random() < 0.3:
            action = replace(action, name=random.choice(OTHER_NAMES))
        elif isinstance(action, SettleName):
            action = SettleName(accept=random.random() < 0.7)
        elif isinstance(action, Block):
            action = Block(block=random.random() < 0.5)
        return acting[0], action

    return choose


PLAYED: dict[str, Callable[[Any, Sequence[str], int], Callable[[Any], Choice]]] = {
    "chemistry-monopoly": by_bots,
    "compounded": by_bots,
    "compoundit": at_random,
    "ion": with_whims,
    "valence-plus": misspoken,
}
