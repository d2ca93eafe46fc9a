"""Endgames with a known best, from games of bots."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import click

from adjudicator.engine import codec
from adjudicator.engine.accounts import pay
from adjudicator.engine.agents.bots import MOST_ACTIONS, next_action, seated
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.offers import Goods, ProposeOffer, Term
from adjudicator.engine.rng import Rng
from adjudicator.verdict import Ruling
from adjudicator_rulesets.chemistry_monopoly.bots.trading import sale
from adjudicator_rulesets.chemistry_monopoly.play.holdings import cash, holdings, raisable
from adjudicator_rulesets.chemistry_monopoly.play.state import LAB, MONEY, Debt, money
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import BAG, GONE, Research, bench, kit
from tests.oracle.endgames import BETTER, FAIRLY_BETTER, proved
from tools.files import ROOT, settle, writing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.game import Game

FOLDER = ROOT / "fixtures/positions"
WORLDS = 4  # beside the true one
EACH = 2  # of one game
FEW = 3  # crystals on a bench, and placements that are left
SPARE = 100  # AMUny, beside the price of an offer
PAIRS = (("greedy", "random"), ("policy", "greedy"), ("gentle", "greedy"), ("random", "policy"))


@click.command("positions")
@click.argument("name", metavar="GAME", type=click.Choice(playable_games()))
@click.option("--number", default=20, show_default=True)
@click.option(
    "--late", default=12, show_default=True, help="Decisions before the end, where it is looked for."
)
@click.option("--alike", type=int, help="At most so many for the same reason.")
@writing
def positions(name: str, number: int, late: int, alike: int | None, write: bool) -> None:
    """Find endgames with a known best, in games of bots, for fixtures/positions.

    \b
      python -m tools positions valence-plus --number 20 --write

    A position is kept where the slow judge of endgames (tests/oracle/endgames.py) proves some choice to be
    best, in the true world and in others that look the same to its player, and where at most half of what can
    be done is best. At most two are taken of a game, so that they differ. Several bots play, so that
    positions are not only those that strong bots get into. Where the folder has a small box, GAME.toml, that
    is played.
    """
    kept: list[dict[str, Any]] = []
    for position in proved_positions(load_game(name), late):
        if alike == [known["why"] for known in kept].count(position["why"]):
            continue
        kept.append(position)
        click.echo(f"{len(kept)} {position['name']} {position['why']} {position['best'][:2]}")
        if len(kept) == number:
            break
    lines = ",\n".join(json.dumps(known, ensure_ascii=False) for known in kept)
    settle({FOLDER / f"{name}.json": f"[\n{lines}\n]\n"}, write=write)


def proved_positions(game: Game[Any, Any], late: int) -> Iterator[dict[str, Any]]:
    for number in count():
        pair = PAIRS[number % len(PAIRS)]
        states = played(game, pair, f"endgame/{number}")
        found: list[Any] = []
        for state in reversed(states[-late:]):
            if len(found) == EACH:
                break
            for moment, seat in moments(game, state):
                position = known(game, moment, seat)
                if position is not None and position["best"] not in found:
                    found.append(position["best"])
                    yield {
                        "name": f"{' and '.join(pair)}, game {number}, version {state.version}",
                        **position,
                    }
                    break


def played(game: Game[Any, Any], pair: tuple[str, ...], seed: str) -> list[Any]:
    """Every state of a game in which a player decided something; none of a game that does not end."""
    bots = dict(enumerate(seated(game.name, pair)))
    box = FOLDER / f"{game.name}.toml"
    state, events = game.start({}, seed, players=len(pair), edition=box if box.exists() else None)
    history, states = list(events), list[Any]()
    while state.result is None:
        chosen = next_action(game, state, bots, seed, history)
        if chosen is None or len(states) == MOST_ACTIONS:
            return []
        states.append(state)
        state, events = game.apply(state, *chosen)
        history += events
    return states


def moments(game: Game[Any, Any], state: Any) -> Iterator[tuple[Any, int]]:
    """The decision of the player who is asked first; in two games, the one that decides them."""
    if game.name == "chemistry-monopoly":  # where only they do: until then the dice have the last word
        if isinstance(state.agenda.top, Debt):
            yield from last_offers(game, state, state.agenda.top)
        return
    due = [ask.player for ask in game.asked(state) if ask.obliged]
    if game.name == "compounded":  # where Research ends the game: before it there is too much to try
        top = state.agenda.top
        last = isinstance(top, Research) and state.round == state.last and top.waiting[0] == due[0]
        if last and lab.placements(state, due[0]) - top.placed <= FEW:
            moment = with_few_crystals(state, due[0])
            if game.legal_actions(moment, due[0]):  # who has no crystals is not asked any more
                yield moment, due[0]
    elif due:
        yield state, due[0]


def with_few_crystals(state: Any, seat: int) -> Any:
    """K-END: a last turn in which everything can be tried: the crystals that two begun compounds lack.

    All others go back into the bag, those of other scientists too, and all tools are gone, so that little
    comes after it.
    """
    pieces = state.pieces
    for other in range(len(state.seats)):
        pieces = pieces.move(pieces[bench(other)], bench(other), BAG)
        pieces = pieces.move(pieces[kit(other)], kit(other), GONE)
    begun = [compound for compound in lab.compounds(state) if compound.owner == seat and not compound.full]
    begun.sort(key=lambda compound: sum(number for _, number in compound.missing))
    for compound in begun[:2]:
        wanted = [symbol for symbol, number in compound.missing for _ in range(number)]
        for symbol in wanted:
            if symbol in pieces[BAG] and len(pieces[bench(seat)]) < FEW:
                pieces = pieces.move((symbol,), BAG, bench(seat))
    return replace(state, pieces=pieces)


def last_offers(game: Game[Any, Any], state: Any, debt: Debt) -> Iterator[tuple[Any, int]]:
    """M-DEBT: who cannot pay by any other means offers a card for what is owed, or is offered that for it.

    The other is given the money by the Lab: bots have mostly put theirs into liquids by then.
    """
    if raisable(state, debt.debtor) >= debt.amount:
        return
    other, needed = state.others(debt.debtor)[0], debt.amount - cash(state, debt.debtor)
    more = max(0, needed + SPARE - cash(state, other))
    rich = replace(
        state, accounts=state.accounts.after([pay(LAB, money(other), more)]) if more else state.accounts
    )
    for deed in holdings(state).of(debt.debtor)[:2]:
        price = Goods((), ((MONEY, needed),))
        asked = debt.debtor, sale(other, deed, needed), other
        given = other, ProposeOffer((Term(debt.debtor, price, Goods((deed,))),)), debt.debtor
        for by, offer, seat in (asked, given) if state.version % 2 else (given, asked):
            if game.judge(rich, by, offer).ruling is Ruling.VALID:
                yield game.apply(rich, by, offer)[0], seat


def known(game: Game[Any, Any], state: Any, seat: int) -> dict[str, Any] | None:
    """A decision, if its best is proved."""
    best = proved(game, state, seat)
    if best is None or 2 * len(best.best) > best.choices:
        return None
    if not best.whole and best.why not in (BETTER, FAIRLY_BETTER):
        return None  # the others may be as good: not all of them has been tried
    view = game.view(state, seat)
    for number in range(WORLDS):
        other = proved(game, game.imagine(view, Rng.seeded(f"world {number}")), seat)
        if other is None or other.best != best.best:
            return None
    saved = game.state_to_json(state)
    return {
        "seat": seat,
        "best": [codec.plain(action) for action in best.best],
        "why": best.why,
        "position": saved,
    }
