"""C-WORDS: what chemistry says of a run that the rules refuse, apart from what is printed on the tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.chem.naming import structure_of
from adjudicator.reference.salts import listed_salt
from adjudicator.verdict import Facts, Outcome, together
from adjudicator_rulesets.compoundit.judging.findings import name_on_record
from adjudicator_rulesets.compoundit.judging.polyatomic import lay
from adjudicator_rulesets.compoundit.judging.sets import LEWIS_SETS, played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.formula import Formula
    from adjudicator.verdict import Check
    from adjudicator_rulesets.compoundit.judging.findings import Finding, Rules, Run

# What says by itself that the substance is on record, or that only the order is wrong.
TELLING = frozenset({"no_boiling_point", "no_fitting_structure", "ion_torn"})

OF_IONS = frozenset({"salt_not_listed", "not_two_kinds", "mixed_ions"})  # what lists the ions of a run


class Chemistry(NamedTuple):
    """A refused run outside these rules: what it is called if it is real, and which other rules accept it."""

    run: Run
    rules: Rules
    eligible: bool
    real: str | None
    accepting: dict[str, Finding]

    @classmethod
    def of(cls, run: Run, rules: Rules, name: str | None, *, eligible: bool) -> Chemistry:
        accepting = dict(_accepting(run, rules)) if eligible else {}
        return cls(run, rules, eligible, _on_record(run, rules, name), accepting)

    @property
    def molecule(self) -> bool:
        """A Lewis set that is not in force accepts it, so nobody is told which ions it is made of."""
        return bool(self.accepting) and not self.accepting.keys().isdisjoint(LEWIS_SETS)

    def beside(self, lead: Check) -> dict[str, Any]:
        """What the check to lead with says in addition."""
        if self.accepting:
            facts = Facts(
                code="legal_elsewhere",
                name=self._called,
                real=self.real is not None,
                rules=tuple(self.accepting),
                playing=played(self.rules.sets),
            )
            return {"first": facts}
        if self.real is None or lead.code in TELLING:
            return {}
        # True where no rule set accepts it, in whatever order its tiles lie.
        out = self.eligible and not _accepted_in_order(self.run, self.rules)
        return {"beside": Facts(code="real_compound", name=self.real, tiles=out)}

    @property
    def _called(self) -> str:
        """As its formula is written, else by a set that accepts it, else its formula."""
        if self.real is not None and structure_of(self.run.formula) is not None:
            return self.real
        findings = self.accepting.values()
        named = [one.name or name_on_record(one.known, self.run.formula) for one in findings]
        named += [finding.text for finding in findings]
        return next(filter(None, named), None) or self.run.formula.conventional


def _accepting(run: Run, rules: Rules) -> Iterator[tuple[str, Finding]]:
    """The sets that are not in force and accept the run. Where a source outside would have to be asked, none
    of the Lewis sets is: nobody waits for a remark. Nor where nothing is on record (C-STABLE).
    """
    by_structure = bool(rules.other_sets) and not run.metal and rules.authority.offline
    by_structure = by_structure and _may_be_stable(run.formula, rules)
    for set_ in rules.other_sets:
        if set_ in LEWIS_SETS and not by_structure:
            continue
        finding = rules.ask(set_, run)
        if together(finding.checks) is Outcome.PASS:
            yield "standard" if set_ == "polyatomic" else set_, finding


def _may_be_stable(formula: Formula, rules: Rules) -> bool:
    """Looking into the table takes a hundredth of the time that a Lewis structure does."""
    table = rules.authority.table
    on_record = table is None or bool(table.by_formula(formula.hill))
    return on_record or any(rules.exception(set_, formula) for set_ in LEWIS_SETS)


def _accepted_in_order(run: Run, rules: Rules) -> bool:
    """Whether the same tiles would be legal if the ions of the run lay together (C-CONTIG)."""
    laid = run._replace(tiles=lay(run.formula, rules))
    return together(rules.ask("polyatomic", laid).checks) is Outcome.PASS


def _on_record(run: Run, rules: Rules, name: str | None) -> str | None:
    """The name of a real substance with these atoms; a salt of ammonium where the run was read as one."""
    salt = listed_salt(run.formula)
    return salt if salt is not None and name == salt else rules.authority.real(run.formula)
