"""How facts of the chemistry and of every table are said in a sentence, in any language; see `templates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.naming.knowledge.data import ROMAN
from adjudicator.engine.market import MOST, has_goods
from adjudicator.languages.templates import FILTERS as OF_ALL
from adjudicator.languages.templates import measure
from adjudicator.reference.stability import capital_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from adjudicator.languages.templates import Speech

ZERO_CELSIUS = 273.15


def _celsius(kelvin: float, *_: Any) -> str:
    return f"{kelvin - ZERO_CELSIUS:.0f}".replace("-", "−")


@measure
def _remark(remark: str | None, *_: Any) -> str:
    """Empty where nobody has translated it: a remark of another source, or of an older table."""
    return (remark and prose.by_pattern("remarks", remark)) or ""


def _goods(goods: Mapping[str, Any], *_: Any) -> list[str]:
    return [*goods["pieces"], *(f"{amount} {kind}" for kind, amount in goods["amounts"])]


def _terms(terms: Sequence[Mapping[str, Any]], speech: Speech, _: str = "") -> str:
    return "; ".join(part for term in terms for part in _term(speech.about(term)))


def _term(speech: Speech) -> Iterator[str]:
    parts, term = speech.words.templates, speech.facts
    onward = term.get("onward", ())  # records from before the rings have none
    if not onward or has_goods(term["gives"]) or has_goods(term["gets"]):
        yield parts["offer_term"].render(speech) or ""
    for handed in onward:
        yield parts["offer_handed"].render(speech.about(handed)) or ""


def _article(name: str, _: Speech, forms: str) -> str:
    """`{name|article das -Ion}`: the article before a name with that ending."""
    article, ending = forms.split(" ")
    return f"{article} {name}" if name.endswith(ending) else name


FILTERS: dict[str, Callable[..., Any]] = {
    "article": _article,
    "capital_name": lambda name, *_: capital_name(name),
    "celsius": _celsius,
    "goods": _goods,
    "most": lambda *_: MOST,
    "nearest": lambda mend, speech, *_: OF_ALL["mending"]((mend,), speech),
    "remark": _remark,
    "roman": lambda numbers, *_: ",".join(ROMAN[number] for number in numbers),
    "terms": _terms,
}
