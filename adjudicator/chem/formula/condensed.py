"""Condensed formulas as structures: CH3COOC2H5, (CH3)2CO, CH3CHOHCH3, HOOC(CH2)4COOH.

The text is read from left to right as it is drawn: an atom is bonded to the chain before it, and the chain
goes on from it or from the atom it hangs on. Where that leaves a choice, the first way is taken in which
every atom has its valence, double and triple bonds between neighbours included. A group that only its atoms
are given of (C3H7, C6H4, C5H4N) stands for each of its forms. A chain without ends is a ring: (CH2)5NH.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from adjudicator.chem.formula import MAX_LENGTH, Formula, plain_text
from adjudicator.chem.formula.hydrocarbon_groups import groups
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.formula.hydrocarbon_groups import Group

CACHE = 1 << 11
MAX_STEPS = 4000  # of the search for one reading
MAX_FORMS = 24  # of the groups in one formula
MAX_ATOMS = 60  # heavy ones

# Nitrogen with five bonds is how nitro groups and azides are drawn without charges.
VALENCES = {
    "C": (4,), "N": (3, 5), "O": (2,), "S": (2, 4, 6), "Se": (2, 4, 6), "P": (3, 5), "Si": (4,), "B": (3,),
    "F": (1,), "Cl": (1,), "Br": (1,), "I": (1,), "H": (1,),
}  # fmt: skip
_TOKEN = re.compile(r"([A-Z][a-z]?|[()\[\]=≡#-])([0-9]*)")
_ORDERS = {"-": 1, "=": 2, "≡": 3, "#": 3}
_RING = re.compile(
    r"\(CH2\)(?P<alone>[3-9]|1[0-2])|\(CH2\)(?P<size>[2-9])(?P<last>O|S|NH|CO)"
    r"|(?P<one>O|S|HN)\(CH2CH2\)2(?P<other>O|S|NH)"
)
_PSEUDOHALOGEN = re.compile(r"\A\((S|Se)CN\)2\Z")  # the chalcogens are bonded
_AMMONIUM = re.compile(r"NH4(?![0-9])|\(NH4\)")


@dataclass(frozen=True, slots=True)
class Condensed:
    """The skeletons that a formula stands for, the usual one first, as keys of chem/skeleton.py."""

    skeletons: tuple[str, ...]


@lru_cache(CACHE)
def read_condensed(text: str) -> Condensed | None:
    """The structures of a condensed formula; None where the text gives a composition only."""
    text = plain_text(text)
    if len(text) > MAX_LENGTH or not _may_be_structure(text):
        return None
    ring = _RING.fullmatch(text)
    if ring is not None:
        return Condensed((_ring_key(ring),))
    items = _items(_PSEUDOHALOGEN.sub(r"NC\1\1CN", text))
    if items is None:
        return None
    for isocyanide in (False, True):
        graphs = [next(_whole(items, _Search(list(f)), isocyanide), None) for f in product(*_forms(items))]
        found = dict.fromkeys(graph.skeleton_key() for graph in graphs if graph is not None)
        if found:
            return Condensed(tuple(found))
    return None


def _ring_key(found: re.Match[str]) -> str:
    """What the chain leaves open closes it: (CH2)6, (CH2)4O, (CH2)5CO, O(CH2CH2)2NH."""
    from adjudicator.chem.skeleton import skeleton_key

    closing = {"O": "O1", "S": "S1", "NH": "N1", "CO": "C1=O"}
    if found["one"]:
        return skeleton_key(f"C1C{found['one'].strip('H')}CC{closing[found['other']]}")
    if found["alone"]:
        return skeleton_key(f"C1{'C' * (int(found['alone']) - 1)}1")
    return skeleton_key(f"C1{'C' * (int(found['size']) - 1)}{closing[found['last']]}")


def is_ammonium_salt(text: str) -> bool:
    """NH4OCN and CH3COONH4 say ammonium; CO(NH2)2, which has the same atoms as the first, does not."""
    return bool(_AMMONIUM.search(plain_text(text)))


def _may_be_structure(text: str) -> bool:
    """More than a composition: some carbon, and not merely the atoms counted in Hill's order."""
    if _AMMONIUM.search(text):
        return False
    try:
        formula = Formula.parse(text)
    except UnreadableInput:
        return False
    symbols = {symbol for symbol, _ in formula.atoms}
    return "C" in symbols and symbols <= set(VALENCES) and not formula.charge and formula.hill != text


# --- the text -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Atom:
    symbol: str
    hydrogens: int = 0
    mark: int = 0  # the same for the O of O2: they are not bonded to each other


@dataclass(frozen=True, slots=True)
class _Hydrogen:
    count: int


@dataclass(frozen=True, slots=True)
class _Bond:
    order: int


@dataclass(frozen=True, slots=True)
class _Block:
    """C3H7 or C5H4N, of which one form is tried at a time."""

    number: int
    carbons: int
    hydrogens: int
    other: str = ""


@dataclass(frozen=True, slots=True)
class _Bracket:
    items: tuple[_Item, ...]
    count: int


_Item = _Atom | _Hydrogen | _Bond | _Block | _Bracket


def _items(text: str) -> tuple[_Item, ...] | None:
    tokens = [(mark, int(digits or 1)) for mark, digits in _TOKEN.findall(text)]
    if sum(len(m) + len(str(n)) * (n > 1) for m, n in tokens) != len(text):
        return None
    counter = iter(range(len(tokens)))
    stack: list[list[_Item]] = [[]]
    place = 0
    while place < len(tokens):
        mark, count = tokens[place]
        following = tokens[place + 1] if place + 1 < len(tokens) else ("", 0)
        place += 1
        if mark in "([":
            stack.append([])
        elif mark in ")]":
            inside = tuple(stack.pop())
            if not stack or not inside:
                return None
            stack[-1].append(_Bracket(inside, count))
        elif mark in _ORDERS:
            stack[-1].append(_Bond(_ORDERS[mark]))
        elif mark == "H":
            stack[-1].append(_Hydrogen(count))
        elif mark == "C" and count > 1 and following[0] == "H":
            place += 1
            block = _Block(next(counter), count, following[1])
            if not groups(count, following[1]):
                last = tokens[place] if place < len(tokens) else ("", 0)
                if last[1] != 1 or not groups(count, following[1], last[0]):
                    return None
                block = replace(block, other=last[0])
                place += 1
            stack[-1].append(block)
        else:
            number = next(counter)
            stack[-1] += [_Atom(mark, mark=number) for _ in range(count)]
    return tuple(stack[0]) if len(stack) == 1 else None


def _forms(items: tuple[_Item, ...]) -> list[list[Group]]:
    """The forms of every block, few enough to try them all."""
    found: list[list[Group]] = []
    for block in _blocks(items):
        while len(found) <= block.number:
            found.append([])
        found[block.number] = list(groups(block.carbons, block.hydrogens, block.other))
    filled = [forms or [_NO_FORM] for forms in found]
    while len(list(product(*filled))) > MAX_FORMS:
        longest = max(filled, key=len)
        del longest[1:]
    return filled


def _blocks(items: tuple[_Item, ...]) -> Iterator[_Block]:
    for item in items:
        if isinstance(item, _Block):
            yield item
        elif isinstance(item, _Bracket):
            yield from _blocks(item.items)


_NO_FORM = groups(2, 5)[0]


# --- the structure, as far as it is read --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Graph:
    symbols: tuple[str, ...] = ()
    hydrogens: tuple[int, ...] = ()
    bonds: tuple[tuple[int, int, int], ...] = ()
    places: tuple[tuple[int, ...] | None, ...] = ()  # of a group: where it can still be bonded; None: an atom

    def add(self, symbol: str, hydrogens: int) -> _Graph:
        return _Graph((*self.symbols, symbol), (*self.hydrogens, hydrogens), self.bonds, (*self.places, None))

    def add_group(self, group: Group) -> _Graph:
        """The group stands where its first atom is, whichever of its atoms is bonded next."""
        first, size = len(self.symbols), len(group.hydrogens)
        return _Graph(
            (*self.symbols, *("C",) * (size - bool(group.other)), *filter(None, [group.other])),
            (*self.hydrogens, *group.hydrogens),
            (*self.bonds, *((first + i, first + j, order) for i, j, order in group.bonds)),
            (*self.places, tuple(first + point for point in group.points), *((),) * (size - 1)),
        )

    def free(self, atom: int) -> int:
        """How many more bonds it can have."""
        places = self.places[atom]
        if places is not None:
            return len(places)
        valences = VALENCES[self.symbols[atom]]
        most = valences[0] if self.hydrogens[atom] and self.symbols[atom] == "N" else valences[-1]
        return most - self.hydrogens[atom] - self.used(atom)

    def used(self, atom: int) -> int:
        return sum(order for i, j, order in self.bonds if atom in (i, j))

    def bond(self, one: int, other: int, order: int = 1) -> _Graph | None:
        if min(self.free(one), self.free(other)) < order or self._is_salt(one, other):
            return None
        places = list(self.places)
        ends = []
        for atom in (one, other):
            left = places[atom]
            ends.append(atom if left is None else left[0])
            places[atom] = None if left is None else left[1:]
        return replace(self, bonds=(*self.bonds, (ends[0], ends[1], order)), places=tuple(places))

    def _is_salt(self, one: int, other: int) -> bool:
        """C6H5N2Cl is a diazonium chloride, not a chlorodiazene."""
        symbols = {self.symbols[one], self.symbols[other]}
        return "N" in symbols and not symbols.isdisjoint({"Cl", "Br", "I"})

    def with_hydrogens(self, atom: int, count: int) -> _Graph | None:
        if self.places[atom] is not None or self.free(atom) < count:
            return None
        more = [h + count * (i == atom) for i, h in enumerate(self.hydrogens)]
        return replace(self, hydrogens=tuple(more))

    def complete(self, *, isocyanide: bool) -> bool:
        """Whether double and triple bonds between neighbours give every atom its valence."""
        if any(self.places):
            return False
        options = [self._open(atom, isocyanide=isocyanide) for atom in range(len(self.symbols))]
        if not all(options):
            return False
        room: dict[int, dict[int, int]] = {atom: {} for atom in range(len(self.symbols))}
        for i, j, order in self.bonds:
            if {self.places[i], self.places[j]} == {None}:
                room[i][j] = room[j][i] = 3 - order
        return saturated(options, room)

    def _open(self, atom: int, *, isocyanide: bool) -> list[int]:
        """The bonds it may still lack, by its possible valences."""
        if self.places[atom] is not None:
            return [0]
        symbol, used = self.symbols[atom], self.used(atom)
        lacking = [v - self.hydrogens[atom] - used for v in VALENCES[symbol]]
        if symbol == "N":  # five bonds only with some of them multiple: nitro, azide, diazo
            lacking = [n for v, n in zip(VALENCES["N"], lacking, strict=True) if v == 3 or n > 0]
        if (
            isocyanide
            and symbol == "C"
            and used == 1
            and not self.hydrogens[atom]
            and self.only_on(atom, "N")
        ):
            lacking = [1]
        return [n for n in lacking if n >= 0]

    def only_on(self, atom: int, symbol: str) -> bool:
        return all(self.symbols[i + j - atom] == symbol for i, j, _ in self.bonds if atom in (i, j))

    def skeleton_key(self) -> str:
        from adjudicator.chem.skeleton import skeleton_key
        from adjudicator.chem.toolkit.port import Bonded

        bonds = tuple((i, j) for i, j, _ in self.bonds)
        return skeleton_key(Bonded(tuple(self.symbols), tuple(self.hydrogens), bonds))


def saturated(lacking: list[list[int]], room: dict[int, dict[int, int]]) -> bool:
    """Whether further bonds between neighbours give every atom one of the numbers of bonds it may lack.

    Atoms are bonded as they are read, each to one before it, so they form trees: from the leaves to the root
    every atom says how many more bonds to its parent would do.
    """
    waiting = set(room)
    while waiting:
        root = min(waiting)
        order, parents = [root], {root: root}
        for atom in order:
            news = [other for other in room[atom] if other not in parents]
            parents |= dict.fromkeys(news, atom)
            order += news
        waiting -= parents.keys()
        taken = {atom: {0} for atom in order}  # what the children may take of its bonds
        for atom in reversed(order[1:]):
            parent = parents[atom]
            most = room[atom][parent]
            left = {n - m for n in lacking[atom] for m in taken[atom] if 0 <= n - m <= most}
            taken[parent] = {m + n for m in taken[parent] for n in left}
        if taken[root].isdisjoint(lacking[root]):
            return False
    return True


# --- reading ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Search:
    forms: list[Group]
    steps: int = 0

    def tired(self) -> bool:
        self.steps += 1
        return self.steps > MAX_STEPS


@dataclass(frozen=True, slots=True)
class _State:
    """What has been read: the structure, the atom the chain goes on from, and what waits for the next."""

    graph: _Graph
    at: int | None = None
    waiting: tuple[int, ...] = ()
    hydrogens: int = 0
    order: int = 1
    mark: int = -1  # of the atom the chain goes on from


def _whole(items: tuple[_Item, ...], search: _Search, isocyanide: bool) -> Iterator[_Graph]:
    for state in _read(items, _State(_Graph()), search):
        graph: _Graph | None = state.graph
        if state.at is None and len(state.waiting) == 2:  # (CH2OH)2
            graph = state.graph.bond(*state.waiting)
        elif state.at is None or state.waiting:
            continue
        if (
            graph is not None
            and not state.hydrogens
            and state.order == 1
            and graph.complete(isocyanide=isocyanide)
        ):
            yield graph


def _read(items: tuple[_Item, ...], state: _State, search: _Search, place: int = 0) -> Iterator[_State]:
    if search.tired() or len(state.graph.symbols) > MAX_ATOMS:
        return
    if place == len(items):
        yield state
        return
    item = items[place]
    if isinstance(item, _Atom):
        ways = _read_atom(items, state, place)
    elif isinstance(item, _Hydrogen):
        ways = ((after, place + 1) for after in _read_hydrogen(item, state, leading=place == 0))
    elif isinstance(item, _Bond):
        ways = iter([(replace(state, order=item.order), place + 1)])
    elif isinstance(item, _Block):
        ways = ((after, place + 1) for after in _read_block(search.forms[item.number], state))
    else:
        ways = ((after, place + 1) for after in _read_bracket(item, state, search))
    for after, following in ways:
        yield from _read(items, after, search, following)


def _read_hydrogen(item: _Hydrogen, state: _State, *, leading: bool) -> Iterator[_State]:
    """H that no atom before it has taken: of the chain, or of the atom that comes next (H2N, HO)."""
    if state.at is not None and not leading:
        graph = state.graph.with_hydrogens(state.at, item.count)
        if graph is not None:
            yield replace(state, graph=graph)
    if state.at is None or leading:
        yield replace(state, hydrogens=state.hydrogens + item.count)


def _read_atom(items: tuple[_Item, ...], state: _State, place: int) -> Iterator[tuple[_State, int]]:
    """With the hydrogens behind it, or without them where they may belong elsewhere (OHC, COH)."""
    item = items[place]
    assert isinstance(item, _Atom)
    behind = items[place + 1] if place + 1 < len(items) else None
    if isinstance(behind, _Hydrogen):
        for after in _place_atom(replace(item, hydrogens=behind.count), state):
            yield after, place + 2
        if item.symbol not in {"O", "F", "Cl", "Br", "I"}:
            return
    for after in _place_atom(item, state):
        yield after, place + 1


def _place_atom(item: _Atom, state: _State) -> Iterator[_State]:
    new = len(state.graph.symbols)
    if state.at is None and item.symbol in {"O", "F", "Cl", "Br", "I", "S"}:  # HOOC, O2N, Cl3C: of what comes
        own = item.hydrogens + (state.hydrogens if item.symbol in {"O", "S"} else 0)
        if own < max(VALENCES[item.symbol]):
            rest = 0 if own != item.hydrogens else state.hydrogens
            graph = state.graph.add(item.symbol, own)
            yield replace(state, graph=graph, waiting=(*state.waiting, new), hydrogens=rest)
    grown: _Graph | None = state.graph.add(item.symbol, item.hydrogens + state.hydrogens)
    for other in state.waiting:
        grown = grown and grown.bond(other, new)
    if grown is not None and state.at is not None:
        if item.symbol == "O" and item.mark == state.mark:
            return
        grown = grown.bond(state.at, new, state.order)
    if grown is None or grown.free(new) < 0:
        return
    moved = _State(grown, new, mark=item.mark)
    if state.at is None:
        yield moved
        return
    stayed = _State(grown, state.at, mark=state.mark)
    if not grown.free(new):
        yield stayed
    elif item.symbol == "C":
        yield moved
    elif item.symbol == "O" and grown.symbols[state.at] != "O" and not _follows_on(state):
        yield from (stayed, moved)  # a carbonyl before an ether
    else:
        yield from (moved, stayed)


def _follows_on(state: _State) -> bool:
    """ONOC2H5 is a nitrite: the second O stands between N and what comes, where O2NC2H5 has both on N."""
    at, graph = state.at, state.graph
    return at is not None and graph.symbols[at] == "N" and not graph.only_on(at, "C") and bool(graph.used(at))


def _read_block(form: Group, state: _State) -> Iterator[_State]:
    if state.hydrogens:
        return
    new = len(state.graph.symbols)
    graph: _Graph | None = state.graph.add_group(form)
    before = (*state.waiting, *(() if state.at is None else (state.at,)))
    for other in before:
        graph = graph and graph.bond(other, new, state.order if other == state.at else 1)
    if graph is None:
        return
    stays = state.at is not None and not graph.free(new)
    yield _State(graph, state.at if stays else new)


def _read_bracket(item: _Bracket, state: _State, search: _Search) -> Iterator[_State]:
    """Before the atom it belongs to, (CH3)2CO; hanging on the chain, CH(CH3)2; or in the chain, (CH2)4."""
    if state.at is None:
        yield from _copies(item, state, search, _before)
        return
    yield from _copies(item, state, search, _hanging)
    yield from _copies(item, state, search, _in_chain)


def _copies(item: _Bracket, state: _State, search: _Search, join: _Join) -> Iterator[_State]:
    """Each way to read the inside, the same in every copy."""
    for way in {_shape(state, inner): None for inner in _read(item.items, join.inside(state), search)}:
        after: _State | None = state
        for _ in range(item.count):
            if after is not None:
                inner = _read(item.items, join.inside(after), search)
                same = next((found for found in inner if _shape(after, found) == way), None)
                after = join.outside(after, same) if same is not None else None
        if after is not None:
            yield after


def _shape(before: _State, after: _State) -> tuple[object, ...]:
    """What was added, whatever it was added to: the same for every copy of a bracket that is read alike."""
    size = len(before.graph.symbols)
    bonds = after.graph.bonds[len(before.graph.bonds) :]
    return (
        after.graph.symbols[size:],
        after.graph.hydrogens[size:],
        tuple((max(i - size, -1), max(j - size, -1), order) for i, j, order in bonds),
        -1 if after.at is None else max(after.at - size, -1),
    )


@dataclass(frozen=True, slots=True)
class _Join:
    """How a copy of a bracket is joined: what its reading begins with, and where the chain is afterwards."""

    kind: str

    def inside(self, state: _State) -> _State:
        if self.kind == "before":
            return _State(state.graph)
        return replace(state, waiting=(), hydrogens=0)

    def outside(self, state: _State, inner: _State) -> _State | None:
        if inner.hydrogens or inner.waiting or inner.at is None:
            if self.kind != "before" or inner.hydrogens or len(inner.waiting) != 1:
                return None
            return replace(state, graph=inner.graph, waiting=(*state.waiting, inner.waiting[0]))  # (HO)2
        if self.kind == "before":
            return replace(state, graph=inner.graph, waiting=(*state.waiting, inner.at))
        if self.kind == "hanging":
            return replace(state, graph=inner.graph, order=1)
        return replace(inner, order=1)


_before, _hanging, _in_chain = _Join("before"), _Join("hanging"), _Join("in the chain")
