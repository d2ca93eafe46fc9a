"""Every question to the referee beside `judge`: names, equations, drawings, records, the best plays.

Each takes text, tiles or a `Formula`. With `rules`, and an `edition` of them, the answer is the game's;
without them it is chemistry's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, overload

from adjudicator import ruleset
from adjudicator.chem.formula import Formula, Tiles, write_charge
from adjudicator.errors import AdjudicatorError, AmbiguousInput, UnreadableInput, quote, quote_value
from adjudicator.parts import NamingRuleSet
from adjudicator.reference.stability import Listing
from adjudicator.ruleset import DEFAULT_RULES, read_any, rules_for
from adjudicator.verdict import Known, Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.chem.drawing import Drawing
    from adjudicator.chem.naming import NameCheck
    from adjudicator.chem.reactions import Balanced, NoBalance
    from adjudicator.engine.agents.bots import Hint
    from adjudicator.parts import BoardTile, NameRuling, Play, RuleSet
    from adjudicator.ruleset import EditionLike, Question

DRAWING_SECONDS = 30.0  # of which the first drawing spends some on loading RDKit

# Arrows as people type them; an equals sign is one only where there is no other: CH2=CH2 has a bond.
_ARROWS = [re.compile(rf"\s*(?:{arrow})\s*") for arrow in ("<?[-–—=]+>|→|⟶|⇌|⇄|↔", r"(?<=\s)=(?=\s)", "=")]
_PLUS = re.compile(r"\s+\+\s+|\+(?=[0-9]*[A-Z(\[])")  # with spaces, or directly before the next formula
# Without blanks, the first dash of OH-->H2O is a charge where there are others: ++, -+, one at the arrow.
_ARROW = re.compile(r"<?[-–—=]+>")
_CHARGED = re.compile(r"[+-]\s*\+|\^|[A-Za-z0-9)\]][+-]\s*(?:>|\Z)")
_DASH_OF_CHARGE = re.compile(r"(?<=[A-Za-z0-9)\]])-(?=[-–—=]+>)")
# The number in front of a formula, which balancing is to find; 2CaSO4·H2O has one of its own.
_NUMBER = re.compile(r"\A[0-9]+(?:\s+|(?=[A-Z(\[][^·.*]*\Z))")


# --- names ------------------------------------------------------------------------------------------------


def names(
    question: Question, rules: str | RuleSet | None = None, *, edition: EditionLike | None = None
) -> tuple[str, ...]:
    """The preferred name of a substance, then other right ones; empty where there is none.

    With `rules`, the names of what the tiles or cards are by them; what they refuse has none.
    """
    from adjudicator.chem.naming import names as all_names

    table = ruleset.default_authority().table
    if rules is None and edition is None:
        return all_names(_substance(question), table)
    verdict = rules_for(rules or DEFAULT_RULES, edition).judge(read_any(question))
    return all_names(verdict.formula, table) if verdict.ruling is Ruling.VALID else ()


@overload
def check_name(question: Question, name: str) -> NameCheck: ...
@overload
def check_name(
    question: Question, name: str, rules: str | RuleSet, *, edition: EditionLike | None = None
) -> NameRuling: ...
def check_name(
    question: Question, name: str, rules: str | RuleSet | None = None, *, edition: EditionLike | None = None
) -> NameCheck | NameRuling:
    """Whether the name is right: `answer` is "right", "wrong" or "unresolved", `message` says why.

    With `rules`, which must have a rule on names as valence-plus has, the cards must also be one build.
    """
    if not isinstance(name, str):
        raise UnreadableInput("bad_name", f"A name is text, not {quote_value(name)}.")
    if rules is None:
        from adjudicator.chem.naming import check

        if edition is not None:
            raise AdjudicatorError("edition_without_rules", "An edition goes with rules: give both or none.")
        asked = question if isinstance(question, str) else _substance(question)  # text is repeated as written
        return check(asked, name, ruleset.default_authority().table)
    chosen = rules_for(rules, edition)
    if not isinstance(chosen, NamingRuleSet):
        raise AdjudicatorError("no_naming", f"{quote(chosen.name)} has no rule for naming; use valence-plus.")
    return chosen.rule_on_name(read_any(question), name)


def _substance(question: Question) -> Formula:
    """What to name: a formula as it was written, or the composition of tiles."""
    from adjudicator.chem.naming import substance

    if isinstance(question, str):
        return substance(question)
    asked = read_any(question)
    return asked if isinstance(asked, Formula) else Formula.of_tiles(asked)


# --- equations --------------------------------------------------------------------------------------------


@overload
def balance(equation: str, /) -> Balanced | NoBalance: ...
@overload
def balance(reactants: Sequence[Question], products: Sequence[Question], /) -> Balanced | NoBalance: ...
def balance(
    equation: str | Sequence[Question], products: Sequence[Question] | None = None, /
) -> Balanced | NoBalance:
    """The smallest whole numbers that balance `"H2 + O2 -> H2O"`, or `(["H2", "O2"], ["H2O"])`; or why not.

    Numbers that an equation has already are left aside. Raises UnreadableInput where something is no formula.
    """
    from adjudicator.chem import reactions

    if products is None:
        if not isinstance(equation, str):
            said = f"An equation is text such as H2 + O2 -> H2O, or two lists, not {quote_value(equation)}."
            raise UnreadableInput("bad_equation", said)
        return reactions.balance(*sides(equation))
    for side in (equation, products):
        if isinstance(side, str) or not hasattr(side, "__iter__"):
            said = f'Each side is a list such as ["H2", "O2"], not {quote_value(side)}.'
            raise UnreadableInput("bad_equation", said)
    return reactions.balance([_written(s) for s in equation], [_written(s) for s in products])


def sides(equation: str) -> tuple[list[str], list[str]]:
    """The formulas before and after the arrow, without their numbers; raises UnreadableInput."""
    before, after = ([_marked(_NUMBER.sub("", text)) for text in side] for side in _species(equation))
    return before, after


def _marked(species: str) -> str:
    """An ion whose charge is not marked, if only one reading has a name: Fe3+ as Fe^3+; O2- stays open."""
    from adjudicator.chem.naming import substance

    try:
        Formula.parse(species)
    except AmbiguousInput:
        ion = substance(species)
        return write_charge(ion.text, ion.charge)
    except UnreadableInput:
        pass  # said by who balances
    return species


def numbers_in(equation: str) -> list[str]:
    """The number before each formula of an equation, empty where there is none; raises UnreadableInput."""
    found = (_NUMBER.match(text) for side in _species(equation) for text in side)
    return [number[0].strip() if number else "" for number in found]


def _species(equation: str) -> tuple[list[str], list[str]]:
    """What stands between the signs, before and after the arrow."""
    if _CHARGED.search(_ARROW.sub(">", equation)):
        equation = _DASH_OF_CHARGE.sub("- ", equation)
    found = [arrow.split(equation.strip()) for arrow in _ARROWS]
    both = next((parts for parts in found if len(parts) == 2), [])
    if not both or not all(both):
        said = f"An equation has one arrow between two sides, as in H2 + O2 -> H2O, not {quote(equation)}."
        raise UnreadableInput("bad_equation", said, input=equation[: ruleset.MAX_NAME])
    before, after = (_PLUS.split(side) for side in both)
    return before, after


def _written(species: Question) -> str:
    """A substance as it stands in the equation."""
    if isinstance(species, str):
        return species
    asked = read_any(species)
    if isinstance(asked, Tiles):
        return Formula.of_tiles(asked).conventional
    charge = str(asked).partition("^")[2]
    return f"{asked.text}^{charge}" if asked.text and charge else asked.text or str(asked)


# --- what is on record ------------------------------------------------------------------------------------


def known(
    question: Question, rules: str | RuleSet | None = None, *, edition: EditionLike | None = None
) -> Listing:
    """The compounds on record, the best known first; of a condensed formula those of its structure.

    With `rules`, the one compound that the ruling names, if any.
    """
    from adjudicator.reference.isomers import of_structure

    if rules is not None or edition is not None:
        found = rules_for(rules or DEFAULT_RULES, edition).judge(read_any(question)).known
        return Listing(() if found is None else (found,), ())
    formula = _substance(question)
    return of_structure(ruleset.default_authority().compounds(formula), formula)


def draw(
    question: Question | Known | Verdict,
    rules: str | RuleSet | None = None,
    *,
    edition: EditionLike | None = None,
    timeout: float = DRAWING_SECONDS,
) -> Drawing:
    """The Lewis structure as SVG: of the best-known compound, else any that the atoms admit.

    With `rules`, the structure that the ruling shows. A verdict or a compound on record is drawn as it is.
    Raises DrawingError where there is nothing to draw, or when it takes longer than `timeout` seconds.
    """
    from adjudicator.chem import drawing

    draw_structure = partial(drawing.draw, timeout=timeout)
    shown: Known | Verdict
    if isinstance(question, (Known, Verdict)):
        shown = question
    elif rules is None and edition is None:
        return draw_formula(_substance(question), draw_structure)
    else:
        shown = rules_for(rules or DEFAULT_RULES, edition).judge(read_any(question))
    if shown.smiles is None:
        what = shown.formula if isinstance(shown, Verdict) else shown.name
        said = f"No molecule {what} is known, and the ruling has no Lewis structure."
        raise drawing.DrawingError("nothing_to_draw", said)
    return draw_structure(shown.smiles)


def draw_formula(formula: Formula, draw_structure: Callable[[Any], Drawing]) -> Drawing:
    """The best-known compound with the structure of the formula, else any Lewis structure of its atoms.

    Elements and ions have the structures that are listed. Raises DrawingError with the reason why not.
    """
    from adjudicator.chem.drawing import not_drawn
    from adjudicator.chem.lewis import NoStructure, formula_structure, refuse, refuse_network, species
    from adjudicator.chem.naming import structure_of
    from adjudicator.reference.salts import listed_salt

    smiles = species(formula)
    if smiles is not None:
        return draw_structure(smiles)
    network = refuse_network(formula)
    if network is not None:
        raise not_drawn(network)
    if formula.size == 1:
        raise not_drawn(refuse("one_atom"))
    for compound in known(formula).compounds[:1]:
        return draw_structure(compound.smiles)
    if formula.charge:
        raise not_drawn(refuse("ion_unknown"))
    structure = structure_of(formula)
    if structure is not None and structure.ammonium:
        raise not_drawn(refuse("of_ions"))
    if structure is not None and structure.skeletons:
        return draw_structure(structure.skeletons[0])
    found = formula_structure(formula)
    if isinstance(found, NoStructure) and found.code == "has_metal":
        raise not_drawn(found)
    if listed_salt(formula) is not None:  # of ammonium: its atoms would allow a molecule that nobody knows
        raise not_drawn(refuse("of_ions"))
    if isinstance(found, NoStructure):
        raise not_drawn(found)
    return draw_structure(found)


# --- plays ------------------------------------------------------------------------------------------------


@overload
def best_plays(view: Mapping[str, Any], /, *, count: int = 5) -> tuple[Hint[Any], ...]: ...
@overload
def best_plays(
    rack: Question,
    /,
    board: str | Sequence[BoardTile] = ...,
    rules: str | RuleSet = ...,
    *,
    edition: EditionLike | None = None,
    count: int = 5,
) -> tuple[Play, ...]: ...
def best_plays(
    rack: Question | Mapping[str, Any],
    /,
    board: str | Sequence[BoardTile] = (),
    rules: str | RuleSet = DEFAULT_RULES,
    *,
    edition: EditionLike | None = None,
    count: int = 5,
) -> tuple[Play, ...] | tuple[Hint[Any], ...]:
    """The plays that are worth most, the best first: of a rack on a board, or of a player's view of any game.

    A board is its position as text, or a sequence of (row, column, symbol). Raises UnreadableInput, and
    AdjudicatorError for a board that cannot be and for games without a board.
    """
    if type(count) is not int or count < 1:
        raise UnreadableInput("bad_count", f"The number of plays is at least 1, not {quote_value(count)}.")
    if isinstance(rack, Mapping):
        return _hints(rack, count)
    chosen = rules_for(rules, edition)
    asked = read_any(rack)
    tiles = asked if isinstance(asked, Tiles) else [s for s, n in asked.atoms for _ in range(n)]
    plays = ruleset.plays_of(chosen.name)
    return tuple(plays.best_plays(chosen, tiles, board, count))


def _hints(view: Mapping[str, Any], count: int) -> tuple[Hint[Any], ...]:
    from adjudicator.engine.agents.bots import players_of

    if not isinstance(view.get("game"), str):
        raise UnreadableInput(
            "bad_view", f"A view is what game.view(state, player) gives, not {quote_value(view)}."
        )
    return players_of(view["game"]).hints(view, count)
