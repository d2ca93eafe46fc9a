"""The value of an area of Ion to its owner: its points now, and the expected points of the rest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from adjudicator_rulesets.ion.judging.bonding import (
    ONE_EACH,
    classify,
    neutral,
    once,
    proportions,
    ways_to_show,
)
from adjudicator_rulesets.ion.judging.scoring import decay_points, noble_points
from adjudicator_rulesets.ion.play.opening import cards_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator_rulesets.ion.bots.position import Situation
    from adjudicator_rulesets.ion.edition import Goal
    from adjudicator_rulesets.ion.judging.bonding import Laid, Reading
    from adjudicator_rulesets.ion.play.opening import Begun
    from adjudicator_rulesets.ion.play.state import Area, Radioactive

TAKEN = 0.35  # how often a card in some hand is still there, and the best one, when the hand comes round
REMEMBERED = 0.5  # the same for a card known to be there
EVERY_PICK = 3.2  # the value of a pick that no group waits for
HOPE = 0.8  # weight of a hope compared with certain points
HALF_WAY = 0.5  # weight of the points at the end of the game, while it is open who has most
NEUTRALISING = frozenset({"acid", "base"})
Made = tuple[frozenset[tuple[str, ...]], frozenset[str]]  # compounds and their classes


@lru_cache(1 << 14)
def _gases(nobles: tuple[str, ...], sets: tuple[int, ...]) -> int:
    return noble_points(nobles, sets)


@lru_cache(1 << 14)
def _key(group: tuple[Laid, ...], reading: Reading) -> tuple[tuple[str, ...], str | None]:
    """The cards of a group (if neutral, as a goal would list them), and its class."""
    if not neutral(group, reading):
        return tuple(sorted([laid.card for laid in group])), None
    return tuple(sorted([laid.card for laid in once(group)])), classify(group)


@dataclass(frozen=True, slots=True)
class Completion:
    """A way to complete a group: the missing cards, the result, and the points of all its cards."""

    missing: tuple[str, ...]
    compound: tuple[str, ...]
    kind: str | None
    points: int
    whole: tuple[Laid, ...]


class Lying(NamedTuple):
    """How the groups of an area lie: what they make, their points, and those that wait for more cards."""

    made: Made
    points: int
    waiting: tuple[tuple[Laid, ...], ...]


@lru_cache(1 << 14)
def completions(game: Begun, group: tuple[Laid, ...]) -> tuple[Completion, ...]:
    """Every compound that an unfinished group can still become, with the fewest cards."""
    cards, reading = cards_of(game), game.options.reading
    ways = [laid for card in cards.values() for laid in ways_to_show(card) if laid.charge]
    kinds = set(group)
    plus = [laid for laid in kinds if laid.charge > 0] or [laid for laid in ways if laid.charge > 0]
    minus = [laid for laid in kinds if laid.charge < 0] or [laid for laid in ways if laid.charge < 0]
    complete = list(_with_other_cations(game, group, ways)) if reading.mixed == "positive" else []
    if len(kinds) > 1 and (len(plus), len(minus)) != (1, 1):
        return tuple(complete)
    for positive in plus:
        for negative in minus:
            number, of_negative = proportions(positive, negative)
            if reading.ratio == "any":
                here = group.count(positive), group.count(negative)
                times = max(1, -(-here[0] // number), -(-here[1] // of_negative))
                number, of_negative = number * times, of_negative * times
            missing = [positive.card] * (number - group.count(positive))
            missing += [negative.card] * (of_negative - group.count(negative))
            if group.count(positive) > number or group.count(negative) > of_negative:
                continue
            if any(missing.count(card) > cards[card].count for card in missing):
                continue
            whole = (positive,) * number + (negative,) * of_negative
            compound, kind = _key(whole, reading)
            points = sum(cards[laid.card].points for laid in whole)
            complete.append(Completion(tuple(missing), compound, kind, points, whole))
    return tuple(complete)


def _with_other_cations(game: Begun, group: tuple[Laid, ...], ways: list[Laid]) -> Iterator[Completion]:
    """I-MIXED-POSITIVE: what a group of one negative kind becomes with cards of one more positive kind, or
    with more of its negative one.
    """
    cards, anions = cards_of(game), {laid for laid in group if laid.charge < 0}
    cations = {laid for laid in group if laid.charge > 0}
    left = -sum(laid.charge for laid in group)
    if len(anions) != 1 or not cations or left == 0:
        return
    for added in ways if left > 0 else anions:
        number, rest = divmod(left, added.charge)
        whole = (*group, *(added,) * number)
        if number < 1 or rest or number > cards[added.card].count or len({*cations, *whole}) <= ONE_EACH:
            continue
        compound, kind = _key(whole, game.options.reading)
        points = sum(cards[laid.card].points for laid in whole)
        yield Completion((added.card,) * number, compound, kind, points, whole)


class Scale:
    """Weighs areas in one situation."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._unseen = situation.unseen
        self._total = max(1, self._unseen.total())
        self._reading = situation.game.options.reading
        self._chances: dict[str, float] = {}
        self._come: dict[tuple[tuple[str, ...], int], float] = {}
        self._few: dict[tuple[str, int], tuple[float, float]] = {}
        self._lying: dict[tuple[tuple[Laid, ...], ...], Lying] = {}
        # Most groups of an area are the same wherever a card is placed.
        self._wishes: dict[tuple[tuple[Laid, ...], int, Made], tuple[float, float, float] | None] = {}
        self._goals: dict[tuple[Made, tuple[str, ...]], int] = {}
        self._decays: dict[tuple[tuple[Radioactive, ...], int], float] = {}

    # --- points now -----------------------------------------------------------------------------------------

    def now(self, own: Area, round_: int | None = None) -> float:
        """The points of this round as the area lies; radioactive cards count with their expected points."""
        situation = self._situation
        lies = self._as_it_lies(own)
        worth = float(lies.points)
        worth += _gases(tuple(sorted(own.nobles)), situation.edition.noble_sets)
        worth += self._paid_by_goals(lies.made, own.nobles)
        current = situation.table["round"] if round_ is None else round_
        for played in own.radioactive:
            if played.round == current:
                scoring = situation.edition.radioactive(situation.players)
                likely = (scoring.face_up + scoring.turned) / 2
                worth += likely if played.lies is None else scoring.worth(played.lies)
        return worth

    def _as_it_lies(self, own: Area) -> Lying:
        lies = self._lying.get(own.groups)
        if lies is None:
            lies = self._lying[own.groups] = self._laid(own.groups)
        return lies

    def _laid(self, groups: tuple[tuple[Laid, ...], ...]) -> Lying:
        cards, reading = self._situation.cards, self._reading
        compounds, classes, points, waiting = set(), set(), 0, []
        for group in groups:
            key, kind = _key(group, reading)
            if kind is None:
                waiting.append(group)
            else:
                compounds.add(key)
                classes.add(kind)
                points += sum([cards[laid.card].points for laid in group])
        return Lying((frozenset(compounds), frozenset(classes)), points, tuple(waiting))

    def _paid_by_goals(self, made: Made, nobles: tuple[str, ...]) -> int:
        paid = self._goals.get((made, nobles))
        if paid is None:
            goals = self._situation.goals
            paid = sum([_paid(goal, _reached(goal, *made, nobles)) for goal in goals])
            self._goals[made, nobles] = paid
        return paid

    def decay(self, own: Area, player: int) -> float:
        """The expected points from the final count of decay with this area (I-DECAY)."""
        if not self._situation.game.options.radioactive:
            return 0.0
        known = self._decays.get((own.radioactive, player))
        if known is None:
            known = self._decays[own.radioactive, player] = self._decay(own, player)
        return known

    def _decay(self, own: Area, player: int) -> float:
        situation = self._situation
        cards = situation.cards
        totals = [
            float(sum(cards[r.card].decay for r in (own if seat == player else other).radioactive))
            for seat, other in enumerate(situation.areas)
        ]
        sure = 1 - HALF_WAY * situation.share_left
        scoring = situation.edition.radioactive(situation.players)
        whole = [int(total) for total in totals]
        given = decay_points(whole, scoring, situation.game.options.least)[player] if any(whole) else 0
        mean = sum(totals) / len(totals)
        lead = max(-1.0, min(1.0, (totals[player] - mean) / 8))
        return sure * given + (1 - sure) * lead * scoring.decay[0]

    # --- expectations ---------------------------------------------------------------------------------------

    def chance(self, missing: tuple[str, ...], picks: int) -> float:
        """The chance that these cards come round in this many picks."""
        known = self._come.get((missing, picks))
        if known is None:
            known = self._come[missing, picks] = self._chance(missing, picks)
        return known

    def _chance(self, missing: tuple[str, ...], picks: int) -> float:
        result = 1.0
        for card in set(missing):
            number = missing.count(card)
            none, one = self._never_or_once(card, picks)
            result *= 1 - none if number == 1 else max(0.0, 1 - none - one) ** (number - 1)
        return result if len(missing) <= picks else 0.0

    def _never_or_once(self, card: str, picks: int) -> tuple[float, float]:
        """The chances that it comes round in none of these picks, and in one of them."""
        known = self._few.get((card, picks))
        if known is None:
            each = [self._at(card, pick) for pick in range(picks)]
            none = prod([1 - once for once in each])
            one = sum([once * none / (1 - once) for once in each])
            known = self._few[card, picks] = none, one
        return known

    def _at(self, card: str, pick: int) -> float:
        """The chance that it is in the hand after this many picks, and worth taking then."""
        coming = self._situation.coming
        hand = coming[pick] if pick < len(coming) else None
        if hand is None:
            return self._once(card)
        return REMEMBERED if hand[card] else 0.0

    def _once(self, card: str) -> float:
        """The chance that it is in the next hand, and worth taking then."""
        if card not in self._chances:
            situation = self._situation
            size = 2 + max(1, situation.picks_after + 1) / 2
            share = self._unseen[card] / self._total
            self._chances[card] = TAKEN * (1 - (1 - share) ** size)
        return self._chances[card]

    def hopes(self, own: Area, picks: int) -> float:
        """The expected value of unfinished groups, with at most one card per pick."""
        if picks <= 0:
            return 0.0
        lies = self._as_it_lies(own)
        wishes = [self._wish(group, picks, lies.made) for group in lies.waiting]
        wished = sorted([wish for wish in wishes if wish is not None], reverse=True)
        left, hoped = float(picks), 0.0
        for _, expected, cards in wished:
            share = min(1.0, max(0.0, left) / cards)
            hoped += share * expected
            left -= cards
        return hoped

    def _wish(self, group: tuple[Laid, ...], picks: int, made: Made) -> tuple[float, float, float] | None:
        """What an unfinished group may become: its value by card and in all, and its cards."""
        key = group, picks, made
        if key not in self._wishes:
            self._wishes[key] = self._wished(group, picks, made)
        return self._wishes[key]

    def _wished(self, group: tuple[Laid, ...], picks: int, made: Made) -> tuple[float, float, float] | None:
        found = []
        for completion in completions(self._situation.game, group):
            if len(completion.missing) > picks:
                continue
            gain = completion.points + self._goal_gain(completion, *made)
            chance = self.chance(completion.missing, picks)
            if chance:
                found.append((gain - EVERY_PICK * len(completion.missing), chance, completion.missing))
        found.sort(key=lambda option: -option[0])
        expected, not_yet, cards = 0.0, 1.0, 1.0
        for gain, chance, missing in found:
            if gain > 0:
                expected += not_yet * chance * gain
                cards += not_yet * chance * (len(missing) - 1)
                not_yet *= 1 - chance
        return (expected / cards, expected, cards) if expected else None

    def _goal_gain(
        self, completion: Completion, compounds: frozenset[tuple[str, ...]], classes: frozenset[str]
    ) -> float:
        """What a compound adds to the goals, which pay for a first and for a second one."""
        gained = 0.0
        for goal in self._situation.goals:
            if goal.kind == "neutralisation":
                new = completion.kind in NEUTRALISING - classes
            else:
                new = completion.compound in goal.compounds and completion.compound not in compounds
            if new:
                before = _reached(goal, compounds, classes, ())
                gained += _paid(goal, before + 1) - _paid(goal, before)
        return gained

    def awaited(self, own: Area, group: tuple[Laid, ...], picks: int) -> list[tuple[Laid, ...]]:
        """What a group is likely to become, the most promising first."""
        made = self._as_it_lies(own).made
        hopes = [
            (self.chance(each.missing, picks) * (each.points + self._goal_gain(each, *made)), each.whole)
            for each in completions(self._situation.game, group)
        ]
        hopes.sort(key=lambda hope: -hope[0])
        return [whole for hope, whole in hopes if hope > 0]

    def goals_reached(self, own: Area, then: Area) -> tuple[list[str], int]:
        """The goals that pay more with an area as it is then, and what all of these pay more."""
        before, after = self._as_it_lies(own).made, self._as_it_lies(then).made
        more = {
            goal.goal: _paid(goal, _reached(goal, *after, then.nobles))
            - _paid(goal, _reached(goal, *before, own.nobles))
            for goal in self._situation.goals
        }
        return [name for name, paid in more.items() if paid > 0], sum(map(max, more.values(), repeat(0)))

    def value(self, own: Area, player: int, picks: int) -> float:
        return self.now(own) + HOPE * self.hopes(own, picks) + self.decay(own, player)


def _reached(
    goal: Goal, compounds: frozenset[tuple[str, ...]], classes: frozenset[str], gases: Sequence[str]
) -> int:
    """I-GOAL: how far a goal is reached."""
    if goal.kind == "noble":
        return min(2, max(0, len(set(gases)) - 1))
    if goal.kind == "neutralisation":
        return len(NEUTRALISING & classes)
    return sum([compound in compounds for compound in goal.compounds])


def _paid(goal: Goal, reached: int) -> int:
    return goal.pays[reached - 1] if reached else 0
