"""The editions of a game, found by the digest of their content: a game goes on by the edition it began with.

Released editions lie in the game's folder `editions/` and stay there for ever. One that a user brings along
is remembered while the program runs; its text goes with the records of the games that use it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from adjudicator.editions.labels import DIGEST, DIGITS, digest_in, label_of, short_label
from adjudicator.editions.schema import schema_of
from adjudicator.errors import EditionError, quote

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_REMEMBERED = 512  # texts that were brought along; the oldest is forgotten


class Labelled(Protocol):
    @property
    def label(self) -> str: ...

    def __hash__(self) -> int: ...


E = TypeVar("E", bound=Labelled)


class Editions(Generic[E]):
    """`default` is the file of new games, among all released ones; `parse` raises EditionError.

    `kind` is the type of an edition, for the schema.
    """

    def __init__(
        self,
        default: Path,
        parse: Callable[[str], E],
        kind: type[E] | None = None,
    ) -> None:
        self._default = default
        self._kind = kind
        self._parse = lru_cache(64)(parse)
        self._brought: dict[str, str] = {}
        self._changing = Lock()

    @cached_property
    def current(self) -> str:
        """The label of the edition of new games."""
        return self._parse(text_in(self._default)).label

    @cached_property
    def released(self) -> dict[str, str]:
        """The texts of all editions that were ever released, by label."""
        texts = [text_in(path) for path in sorted(self._default.parent.glob("*.toml"))]
        return {self._parse(text).label: text for text in texts}

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """The labels for new games: of each name the one with the highest number, the usual one first."""
        latest: dict[str, tuple[int, Path]] = {}
        for path in self._default.parent.glob("*.toml"):
            name, _, number = path.stem.rpartition("-")
            one = (int(number), path) if name and number.isdecimal() else (0, path)
            latest[name or path.stem] = max(latest.get(name or path.stem, one), one)
        labels = sorted(self._parse(text_in(path)).label for _, path in latest.values())
        return tuple(sorted(labels, key=lambda label: label != self.current))

    def read(self, text: str) -> E:
        """An edition given as text, for now; raises EditionError."""
        return self._parse(text)

    def remember(self, text: str) -> str:
        """The label of an edition given as text, which can be asked for from now on; raises EditionError."""
        label = self.read(text).label
        if self._brought.get(label, self.released.get(label, text)) != text:
            raise twin(label)
        if label not in self.released:
            with self._changing:
                self._brought.pop(label, None)
                self._brought[label] = text
                while len(self._brought) > MOST_REMEMBERED:
                    del self._brought[next(iter(self._brought))]
        return label

    def label_of(self, edition: str | Path | Labelled | None) -> str:
        """What somebody who starts a game may say: nothing, a label, its digest, the name of a released
        edition, a file, a whole text, or the edition itself.
        """
        if edition is None:
            return self.current
        if not isinstance(edition, (str, Path)):
            return self.label_of(edition.label)
        if isinstance(edition, Path) or "\n" in edition or not digest_in(edition).startswith(DIGEST):
            found = find(self._default.parent, edition)
            return self.remember(text_in(found) if isinstance(found, Path) else found)
        for label in (*self.released, *self._brought):
            if edition in (label, digest_in(label)):
                return label
        return self._released_as(edition)

    def text_of(self, label: str) -> str:
        text = self._brought.get(label) or self.released.get(label)
        return self.released[self._released_as(label)] if text is None else text

    def unreleased_text(self, label: str) -> str | None:
        """What has to go along with a game that leaves this program; None where everybody has the edition."""
        text = self.text_of(label)
        return None if text in self.released.values() else text

    def _released_as(self, name: str) -> str:
        """The label of the released edition that a record from before names by the digits that are shown.

        One that a user brings along is never found by a part of its digest: others can be made to share it.
        """
        short = {label: short_label(label) for label in self.released}
        labels = [label for label, known in short.items() if name in (known, digest_in(known))]
        if len(labels) > 1:
            raise ambiguous(name)
        if not labels:
            raise unknown(name)
        return labels[0]

    def get(self, label: str) -> E:
        return self._parse(self.text_of(label))

    @cached_property
    def schema(self) -> dict[str, Any]:
        """What can be in an edition, as JSON Schema."""
        return schema_of(self._kind)


@dataclass(frozen=True, slots=True)
class Unprinted:
    """The edition of a game without a box: it has nothing but a label."""

    label: str


class NoEditions(Editions[Unprinted]):
    """For a game without a box: it is always played by the same rules, with the same things."""

    def __init__(self, game: str) -> None:
        self._text = f'schema = 1\ngame = "{game}"\nname = "plain"\n'
        self._only = Unprinted(label_of(game, "plain", hashlib.sha256(self._text.encode()).hexdigest()))
        super().__init__(Path(), self._parsed)

    def _parsed(self, text: str) -> Unprinted:
        if text != self._text:
            game = self._only.label.partition("/")[0]
            raise EditionError("edition_unknown", f"{game} has no editions to choose from.", faults=[])
        return self._only

    @cached_property
    def current(self) -> str:
        return self._only.label

    @cached_property
    def released(self) -> dict[str, str]:
        return {self._only.label: self._text}

    @cached_property
    def offered(self) -> tuple[str, ...]:
        return (self._only.label,)

    def label_of(self, edition: str | Path | Labelled | None) -> str:
        known = (None, self._only, self._only.label, digest_in(self._only.label))
        return self._only.label if edition in known else self._parsed(str(edition)).label


def find(folder: Path, source: str | Path) -> str | Path:
    """The file of an edition, or its text: `source` is either, or the name of one released in the folder.

    A name is "reference-1", "compoundit/reference-1" or the label that verdicts have. Text never opens any
    other file: it may come from another machine.
    """
    if isinstance(source, Path) or "\n" in source or "=" in source:
        return source
    released = {path.stem: path for path in sorted(folder.glob("*.toml"))}
    name, _, digest = source.rpartition("/")[2].partition(" ")
    path = released.get(name)
    if path is not None and (not digest or digest in _digests(path)):
        return path
    listed = ", ".join(released) or "none"
    raise EditionError(
        "edition_unknown", f"There is no edition {quote(source)} here. There are: {listed}.", faults=[]
    )


def _digests(path: Path) -> tuple[str, str]:
    """Of a released edition: the whole one, and the digits of it that are shown."""
    whole = f"{DIGEST}{hashlib.sha256(path.read_bytes()).hexdigest()}"
    return whole, digest_in(short_label(f"{path.stem} {whole}"))


def unknown(label: str) -> EditionError:
    return EditionError("edition_unknown", f"There is no edition {quote(label)} here.", faults=[])


def twin(label: str) -> EditionError:
    return EditionError("edition_twin", f"Another edition is already known as {label}.", faults=[])


def ambiguous(name: str) -> EditionError:
    message = f"More than one edition begins with {quote(name)}: name it by all {DIGITS} digits."
    return EditionError("edition_ambiguous", message, faults=[])


def text_in(path: Path) -> str:
    """The text of a file, its line ends as they are: they count for the digest."""
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        message = f"The edition {quote(str(path))} cannot be opened: {error}."
        raise EditionError("edition_missing", message, faults=[str(error)]) from None
