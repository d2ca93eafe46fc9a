"""The referee of a Chemistry Monopoly board: whole sets, what may be condensed, what a square costs.

Elements asked as tiles (F Cl I) are cards in a hand: is that a whole set? One alone (F) asks for its square:
what it costs, earns and belongs to. Asked as a formula (F4Cl3I3) the numbers are the liquids on each, five
standing for a solid: is it condensed evenly? What is left out is bare.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula, write_unit
from adjudicator.parts import Described
from adjudicator.verdict import Check, Facts, Outcome, Verdict, add_up, together, with_beside
from adjudicator_rulesets.chemistry_monopoly.judging.condensing import even, may_condense, pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.formula import Tiles
    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.chemistry_monopoly.edition import Edition, Family, Square

PASS, FAIL = Outcome.PASS, Outcome.FAIL
SET = "set"
NOBLE = 18  # the group of the noble gases
NO_SET = ("several_families", "not_on_board")  # perhaps somebody asks about a compound

prose.register("chemistry-monopoly", rules="M", home="adjudicator_rulesets.chemistry_monopoly.words")


class ChemistryMonopoly(Described):
    """An edition of the game, ready to judge sets of elements and what lies on them."""

    def __init__(self, name: str, edition: Edition, authority: Authority, *, short: bool = False) -> None:
        self.name = name
        self.edition = edition
        self.authority = authority
        stock = edition.stock
        self.liquids = stock.liquids_for_solid_short if short else stock.liquids_for_solid

    def judge(self, question: Tiles | Formula) -> Verdict:
        if isinstance(question, Formula):
            formula, levels = question, dict(question.atoms)
            symbols, text = tuple(levels), question.text
            if len(symbols) == 1 and formula.text.isalpha():  # F, as a tile: which square it is
                levels = {}
        else:
            formula, levels = Formula.of_tiles(tuple(question)), {}
            symbols, text = tuple(dict.fromkeys(question)), ""
        checks = list(self._checks(symbols, levels))
        ruling, accepted_by = add_up({SET: together(checks)})
        compound = any(check.code in NO_SET for check in checks) and not _inert(symbols)
        a_set = not text and len(symbols) > 1 and not compound  # F, Cl, I: cards side by side, no compound
        real = self.authority.real(formula) if compound else None
        beside = Facts(code="real_compound", name=real) if real else None
        return Verdict(
            ruling=ruling,
            rules=self.name,
            edition=self.edition.label,
            tiles=symbols,
            formula=text
            or (", " if a_set else "").join(write_unit(s, dict(formula.atoms)[s]) for s in symbols),
            hill=formula.hill,
            accepted_by=accepted_by,
            checks=tuple(checks) if accepted_by else with_beside(checks, beside),
            authority=self.authority.label,
            name=None if a_set else self.authority.called(formula),
        )

    def describe(self) -> dict[str, Any]:
        return {"name": self.name, "sets": [SET], "edition": self.edition.to_json()}

    def _checks(self, symbols: tuple[str, ...], levels: dict[str, int]) -> Iterator[Check]:
        squares = {symbol: self.edition.square_of(symbol) for symbol in symbols}
        missing = tuple(symbol for symbol, square in squares.items() if square is None)
        if missing:
            yield Check("M-BOARD", SET, FAIL, "not_on_board", Facts(symbols=missing))
            return
        named = [square for square in squares.values() if square is not None]
        yield Check("M-BOARD", SET, PASS, "on_the_board")
        if len(named) == 1 and not levels:
            yield from self._square(named[0])
            return
        life = tuple(square.name for square in named if square.kind == "life")
        if life:
            yield Check("M-LIFE", SET, FAIL, "never_condensed", Facts(names=life))
            return
        families = [family for family in map(self.edition.family_of, named) if family is not None]
        if len({family.name for family in families}) > 1:
            names = tuple(
                f"{square.name} ({family.name})" for square, family in zip(named, families, strict=True)
            )
            yield Check("M-BOARD", SET, FAIL, "several_families", Facts(families=names))
            return
        family = families[0]
        yield Check("M-BOARD", SET, PASS, "one_family", Facts(family=family.name, why=family.why))
        if levels:
            yield from self._levels(family, levels)
        else:
            yield self._whole(family, symbols)

    def _square(self, square: Square) -> Iterator[Check]:
        """M-BUY: one square alone asks what it is, not whether it is a whole set."""
        yield self._price(square)
        family = self.edition.family_of(square)
        if family is None:
            yield Check("M-LIFE", SET, PASS, "is_life", Facts(name=square.name))
            return
        yield Check("M-BOARD", SET, PASS, "of_family", Facts(family=family.name, why=family.why))
        lots = [self.edition.board[other] for other in family.squares]
        facts = Facts(
            colour=family.colour,
            others=tuple(lot.name for lot in lots if lot is not square),
            step=family.step,
            double=2 * square.rents[0],
        )
        yield Check("M-CONDENSE", SET, PASS, "one_of_set", facts)

    def _price(self, square: Square) -> Check:
        facts: dict[str, Any] = {"name": square.name, "price": square.price, "transfer": square.transfer}
        if square.kind == "life":
            one, both = self.edition.life_rent
            return Check("M-RENT-OTHER", SET, PASS, "life_costs", Facts(**facts, one=one, both=both))
        bare, *liquids = square.rents[: self.liquids + 1]  # M-SHORT-SOLID: three liquids, the same solid
        facts |= {"bare": bare, "liquids": tuple(liquids), "solid": square.rents[-1]}
        return Check("M-BUY", SET, PASS, "costs", Facts(**facts))

    def _whole(self, family: Family, symbols: tuple[str, ...]) -> Check:
        lots = [self.edition.board[square] for square in family.squares]
        missing = tuple(lot.name for lot in lots if lot.element not in symbols)
        if missing:
            return Check("M-CONDENSE", SET, FAIL, "set_lacks", Facts(missing=missing, colour=family.colour))
        rents = tuple(Facts(name=lot.name, rent=2 * lot.rents[0]) for lot in lots)
        return Check(
            "M-CONDENSE", SET, PASS, "whole_set", Facts(colour=family.colour, step=family.step, rents=rents)
        )

    def _levels(self, family: Family, asked: dict[str, int]) -> Iterator[Check]:
        """M-EVEN, M-SOLID, M-STOCK: whether a set may look like this, and what comes next."""
        solid = self.liquids + 1
        elements = [self.edition.board[square].element or "" for square in family.squares]
        levels = {element: asked.get(element, 0) for element in elements}
        witness = Facts(levels=tuple(levels.items()))
        over = next((element for element, number in levels.items() if number > solid), None)
        if over is not None:
            yield Check("M-SOLID", SET, FAIL, "too_many_steps", Facts(symbol=over, most=solid), witness)
            return
        if not even(levels):
            least = min(levels, key=lambda element: levels[element])
            most = max(levels, key=lambda element: levels[element])
            facts = Facts(
                most=ELEMENTS[most].name,
                least=ELEMENTS[least].name,
                more=levels[most],
                fewer=levels[least],
                solid=solid,
            )
            yield Check("M-EVEN", SET, FAIL, "uneven", facts, witness)
            return
        liquids, solids = pieces(levels, solid)
        stock = self.edition.stock
        if liquids > stock.liquids or solids > stock.solids:
            facts = Facts(liquids=liquids, solids=solids, has_liquids=stock.liquids, has_solids=stock.solids)
            yield Check("M-STOCK", SET, FAIL, "stock_short", facts, witness)
            return
        following = may_condense(levels, solid)
        if not following:
            yield Check("M-EVEN", SET, PASS, "set_full", witness=witness)
            return
        what = "solid" if levels[following[0]] == self.liquids else "liquid"
        names = tuple(ELEMENTS[element].name for element in following)
        yield Check("M-EVEN", SET, PASS, "even", Facts(elements=names, what=what, price=family.step), witness)


def _inert(symbols: tuple[str, ...]) -> bool:
    """Noble gases alone, He and Ne: no squares of this board, and yet no compound."""
    return all(ELEMENTS[symbol].group == NOBLE for symbol in symbols)
