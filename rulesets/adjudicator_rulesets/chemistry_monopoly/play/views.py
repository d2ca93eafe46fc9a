"""What all players see, and a possible whole state that fits it.

Only the decks and the text of a question's exercise are hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.accounts import Accounts
from adjudicator.engine.agenda import Agenda, read_typed
from adjudicator.engine.inventory import Inventory
from adjudicator_rulesets.chemistry_monopoly.play import questions
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_for, board_of, holdings
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    DECKS,
    DRAWN,
    ESTATE,
    LAB,
    LIQUID,
    MATTERS,
    SOLID,
    STOCK,
    UNOWNED,
    Question,
    State,
    held,
    kept,
    turned,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.game import Game
    from adjudicator.engine.rng import Rng

# Public fields of the state. Nothing that is not named here or below is shown.
PUBLIC = ("positions", "detained", "idle", "turns", "dice", "drawn")


def table_of(state: State) -> dict[str, Any]:
    board, now, pieces = board_of(state), holdings(state), state.pieces
    return {
        **{name: codec.plain(getattr(state, name)) for name in PUBLIC},
        "turn": state.turn,
        "matters": [_matter(matter) for matter in state.agenda.matters],
        "deeds": {
            deed: {
                "owner": now.owner.get(deed),
                "transferred": deed in now.transferred,
                "level": now.level(deed),
            }
            for deed in board.deeds
        },
        "estate": list(pieces[ESTATE]),
        "in_hand": list(pieces[DRAWN]),
        "kept": [list(pieces[kept(seat)]) for seat in range(len(state.seats))],
        "decks": {deck: len(pieces[deck]) for deck in DECKS},
        "stock": {LIQUID: now.liquids, SOLID: now.solids},
        "solid": board.solid,
    }


def _matter(matter: Any) -> Any:
    """M-QUESTION: shows the question of an exercise, not its text."""
    plain = codec.plain(matter)
    if isinstance(matter, Question):
        del plain["exercise"]
        plain["asked"] = questions.shown(matter.exercise)
    return plain


def imagined(game: Game[State, Any], view: Mapping[str, Any], rng: Rng, *, shuffled: bool = True) -> State:
    """Puts both decks in some order, or as printed if no card is drawn; everything else is public."""
    table, seats = view["table"], range(len(view["seats"]))
    header = game.header_of(view, rng)
    board = board_for(view["edition"], header["options"].short)
    places: dict[str, Sequence[str]] = {
        STOCK: (LIQUID,) * table["stock"][LIQUID] + (SOLID,) * table["stock"][SOLID],
        ESTATE: table["estate"],
        DRAWN: table["in_hand"],
    }
    unowned: list[str] = []
    own: list[list[str]] = [[] for _ in seats]
    over: list[list[str]] = [[] for _ in seats]
    for deed, now in table["deeds"].items():
        owner, level = now["owner"], now["level"]
        if deed in board.on:
            places[board.on[deed]] = (SOLID,) if level == board.solid else (LIQUID,) * level
        if owner is not None:
            (over if now["transferred"] else own)[owner].append(deed)
        elif deed not in table["estate"]:
            unowned.append(deed)
    places[UNOWNED] = unowned
    for seat in seats:
        places[held(seat)], places[turned(seat)] = own[seat], over[seat]
        places[kept(seat)] = table["kept"][seat]
    out = {*table["in_hand"], *(card for cards in table["kept"] for card in cards)}
    for deck in DECKS:
        cards = [card for card in board.decks[deck] if card not in out]
        places[deck], rng = rng.shuffled(cards) if shuffled else (cards, rng)
    header |= {"rng": rng, "accounts": Accounts.of(view["accounts"], overdrawn=(LAB,))}
    return State(
        **header,
        pieces=Inventory.of(places),
        agenda=_agenda(view),
        **{name: codec.frozen(table[name]) for name in PUBLIC},
    )


def _agenda(view: Mapping[str, Any]) -> Agenda:
    agenda = Agenda()
    for matter in view["table"]["matters"]:
        whole = _whole(matter, view["options"]["questions"]) if "asked" in matter else matter
        agenda = agenda.push(read_typed(MATTERS, whole, "matter"), view["asks"][0]["since"])
    return agenda


def _whole(matter: Mapping[str, Any], level: str) -> dict[str, Any]:
    """A question with an exercise that has the same wording."""
    known = {name: fact for name, fact in matter.items() if name != "asked"}
    return {**known, "exercise": questions.exercise_of(level, matter["asked"])}
