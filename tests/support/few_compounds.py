"""A reference table with the compounds that a test puts into it."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.reference.table.reading import Compound


@dataclass(frozen=True)
class FewCompounds:
    compounds: tuple[Compound, ...] = ()
    version: str = "table@few"

    def by_formula(self, hill: str) -> tuple[Compound, ...]:
        return tuple(c for c in self.compounds if c.formula == hill)

    def by_name(self, name: str) -> tuple[Compound, ...]:
        return tuple(c for c in self.compounds if c.name == name)

    def unmade(self, hill: str) -> bool:  # noqa: ARG002
        return False

    def names_of(self, compound: Compound) -> tuple[str, ...]:
        return (compound.name,)

    @property
    def attested(self) -> FewCompounds:
        return self

    def formulas(self) -> tuple[str, ...]:
        return tuple(c.formula for c in self.compounds if c.boiling_point_k is not None)


def compound(formula: str, name: str, smiles: str, kelvin: float | None) -> Compound:
    sources = ("crc_org",) if kelvin else ()
    return Compound(formula, name, smiles, name, 1, None, smiles, kelvin, "boils", sources)
