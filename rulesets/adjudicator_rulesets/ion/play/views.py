"""What a player of Ion may know, and a possible whole state that fits it."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.accounts import Accounts
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.choices import Choices
from adjudicator.engine.inventory import Inventory
from adjudicator_rulesets.ion.edition import TILES
from adjudicator_rulesets.ion.judging.bonding import Laid, total
from adjudicator_rulesets.ion.play.folds import SHEETS, points
from adjudicator_rulesets.ion.play.opening import (
    Begun,
    compound_of,
    cost_of,
    deck_of,
    edition_of,
    goal_cards,
    picks_of,
    tiles_of,
)
from adjudicator_rulesets.ion.play.score_sheets import lines_now
from adjudicator_rulesets.ion.play.state import (
    AWAY,
    BOX,
    CENTER,
    DECK,
    GOAL_PILE,
    GOALS,
    Area,
    Fresh,
    Options,
    Picking,
    Placing,
    Radioactive,
    Settling,
    State,
    Taking,
    area,
    face_down,
    face_up,
    hand,
    new,
    taken,
    tile_piece,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from adjudicator.engine.game import Game
    from adjudicator.engine.rng import Rng
    from adjudicator_rulesets.ion.edition import Edition, Goal

# Public fields of the state. Nothing else is shown, except what is named below.
PUBLIC = ("round", "pick", "rxn", "fresh", "sheets")
FACE_DOWN = {"used": False, "cost": None}


def table_of(state: State, viewer: int | None) -> dict[str, Any]:
    """I-VIEW: areas, goals, the middle, sizes, used tiles and score sheets are public; hands are not."""
    return {name: part() for name, part in parts_of(state, viewer).items()}


def parts_of(state: State, viewer: int | None) -> dict[str, Callable[[], Any]]:
    """The table part by part: a bot weighing a state needs only a few of them."""
    pieces, top, players = state.pieces, state.agenda.top, state.players
    placing = top if isinstance(top, Placing) else Placing()
    return {
        **{name: partial(_public, state, name) for name in PUBLIC},
        "rounds": lambda: edition_of(state).play.rounds,
        "picks": lambda: picks_of(state),
        "phase": lambda: None if top is None else top.type,
        "goals": lambda: [_goal(goal) for goal in goal_cards(state, pieces[GOALS])],
        "hand": lambda: None if viewer is None else list(pieces[hand(viewer)]),
        "hand_sizes": lambda: [len(pieces[hand(player)]) for player in players],
        "deck_size": lambda: len(pieces[DECK]),
        "away_size": lambda: len(pieces[AWAY]),
        "center": lambda: list(pieces[CENTER]),
        "new": lambda: [list(pieces[new(player)]) for player in players],
        "taken": lambda: [list(pieces[taken(player)]) for player in players],
        "areas": lambda: [_area(state, player) for player in players],
        "tiles": lambda: [_tiles(state, player) for player in players] if state.options.tiles else [],
        "holding": lambda: list(placing.holding),
        "patient": lambda: list(placing.patient),
        "queue": lambda: list(top.queue) if isinstance(top, Taking) else [],
        "choosing": lambda: list(state.choices.players),
        "choices": lambda: state.choices.view(viewer),
    }


def _public(state: State, name: str) -> Any:
    return codec.plain(getattr(state, name))


def _goal(goal: Goal) -> dict[str, Any]:
    return {
        "goal": goal.goal,
        "kind": goal.kind,
        "compounds": [list(compound) for compound in goal.compounds],
        "pays": list(goal.pays),
    }


def _area(state: State, player: int) -> dict[str, Any]:
    """An area, with its points as it lies."""
    own, lines = state.areas[player], lines_now(state, player)
    return {
        "groups": [
            {
                "cards": codec.plain(group),
                "charge": total(group),
                "compound": codec.plain(compound_of(state, group)),
            }
            for group in own.groups
        ],
        "nobles": list(own.nobles),
        "radioactive": codec.plain(own.radioactive),
        "lines": codec.plain(lines),
        "worth": sum(line.points for line in lines),
    }


def _tiles(state: State, player: int) -> dict[str, Any]:
    """I-TILE-HIDDEN, I-TILE-KNOWN: the points of a tile are shown only once it has been used."""
    costs = {
        piece.rpartition(" ")[2]: cost_of(state, piece)
        for place in (face_down, face_up)
        for piece in state.pieces[place(player)]
    }
    used, known = state.used(player), state.known[player]
    return {tile: {"used": tile in used, "cost": costs[tile] if tile in known else None} for tile in TILES}


# --- from a view to a state ---------------------------------------------------------------------------------


def game_in(view: Mapping[str, Any]) -> Begun:
    """The game that a view belongs to."""
    return Begun(codec.read(Options, view["options"], "options"), view["edition"])


def area_in(shown: Mapping[str, Any]) -> Area:
    groups = tuple(codec.read(tuple[Laid, ...], group["cards"], "group") for group in shown["groups"])
    played = codec.read(tuple[Radioactive, ...], shown["radioactive"], "cards")
    return Area(groups, tuple(shown["nobles"]), played)


def cards_in(own: Area) -> tuple[str, ...]:
    charged = [laid.card for group in own.groups for laid in group]
    return (*charged, *own.nobles, *[played.card for played in own.radioactive])


def unseen(view: Mapping[str, Any]) -> Counter[str]:
    """The cards whose place the viewer cannot know: in the deck, put away, or in other hands."""
    table = view["table"]
    lying = [card for place in ("new", "taken") for cards in table[place] for card in cards]
    lying += [card for shown in table["areas"] for card in cards_in(area_in(shown))]
    seen = Counter((*lying, *table["center"], *(table["hand"] or ())))
    return Counter(deck_of(game_in(view))) - seen


def imagined(game: Game[State, Any], view: Mapping[str, Any], rng: Rng) -> State:
    """A state with this view: unseen cards and tiles are put at random where such are known to be."""
    table, you, seen = view["table"], view["you"], game_in(view)
    areas = tuple(area_in(shown) for shown in table["areas"])
    hidden, rng = rng.shuffled(sorted(unseen(view).elements()))
    deal = iter(hidden)
    places: dict[str, Sequence[str]] = {}
    for player, size in enumerate(table["hand_sizes"]):
        own = player == you
        places[hand(player)] = tuple(table["hand"]) if own else [next(deal) for _ in range(size)]
        places[new(player)], places[taken(player)] = table["new"][player], table["taken"][player]
        places[area(player)] = cards_in(areas[player])
    places[AWAY] = [next(deal) for _ in range(table["away_size"])]
    places[DECK], places[CENTER] = tuple(deal), table["center"]
    goals = [goal["goal"] for goal in table["goals"]]
    places[GOALS] = goals
    places[GOAL_PILE] = [goal.goal for goal in edition_of(seen).goals if goal.goal not in goals]
    tiles, rng = _imagined_tiles(seen, table["tiles"] or [{}] * len(areas), rng)
    places |= tiles
    header = game.header_of(view, rng)
    accounts = Accounts.of(view["accounts"], overdrawn=[points(player) for player in range(len(areas))])
    return State(
        **{**header, "accounts": accounts},
        pieces=Inventory.of(places),
        agenda=_agenda(view, places),
        areas=areas,
        known=tuple(
            tuple(tile for tile in TILES if own.get(tile, FACE_DOWN)["cost"] is not None)
            for own in table["tiles"] or [{}] * len(areas)
        ),
        round=table["round"],
        pick=table["pick"],
        rxn=tuple(table["rxn"]),
        fresh=codec.read(tuple[Fresh, ...], table["fresh"], "metals"),
        sheets=codec.read(tuple[SHEETS, ...], table["sheets"], "sheets"),
    )


def _imagined_tiles(
    seen: Begun, shown: Sequence[Mapping[str, Any]], rng: Rng
) -> tuple[dict[str, Sequence[str]], Rng]:
    """A set for every player that fits the known points."""
    everything = tiles_of(seen)
    edition = edition_of(seen)
    letters, rng = rng.shuffled([tiles.letter for tiles in edition.tiles] if everything else [])
    given = next(_sets(edition, shown, letters)) if everything else []
    places: dict[str, Sequence[str]] = {}
    for player, own in enumerate(shown):
        letter = given[player] if everything else ""
        up = [tile for tile in TILES if everything and own[tile]["used"]]
        down = [tile for tile in TILES if everything and tile not in up]
        places[face_up(player)] = [tile_piece(letter, tile) for tile in up]
        places[face_down(player)] = [tile_piece(letter, tile) for tile in down]
    places[BOX] = [piece for piece in everything if piece.rpartition(" ")[0] not in given]
    return places, rng


def _sets(
    edition: Edition, shown: Sequence[Mapping[str, Any]], letters: Sequence[str]
) -> Iterator[list[str]]:
    """Every way to give different sets to the players that fits what is known."""
    if not shown:
        yield []
        return
    costs = {tiles.letter: tiles for tiles in edition.tiles}
    for letter in letters:
        known = {tile: shown[0][tile]["cost"] for tile in TILES}
        if all(cost in (None, costs[letter].cost(tile)) for tile, cost in known.items()):
            rest = [other for other in letters if other != letter]
            yield from ([letter, *others] for others in _sets(edition, shown[1:], rest))


def _agenda(view: Mapping[str, Any], places: Mapping[str, Sequence[str]]) -> Agenda:
    table, you = view["table"], view["you"]
    if view["result"] is not None:
        return Agenda()
    since, own = view["asks"][0]["since"], table["choices"]["own"]
    made_up = {
        player: codec.frozen(own)
        if player == you
        else tuple(places[hand(player)][:1])
        if table["phase"] == "picking"
        else ()
        for player in table["choices"]["chosen"]
    }
    choices = Choices(tuple(table["choosing"]), tuple(made_up.items()))
    matter = {
        "picking": Picking(choices),
        "settling": Settling(choices),
        "placing": Placing(tuple(table["holding"]), tuple(table["patient"])),
        "taking": Taking(tuple(table["queue"])),
    }[table["phase"]]
    return Agenda.of(matter, since)
