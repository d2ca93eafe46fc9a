"""Whether a player of Compounded may do something now, with every reason against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.answers import ActionVerdict, consent, refusal, ruled
from adjudicator_rulesets.compounded.edition import EXPERIMENTS
from adjudicator_rulesets.compounded.play import choices, lab
from adjudicator_rulesets.compounded.play.state import (
    WILD,
    Burn,
    Claim,
    Claiming,
    Cylinder,
    Discard,
    Done,
    End,
    Extinguish,
    Grant,
    Keep,
    MoveClaim,
    Pass,
    Place,
    Raise,
    Scatter,
    ScatterCard,
    Score,
    Swap,
    SwapNobel,
    TakeBack,
    UseGoggles,
    UseKey,
    bench,
    pile,
    spot,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.engine.agenda import Ask
    from adjudicator.verdict import Check
    from adjudicator_rulesets.compounded.play.lab import Compound
    from adjudicator_rulesets.compounded.play.state import Action, State

# The rule cited for an action with no objection.
RULES = {
    "swap_nobel": "K-NOBEL-TRADE", "done": "K-DONE", "discard": "K-OVERFLOW", "claim": "K-CLAIM",
    "move_claim": "K-CLAIM-MOVE", "use_goggles": "K-GOGGLES", "place": "K-PLACE", "swap": "K-SWAP",
    "burn": "K-BURNER", "end": "K-RESEARCH-TURN", "score": "K-SCORE", "grant": "K-GRANT",
    "raise": "K-RAISE", "keep": "K-JOURNAL", "cylinder": "K-CYLINDER", "take_back": "K-CYLINDER-STUDY",
    "extinguish": "K-EXT", "scatter_card": "K-BLAST", "scatter": "K-SCATTER", "use_key": "K-KEY",
    "pass": "K-PHASES",
}  # fmt: skip


def ruling(state: State, asks: Iterable[Ask], player: int, action: Action) -> ActionVerdict:
    """An action not asked for is refused for that or, in a Research turn, for what makes it impossible."""
    own = [ask for ask in asks if ask.player == player]
    seat, top = choices.next_seat(state), state.agenda.top
    actor = player if seat is None or isinstance(action, Burn) else seat
    if not any(action.type in ask.kinds for ask in own):
        waits = sorted({kind for ask in own for kind in ask.kinds})
        about = None if top is None else top.type
        not_asked = refusal("K-PHASES", "not_asked", kind=action.type, about=about, asked=tuple(waits))
        turn = any(ask.about == "research" for ask in own) and isinstance(action, Place | Claim | Swap)
        return ActionVerdict.of(*((turn and [*_refusals(state, actor, action)]) or [not_asked]))
    return ruled(_refusals(state, actor, action), consent(RULES[action.type], "may_do"))


def _refusals(state: State, seat: int, action: Action) -> Iterator[Check]:
    match action:
        case SwapNobel(give, get):
            yield from _lacks(state, bench(seat), give, "K-NOBEL-TRADE")
            assert state.nobel is not None
            yield from _lacks(state, bench(state.nobel), get, "K-NOBEL-TRADE")
        case Discard(crystal):
            yield from _lacks(state, bench(seat), crystal, "K-OVERFLOW")
        case Claim(slot):
            yield from _against_claim(state, seat, slot)
        case MoveClaim(source, target):
            if source not in lab.claim_tokens(state, state.agenda.top.before, seat):
                yield refusal("K-CLAIM-MOVE", "no_such_claim", slot=source)
            yield from _taken(state, target, "K-CLAIM-MOVE")
        case UseGoggles(number):
            held = lab.holds(state, seat, "goggles")
            if not 1 <= number <= held:
                yield refusal("K-GOGGLES", "so_many_goggles", number=number, held=held)
        case Place():
            yield from _against_placement(state, seat, action)
        case Swap(give, get):
            yield from _against_swap(state, seat, give, get)
        case Burn(slot):
            compound = lab.compound_at(state, slot)
            if compound is None:
                yield refusal("K-BURNER", "no_card", slot=slot)
            elif compound.flames:
                yield refusal("K-BURNER", "has_a_flame", card=compound.card.name)
            if lab.cubes_left(state) == 0:
                yield refusal("K-FLAMES", "no_flames_left")
        case Score(slot):
            if slot not in [compound.slot for compound in lab.to_score(state, seat)]:
                yield refusal("K-SCORE", "nothing_to_score", slot=slot)
        case Grant(player, experiment):
            yield from _against_grant(state, seat, player, experiment)
        case Raise(experiment):
            wanted = choices.raises(state, state.agenda.top)
            if experiment not in wanted:
                yield refusal("K-RAISE", "not_raised_by_this", experiment=experiment, wanted=tuple(wanted))
        case Keep(crystal):
            yield from _lacks(state, spot(state.agenda.top.slot), crystal, "K-JOURNAL")
        case Cylinder(down, up):
            yield from _against_cylinder(state, seat, down, up)
        case TakeBack(slot):
            if slot not in [compound.slot for compound in lab.claimed(state, seat)]:
                yield refusal("K-CYLINDER-STUDY", "no_such_claim", slot=slot)
        case Extinguish(slot):
            fire = state.agenda.top
            if slot not in fire.slots or slot in fire.spared:
                yield refusal("K-EXT", "no_flame_comes_here", slot=slot)
        case ScatterCard(slot):
            if slot not in choices.own_blasts(state.agenda.top):
                yield refusal("K-BLAST", "not_yours_to_scatter", slot=slot)
        case Scatter(crystal, slot):
            if action not in choices.scatterings(state, state.agenda.top):
                yield refusal("K-SCATTER", "cannot_scatter", crystal=_quoted(crystal), slot=slot)
        case Done() | End() | Pass() | UseKey():
            pass  # always possible when asked for


def _quoted(symbol: str) -> str:
    return symbol[:20]


def _lacks(state: State, place: str, symbol: str, rule: str) -> Iterator[Check]:
    if symbol not in lab.symbols_of(state.edition) or symbol not in state.pieces[place]:
        yield refusal(rule, "no_such_crystal_here", crystal=_quoted(symbol))


def _taken(state: State, slot: int, rule: str) -> Iterator[Check]:
    compound = lab.compound_at(state, slot)
    if compound is None:
        yield refusal(rule, "no_card", slot=slot)
    elif compound.owner is not None:
        yield refusal(rule, "is_claimed", card=compound.card.name, player=compound.owner)


def _against_claim(state: State, player: int, slot: int) -> Iterator[Check]:
    study = isinstance(state.agenda.top, Claiming)
    yield from _taken(state, slot, "K-CLAIM" if study else "K-FREE-CLAIM")
    allowed = lab.value_of(state, "study", player)
    if len(lab.claimed(state, player)) >= allowed:
        yield refusal("K-CLAIM-LIMIT", "claims_used_up", allowed=allowed)
    elif not state.pieces[tokens(player)]:
        yield refusal("K-TOKEN", "no_token")
    compound = lab.compound_at(state, slot)
    if not study and compound is not None and not compound.crystals:
        yield refusal("K-FREE-CLAIM", "bare_in_research", card=compound.card.name)


def _against_placement(state: State, seat: int, action: Place) -> Iterator[Check]:
    symbol, nobel = action.crystal, seat == state.nobel
    allowed = lab.placements(state, seat)
    if state.agenda.top.placed >= allowed:
        yield refusal("K-PLACE", "all_placed", allowed=allowed)
    if symbol not in lab.symbols_of(state.edition):
        yield refusal("K-PLACE", "no_such_crystal_here", crystal=_quoted(symbol))
        return
    if action.source == "wild":
        if not lab.holds(state, seat, WILD) or nobel:
            yield refusal("K-WILD", "no_wild")
    else:
        place = bench(seat) if action.source == "bench" else pile(seat)
        yield from _lacks(state, place, symbol, "K-PLACE" if action.source == "bench" else "K-GOGGLES")
    if action.slot is None:
        if not lab.extinguisher_needs(state, seat)[symbol]:
            yield refusal("K-EXT-BUILD", "extinguisher_takes_none", crystal=_quoted(symbol))
        return
    compound = lab.compound_at(state, action.slot)
    if compound is None:
        yield refusal("K-PLACE-ANY", "no_card", slot=action.slot)
        return
    yield from _against_card(state, seat, symbol, compound)


def _against_card(state: State, seat: int, symbol: str, compound: Compound) -> Iterator[Check]:
    name = compound.card.name
    if compound.full:
        yield refusal("K-RESEARCH-TURN", "is_full", card=name)
    elif not compound.takes(symbol):
        yield refusal("K-PLACE-ANY", "has_no_place", card=name, crystal=_quoted(symbol))
    elif choices.completes(compound) and not state.pieces[tokens(seat)]:
        yield refusal("K-FREE", "no_token_to_complete", card=name)
    if not choices.may_fill(state, seat, compound):
        yield refusal("K-NOBEL-PLACE", "nobel_places_on_unclaimed", card=name)


def _against_swap(state: State, player: int, give: str, get: str) -> Iterator[Check]:
    if state.agenda.top.swapped:
        yield refusal("K-SWAP", "swapped_before")
    number, held = lab.ratio(state, player), state.pieces[bench(player)].count(give)
    if give not in lab.symbols_of(state.edition) or held < number:
        rule = "K-PIPET" if lab.holds(state, player, "pipet") else "K-SWAP"
        yield refusal(rule, "too_few_to_swap", crystal=_quoted(give), number=number)
    if get not in lab.symbols_of(state.edition) or not lab.bag(state)[get]:
        yield refusal("K-SWAP", "not_in_bag", crystal=_quoted(get))


def _against_grant(state: State, seat: int, player: int, experiment: str | None) -> Iterator[Check]:
    if player not in choices.grantees(state, seat):
        yield refusal("K-GRANT", "grant_to_another", player=player)
        return
    can = lab.raisable(state, player)
    if experiment is None:
        if can:
            yield refusal("K-GRANT", "grant_an_experiment", experiments=can)
        elif choices.must_find_room(state, seat):
            yield refusal("K-GRANT", "grant_where_room_is")
    elif experiment not in can:
        code = "grant_below_top" if can else "grant_is_shared"
        yield refusal("K-GRANT-SHARE", code, experiments=can)


def _against_cylinder(state: State, player: int, down: str, up: str) -> Iterator[Check]:
    if down == up:
        yield refusal("K-CYLINDER", "two_experiments")
    for name, at, code in ((down, 0, "at_its_start"), (up, lab.TOP, "at_its_top")):
        if name in EXPERIMENTS and lab.step_of(state, name, player) == at:
            yield refusal("K-CYLINDER", code, experiment=name)
