"""What a game of Compounded waits for, and all possible answers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adjudicator.engine.agenda import Ask
from adjudicator.engine.game import Resign
from adjudicator.engine.values import once_per_state
from adjudicator_rulesets.compounded.edition import REACTIONS
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import (
    EXTINGUISHER,
    WILD,
    Burn,
    Claim,
    Claiming,
    Cylinder,
    Discard,
    Done,
    End,
    Extinguish,
    Fire,
    Goggles,
    Grant,
    Keep,
    Keys,
    Lab,
    LastBurners,
    MoveClaim,
    Moving,
    NobelTrade,
    Pass,
    Place,
    Raise,
    Research,
    Scatter,
    ScatterCard,
    Scattering,
    Score,
    Scoring,
    Surplus,
    Swap,
    SwapNobel,
    TakeBack,
    TakingBack,
    Trading,
    UseGoggles,
    UseKey,
    bench,
    pile,
    spot,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adjudicator_rulesets.compounded.edition import Experiment
    from adjudicator_rulesets.compounded.play.lab import Compound
    from adjudicator_rulesets.compounded.play.state import Action, State

PATIENCE = 8  # turns without a placement after which a player counts as having left
GRANT = REACTIONS[0]
BURNER = "burner"  # what the ask to a holder is about


@once_per_state(64)
def asks(state: State) -> tuple[Ask, ...]:
    """What the top matter waits for; besides, holders of Burners may use one throughout Research."""
    main = _main(state)
    if main and isinstance(state.agenda.top, (Goggles, Research)):
        since = state.agenda.top.began
        holders = [p for p in lab.turn_order(state) if lab.holds(state, p, "burner")]
        if holders and unlit(state):
            burn = partial(Ask, kinds=("burn",), obliged=False, parallel=True, since=since, about=BURNER)
            return (*main, *(burn(player) for player in holders))
    return main


def _main(state: State) -> tuple[Ask, ...]:
    agenda, top = state.agenda, state.agenda.top
    if isinstance(top, Trading):
        waiting = [player for player in lab.turn_order(state) if player not in top.done]
        return tuple(agenda.ask(p, "done", parallel=True, otherwise=Done()) for p in waiting)
    seat = next_seat(state)
    if seat is None:
        return ()
    ask = partial(agenda.ask, lab.actor(state, seat))
    match top:
        case NobelTrade():
            return (ask("swap_nobel", "pass", otherwise=Pass()),)
        case Surplus():
            return (ask("discard", otherwise=next(discards(state, seat))),)
        case Claiming():
            return (ask("claim", "pass", otherwise=Pass()),)
        case Moving():
            return (ask("move_claim", "pass", otherwise=Pass()),)
        case Goggles():
            return (ask("use_goggles", "pass", otherwise=Pass()),)
        case Research():
            return _researching(state, seat, top)
        case LastBurners():
            return (ask("burn", "pass", otherwise=Pass()),)
        case Lab():
            return _scoring_part(state, seat, top)
        case Scoring(step="grant"):
            return (ask("grant", otherwise=next(grants(state, seat))),)
        case Scoring(step="raise"):
            if may_decline_raise(state, top):
                return (ask("raise", "pass", otherwise=Pass()),)
            return (ask("raise", otherwise=Raise(raises(state, top)[0])),)
        case Scoring():
            return (ask("keep", "pass", otherwise=Pass()),)
        case TakingBack():
            return (ask("take_back", otherwise=next(taken_back(state, seat))),)
        case Fire():
            return (ask("extinguish", "pass", otherwise=Pass()),)
        case Scattering(current=None):
            return (ask("scatter_card", otherwise=next(cards_to_scatter(top))),)
        case Scattering():
            return (ask("scatter", otherwise=next(scatterings(state, top))),)
        case Keys():
            return (ask("use_key", "pass", otherwise=Pass()),)
        case _:  # drawing and refilling ask nobody
            return ()


@once_per_state(64)
def next_seat(state: State) -> int | None:
    """The seat with a choice in the top matter; None if there is none, so that the matter goes on."""
    match state.agenda.top:
        case NobelTrade(waiting=(player, *_)) if state.nobel is not None:
            both = state.pieces[bench(player)] and state.pieces[bench(state.nobel)]
            return player if both else None
        case Surplus(waiting):
            return _first(waiting, lambda seat: lab.surplus(state, seat) > 0)
        case Claiming(waiting):
            return _first(waiting, lambda p: lab.can_claim_more(state, p)) if unclaimed(state) else None
        case Moving(waiting, before):
            return _first(waiting, lambda p: lab.claim_tokens(state, before, p)) if unclaimed(state) else None
        case Goggles(waiting):
            return _first(waiting, lambda p: lab.holds(state, p, "goggles"))
        case Research(waiting=(seat, *_)):
            return seat if _can_research(state, seat) else None
        case LastBurners(waiting):
            return _first(waiting, lambda p: lab.holds(state, p, "burner")) if unlit(state) else None
        case Lab(waiting=(seat, *_)):
            return seat if lab.to_score(state, seat) or cylinders(state, seat) else None
        case Scoring() as scoring:
            return scoring.seat if scoring_choice(state, scoring) else None
        case TakingBack(player):
            return player
        case Fire(slots=slots, spared=spared, waiting=waiting) if set(slots) - set(spared):
            return _first(waiting, lambda p: lab.holds(state, p, EXTINGUISHER))
        case Scattering() as scattering:
            return _scatterer(state, scattering)
        case Keys(waiting, lead=None) if (
            state.last is None or state.round < state.last
        ):  # there is a next turn
            return _first(waiting, lambda p: lab.holds(state, p, "key"))
        case _:  # drawing and refilling ask nobody, trading everybody
            return None


def _first(waiting: Iterable[int], able: Callable[[int], object]) -> int | None:
    return next((seat for seat in waiting if able(seat)), None)


def _researching(state: State, seat: int, matter: Research) -> tuple[Ask, ...]:
    found = [next(way, None) for way in research_ways(state, seat)]
    kinds = dict.fromkeys([option.type for option in found if option is not None])
    if seat == state.nobel:  # K-NOBEL-PLACE: at least one, if any can be placed
        otherwise: Action | Resign = End() if matter.placed else placements(state, seat)[0]
        kinds |= {"end": None} if matter.placed else {}
    else:
        otherwise = Resign() if state.idle[seat] >= PATIENCE else End()
        kinds |= {"end": None}
    return (state.agenda.ask(lab.actor(state, seat), *kinds, otherwise=otherwise),)


def _scoring_part(state: State, seat: int, matter: Lab) -> tuple[Ask, ...]:
    full = lab.to_score(state, seat)
    kinds = ["score"] if full else []
    kinds += ["cylinder"] if "cylinder" not in matter.used and cylinders(state, seat) else []
    otherwise = Score(full[0].slot) if full else End()
    kinds += [] if full else ["end"]
    return (state.agenda.ask(lab.actor(state, seat), *kinds, otherwise=otherwise),)


# --- possible answers ---------------------------------------------------------------------------------------


def listed(state: State, ask: Ask) -> tuple[Action, ...]:
    """The possible actions, in the order of their kinds."""
    seat = ask.player if ask.about == BURNER else next_seat(state)
    return tuple(action for kind in ask.kinds for action in _of_kind(state, kind, seat))


def _of_kind(state: State, kind: str, seat: int | None) -> Iterable[Action]:
    top = state.agenda.top
    if kind == "done":
        return (Done(),)
    assert seat is not None
    match kind:
        case "swap_nobel":
            return nobel_swaps(state, seat)
        case "discard":
            return discards(state, seat)
        case "claim":
            return claims(state, seat)
        case "move_claim":
            return claim_moves(state, seat, top)
        case "use_goggles":
            return [UseGoggles(number + 1) for number in range(lab.holds(state, seat, "goggles"))]
        case "place":
            return placements(state, seat)
        case "swap":
            return swaps(state, seat)
        case "burn":
            return [Burn(slot) for slot in unlit(state)]
        case "score":
            return [Score(compound.slot) for compound in lab.to_score(state, seat)]
        case "grant":
            return grants(state, seat)
        case "raise":
            return [Raise(experiment) for experiment in raises(state, top)]
        case "keep":
            return [Keep(crystal) for crystal in keepable(state, top.slot)]
        case "cylinder":
            return cylinders(state, seat)
        case "take_back":
            return taken_back(state, seat)
        case "extinguish":
            return [Extinguish(slot) for slot in top.slots if slot not in top.spared]
        case "scatter_card":
            return cards_to_scatter(top)
        case "scatter":
            return scatterings(state, top)
        case "use_key":
            return (UseKey(),)
    return (End(),) if kind == "end" else (Pass(),)


def nobel_swaps(state: State, player: int) -> Iterator[SwapNobel]:
    assert state.nobel is not None
    own, his = state.pieces[bench(player)], state.pieces[bench(state.nobel)]
    for give in lab.in_order(own, state):
        yield from (SwapNobel(give, get) for get in lab.in_order(his, state))


def discards(state: State, seat: int) -> Iterator[Discard]:
    return map(Discard, lab.in_order(state.pieces[bench(seat)], state))


# --- study --------------------------------------------------------------------------------------------------


def unclaimed(state: State) -> list[Compound]:
    return [compound for compound in lab.compounds(state) if compound.owner is None]


def claims(state: State, player: int) -> Iterator[Claim]:
    """K-CLAIM; K-FREE-CLAIM: in Research only where a crystal lies."""
    if lab.can_claim_more(state, player):
        bare = isinstance(state.agenda.top, Claiming)
        yield from (Claim(c.slot) for c in unclaimed(state) if bare or c.crystals)


def claim_moves(state: State, player: int, matter: Moving) -> Iterator[MoveClaim]:
    targets = [compound.slot for compound in unclaimed(state)]
    for source in lab.claim_tokens(state, matter.before, player):
        yield from (MoveClaim(source, target) for target in targets)


# --- research -----------------------------------------------------------------------------------------------


def research_ways(state: State, seat: int) -> tuple[Iterator[Action], ...]:
    """Everything that a player may do in the turn, except end it."""
    if seat == state.nobel:
        return (iter(placements(state, seat)),)
    return iter(placements(state, seat)), claims(state, seat), swaps(state, seat)


def _can_research(state: State, seat: int) -> bool:
    return any(next(way, None) is not None for way in research_ways(state, seat))


@once_per_state(64)
def placements(state: State, seat: int) -> tuple[Place, ...]:
    """K-PLACE-ANY; K-NOBEL-PLACE: Nobel's only on unclaimed compounds."""
    return tuple(_placements(state, seat))


def _placements(state: State, seat: int) -> Iterator[Place]:
    if state.agenda.top.placed >= lab.placements(state, seat):
        return
    held = {"bench": lab.in_order(state.pieces[bench(seat)], state)}
    if seat != state.nobel:
        held["goggles"] = lab.in_order(state.pieces[pile(seat)], state)
        held["wild"] = tuple(lab.symbols_of(state.edition)) if lab.holds(state, seat, WILD) else ()
    open_to = [c for c in lab.compounds(state) if not c.full and may_fill(state, seat, c)]
    if not state.pieces[tokens(seat)]:
        open_to = [c for c in open_to if not completes(c)]
    needs = lab.extinguisher_needs(state, seat)
    for source, symbols in held.items():
        for symbol in symbols:
            if needs[symbol]:
                yield Place(symbol, None, source)  # type: ignore[arg-type]
            for compound in open_to:
                if compound.takes(symbol):
                    yield Place(symbol, compound.slot, source)  # type: ignore[arg-type]


def may_fill(state: State, seat: int, compound: Compound) -> bool:
    return seat != state.nobel or compound.owner is None


def completes(compound: Compound) -> bool:
    """K-FREE: whether one more crystal gives it an owner, who then needs a token."""
    return compound.owner is None and sum(number for _, number in compound.missing) == 1


def swaps(state: State, player: int) -> Iterator[Swap]:
    if state.agenda.top.swapped:
        return
    own, number = state.pieces[bench(player)], lab.ratio(state, player)
    wanted = lab.in_order(lab.bag(state), state)
    for give in lab.in_order(own, state):
        if own.count(give) >= number:
            yield from (Swap(give, get) for get in wanted)


def unlit(state: State) -> list[int]:
    """K-BURNER: the cards without a flame, as long as flames are left (K-FLAMES)."""
    if lab.cubes_left(state) == 0:
        return []
    return [compound.slot for compound in lab.compounds(state) if not compound.flames]


# --- lab ----------------------------------------------------------------------------------------------------


def scoring_choice(state: State, scoring: Scoring) -> bool:
    """Whether the current step of a scoring needs a choice."""
    match scoring.step:
        case "grant":
            return True
        case "raise":
            return len(raises(state, scoring)) > 1 or may_decline_raise(state, scoring)
        case "journal":
            return bool(may_keep(state, scoring.seat) and keepable(state, scoring.slot))
        case _:
            return False


def grants(state: State, seat: int) -> Iterator[Grant]:
    """K-GRANT, K-GRANT-SHARE; K-NOBEL-LAB: Nobel's goes to a human player."""
    for player in grantees(state, seat):
        named = lab.raisable(state, player)
        if named or not must_find_room(state, seat):
            yield from (Grant(player, name) for name in named or (None,))


def grantees(state: State, seat: int) -> tuple[int, ...]:
    """K-GRANT, K-GRANT-SHARE: the other scientists; Nobel too if the table says so."""
    everybody = lab.turn_order(state, nobel=state.options.grants_to == "all")
    return tuple(player for player in everybody if player != seat)


def must_find_room(state: State, seat: int) -> bool:
    """K-GRANT: whether the player must name an experiment with room, because another player has one."""
    return state.options.grant == "room" and any(
        lab.raisable(state, player) for player in grantees(state, seat)
    )


def raises(state: State, scoring: Scoring) -> list[Experiment]:
    """K-STATE, K-STATE-LAB, K-RAISE; K-NOBEL-LEVEL: Nobel has two experiments and no choice."""
    compound = lab.compound_at(state, scoring.slot)
    assert compound is not None
    wanted = (lab.RAISED_BY[compound.card.state], "lab")
    return [name for name in lab.raisable(state, scoring.seat) if name in wanted]


def may_decline_raise(state: State, scoring: Scoring) -> bool:
    """K-RAISE: Lab may rise in place of a track that is at its top, and need not."""
    return state.options.raising == "may" and raises(state, scoring) == ["lab"]


def may_keep(state: State, seat: int) -> bool:
    """K-JOURNAL: with a free space, once in a Lab phase."""
    part = state.agenda.find(Lab)
    free = len(state.pieces[bench(seat)]) < lab.value_of(state, "lab", seat)
    return free and part is not None and "journal" not in part.used and lab.journal_works(state, seat)


def keepable(state: State, slot: int) -> tuple[str, ...]:
    return lab.in_order(lab.crystals_in(state, spot(slot)), state)


def cylinders(state: State, seat: int) -> list[Cylinder]:
    part = state.agenda.find(Lab)
    if part is None or "cylinder" in part.used or not lab.holds(state, seat, "cylinder"):
        return []
    return [Cylinder(down, up) for down, up in lab.cylinder_steps(state, seat)]


def taken_back(state: State, player: int) -> Iterator[TakeBack]:
    return (TakeBack(compound.slot) for compound in lab.claimed(state, player))


# --- scattering ---------------------------------------------------------------------------------------------


def _scatterer(state: State, matter: Scattering) -> int | None:
    """The player with a choice; forced steps happen automatically."""
    if not matter.blasts:
        return None
    if matter.current is None:
        return chooser_of(matter) if len(own_blasts(matter)) > 1 else None
    return chooser_of(matter) if any(scatterings(state, matter)) else None


def chooser_of(matter: Scattering) -> int:
    """The player who decides where the crystals being scattered go."""
    return next(b.chooser for b in matter.blasts if matter.current in (None, b.slot))


def own_blasts(matter: Scattering) -> list[int]:
    """The exploded cards of the player who is choosing."""
    return [blast.slot for blast in matter.blasts if blast.chooser == chooser_of(matter)]


def cards_to_scatter(matter: Scattering) -> Iterator[ScatterCard]:
    return map(ScatterCard, own_blasts(matter))


def takers(state: State, slot: int, symbol: str) -> list[Compound]:
    """K-ADJ: the neighbouring cards that have a place for this element."""
    around, side = lab.field(state), lab.edition_of(state).play.field
    near = [around[other] for other in lab.beside(slot, side)]
    return [compound for compound in near if compound is not None and compound.takes(symbol)]


def is_forced(state: State, slot: int, symbol: str) -> bool:
    """Whether there is no real choice: one card takes it, or there is room for all, or for none."""
    number = sum(lab.symbol_of(c) == symbol for c in lab.crystals_in(state, spot(slot)))
    near = takers(state, slot, symbol)
    return len(near) <= 1 or sum(compound.takes(symbol) for compound in near) <= number


def scatterings(state: State, matter: Scattering) -> Iterator[Scatter]:
    """K-SCATTER: the actions where there is a choice."""
    assert matter.current is not None
    lying = lab.crystals_in(state, spot(matter.current))
    for symbol in lab.in_order(map(lab.symbol_of, lying), state):
        if not is_forced(state, matter.current, symbol):
            yield from (Scatter(symbol, c.slot) for c in takers(state, matter.current, symbol))
