"""What naming needs of compounds on record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class KnownCompound(Protocol):
    """What naming needs of a compound on record."""

    @property
    def formula(self) -> str: ...  # in Hill's order

    @property
    def name(self) -> str: ...

    @property
    def smiles(self) -> str: ...

    @property
    def skeleton(self) -> str: ...  # as adjudicator.chem.skeleton writes it

    @property
    def systematic(self) -> str | None: ...  # beside the name

    @property
    def named(self) -> bool: ...  # whether that name may be shown

    @property
    def well_known(self) -> bool: ...


class KnownNames(Protocol):
    """Compounds on record, as `adjudicator.reference.table.reading.CompoundTable` has them."""

    def by_formula(self, hill: str, /) -> Sequence[KnownCompound]: ...

    def by_name(self, name: str, /) -> Sequence[KnownCompound]: ...

    def unmade(self, hill: str, /) -> bool:
        """Whether our list says that nobody has made a compound of the composition."""

    @property
    def attested(self) -> KnownNames:
        """Without names that only sources give."""
