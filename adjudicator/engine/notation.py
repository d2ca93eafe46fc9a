"""How players write actions: every form is declared once, and is read and written by the same template.

In `bond {card}{charge} to {onto:group}` words are typed as they are, in upper or lower case. A name in braces
is a field of the action; a name after a colon says which `Field` reads and writes it, if not the one of the
same name. A form without fields stands for one whole action: `hold last`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator import prose
from adjudicator.engine.offers import (
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    Goods,
    Onward,
    ProposeOffer,
    Term,
    WithdrawOffer,
)
from adjudicator.errors import UnreadableInput, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

View = Mapping[str, Any]


class Field(NamedTuple):
    """One part of an action. `read` raises ValueError for a text that it cannot read."""

    pattern: str
    read: Callable[[str, View], Any]
    write: Callable[[Any], str] = str


WORD = Field(r"\S+?", lambda text, _: text)
TEXT = Field(r".+?", lambda text, _: text)
NUMBER = Field(r"\d{1,9}", lambda text, _: int(text))
COUNTED = Field(r"\d{1,3}", lambda text, _: int(text) - 1, lambda place: str(place + 1))  # from 1, for people


class Form(NamedTuple):
    means: Any  # a kind of action, or an action
    begins: str
    parts: Sequence[tuple[str, str, str]]  # a field of the action, its Field, the words after it

    def says(self, action: Any) -> bool:
        """Whether it leaves nothing of the action unsaid."""
        if not isinstance(self.means, type):
            return bool(self.means == action)
        said = {"type", *(name for name, _, _ in self.parts)}
        unsaid = [field for field in fields(action) if field.name not in said]
        return type(action) is self.means and all(_is_default(field, action) for field in unsaid)


class Notation:
    """An action is written by the first form that says all of it, and read by the last that fits."""

    def __init__(self, game: str, told: str, forms: Mapping[str, Any], own: Mapping[str, Field]) -> None:
        self._game, self._told = game, told
        self._fields = {"number": NUMBER, **own}
        self._forms = [_form(template, means) for template, means in forms.items()]
        aliases = [form._replace(begins=_typed(form)) for form in self._forms if _has_alias(form)]
        known = [*aliases, *self._forms][::-1]
        known.sort(key=lambda form: len(form.parts) > 0)  # whole actions first: `end turn` names no card
        self._patterns = [(self._pattern(form), form) for form in known]

    def _pattern(self, form: Form) -> re.Pattern[str]:
        pattern = re.escape(form.begins)
        for name, how, after in form.parts:
            pattern += f"(?P<{name}>{self._field(how).pattern}){re.escape(after)}"
        return re.compile(pattern, re.IGNORECASE)

    def _field(self, name: str) -> Field:
        return self._fields.get(name, WORD)

    def read(self, text: str, view: View) -> Any:
        """An action as the notation has it; whether it is allowed is for the judge."""
        text = " ".join(text.replace("_", " ").split())
        for pattern, form in self._patterns:
            if found := pattern.fullmatch(text):
                try:
                    return self._action(form, found, view)
                except UnreadableInput:  # says itself what is wrong
                    raise
                except ValueError:
                    continue
        if usage := self.usage(text):
            raise UnreadableInput("bad_move", f"That is written {usage}.", input=text[:200])
        verbs = ", ".join(filter(self.usage, dict.fromkeys(form.begins.split()[0] for form in self._forms)))
        raise UnreadableInput("bad_move", f"You can write {verbs}, not {quote(text[:60])}.", input=text[:200])

    def _action(self, form: Form, found: re.Match[str], view: View) -> Any:
        if not isinstance(form.means, type):
            return form.means
        action = form.means(**{name: self._field(how).read(found[name], view) for name, how, _ in form.parts})
        return _addressed(action, view) if isinstance(action, CounterOffer) else action

    def write(self, action: Any) -> str:
        form = next(form for form in self._forms if form.says(action))
        said = [self._field(how).write(getattr(action, name)) + after for name, how, after in form.parts]
        return "".join([form.begins, *said])

    def usage(self, text: str) -> str:
        """The line of the page of help for what begins like this; empty for what is no action."""
        verb = re.split(r"[ _]", text, maxsplit=1)[0].lower()
        if verb not in {form.begins.split()[0] for form in self._forms}:
            return ""
        told = prose.texts_of(self._game, "terminal").get("notation", self._told)
        entries = [re.sub(r" {3,}", ": ", entry) for entry in re.sub(r"\n {3,}", " ", told).splitlines()]
        named = [entry.strip() for entry in entries if re.search(rf"\b{verb}\b", entry)]
        first = [entry for entry in named if re.search(rf"\b{verb}\b", entry.partition(": ")[0])]
        return "; ".join(first or named[:1]).rstrip(".")


def _form(template: str, means: Any) -> Form:
    begins, *rest = re.split(r"\{(\w+)(?::(\w+))?\}", template)
    parts = zip(rest[::3], rest[1::3], rest[2::3], strict=True)
    return Form(means, begins, tuple((name, how or name, after) for name, how, after in parts))


def _typed(form: Form) -> str:
    """What the prompt calls the action, `end_turn`, can be typed too."""
    kind = next(field.default for field in fields(form.means) if field.name == "type")
    return str(kind).replace("_", " ") + (" " if form.parts else "")


def _has_alias(form: Form) -> bool:
    return isinstance(form.means, type) or len(fields(form.means)) == 1


def _is_default(field: Any, action: Any) -> bool:
    return field.default is not MISSING and getattr(action, field.name) == field.default


# --- offers -------------------------------------------------------------------------------------------------

OFFERS: dict[str, Any] = {
    "offer {terms}": ProposeOffer,
    "counter {offer:number} with {terms:counter}": CounterOffer,
    "accept {offer:number}": AcceptOffer,
    "decline {offer:number}": DeclineOffer,
    "refuse {offer:number}": DeclineOffer,
    "withdraw {offer:number}": WithdrawOffer,
}
_HANDED = re.compile(r"(\d{1,3}) gives (.+?) to (\d{1,3})", re.IGNORECASE)
_TERM = re.compile(r"(.+?) to (all|\d{1,3})(?: for (.+))?", re.IGNORECASE)
_AND = re.compile(r" and (?=(?:(?! and ).)+? to )", re.IGNORECASE)  # before a part with a partner of its own
_FOR = re.compile(r" for ", re.IGNORECASE)


def offer_fields(read: Callable[[str, View], Goods], write: Callable[[Goods], str]) -> dict[str, Field]:
    """`terms`: a part for each partner, `H to 2 for N`, and one for what a partner hands on to another,
    `2 gives C to 3`, joined by `and`. `counter`: only `H for N`, because the partner is known.
    """

    def goods(text: str | None, view: View) -> Goods:
        return Goods() if text is None or text.lower() == "nothing" else read(text, view)

    def named(goods: Goods) -> str:
        return write(goods) or "nothing"

    def terms(text: str, view: View) -> tuple[Term, ...]:
        terms_read: list[Term] = []
        handed: list[tuple[int, Onward]] = []
        for part in _AND.split(text):
            if between := _HANDED.fullmatch(part):
                handed.append((int(between[1]) - 1, Onward(int(between[3]) - 1, goods(between[2], view))))
            elif term := _TERM.fullmatch(part):
                partner = None if term[2].lower() == "all" else int(term[2]) - 1
                terms_read.append(Term(partner, goods(term[1], view), goods(term[3], view)))
            else:
                raise ValueError(part)
        named = {term.partner for term in terms_read}
        seats = dict.fromkeys(seat for giver, onward in handed for seat in (giver, onward.to))
        terms_read += [Term(seat) for seat in seats if seat not in named]
        return tuple(
            replace(term, onward=tuple(onward for giver, onward in handed if giver == term.partner))
            for term in terms_read
        )

    def written(terms: Sequence[Term]) -> str:
        own, handed = [], []
        for term in terms:
            seat = "all" if term.partner is None else term.partner + 1
            own.append(f"{named(term.gives)} to {seat} for {named(term.gets)}")
            handed += [f"{seat} gives {named(part.goods)} to {part.to + 1}" for part in term.onward]
        return " and ".join([*own, *handed])

    def counter(text: str, view: View) -> tuple[Term, ...]:
        gives, gets = _FOR.split(text)
        return (Term(None, goods(gives, view), goods(gets, view)),)

    def countered(terms: Sequence[Term]) -> str:
        return f"{named(terms[0].gives)} for {named(terms[0].gets)}"

    return {"terms": Field(".+", terms, written), "counter": Field(".+", counter, countered)}


def _addressed(counter: CounterOffer, view: View) -> CounterOffer:
    """To the maker of the offer that it answers; raises ValueError if there is no such offer."""
    maker = next((offer["by"] for offer in view["offers"]["open"] if offer["id"] == counter.offer), None)
    if maker is None:
        raise ValueError(counter.offer)
    return replace(counter, terms=tuple(replace(term, partner=maker) for term in counter.terms))
