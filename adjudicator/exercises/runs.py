"""Legal or not, mend it, build it: runs of tiles or cards, by the rule set that the exercise names."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator import prose
from adjudicator.chem.elements import METALS
from adjudicator.chem.formula import Formula, Tiles, Written
from adjudicator.errors import UnreadableInput, quote
from adjudicator.exercises.equations import salt_of
from adjudicator.exercises.exercise import refuse
from adjudicator.exercises.marking import Finding, Solution, refused, right_if
from adjudicator.exercises.names import attested
from adjudicator.exercises.reasons import is_molecule
from adjudicator.exercises.words import are_cards, points_printed, rules_called, say
from adjudicator.prose import in_every_language, worded
from adjudicator.ruleset import (
    box_of,
    compounds_scored,
    game_of,
    load_ruleset,
    points_of,
    question_forms,
    read_question,
)
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.chem.formula.written import Group
    from adjudicator.exercises.exercise import Exercise
    from adjudicator.parts import RuleSet
    from adjudicator.verdict import Verdict

MAX_RACK = 10  # tiles: every part of it is judged
TOO_FEW_TILES = "{formula} is legal, but less than half of the tiles are left: mend it, do not replace it."
TOO_FEW_CARDS = "{formula} is legal, but less than half of the cards are left: mend it, do not replace it."
MEND_TILES = (
    "This is not legal by {rules}. Make it legal, and keep at least half of the tiles: full marks if every "
    "element stays, or for the fewest changes."
)
MEND_CARDS = (
    "This is not legal by {rules}. Make it legal, and keep at least half of the cards: full marks if every "
    "element stays, or for the fewest changes."
)
MAX_RUN = 16  # tiles of a run that is asked about
# Answers are read in every language, whichever the question is shown in.
YES = frozenset(("yes", "y", "legal", "valid", "true", "1")) | in_every_language("answers", "yes")
NO = frozenset(("no", "n", "illegal", "invalid", "false", "0")) | in_every_language("answers", "no")


def _verdict(exercise: Exercise, question: Tiles | Formula) -> Verdict:
    return load_ruleset(exercise.rules).judge(question)


def _run(exercise: Exercise) -> Tiles:
    tiles = Tiles.parse(exercise.material)
    if len(tiles) > MAX_RUN:
        raise _too_many(exercise, len(tiles), MAX_RUN)
    return tiles


def _too_many(exercise: Exercise, pieces: int, most: int) -> UnreadableInput:
    said = f"{pieces} tiles, and an exercise of this kind has up to {most}: {quote(exercise.material)}."
    return refuse("too_many_tiles", said, exercise.material)


def _decided(exercise: Exercise) -> Verdict:
    verdict = _verdict(exercise, _run(exercise))
    if verdict.ruling is Ruling.UNRESOLVED:
        said = f"The judge cannot decide whether {quote(exercise.material)} is legal by {exercise.rules}."
        raise refuse("undecided", said, exercise.material)
    return verdict


class Legality:
    def read(self, exercise: Exercise) -> str:
        _decided(exercise)
        return str(_run(exercise))

    def ask(self, exercise: Exercise) -> dict[str, Any]:
        prompt = say("Is this legal by {rules}?", rules=rules_called(exercise.rules))
        pieces = _decided(exercise).tiles  # the cards of Ion, where an ion is one
        return {"prompt": prompt, "answer": "yes_no", "tiles": list(pieces or _run(exercise))}

    def mark(self, exercise: Exercise, answer: str) -> Finding:
        word = answer.lower()
        if word not in YES | NO:
            raise UnreadableInput(
                "not_yes_or_no", f"The answer is yes or no, not {quote(answer)}.", input=answer
            )
        verdict = _decided(exercise)
        yes = word in YES
        outcome = right_if(yes == (verdict.ruling is Ruling.VALID))
        return Finding(outcome, verdict.decisive.code, _ruled(verdict), read_as="yes" if yes else "no")

    def solve(self, exercise: Exercise) -> Solution:
        verdict = _decided(exercise)
        return Solution("yes" if verdict.ruling is Ruling.VALID else "no", _ruled(verdict))


def _ruled(verdict: Verdict) -> str:
    """The reason of a ruling; of a legal run with its numbers, where they are what makes it legal."""
    decisive = verdict.decisive
    numbers = decisive.witness.get("numbers", ()) if decisive.witness else ()
    if verdict.ruling is not Ruling.VALID or not any(numbers) or "= 0" in decisive.message:
        return decisive.message
    total = f"{' '.join(map(prose.signed, numbers))} = {sum(numbers)}."
    return total if "worth" in decisive.params else f"{total} {decisive.message}"  # points are no reason


class Mending:
    """Every legal run that keeps at least half of the tiles is right.

    Its score is full where every element stays, and otherwise the better, the fewer changes it has.
    """

    def read(self, exercise: Exercise) -> str:
        if _decided(exercise).ruling is Ruling.VALID:
            said = (
                f"{quote(exercise.material)} is legal by {exercise.rules} already: there is nothing to mend."
            )
            raise refuse("already_legal", said, exercise.material)
        if _nearest(exercise.rules, _run(exercise)) is None:
            said = f"Nothing legal is near {quote(exercise.material)} by {exercise.rules}."
            raise refuse("nothing_near", said, exercise.material)
        return str(_run(exercise))

    def ask(self, exercise: Exercise) -> dict[str, Any]:
        asked = MEND_CARDS if are_cards(exercise.rules) else MEND_TILES
        prompt = say(asked, rules=rules_called(exercise.rules))
        return {"prompt": prompt, "answer": "tiles", "tiles": list(_run(exercise))}

    def mark(self, exercise: Exercise, answer: str) -> Finding:
        run = _run(exercise)
        verdict = _verdict(exercise, read_question(answer))
        shown = Formula.of_tiles(_atoms(verdict.tiles)).conventional  # in whichever order they are laid
        if verdict.ruling is not Ruling.VALID:
            outcome = refused(verdict.ruling)
            return Finding(outcome, verdict.decisive.code, verdict.decisive.message, read_as=shown)
        laid = _atoms(verdict.tiles)
        kept = sum((Counter(run) & Counter(laid)).values())
        if 2 * kept < len(run):
            template = TOO_FEW_CARDS if are_cards(exercise.rules) else TOO_FEW_TILES
            return Finding("wrong", "not_mended", say(template, formula=verdict.formula), read_as=shown)
        nearest = _nearest(exercise.rules, run)
        assert nearest is not None, "looked for when the exercise was read"
        changes = distance(run, laid, ordered=is_ordered(exercise.rules))
        fewest = min(nearest.changes, changes)
        template = "{formula} is legal, with {changes} changes."
        if changes == 1:
            template = "{formula} is legal, with one change."
        reason = say(template, formula=verdict.formula, changes=changes)
        score = 1.0 if set(run) <= set(laid) else fewest / changes
        if score < 1:
            reason += " " + say("There is a nearer one.")
        return Finding("right", "mended", reason, score=score, read_as=shown)

    def solve(self, exercise: Exercise) -> Solution:
        nearest = _nearest(exercise.rules, _run(exercise))
        assert nearest is not None
        if not set(_run(exercise)) <= {symbol for symbol, _ in nearest.formula.atoms}:
            nearest = _with_all(exercise.rules, _run(exercise)) or nearest  # what a teacher would write
        run = _neighbour(exercise.rules, _run(exercise), nearest.formula)
        verdict = _verdict(exercise, run or nearest.formula)
        wrong = _decided(exercise).decisive.message
        answer = verdict.formula
        if self.mark(exercise, answer).score != 1:  # another order of the tiles would be nearer
            answer = "".join(run or _laid(exercise, verdict))
        full = (formula for formula in _full_answers(exercise.rules, _run(exercise)) if formula != answer)
        also = tuple(formula for formula in full if self.mark(exercise, formula).score == 1)[:MAX_OTHERS]
        said = f"{wrong} {verdict.formula}: {_ruled(verdict)} {_full_marks(exercise)}"
        return Solution(answer, said, also)


def _full_marks(exercise: Exercise) -> str:
    """Which answers have full marks: there are more than a key can list."""
    nearest = _nearest(exercise.rules, _run(exercise))
    assert nearest is not None, "looked for when the exercise was read"
    said = "Full marks for every legal answer with one change, or with every element kept."
    if nearest.changes > 1:
        said = "Full marks for every legal answer with up to {changes} changes, or with every element kept."
    return say(said, changes=nearest.changes)


def _atoms(cards: Sequence[str]) -> tuple[str, ...]:
    """Cards and tiles as single symbols: a card of hydroxide is O and H, one of sulfate S and four O."""
    return tuple(symbol for card in cards for symbol in _written_out(Written.parse(card)))


def _laid(exercise: Exercise, verdict: Verdict) -> tuple[str, ...]:
    """A legal run of what was judged as a composition, in the order of its formula where that is legal."""
    written = tuple(_written_out(Written.parse(verdict.formula)))
    legal = _verdict(exercise, Tiles(written)).ruling is Ruling.VALID
    return written if legal else _atoms(verdict.tiles)


def _written_out(formula: Written) -> Iterator[str]:
    """Mg(NO2)2 as Mg, N, O, O, N, O, O."""
    for part in formula.parts:
        for _ in range(part.count):
            yield from _spread(part.groups)


def _spread(groups: Sequence[Group]) -> Iterator[str]:
    for group in groups:
        for _ in range(group.count):
            yield from _spread(group.inside) if group.bracket else (group.symbol,)


def is_ordered(rules: str) -> bool:
    """Whether the order of the pieces counts by these rules."""
    form = question_forms().get(game_of(rules))
    return form is not None and form.ordered


def distance(run: Sequence[str], other: Sequence[str], *, ordered: bool) -> int:
    """How many tiles are added, taken away, exchanged or, where order counts, moved."""
    mine, theirs = Counter(run), Counter(other)
    return _exchanges(mine, theirs) + (
        sum((mine & theirs).values()) - _longest_common(run, other) if ordered else 0
    )


def _exchanges(mine: Counter[str], theirs: Counter[str]) -> int:
    """One tile for another is one change."""
    return max((mine - theirs).total(), (theirs - mine).total())


def _longest_common(run: Sequence[str], other: Sequence[str]) -> int:
    row = [0] * (len(other) + 1)
    for symbol in run:
        before = row
        row = [0]
        for place, theirs in enumerate(other, 1):
            row.append(before[place - 1] + 1 if symbol == theirs else max(before[place], row[place - 1]))
    return row[-1]


class Near(NamedTuple):
    formula: Formula
    changes: int


MAX_OTHERS = 4  # right answers that are told beside the first
MOST_CHANGES = 2  # that are looked for where the judge names no nearest miss
FAR = 3  # changes: only the same ions in other numbers take more (C-HINT)


@lru_cache(1024)
def _nearest(rules: str, run: Tiles) -> Near | None:
    """What the judge would mend it to, or else the nearest composition that is legal in some order.

    Where the judge names the same ions in other numbers, its changes are those of the nearest composition.
    """
    chosen = load_ruleset(rules)
    mended = _mended(chosen, run)
    if mended is not None and mended.changes <= FAR:
        return mended
    edge = [Counter(run)]
    for _ in range(MOST_CHANGES):
        edge = [changed for counts in edge for changed in _changed(counts, sorted(set(run)))]
        for counts in edge:
            formula = Formula.of(counts)
            if formula.size > 1 and chosen.judge(formula).ruling is Ruling.VALID:
                near = Near(formula, _exchanges(Counter(run), counts))
                return mended._replace(changes=near.changes) if mended is not None else near
    return mended


def _mended(chosen: RuleSet, run: Tiles) -> Near | None:
    for check in chosen.judge(run).checks:
        mends = [check.params["nearest"]] if "nearest" in check.params else check.params.get("mends", ())
        for mend in mends:
            formula = Formula.parse(mend["makes"])
            changes = _exchanges(Counter(run), Counter(dict(formula.atoms))) + mend.get("moved", 0)
            if changes and chosen.judge(formula).ruling is Ruling.VALID:
                return Near(formula, changes)
    return None


@lru_cache(1024)
def _full_answers(rules: str, run: Tiles) -> tuple[str, ...]:
    """Substances with a name that may get full marks: what the judge names, and what the elements make.

    Those that keep every element come first, then the nearest.
    """
    chosen, nearest = load_ruleset(rules), _nearest(rules, run)
    assert nearest is not None, "looked for when the exercise was read"
    mine = Counter(run)
    mends = [mend for check in chosen.judge(run).checks for mend in check.params.get("mends", ())]
    around = [nearest.formula, *(Formula.parse(mend["makes"]) for mend in mends)]
    for counts in product(*(range(n + MOST_CHANGES + 1) for n in mine.values())):
        made = Counter(dict(zip(mine, counts, strict=True)))
        changes, kept = _exchanges(mine, made), (mine & made).total()
        if 2 * kept >= len(run) and 0 < changes <= (MOST_CHANGES if all(counts) else nearest.changes):
            around.append(Formula.of(+made))
    all_kept = _with_all(rules, run)
    around += [all_kept.formula] if all_kept is not None else []

    def rank(formula: Formula) -> tuple[bool, int, str]:
        atoms = Counter(dict(formula.atoms))
        return not mine.keys() <= atoms.keys(), _exchanges(mine, atoms), formula.hill

    verdicts = [chosen.judge(formula) for formula in sorted(filter(_is_familiar, set(around)), key=rank)]
    return tuple(dict.fromkeys(one.formula for one in verdicts if one.ruling is Ruling.VALID and one.name))


def _is_familiar(formula: Formula) -> bool:
    """Salts, acids and molecules that everybody knows: SO3, not SO6."""
    known = attested()
    return not is_molecule(formula) or (
        known is not None and any(one.well_known for one in known.by_formula(formula.hill))
    )


@lru_cache(1024)
def _with_all(rules: str, run: Tiles) -> Near | None:
    """The legal salt of an ion of the edition and the one metal of the run."""
    edition = load_ruleset(rules).describe()["edition"]
    tiles = {row["symbol"]: row["oxidation"] for row in edition.get("tiles", ()) if "oxidation" in row}
    for ion in edition.get("ions", ()):
        inside = {symbol for symbol, _ in Formula.parse(ion["formula"]).atoms}
        rest = sorted(set(run) - inside)
        if not inside <= set(run) or len(rest) != 1 or rest[0] not in METALS:
            continue
        for number in tiles.get(rest[0], ()):
            if number * ion["charge"] < 0:
                parts = sorted(
                    ((rest[0], number), (ion["formula"], ion["charge"])), key=lambda part: -part[1]
                )
                (plus, up), (minus, down) = parts
                formula = Formula.parse(salt_of(f"{plus}^{up}+", f"{minus}^{-down}-"))
                if load_ruleset(rules).judge(formula).ruling is Ruling.VALID:
                    return Near(formula, _exchanges(Counter(run), Counter(dict(formula.atoms))))
    return None


@lru_cache(1024)
def _neighbour(rules: str, run: Tiles, wanted: Formula) -> Tiles | None:
    """A legal run of that composition which a single change leads to, if there is one."""
    chosen = load_ruleset(rules)
    for tiles in _one_change(run, sorted({symbol for symbol, _ in wanted.atoms})):
        if Formula.of_tiles(tiles) == wanted and chosen.judge(Tiles(tiles)).ruling is Ruling.VALID:
            return Tiles(tiles)
    return None


def _one_change(run: Tiles, symbols: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every run with a tile taken away, moved or added."""
    for place, symbol in enumerate(run):
        rest = (*run[:place], *run[place + 1 :])
        yield rest
        yield from ((*rest[:to], symbol, *rest[to:]) for to in range(len(run)))
    for symbol in symbols:
        yield from ((*run[:to], symbol, *run[to:]) for to in reversed(range(len(run) + 1)))


def _changed(counts: Counter[str], symbols: Sequence[str]) -> Iterator[Counter[str]]:
    for symbol in symbols:
        yield counts + Counter({symbol: 1})
        if counts[symbol]:
            yield counts - Counter({symbol: 1})


class Building:
    """What scores most is right. Every legal run of tiles of the rack has its share of those points."""

    def read(self, exercise: Exercise) -> str:
        rack = _rack(exercise)
        if _best(exercise.rules, tuple(sorted(rack))) is None:
            said = f"No part of the rack {quote(exercise.material)} is legal by {exercise.rules}."
            raise refuse("nothing_to_build", said, exercise.material)
        return " ".join(rack)

    def ask(self, exercise: Exercise) -> dict[str, Any]:
        asked = "Build the compound that scores most by {rules}, of tiles of this rack."
        if are_cards(exercise.rules):
            asked = "Build the compound that scores most by {rules}, of these cards."
        prompt = say(asked, rules=rules_called(exercise.rules))
        rack = exercise.material.split()
        # What the score needs: points on the pieces, or else what whole compounds are worth.
        printed = {piece: n for piece, n in points_printed(exercise.rules).items() if piece in rack}
        question = {"prompt": prompt, "answer": "tiles", "rack": rack, "points": printed}
        return question if printed else {**question, "scores": _scores(exercise.rules)}

    def mark(self, exercise: Exercise, answer: str) -> Finding:
        verdict = _verdict(exercise, read_question(answer))
        shown = Formula.of_tiles(_atoms(verdict.tiles)).conventional
        missing = _lacking(exercise.material.split(), verdict)
        if missing:
            lacking = " ".join(sorted(missing.elements()))
            template = "The rack has not enough tiles: {tiles} is lacking."
            if are_cards(exercise.rules):
                template = "There are not enough cards: {tiles} is lacking."
            reason = say(template, tiles=lacking)
            return Finding("wrong", "not_in_rack", reason, read_as=shown)
        if verdict.ruling is not Ruling.VALID:
            outcome = refused(verdict.ruling)
            return Finding(outcome, verdict.decisive.code, verdict.decisive.message, read_as=shown)
        best = _best(exercise.rules, tuple(sorted(exercise.material.split())))
        assert best is not None, "looked for when the exercise was read"
        points = points_of(exercise.rules, verdict)
        counted = _counted(exercise.rules, verdict, points)
        if points >= best.points:
            reason = say("{counted} Nothing scores more.", counted=counted)
            return Finding("right", "built", reason, read_as=shown, points=points)
        better = _counted(exercise.rules, best.verdict, best.points)
        template = "It is legal, but not the best. {counted} {better} {why}"
        reason = say(template, counted=counted, better=better, why=_why(best.verdict))
        return Finding(
            "wrong", "not_the_best", reason.strip(), score=points / best.points, read_as=shown, points=points
        )

    def solve(self, exercise: Exercise) -> Solution:
        best = _best(exercise.rules, tuple(sorted(exercise.material.split())))
        assert best is not None, "looked for when the exercise was read"
        said = _counted(exercise.rules, best.verdict, best.points)
        return Solution(best.verdict.formula, f"{said} {_why(best.verdict)}".strip(), points=best.points)


def _counted(rules: str, verdict: Verdict, points: int) -> str:
    """What it scores, and where pieces print points, of which pieces: K2O scores 7: K 3 + K 3 + O 1."""
    printed = points_printed(rules)
    if points and sum(printed.get(piece, 0) for piece in verdict.tiles) == points:
        account = " + ".join(f"{piece} {printed[piece]}" for piece in verdict.tiles)
        said = "{formula} scores {points}: {account}."
        return say(said, formula=verdict.formula, points=points, account=account)
    return say("{formula} scores {points}.", formula=verdict.formula, points=points)


def _why(verdict: Verdict) -> str:
    """Why it scores that where no piece prints points: the kind of molecule; otherwise why it is legal."""
    kinds = [check.message for check in verdict.checks if "points" in check.params]
    counted = "worth" in verdict.decisive.params
    return kinds[0] if kinds else "" if counted else verdict.decisive.message


class Best(NamedTuple):
    verdict: Verdict
    points: int


@lru_cache(512)
def _best(rules: str, rack: tuple[str, ...]) -> Best | None:
    """Of every part of the rack, judged as a composition: what scores most, and the smallest of those."""
    chosen = load_ruleset(rules)
    found = None
    for part in _parts(rack):
        verdict = chosen.judge(Formula.of_tiles(_atoms(part)))
        if verdict.ruling is Ruling.VALID and not _lacking(rack, verdict):
            points = points_of(rules, verdict)
            if found is None or points > found.points:
                found = Best(verdict, points)
    return found


def _parts(rack: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every part of two pieces or more, small ones first."""
    counts = Counter(rack)
    parts = [
        tuple(Counter(dict(zip(counts, chosen, strict=True))).elements())
        for chosen in product(*(range(n + 1) for n in counts.values()))
    ]
    return (part for part in sorted(parts, key=len) if len(part) > 1)


def _rack(exercise: Exercise) -> tuple[str, ...]:
    """The pieces of a rack; a card of the box that has several atoms, as OH, is one piece."""
    cards = points_printed(exercise.rules)
    parts = [(word,) if word in cards else Tiles.parse(word) for word in exercise.material.split()]
    rack = tuple(piece for part in parts for piece in part)
    if len(rack) > MAX_RACK:
        raise _too_many(exercise, len(rack), MAX_RACK)
    return rack


def _lacking(rack: Sequence[str], verdict: Verdict) -> Counter[str]:
    """What a run has that the rack has not; a card that the rack has stays whole."""
    laid = [piece for card in verdict.tiles for piece in ((card,) if card in rack else _atoms([card]))]
    return Counter(laid) - Counter(rack)


def _scores(rules: str) -> str:
    """What whole compounds score in a game whose pieces print no points, the most first."""
    by_points: dict[int, list[str]] = {}
    for name, points in compounds_scored(rules).items():
        by_points.setdefault(points, []).append(worded(box_of(game_of(rules)), name))
    told = [
        say("{points} for {names}", points=points, names=", ".join(names))
        for points, names in sorted(by_points.items(), reverse=True)
    ]
    return say("Points: {scores}.", scores="; ".join(told))
