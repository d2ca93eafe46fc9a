"""How each event changes the state of a game of Compounded. No chance and no choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.events import Shown
from adjudicator.engine.values import replace
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.crystals import (
    back_to_bag,
    gained_journal,
    put,
    token_off,
    with_flames,
    without,
)
from adjudicator_rulesets.compounded.play.departing import departed
from adjudicator_rulesets.compounded.play.state import (
    BAG,
    DECK,
    EXTINGUISHER,
    GONE,
    STOCK,
    Blast,
    Claiming,
    Drawing,
    Fire,
    Goggles,
    Keys,
    Lab,
    LastBurners,
    Moving,
    NobelTrade,
    Refill,
    Research,
    Scattering,
    Scoring,
    Surplus,
    TakingBack,
    Trading,
    bench,
    claim_of,
    kit,
    pile,
    scored,
    spot,
    tokens,
    unfinished,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.engine.events import Event
    from adjudicator_rulesets.compounded.play.state import State


def _follow(state: State, event: Event, matter: Any) -> State:
    return replace(state, agenda=state.agenda.follow(matter, event.version))


def _push(state: State, event: Event, matter: Any) -> State:
    return replace(state, agenda=state.agenda.push(matter, event.version))


def _pop(state: State, event: Event) -> State:
    return replace(state, agenda=state.agenda.pop(event.version))


def _same(state: State, _: Event) -> State:
    return state


# --- discovery ----------------------------------------------------------------------------------------------


def _turn_begun(state: State, event: Event) -> State:
    return _follow(replace(state, round=event["round"], lead=event["lead"]), event, Drawing())


def _crystals_drawn(state: State, event: Event) -> State:
    place = pile(event["seat"]) if event["why"] == "goggles" else bench(event["seat"])
    return replace(state, pieces=state.pieces.move(event["crystals"], BAG, place))


def _nobel_trade_begun(state: State, event: Event) -> State:
    return _follow(state, event, NobelTrade(lab.turn_order(state)))


def _nobel_swapped(state: State, event: Event) -> State:
    assert state.nobel is not None
    own, his = bench(event.by), bench(state.nobel)
    pieces = state.pieces.move((event["give"],), own, his).move((event["get"],), his, own)
    matter = NobelTrade(without(state.agenda.top.waiting, event.by))
    return _follow(replace(state, pieces=pieces), event, matter)


def _trading_begun(state: State, event: Event) -> State:
    return _follow(replace(state, offers=state.offers.cleared()), event, Trading())


def _done_said(state: State, event: Event) -> State:
    return replace(state, agenda=state.agenda.swap(Trading((*state.agenda.top.done, event.by))))


def _not_done(state: State, event: Event) -> State:
    """K-DONE: a player who offers or accepts something is no longer done."""
    done = without(state.agenda.top.done, event.by)
    return replace(state, agenda=state.agenda.swap(Trading(done)))


def _traded(state: State, event: Event) -> State:
    """K-JOURNAL: a Journal that changed hands works from the next turn on."""
    for move in event["moves"]:
        for _ in range(move["pieces"].count("journal")):
            giver, taker = (int(move[end].partition(" ")[2]) for end in ("from", "to"))
            journals = list(state.journals)
            journals[giver] = journals[giver][:-1]
            journals[taker] = (*journals[taker], state.round)
            state = replace(state, journals=tuple(journals))
    return state


def _trading_ended(state: State, event: Event) -> State:
    matter = Surplus(lab.turn_order(state, nobel=True))
    return _follow(replace(state, offers=state.offers.cleared()), event, matter)


def _crystal_discarded(state: State, event: Event) -> State:
    pieces = state.pieces.move((event["crystal"],), bench(event["seat"]), BAG)
    return _follow(replace(state, pieces=pieces), event, state.agenda.top)


# --- study --------------------------------------------------------------------------------------------------


def _study_begun(state: State, event: Event) -> State:
    before = tuple(c.slot for c in lab.compounds(state) if c.owner is not None)
    return _follow(state, event, Claiming(lab.turn_order(state), before))


def _claim_placed(state: State, event: Event) -> State:
    """In rotation: a player who has claimed goes to the end."""
    player, top = event.by, state.agenda.top
    pieces = state.pieces.move((claim_of(player),), tokens(player), spot(event["slot"]))
    if isinstance(top, Claiming):
        place = top.waiting.index(player)
        top = replace(top, waiting=(*top.waiting[place + 1 :], *top.waiting[: place + 1]))
    return _follow(replace(state, pieces=pieces), event, top)


def _claims_settled(state: State, event: Event) -> State:
    return _follow(state, event, Moving(lab.turn_order(state), state.agenda.top.before))


def _claim_moved(state: State, event: Event) -> State:
    source, target = spot(event["source"]), spot(event["target"])
    pieces = state.pieces.move((claim_of(event.by),), source, target)
    return _follow_with_others(replace(state, pieces=pieces), event)


def _follow_with_others(state: State, event: Event) -> State:
    """Players who have answered are not asked again, nor are those before them who had no choice."""
    top = state.agenda.top
    place = top.waiting.index(event.by)
    return _follow(state, event, replace(top, waiting=top.waiting[place + 1 :]))


def _passed(state: State, event: Event) -> State:
    match state.agenda.top:
        case Claiming() as top:  # K-CLAIM-PASS: out of the rotation, in which the others stay
            return _follow(state, event, replace(top, waiting=without(top.waiting, event.by)))
        case NobelTrade():  # K-NOBEL-TRADE: if the lead does not, the other may not either
            return _follow(state, event, NobelTrade(()))
        case Scoring() as top:
            return _follow(state, event, replace(top, step="clear"))
        case _:  # asked one after the other
            return _follow_with_others(state, event)


# --- research -----------------------------------------------------------------------------------------------


def _research_begun(state: State, event: Event) -> State:
    return _follow(state, event, Goggles(lab.turn_order(state), event.version))


def _goggles_used(state: State, event: Event) -> State:
    pieces = state.pieces.move(("goggles",) * event["number"], kit(event.by), STOCK)
    return _follow_with_others(replace(state, pieces=pieces), event)


def _placing_begun(state: State, event: Event) -> State:
    matter = Research(lab.turn_order(state, nobel=True), state.agenda.top.began)
    return _follow(state, event, matter)


def _crystal_placed(state: State, event: Event) -> State:
    seat, top = event["seat"], state.agenda.top
    source = {"bench": bench, "goggles": pile, "wild": kit}[event["source"]](seat)
    target = unfinished(seat) if event["slot"] is None else spot(event["slot"])
    state = put(state, event["crystal"], source, target)
    return _follow(state, event, replace(top, placed=top.placed + 1))


def _compound_completed(state: State, event: Event) -> State:
    """K-FREE: a temporary claim."""
    seat, slot = event["seat"], event["slot"]
    pieces = state.pieces.move((claim_of(seat),), tokens(seat), spot(slot))
    return replace(state, pieces=pieces, temporary=tuple(sorted((*state.temporary, slot))))


def _extinguisher_ready(state: State, event: Event) -> State:
    place = unfinished(event.by)
    state = back_to_bag(state, lab.crystals_in(state, place), place)
    return replace(state, pieces=state.pieces.move((EXTINGUISHER,), place, kit(event.by)))


def _crystals_swapped(state: State, event: Event) -> State:
    own = bench(event.by)
    pieces = state.pieces.move((event["get"],), BAG, own).move((event["give"],) * event["number"], own, BAG)
    return _follow(replace(state, pieces=pieces), event, replace(state.agenda.top, swapped=True))


def _turn_ended(state: State, event: Event) -> State:
    """K-GOGGLES-APART: the rest of the pile goes to the bag."""
    seat, top = event["seat"], state.agenda.top
    idle = list(state.idle)
    idle[seat] = 0 if top.placed else idle[seat] + 1
    pieces = state.pieces.move(state.pieces[pile(seat)], pile(seat), BAG)
    matter = Research(without(top.waiting, seat), top.began)
    return _follow(replace(state, pieces=pieces, idle=tuple(idle)), event, matter)


def _placing_ended(state: State, event: Event) -> State:
    return _follow(state, event, LastBurners(lab.turn_order(state)))


# --- lab ----------------------------------------------------------------------------------------------------


def _lab_begun(state: State, event: Event) -> State:
    return _follow(state, event, Lab(lab.turn_order(state, nobel=True)))


def _part_ended(state: State, event: Event) -> State:
    return _follow(state, event, Lab(without(state.agenda.top.waiting, event["seat"])))


def _scoring_begun(state: State, event: Event) -> State:
    step = "grant" if event["reaction"] == "grant" else "points"
    return _push(state, event, Scoring(event["seat"], event["slot"], step))  # type: ignore[arg-type]


def _grant_named(state: State, event: Event) -> State:
    matter = replace(state.agenda.top, step="points", grant=(event["to"], event["experiment"]))
    return _follow(state, event, matter)


def _compound_scored(state: State, event: Event) -> State:
    return _follow(state, event, replace(state.agenda.top, step="raise"))


def _tool_gained(state: State, event: Event) -> State:
    state = replace(state, pieces=state.pieces.move((event["tool"],), STOCK, kit(event.by)))
    return gained_journal(state, event.by) if event["tool"] == "journal" else state


def _experiment_raised(state: State, event: Event) -> State:
    """Its level is an account; if raised by the state of a compound, this is a step of scoring."""
    if event["why"] != "state":
        return state
    return _follow(state, event, replace(state.agenda.top, step="journal"))


def _step_skipped(state: State, event: Event) -> State:
    return _follow(state, event, replace(state.agenda.top, step=event["step"]))


def _raise_declined(state: State, event: Event) -> State:
    return _follow(state, event, replace(state.agenda.top, step="journal"))


def _crystal_kept(state: State, event: Event) -> State:
    top, part = state.agenda.entries[-1].matter, state.agenda.entries[-2]
    pieces = state.pieces.move((event["crystal"],), spot(top.slot), bench(event.by))
    agenda = state.agenda.pop(event.version).follow(
        replace(part.matter, used=(*part.matter.used, "journal")), event.version
    )
    agenda = agenda.push(replace(top, step="clear"), event.version)
    return replace(state, pieces=pieces, agenda=agenda)


def _compound_cleared(state: State, event: Event) -> State:
    """K-ORDER: crystals to the bag, card and token off the field."""
    slot, place = event["slot"], spot(event["slot"])
    state = back_to_bag(state, lab.crystals_in(state, place), place)
    state = token_off(state, slot)
    state = replace(state, pieces=state.pieces.move((event["card"],), place, scored(event["seat"])))
    return _pop(with_flames(state, {slot: 0}), event)


def _cylinder_used(state: State, event: Event) -> State:
    top = state.agenda.top
    return _follow(state, event, replace(top, used=(*top.used, "cylinder")))


def _claim_too_many(state: State, event: Event) -> State:
    return _push(state, event, TakingBack(event.by))


def _claim_taken_back(state: State, event: Event) -> State:
    return _pop(token_off(state, event["slot"]), event)


def _bench_too_full(state: State, event: Event) -> State:
    return _push(state, event, Surplus((event.by,)))


def _end_announced(state: State, event: Event) -> State:
    return replace(state, last=event["last"], ending=event["reason"])


# --- fire ---------------------------------------------------------------------------------------------------


def _holders(state: State) -> tuple[int, ...]:
    return tuple(p for p in lab.turn_order(state) if lab.holds(state, p, EXTINGUISHER))


def _burner_lit(state: State, event: Event) -> State:
    state = replace(state, pieces=state.pieces.move(("burner",), kit(event.by), STOCK))
    return _push(state, event, Fire("burner", (event["slot"],), _holders(state)))


def _fire_broke_out(state: State, event: Event) -> State:
    return _push(state, event, Fire(event["cause"], event["slots"], _holders(state)))


def _flame_prevented(state: State, event: Event) -> State:
    """K-EXT: the extinguisher leaves the game."""
    top = state.agenda.top
    pieces = state.pieces.move((EXTINGUISHER,), kit(event.by), GONE)
    matter = replace(top, spared=(*top.spared, event["slot"]))
    return _follow(replace(state, pieces=pieces), event, matter)


def _flames_placed(state: State, event: Event) -> State:
    state = with_flames(state, {slot: state.flames[slot] + 1 for slot in event["slots"]})
    return _pop(state, event)


def _exploded(state: State, event: Event) -> State:
    """K-BLAST: all leave the field together; their crystals stay there until they are scattered."""
    blasts = []
    for row in event["cards"]:
        slot = row["slot"]
        state = replace(state, pieces=state.pieces.move((row["card"],), spot(slot), GONE))
        state = with_flames(token_off(state, slot), {slot: 0})
        if lab.crystals_in(state, spot(slot)):
            blasts.append(Blast(slot, row["chooser"]))
    order = lab.turn_order(state)
    blasts.sort(key=lambda blast: order.index(blast.chooser))
    return _push(state, event, Scattering(tuple(blasts)))


def _scattering_begun(state: State, event: Event) -> State:
    return _follow(state, event, replace(state.agenda.top, current=event["slot"]))


def _crystal_scattered(state: State, event: Event) -> State:
    """Of equal crystals a wild is the last to go (K-WILD-USE)."""
    state = put(state, event["crystal"], spot(event["source"]), spot(event["target"]))
    return _follow(state, event, state.agenda.top)


def _scattering_ended(state: State, event: Event) -> State:
    """Crystals that fit nowhere go to the bag."""
    top, place = state.agenda.top, spot(event["slot"])
    state = back_to_bag(state, lab.crystals_in(state, place), place)
    blasts = tuple(blast for blast in top.blasts if blast.slot != event["slot"])
    return _follow(state, event, Scattering(blasts))


# --- the end of a turn --------------------------------------------------------------------------------------


def _refilling(state: State, event: Event) -> State:
    return _follow(state, event, Refill(event["step"]))


def _card_laid(state: State, event: Event) -> State:
    return replace(state, pieces=state.pieces.draw(1, DECK, spot(event["slot"])))


def _fire_drawn(state: State, _: Event) -> State:
    return replace(state, pieces=state.pieces.draw(1, DECK, GONE))


def _keys_asked(state: State, event: Event) -> State:
    return _follow(state, event, Keys(lab.turn_order(state)))


def _key_used(state: State, event: Event) -> State:
    pieces = state.pieces.move(("key",), kit(event.by), STOCK)
    return _follow(replace(state, pieces=pieces), event, Keys((), event.by))


FOLDS: dict[str, Callable[[State, Event], State]] = {
    "turn_begun": _turn_begun,
    "crystals_drawn": _crystals_drawn,
    "nobel_trade_begun": _nobel_trade_begun,
    "nobel_swapped": _nobel_swapped,
    "trading_begun": _trading_begun,
    "done_said": _done_said,
    "offer_made": _not_done,
    "offer_accepted": _not_done,
    "offer_carried_out": _traded,
    "trading_ended": _trading_ended,
    "crystal_discarded": _crystal_discarded,
    "bench_settled": _pop,
    "study_begun": _study_begun,
    "claim_placed": _claim_placed,
    "claims_settled": _claims_settled,
    "claim_moved": _claim_moved,
    "passed": _passed,
    "research_begun": _research_begun,
    "goggles_used": _goggles_used,
    "placing_begun": _placing_begun,
    "crystal_placed": _crystal_placed,
    "compound_completed": _compound_completed,
    "extinguisher_ready": _extinguisher_ready,
    "crystals_swapped": _crystals_swapped,
    "research_ended": _turn_ended,
    "placing_ended": _placing_ended,
    "lab_begun": _lab_begun,
    "part_ended": _part_ended,
    "scoring_begun": _scoring_begun,
    "grant_named": _grant_named,
    "compound_scored": _compound_scored,
    "tool_gained": _tool_gained,
    "experiment_raised": _experiment_raised,
    "raise_declined": _raise_declined,
    "step_skipped": _step_skipped,
    "crystal_kept": _crystal_kept,
    "compound_cleared": _compound_cleared,
    "cylinder_used": _cylinder_used,
    "claim_too_many": _claim_too_many,
    "claim_taken_back": _claim_taken_back,
    "bench_too_full": _bench_too_full,
    "end_announced": _end_announced,
    "burner_lit": _burner_lit,
    "fire_broke_out": _fire_broke_out,
    "flame_prevented": _flame_prevented,
    "flames_placed": _flames_placed,
    "exploded": _exploded,
    "scattering_begun": _scattering_begun,
    "crystal_scattered": _crystal_scattered,
    "scattering_ended": _scattering_ended,
    "blast_over": _pop,
    "refilling": _refilling,
    "card_laid": _card_laid,
    "fire_drawn": _fire_drawn,
    "keys_asked": _keys_asked,
    "key_used": _key_used,
    "final_scored": _same,
    "resigned": departed,
    "player_out": departed,
}
# Everything is public except the order of the deck and future chance.
SHOWN: dict[str, Shown] = {
    "game_started": Shown(("lead", "field", "deck_size")),
    "turn_begun": Shown(("round", "lead")),
    "crystals_drawn": Shown(("seat", "crystals", "why")),
    "nobel_trade_begun": Shown(),
    "nobel_swapped": Shown(("give", "get")),
    "trading_begun": Shown(),
    "done_said": Shown(),
    "trading_ended": Shown(),
    "crystal_discarded": Shown(("seat", "crystal")),
    "bench_settled": Shown(),
    "study_begun": Shown(),
    "claim_placed": Shown(("slot", "card")),
    "claims_settled": Shown(),
    "claim_moved": Shown(("source", "target", "cards")),
    "passed": Shown(("about",)),
    "research_begun": Shown(),
    "goggles_used": Shown(("number",)),
    "placing_begun": Shown(),
    "crystal_placed": Shown(("seat", "crystal", "source", "slot", "card")),
    "compound_completed": Shown(("seat", "slot", "card")),
    "extinguisher_ready": Shown(),
    "crystals_swapped": Shown(("give", "number", "get")),
    "research_ended": Shown(("seat",)),
    "placing_ended": Shown(),
    "lab_begun": Shown(),
    "part_ended": Shown(("seat",)),
    "scoring_begun": Shown(("seat", "slot", "card", "reaction")),
    "grant_named": Shown(("seat", "to", "experiment")),
    "compound_scored": Shown(("seat", "slot", "card", "points", "shared", "accounts")),
    "tool_gained": Shown(("tool", "why")),
    "experiment_raised": Shown(("seat", "experiment", "value", "why", "accounts")),
    "raise_declined": Shown(("experiment",)),
    "step_skipped": Shown(("step",)),
    "crystal_kept": Shown(("crystal",)),
    "compound_cleared": Shown(("seat", "slot", "card", "crystals")),
    "cylinder_used": Shown(("down", "up", "accounts")),
    "claim_too_many": Shown(),
    "claim_taken_back": Shown(("slot", "card")),
    "bench_too_full": Shown(),
    "end_announced": Shown(("reason", "last")),
    "burner_lit": Shown(("slot", "card")),
    "fire_broke_out": Shown(("cause", "slots", "cards")),
    "flame_prevented": Shown(("slot", "card")),
    "flames_placed": Shown(("slots", "cards", "cause")),
    "exploded": Shown(("cards",)),
    "scattering_begun": Shown(("slot",)),
    "crystal_scattered": Shown(("crystal", "source", "target", "card")),
    "scattering_ended": Shown(("slot", "crystals")),
    "blast_over": Shown(),
    "refilling": Shown(("step",)),
    "card_laid": Shown(("slot", "card")),
    "fire_drawn": Shown(("burns",)),
    "keys_asked": Shown(),
    "key_used": Shown(),
    "final_scored": Shown(("claims", "bench", "extinguishers", "wilds", "accounts")),
}
