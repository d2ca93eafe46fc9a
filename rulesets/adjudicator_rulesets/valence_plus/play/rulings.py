"""Whether the rules of Valence Plus allow an action; every refusal has its reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from adjudicator.chem.naming import MAX_NAME
from adjudicator.engine.answers import ActionVerdict, consent, refusal, ruled
from adjudicator_rulesets.valence_plus.judging.reactions import products_of, react
from adjudicator_rulesets.valence_plus.play.opening import molecule_cards, rules_of
from adjudicator_rulesets.valence_plus.play.state import (
    BANK,
    DISCARD,
    Block,
    Build,
    Draw,
    EndTurn,
    Exchange,
    React,
    SettleName,
    TradeUp,
    hand,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adjudicator.verdict import Check
    from adjudicator_rulesets.valence_plus.edition import Reaction
    from adjudicator_rulesets.valence_plus.judging.builds import Builds
    from adjudicator_rulesets.valence_plus.judging.reactions import Reacted, Substance
    from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus
    from adjudicator_rulesets.valence_plus.play.state import Action, StashCard, State

MAY_COLLECT = consent("V-COLLECT", "may_collect")
BLOCKS, REACTOR, TRADE_UP = "blocks", "reactor", "trade-up"
DRAWS = {0: 3, 1: 2}  # V-DRAW-FEW: by the cards in the hand; otherwise one


def ruling(state: State, player: int, action: Action) -> ActionVerdict:
    match action:
        case Draw():
            return ruled(_draw(state, player, action), MAY_COLLECT)
        case Exchange():
            return ruled(_exchange(state, player, action), MAY_COLLECT)
        case TradeUp():
            return ruled(_trade_up(state, player, action), MAY_COLLECT)
        case React():
            return _react(state, player, action)
        case Build():
            return _build(state, player, action)
        case SettleName():
            return ruled(_settle_name(state, player), consent("V-NAME-OPEN", "may_settle_name"))
        case Block():
            return ruled(_block(state, player), consent("V-BLOCK", "may_block"))
        case EndTurn():
            return ruled(_end_turn(state, player, action), consent("V-REPEAT", "turn_may_end"))
    raise NotImplementedError(action.type)


# --- whose turn it is ---------------------------------------------------------------------------------------


def _turn(state: State, player: int) -> Iterator[Check]:
    if state.turn != player:
        yield refusal("V-CLOCKWISE", "not_your_turn", turn=state.turn)
    if state.open_name is not None:
        yield refusal("V-NAME-OPEN", "name_is_open")
    if state.aimed is not None:
        yield refusal("V-BLOCK", "reaction_is_aimed", owner=state.aimed.owner)


def _collecting(state: State, player: int) -> Iterator[Check]:
    yield from _turn(state, player)
    if state.phase != "collect":
        yield refusal("V-COLLECT", "already_collected")


def _building(state: State, player: int) -> Iterator[Check]:
    yield from _turn(state, player)
    if state.phase != "build":
        yield refusal("V-COLLECT", "collect_first")


# --- collecting ---------------------------------------------------------------------------------------------


def cards_to_draw(held: int) -> int:
    """V-DRAW, V-DRAW-FEW."""
    return DRAWS.get(held, 1)


def _draw(state: State, player: int, action: Draw) -> Iterator[Check]:
    yield from _collecting(state, player)
    number = cards_to_draw(len(state.pieces[hand(player)]))
    if action.source == "discard" and number > 1:
        yield refusal("V-DISCARD", "draws_more_than_one", number=number)
    if action.source == "discard" and not state.pieces[DISCARD]:
        yield refusal("V-DISCARD", "discard_pile_empty")


def _exchange(state: State, player: int, action: Exchange) -> Iterator[Check]:
    yield from _collecting(state, player)
    held = state.pieces[hand(player)]
    if not held:
        yield refusal("V-EXCHANGE", "nothing_to_exchange")
    if Counter(action.cards) != Counter(held):
        yield refusal("V-EXCHANGE", "not_the_whole_hand")


def _trade_up(state: State, player: int, action: TradeUp) -> Iterator[Check]:
    yield from _collecting(state, player)
    kinds = marked(rules_of(state), TRADE_UP)
    there = [card for card in state.stashes[player] if card.formula == action.formula]
    if not there:
        yield refusal("V-TRADE-UP", "not_in_stash", player=player, formulas=(action.formula,))
    elif not find(state, player, action.formula, kinds):
        yield refusal("V-TRADE-UP", "no_trade_up", molecule=there[0].molecule, kinds=kinds)


@lru_cache(256)
def marked(rules: ValencePlus, mark: str) -> tuple[str, ...]:
    """V-MARKS: the molecules with this mark."""
    return tuple(card.name for card in rules.edition.molecules if mark in card.marks)


def find(state: State, player: int, formula: str, kinds: Sequence[str]) -> StashCard | None:
    """A card of a stash by its substance; `kinds`, because a Salt and a Metal Sulfate can both be CuSO4."""
    for card in state.stashes[player]:
        if card.formula == formula and card.molecule in kinds:
            return card
    return None


# --- reacting -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlannedReaction:
    """The cards of a requested reaction, and its products; its equation only where it is asked for."""

    reaction: Reaction
    reactors: tuple[StashCard, ...]
    target: StashCard
    builds: Builds

    @property
    def products(self) -> tuple[Substance, ...]:
        return products_of(self.reaction, self._formulas, self.target.formula, self.builds)

    @property
    def reacted(self) -> Reacted:
        return react(self.reaction, self._formulas, self.target.formula, self.builds)

    @property
    def _formulas(self) -> tuple[str, ...]:
        return tuple([card.formula for card in self.reactors])


def _react(state: State, player: int, action: React) -> ActionVerdict:
    refusals = tuple(_react_refusals(state, player, action))
    if refusals:
        return ActionVerdict.of(*refusals)
    planned = plan(state, player, action)
    assert planned is not None
    reacted = planned.reacted
    may = consent("V-REACT", "may_react", equation=reacted.equation, in_the_flask=reacted.in_the_flask)
    return ActionVerdict.of(MAY_COLLECT, may)


def _react_refusals(state: State, player: int, action: React) -> Iterator[Check]:
    if state.options.younger:
        yield refusal("V-YOUNG", "no_reactions_here")
        return
    yield from _collecting(state, player)
    if state.blocked:
        yield refusal("V-REACT-ONCE", "was_blocked")
    if action.owner not in state.playing:
        yield refusal("V-TARGET", "no_such_player", player=action.owner, players=state.playing)
        return
    missing = Counter(action.reactors) - Counter(card.formula for card in state.stashes[player])
    if missing:
        yield refusal("V-REACTOR", "not_in_stash", player=player, formulas=tuple(sorted(missing)))
    if not action.reactors:
        yield refusal("V-REACTOR", "no_reactor")
    if action.target not in {card.formula for card in state.stashes[action.owner]}:
        yield refusal("V-TARGET", "not_in_stash", player=action.owner, formulas=(action.target,))
        return
    if not missing and action.reactors:
        yield from _chemistry(state, player, action)


def _chemistry(state: State, player: int, action: React) -> Iterator[Check]:
    """For cards that are there: V-REACTOR, V-TARGET, V-BLOCK, V-DOUBLE-ACID, V-BANK."""
    reactors = marked(rules_of(state), REACTOR)
    for formula in dict.fromkeys(action.reactors):
        if not find(state, player, formula, reactors):
            card = next(card for card in state.stashes[player] if card.formula == formula)
            yield refusal("V-REACTOR", "not_a_reactor", molecule=card.molecule)
            return
    reaction = matching(state, player, action)
    if reaction is None:
        kinds = tuple(_molecules(state, player, action.reactors, reactors))
        target = next(c.molecule for c in state.stashes[action.owner] if c.formula == action.target)
        yield refusal("V-TARGET", "no_such_reaction", reactors=kinds, target=target)
        return
    yield from _blocked(state, player, action, reaction)
    out = Counter(reaction.products) - Counter(state.pieces[BANK])
    if out:
        yield refusal("V-BANK", "bank_is_out", molecules=tuple(sorted(out)))


def _blocked(state: State, player: int, action: React, reaction: Reaction) -> Iterator[Check]:
    blockers = marked(rules_of(state), BLOCKS)
    if reaction.target in blockers and action.owner == player:
        yield refusal("V-DOUBLE-ACID", "own_compound", target=reaction.target)
    blocker = blocker_against(state, player, action)
    if blocker is not None and state.options.blocking == "always":
        yield refusal("V-BLOCK", "reaction_is_blocked", owner=action.owner, blocker=blocker.molecule)


def blocker_against(state: State, player: int, action: React) -> StashCard | None:
    """V-BLOCK: the card with which the target's owner can block, if any."""
    blockers = marked(rules_of(state), BLOCKS)
    reaction = matching(state, player, action)
    if reaction is None or reaction.target in blockers or action.owner == player:
        return None
    return next((card for card in state.stashes[action.owner] if card.molecule in blockers), None)


def _block(state: State, player: int) -> Iterator[Check]:
    if state.aimed is None:
        yield refusal("V-BLOCK", "nothing_to_block")
    elif state.aimed.owner != player:
        yield refusal("V-BLOCK", "not_yours_to_block", owner=state.aimed.owner)


def _molecules(state: State, player: int, formulas: Iterable[str], kinds: Sequence[str]) -> Iterator[str]:
    for formula in formulas:
        card = find(state, player, formula, kinds)
        if card is not None:
            yield card.molecule


def matching(state: State, player: int, action: React) -> Reaction | None:
    """The reaction of the edition that these cards make."""
    rules = rules_of(state)
    reactors = sorted(_molecules(state, player, action.reactors, marked(rules, REACTOR)))
    for reaction in rules.edition.reactions:
        if sorted(reaction.reactors) == reactors and find(
            state, action.owner, action.target, (reaction.target,)
        ):
            return reaction
    return None


def plan(state: State, player: int, action: React) -> PlannedReaction | None:
    """The cards and products of a possible reaction; None if no card allows it."""
    rules, reaction = rules_of(state), matching(state, player, action)
    if reaction is None:
        return None
    kinds = marked(rules, REACTOR)
    used = [find(state, player, formula, kinds) for formula in action.reactors]
    target = find(state, action.owner, action.target, (reaction.target,))
    assert target is not None
    return PlannedReaction(reaction, tuple([card for card in used if card is not None]), target, rules.builds)


def reactions(state: State, player: int) -> tuple[React, ...]:
    """Every reaction that this player may start now."""
    rules = rules_of(state)
    own = sorted(card.formula for card in state.stashes[player] if card.molecule in marked(rules, REACTOR))
    teams = sorted({team for size in team_sizes(rules) for team in combinations(own, size)})
    asked = [
        React(team, owner, target)
        for owner in state.playing
        for target in sorted({card.formula for card in state.stashes[owner]})
        for team in teams
    ]
    return tuple(action for action in asked if not [*_react_refusals(state, player, action)])


@lru_cache(32)
def team_sizes(rules: ValencePlus) -> tuple[int, ...]:
    return tuple(sorted({len(reaction.reactors) for reaction in rules.edition.reactions}))


# --- building -----------------------------------------------------------------------------------------------


def picked(state: State, player: int, action: Build) -> ActionVerdict:
    """The ruling on the cards of a build, whatever they make."""
    refusals = (*_building(state, player), *_not_in_hand(state, player, action.cards))
    return ruled((*refusals, *_name_refusals(state, action)), consent("V-BUILD", "may_try"))


def _build(state: State, player: int, action: Build) -> ActionVerdict:
    """V-BUILD and V-CLASS are judged by the rule set; the game adds the hand, the bank and the name."""
    refusals = [*_building(state, player), *_not_in_hand(state, player, action.cards)]
    if refusals:
        return ActionVerdict.of(*refusals)
    rules = rules_of(state)
    build = rules.classify(action.cards)
    if build is None:
        from adjudicator.chem.formula import Tiles

        return ActionVerdict.of(*rules.judge(Tiles(action.cards)).checks)
    molecule = build.molecule.name
    if molecule not in state.pieces[BANK]:
        refusals.append(refusal("V-BANK", "bank_is_out", molecules=(molecule,)))
    refusals += _name_refusals(state, action)
    points = molecule_cards(rules)[molecule].points
    made = consent("V-CLASS", "molecule", molecule=molecule, points=points)
    return ActionVerdict.of(*(refusals or (made, consent("V-BANK", "in_the_bank", molecule=molecule))))


def _not_in_hand(state: State, player: int, cards: Sequence[str]) -> Iterator[Check]:
    missing = Counter(cards) - Counter(state.pieces[hand(player)])
    if missing:
        yield refusal("V-BUILD", "not_in_hand", symbols=tuple(sorted(missing)))


def _name_refusals(state: State, action: Build) -> Iterator[Check]:
    """V-NAME: what must be given before the judge is asked. A name that is not required is ignored."""
    if action.name is not None and len(action.name) > MAX_NAME:
        yield refusal("V-NAME", "name_overlong", limit=MAX_NAME)
    if state.options.naming and not (action.name or "").strip():
        yield refusal("V-NAME", "name_wanted")
    if tuple(sorted(action.cards)) in state.misnamed:
        yield refusal("V-NAME-WRONG", "misnamed_this_turn")


def _settle_name(state: State, player: int) -> Iterator[Check]:
    if state.open_name is None:
        yield refusal("V-NAME-OPEN", "no_open_name")
    elif player == state.turn:
        yield refusal("V-NAME-OPEN", "your_own_name")
    elif player in state.open_name.accepted:
        yield refusal("V-NAME-OPEN", "opinion_was_given")


# --- the end of a turn --------------------------------------------------------------------------------------


def excess(state: State, player: int) -> int:
    """V-LIMIT: how many cards must be discarded."""
    return max(0, len(state.pieces[hand(player)]) - rules_of(state).edition.hand)


def _end_turn(state: State, player: int, action: EndTurn) -> Iterator[Check]:
    yield from _building(state, player)
    yield from _not_in_hand(state, player, action.discards)
    number = excess(state, player)
    if len(action.discards) != number:
        yield refusal("V-LIMIT", "discards_wanted", number=number, limit=rules_of(state).edition.hand)
