"""What checks and events say to people: the one place that turns a code and its parameters into a sentence.

Sentences are by game, code and language, so two games may use the same code. What the engine and the
chemistry say is shared by all games. A language is files of words, read when somebody asks for it. English
sentences may also be registered as functions, as the chemistry does for what no text with gaps can say.
Nobody parses prose.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.addressing import YOU, addressed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

NO_SENTENCES: Mapping[str, Callable[..., str]] = {}
NO_EVENTS: Mapping[str, Callable[..., str | None]] = {}
SHARED = ""  # the catalogue of no game: what the engine and the chemistry say
ADDED = frozenset(("first", "beside", "nearest"))  # parameters of any check: said around its own sentence
ENGLISH = "en"
CATALOGUE = "adjudicator.languages.catalogue"
HOME = Path(__file__).parent / "languages"
# A file of words makes a language; English comes first.
LANGUAGES = tuple(
    sorted((path.stem for path in HOME.glob("*.toml")), key=lambda code: (code != ENGLISH, code))
)

_ENGLISH: dict[str, dict[str, Callable[..., str]]] = {}
_TOLD: dict[str, dict[str, Callable[..., str | None]]] = {}
_VAGUE: dict[str, set[str]] = {}
_LEADING: dict[str, set[str]] = {}
_GAMES: dict[str, str] = {}  # by the letter of their rules: seeds/ gives every game one
_HOMES: dict[str, str] = {}  # the packages with their files of words
_speaking: ContextVar[str] = ContextVar("language", default=ENGLISH)
_seated: ContextVar[Sequence[str]] = ContextVar("names", default=())


class Happening(Protocol):
    """What is known here of an event."""

    @property
    def type(self) -> str: ...
    @property
    def player(self) -> int | None: ...


class UnknownSentence(LookupError):  # noqa: N818 - it names what is missing
    """A code or an event that no catalogue has a sentence for."""


# --- bringing sentences -------------------------------------------------------------------------------------


def register(
    game: str,
    sentences: Mapping[str, Callable[..., str]] = NO_SENTENCES,
    *,
    rules: str = "",
    vague: Iterable[str] = (),
    leading: Iterable[str] = (),
    told: Mapping[str, Callable[..., str | None]] = NO_EVENTS,
    home: str = "",
) -> None:
    """Adds English sentences of a game that no text with gaps can say.

    `rules` is the letter of its rule ids; `vague` codes only say what a run is not, and never lead a verdict;
    `leading` ones say what it is, and do; `told` are the sentences of events; `home` is the package with a
    file of words for every language.
    """
    known = _ENGLISH.setdefault(game, {})
    for code, sentence in sentences.items():
        if known.setdefault(code, sentence) is not sentence:
            raise ValueError(f"two sentences of {game or 'all games'} for the code {code!r}")
    if rules and _GAMES.setdefault(rules, game) != game:
        raise ValueError(f"the rules of {game} and of {_GAMES[rules]} both begin with {rules}-")
    _VAGUE.setdefault(game, set()).update(vague)
    _LEADING.setdefault(game, set()).update(leading)
    _TOLD.setdefault(game, {}).update(told)
    if home:
        _HOMES[game] = home
    for looked_up in (game_of, _sentence, _in_english, _section, _address_of, _patterns):
        looked_up.cache_clear()


@lru_cache(1024)
def game_of(rule: str) -> str:
    """The game that a rule id belongs to: C-RUN is one of CompoundIt!'s."""
    return _GAMES.get(rule.partition("-")[0], SHARED)


def is_vague(rule: str, code: str) -> bool:
    return code in _VAGUE.get(game_of(rule), ())


def is_leading(rule: str, code: str) -> bool:
    return code in _LEADING.get(game_of(rule), ())


def told_by(game: str) -> set[str]:
    """The events that a game has sentences for, those of all games included."""
    return {*told_in(game), *told_in(SHARED)}


def homes() -> set[str]:
    """The games that say where their words are."""
    return set(_HOMES)


def folder_of(game: str) -> Path:
    """Where the words of a game are; a folder that is not there for a game that has none."""
    home = _HOMES.get(game)
    return folder_at(home) if home else Path(game or "shared")


def folder_at(home: str) -> Path:
    """Where a package is; one of TOML alone needs no `__init__.py`."""
    spec = find_spec(home)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places), home)) if places else Path(home)


def texts_of(game: str, section: str) -> Mapping[str, str]:
    """Constant texts in the language that is spoken, by code, or by their English."""
    return _section(game, section, _speaking.get())


def english(game: str, section: str, code: str) -> str:
    text: str = _section(game, section, ENGLISH)[code]
    return text


@lru_cache(256)
def _section(game: str, section: str, language: str) -> Mapping[str, Any]:
    return words_at(folder_of(game) / f"{language}.toml").get(section, {})


def in_every_language(section: str, name: str) -> frozenset[str]:
    """A list of words as all languages have it, but English."""
    return frozenset(
        word for path in HOME.glob("*.toml") for word in words_at(path).get(section, {}).get(name, ())
    )


def phrase(section: str, text: str, game: str = SHARED, **facts: object) -> str:
    """A constant text by its code, of a game or of all, as the language that is spoken has it.

    Its facts are filled in. Texts without a code are looked up by their English, so that what a language
    lacks is said in English either way.
    """
    homes = dict.fromkeys((game, SHARED))
    spoken = [texts_of(home, section) for home in homes]
    texts = [*spoken, *(_section(home, section, ENGLISH) for home in homes)]
    text = next((found for one in texts if (found := one.get(text)) is not None), text)
    return text.format(**facts) if facts else text


def retold(message: str) -> str:
    """The message of an error in the language that is spoken, by its English pattern; else as it is.

    Errors are raised with their facts filled in, far from whoever reads them. A pattern has {} for each fact,
    and its translation {}, or {0} and {1} where their order changes. A fact may be what the system said.
    """
    for parts, own in _patterns("errors", _speaking.get()):
        facts = _filled_in(parts, message)
        if facts is not None:
            return own.format(*map(retold_fact, facts))
    return message


def retold_fact(fact: str) -> str:
    """What the system said, what something is called, or faults of a value, one after the other."""
    found = phrase("system", fact)
    return found if found != fact else "; ".join(map(_retold_fault, fact.split("; ")))


def _retold_fault(fault: str) -> str:
    for parts, own in _patterns("unfit", _speaking.get()):
        facts = _filled_in(parts, fault)
        if facts is not None:
            return own.format(*map(_retold_fault, facts))
    return fault


def by_pattern(section: str, text: str) -> str | None:
    """A text with figures in the language that is spoken, by its English pattern, {} for each figure."""
    for parts, own in _patterns(section, _speaking.get()):
        figures = _filled_in(parts, text)
        if figures is not None and not any(" " in figure for figure in figures):
            return own.format(*figures)
    return None


def _filled_in(parts: Sequence[str], message: str) -> list[str] | None:
    """What stands in the gaps between the parts of a pattern, each as short as can be; None: another message.

    In one pass, whatever is quoted in the message: a regular expression with several gaps may take for ever.
    """
    first, *inner = parts
    if not inner:
        return [] if message == first else None
    *inner, last = inner
    at, end = len(first), len(message) - len(last)
    if end < at or not message.startswith(first) or not message.endswith(last):
        return None
    found = []
    for part in inner:
        place = message.find(part, at, end)
        if place < 0:
            return None
        found.append(message[at:place])
        at = place + len(part)
    return [*found, message[at:end]]


@lru_cache(8)
def _patterns(section: str, language: str) -> list[tuple[list[str], str]]:
    """Of all games together: whoever reads an error does not know which game raised it."""
    texts = {
        text: own for game in (SHARED, *_HOMES) for text, own in _section(game, section, language).items()
    }
    return [(text.split("{}"), own) for text, own in texts.items()]


def sources(titles: str) -> str:
    """Where something is written, in the language that is spoken; names of books stay as they are."""
    return ", ".join(phrase("sources", title) for title in titles.split(", "))


@lru_cache(64)
def words_at(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """A file of words, empty where there is none; raises ValueError for one that is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is not TOML: {error}") from error


def unsaid(*_: Any) -> None:
    """The sentence of an event that goes without saying."""


# --- saying them --------------------------------------------------------------------------------------------


def render(game: str, code: str, params: Mapping[str, Any], language: str | None = None) -> str:
    """The sentence of a code; without a language, in that of `speaking`.

    A check may have more to say: `first` what comes before its own sentence, `beside` what comes after it,
    each a code with its parameters, and last the nearest miss.
    """
    if language is not None:
        with speaking(language):
            return render(game, code, params)
    before = after = ""
    own = {name: value for name, value in params.items() if name not in ADDED}
    if len(own) < len(params):
        if "first" in params:
            before = f"{_added(game, params['first'])} "
        if "beside" in params:
            after = f" {_added(game, params['beside'])}"
        if "nearest" in params:
            after += _sentence(SHARED, "nearest", _speaking.get())(nearest=params["nearest"])
    text = _sentence(game, code, _speaking.get())(**own)
    return f"{before}{text[:1].upper()}{text[1:]}{after}"


def part(code: str, **params: Any) -> str:
    """A part of a line that all games share, by its code, as it is."""
    return _sentence(SHARED, code, _speaking.get())(**params)


def _added(game: str, said: Mapping[str, Any]) -> str:
    return render(game, said["code"], {name: value for name, value in said.items() if name != "code"})


def tell(
    game: str, event: Happening, names: Sequence[str], language: str | None = None, you: int | None = None
) -> str | None:
    """What happened, in one line; None for events that need no words. `you` is the player addressed."""
    if language is not None:
        with speaking(language):
            return tell(game, event, names, you=you)
    if you is not None:
        names = [YOU if player == you else name for player, name in enumerate(names)]
    for spoken in dict.fromkeys((_speaking.get(), ENGLISH)):
        for catalogue in (game, SHARED):
            told = told_in(catalogue, spoken).get(event.type)
            if told is not None:
                text = told("" if event.player is None else names[event.player], event, names)
                if text and YOU in text:
                    return addressed(text, _address_of(game, spoken), phrase("terminal", "you"))
                return text
    raise UnknownSentence(
        f"{game} has no sentence for the event {event.type!r}; it belongs in {_place(game, 'events')}"
    )


def retranslated(game: str, text: str) -> str | None:
    """A constant English sentence of a record in the language that is spoken; None for anything else."""
    code = _words_of(game, ENGLISH).get("CODES", {}).get(text)
    return None if code is None else render(game, code, {})


def deed(game: str, kind: str, facts: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """What somebody does by an action of that type; None where the language has no words for it."""
    say: Callable[..., str] | None = _words_of(game, _speaking.get()).get("ACTIONS", {}).get(kind)
    return None if say is None else say(facts, names)


def of_player(game: str, text: str, player: int, names: Sequence[str], you: int | None = None) -> str:
    """A deed with who does it: "Ann: picks Na", or "You pick Na" to the player addressed."""
    if player != you:
        return f"{names[player]}: {text}"
    return addressed(f"{YOU}: {text}", _address_of(game, _speaking.get()), phrase("terminal", "you"))


@lru_cache(64)
def _address_of(game: str, language: str) -> Mapping[str, Any] | None:
    """How the language speaks to a player, by its file of words and the verbs of the game; None: English."""
    if language == ENGLISH:
        return None
    words, own = _section(SHARED, "you", language), _section(game, "you", language)
    return {**words, "verbs": {**words["verbs"], **own.get("verbs", {})}} if words else {}


def language_of(tag: str) -> str:
    """The language of a tag as `de`, `de-AT` or `de_CH.UTF-8`; English where we do not speak it."""
    return _code(tag) if speaks(tag) else ENGLISH


def speaks(tag: str) -> bool:
    """Whether we speak the language of a tag."""
    return _code(tag) in LANGUAGES


def _code(tag: str) -> str:
    return re.split("[-_.@]", tag.strip().lower())[0]


class speaking:  # noqa: N801 - read as a word: with speaking("de")
    """Everything that is said inside is in that language, as far as it has been translated."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: str) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before = _speaking.set(self._language)

    def __exit__(self, *_: object) -> None:
        _speaking.reset(self._before)


def spoken() -> str:
    """The language of `speaking`."""
    return _speaking.get()


@contextmanager
def seated(names: Sequence[str]) -> Iterator[None]:
    """Inside, sentences call the players of a table by these names."""
    before = _seated.set(names)
    try:
        yield
    finally:
        _seated.reset(before)


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Of two players of one name, as bots are, the second is "strong 2"."""
    before = [names[:place].count(name) for place, name in enumerate(names)]
    return tuple(f"{name} {n + 1}" if n else name for name, n in zip(names, before, strict=True))


def called(player: int) -> str:
    """A player by name where somebody has said who sits there; people count from one."""
    names = _seated.get()
    if 0 <= player < len(names):
        return names[player]
    return _sentence(SHARED, "player", _speaking.get())(number=player + 1)


@lru_cache(4096)
def _sentence(game: str, code: str, language: str) -> Callable[..., str]:
    """Of the game, or else of all games; in this language, or else in English."""
    for spoken in dict.fromkeys((language, ENGLISH)):
        for catalogue in dict.fromkeys((game, SHARED)):
            found = catalogue_of(catalogue, spoken).get(code)
            if found is not None:
                return found
    place = _place(game, "sentences")
    raise UnknownSentence(f"{game or 'no game'} has no sentence for the code {code!r}; it belongs in {place}")


def _place(game: str, section: str) -> str:
    if game in _HOMES:
        return f"[{section}] of {folder_of(game) / ENGLISH}.toml"
    return f"`words/en.toml`, and where that is in sentences({game!r}, home=...)"


def catalogue_of(game: str, language: str = ENGLISH) -> Mapping[str, Callable[..., str]]:
    if language == ENGLISH:
        return _in_english(game, "SENTENCES")
    sentences: Mapping[str, Callable[..., str]] = _translated(game, language).get("SENTENCES", {})
    return sentences


def told_in(game: str, language: str = ENGLISH) -> Mapping[str, Callable[..., str | None]]:
    if language == ENGLISH:
        return _in_english(game, "TOLD")
    told: Mapping[str, Callable[..., str | None]] = _translated(game, language).get("TOLD", {})
    return told


@lru_cache(64)
def _in_english(game: str, what: str) -> Mapping[str, Callable[..., Any]]:
    """SENTENCES or TOLD: those of the file, and those that are Python."""
    written: Mapping[str, Callable[..., Any]] = _words_of(game, ENGLISH).get(what, {})
    registered: Mapping[str, Callable[..., Any]] = (_ENGLISH if what == "SENTENCES" else _TOLD).get(game, {})
    return {**written, **registered}


def faults_in(game: str, language: str) -> dict[str, str]:
    """What is said of an edition's faults, by the English templates."""
    return {
        **_translated(SHARED, language).get("FAULTS", {}),
        **_translated(game, language).get("FAULTS", {}),
    }


def _translated(game: str, language: str) -> Mapping[str, Any]:
    """Empty where a game has not been translated."""
    return {} if language not in LANGUAGES or language == ENGLISH else _words_of(game, language)


def _words_of(game: str, language: str) -> Mapping[str, Any]:
    """What the files of a language have for a game; see `languages.catalogue`."""
    if game not in _HOMES:
        return {}
    # Found by name: what reads the words knows substances and boxes, and stands above this module.
    found: Mapping[str, Any] = import_module(CATALOGUE).catalogue(_HOMES[game], language)
    return found


def worded(game: str, text: str) -> str:
    """What is printed on a thing of a game's box, in the language that is spoken."""
    say: Callable[[str], str] | None = _translated(game, _speaking.get()).get("say")
    return text if say is None else say(text)


# --- the English of numbers and lists -----------------------------------------------------------------------


def without_accents(text: str) -> str:
    """Zoë as Zoe; letters of their own, as ß, stay."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def signed(number: int) -> str:
    """Oxidation numbers and charges as they are written: +2, −1, 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words in a row: a; a and b; a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


def decimal(number: float, digits: int = 1) -> str:
    """With the decimal mark of the language that is spoken."""
    return f"{number:.{digits}f}".replace(".", phrase("figures", "."))


def percent(share: float, digits: int = 1) -> str:
    return phrase("figures", "{number}%", number=decimal(100 * share, digits))


def counted(number: int, one: str) -> str:
    """1 card, 2 cards: in figures, for words whose plural ends in s."""
    return f"{number} {one}{'' if number == 1 else 's'}"


register(SHARED, home="adjudicator.languages")
