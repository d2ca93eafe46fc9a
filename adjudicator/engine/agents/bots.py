"""Players that are programs: what a bot is, what a game brings for bots, and a game played out by them.

A bot sees what a player in its seat sees, `view`, and has its own chance. It never holds the game's state, so
it cannot look at what is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from adjudicator import prose, ruleset
from adjudicator.engine.game import Action, load_game
from adjudicator.engine.offers import ProposeOffer
from adjudicator.engine.replay import record_of
from adjudicator.errors import AdjudicatorError, UnreadableInput, quote, quote_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game
    from adjudicator.engine.replay import Record
    from adjudicator.ruleset import EditionLike

A = TypeVar("A", bound=Action)
C = TypeVar("C")
A_co = TypeVar("A_co", bound=Action, covariant=True)

POLICY = "policy"  # the quick choice of a strong bot: what playouts, simulations and trials play by
SEEN_BY_BEGINNERS = 8  # plausible actions that it chooses from instead
RECALLED = 400  # events that a bot is reminded of: more than some rounds of any game have
MOST_ACTIONS = 5000  # of a game; more means that its bots go round in circles

_OWN = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_CHARACTER = re.compile(r"([a-z][a-z-]*)(?::([0-9]))?((?:\+[a-z-]+)*)")


@dataclass(frozen=True, slots=True)
class Character:
    """Which bot, how strong, with which habits: "strong", "strong:5", "greedy+daring"."""

    name: str
    level: int | None = None
    habits: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Character:
        found = _CHARACTER.fullmatch(text.strip())
        if found is None:
            raise UnreadableInput(
                "bad_bot",
                f"A bot is a name with a level and habits, as in greedy, strong:3, strong+daring, "
                f"not {quote(text)}.",
                input=text[:200],
            )
        name, level, habits = found.groups()
        return cls(name, int(level) if level else None, tuple(sorted(set(habits.split("+")[1:]))))

    def __str__(self) -> str:
        level = "" if self.level is None else f":{self.level}"
        return "+".join((f"{self.name}{level}", *self.habits))


class Bot(Protocol[A_co]):
    def choose(self, view: Mapping[str, Any], random: Random) -> A_co | None:
        """What to do, by this player's view alone, as an action or as JSON has it, as in view["actions"].

        None leaves it to the others who may act.
        """
        ...


@dataclass(frozen=True, slots=True)
class Hint(Generic[A]):
    """A good action, what it is worth at once, and a sentence why."""

    action: A
    value: float  # points; where chance has a say, what can be expected
    why: str
    sound: bool = False  # known to be legal as it is: the generator has judged it
    now: float | None = None  # points at once, for sure, in games where a beginner looks at these first
    title: str = ""  # what it makes, where its action alone does not say it


@dataclass(frozen=True, slots=True)
class GentleBot:
    """Plays like a beginner: knows what kind of thing to do, and now and then does not see the best of it."""

    player: Bot[Any]  # which plays well enough
    hints: Callable[[Mapping[str, Any], int], Sequence[Hint[Any]]]
    overlooks: float  # how often it does not look for the best: so often that the level is every game's
    same_kind: bool = True  # whether it does the best kind of thing, where it does not see the best

    def recalling(self, seen: Sequence[Event]) -> GentleBot:
        return replace(self, player=recalling(self.player, seen))

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        action = self.player.choose(view, random)
        if action is None or isinstance(action, ProposeOffer) or random.random() > self.overlooks:
            return action  # hints do not know which offers were declined
        hints = self.hints(view, SEEN_BY_BEGINNERS)
        seen = [hint.action for hint in hints if hint.action.type == action.type or not self.same_kind]
        return random.choice(seen) if seen else action


class Players(Protocol):
    """What a game brings for programs that play it: a module will do.

    A bot that remembers has `recalling(seen)`: itself with the events in mind that its seat has seen. One
    that plays its choices out has `sparing(share)`: itself with that share of its budget. A game with such a
    bot also has one named POLICY, which does not play out.
    """

    BOTS: Mapping[str, str]  # by name, each in a line, or the key of that line in [bots] of its words
    LEVELLED: frozenset[str]  # those that come in levels of strength

    def bot(self, character: Character) -> Bot[Any]:
        """Raises UnreadableInput."""
        ...

    def hints(self, view: Mapping[str, Any], number: int) -> tuple[Hint[Any], ...]:
        """The actions that are worth most at once, the best first."""
        ...


class RandomBot:
    """Does any of the listed things; where all are open, it leaves the choice to others."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        complete = [action for action in view["actions"] if not action.get("open")]
        return self._game.read_action(random.choice(complete)) if complete else None


class PlainPlayers:
    """For a game that brings none: a bot that does anything allowed, and no hints."""

    BOTS: Mapping[str, str] = MappingProxyType({"random": "random"})
    LEVELLED: frozenset[str] = frozenset()

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def bot(self, character: Character) -> Bot[Any]:
        return RandomBot(chooser_of(character, {"random": self._game}))

    def hints(self, view: Mapping[str, Any], number: int) -> tuple[Hint[Any], ...]:  # noqa: ARG002
        return ()


def players_of(game: str) -> Players:
    """The bots that the game brings, or else those that can play any; raises UnknownRuleset."""
    load: Callable[[], Players] | None = ruleset.loader_of(ruleset.game(game), "load_players")
    return PlainPlayers(load_game(game)) if load is None else load()


def described_bots(game: str) -> dict[str, str]:
    """What each bot of a game does, in a line of the language that is spoken."""
    box, lines = ruleset.box_of(game), players_of(game).BOTS
    return {name: prose.phrase("bots", line, box) for name, line in lines.items()}


def usual_bots(game: str, wanted: Sequence[str]) -> tuple[str, ...]:
    """Those that are wanted, if the game has them, or else any of its own."""
    known = players_of(game).BOTS
    return tuple(bot if bot in known else next(iter(known)) for bot in wanted)


def seated(game: str, players: Sequence[str | Bot[Any]]) -> tuple[Bot[Any], ...]:
    """The game's bots of these names, and those that are bots already; raises UnreadableInput."""
    return tuple(_seated(game, player) for player in players)


def _seated(game: str, player: str | Bot[Any]) -> Bot[Any]:
    if isinstance(player, str):
        return own_bot(player) if is_own(player) else players_of(game).bot(Character.parse(player))
    if not callable(getattr(player, "choose", None)):
        said = f"A player is the name of a bot or has choose(view, random), not {quote_value(player)}."
        raise UnreadableInput("bad_bot", said)
    return player


def is_own(player: str) -> bool:
    """Whether it names a class of another module, as in mymodule:MyBot."""
    return _OWN.fullmatch(player) is not None


def own_bot(player: str) -> Bot[Any]:
    """A bot of one's own, made anew; raises UnreadableInput. Never for what comes over HTTP: it runs code."""
    module, _, name = player.partition(":")
    try:
        made: Bot[Any] = getattr(import_module(module), name)()
    except (ImportError, AttributeError, TypeError) as error:
        said = f"The bot {quote(player)} cannot be made: {error}."
        raise UnreadableInput("bad_bot", said, input=player[:200]) from error
    if not callable(getattr(made, "choose", None)):
        said = f"A bot has choose(view, random); {quote(player)} has not."
        raise UnreadableInput("bad_bot", said, input=player[:200])
    return made


def _name_of(player: str | Bot[Any]) -> str:
    return player if isinstance(player, str) else type(player).__name__


def quick_bots(players: Players) -> list[str]:
    """Those that choose at once: all but the strong one, where a policy stands in for it."""
    return sorted(name for name in players.BOTS if name != "strong" or POLICY not in players.BOTS)


def unknown_bot(character: Character, names: Iterable[str]) -> UnreadableInput:
    return UnreadableInput(
        "bad_bot",
        f"There is no bot {quote(character.name)}. There are: {', '.join(names)}.",
        input=str(character),
    )


def chooser_of(character: Character, choosers: Mapping[str, C], names: Iterable[str] = ()) -> C:
    """What plays under that name, in a game whose bots have neither levels nor habits.

    `names` are those of all its bots, where some have no chooser of their own.
    """
    if character.name not in choosers and character.name not in names:
        raise unknown_bot(character, names or choosers)
    if character.level is not None or character.habits:
        raise UnreadableInput(
            "bad_bot", f"{character.name} has neither levels nor habits.", input=str(character)
        )
    return choosers[character.name]


def level_of(character: Character, levels: Sequence[int], default: int) -> int:
    level = default if character.level is None else character.level
    if level not in levels:
        raise UnreadableInput(
            "bad_bot",
            f"{character.name} has levels {levels[0]} to {levels[-1]}, not {level}.",
            input=str(character),
        )
    return level


def chance_of(seed: int | str, player: int, version: int) -> Random:
    """A bot's chance at one moment: after a restart it goes on as it would have, and nobody shares it."""
    return Random(f"{seed}:{player}:{version}")  # noqa: S311 - a game, not a secret


def recalling(bot: Bot[A], seen: Sequence[Event]) -> Bot[A]:
    """The bot with what its seat has seen happen in mind, if it is one that remembers."""
    recall = getattr(bot, "recalling", None)
    remembering: Bot[A] = bot if recall is None else recall(seen)
    return remembering


def sparing(bot: Bot[A], share: float) -> Bot[A]:
    """The bot with a share of its budget, if it is one that plays its choices out."""
    spare = getattr(bot, "sparing", None)
    hurried: Bot[A] = bot if spare is None else spare(share)
    return hurried


class Seen(Sequence["Event"]):
    """What a seat has seen happen, worked out when it is read: a bot needs it for few of its choices."""

    def __init__(self, game: Game[Any, Any], events: Sequence[Event], player: int) -> None:
        self._game, self._events, self._player = game, events, player

    @cached_property
    def _shown(self) -> tuple[Event, ...]:
        return self._game.events_shown(self._events, self._player)

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._shown)

    def __getitem__(self, place: Any) -> Any:
        return self._shown[place]


def chosen_by(bot: Bot[Any], game: Game[Any, Any], view: Mapping[str, Any], chance: Random) -> Any:
    """The action of a bot, which may answer with one as JSON has it; None leaves it to others."""
    action: Any = bot.choose(view, chance)
    return game.read_action(action) if isinstance(action, dict) else action


def next_action(
    game: Game[Any, A],
    state: Any,
    bots: Mapping[int, Bot[A]],
    seed: int | str,
    history: Sequence[Event] = (),
) -> tuple[int, A] | None:
    """The first action that a bot wants to take now; None if no bot has anything to do or to say.

    `history` are the events so far: bots that remember are shown what their seat saw of them.
    """
    for player in game.players_to_act(state):
        if player in bots:
            chance = chance_of(seed, player, state.version)
            bot = bots[player]
            if history and hasattr(bot, "recalling"):
                bot = recalling(bot, Seen(game, history[-RECALLED:], player))
            action = chosen_by(bot, game, game.glance(state, player), chance)
            if action is not None:
                return player, action
    return None


def play_out(
    game: Game[Any, Any] | str,
    options: Mapping[str, Any],
    players: Sequence[str | Bot[Any]],
    seed: int | str,
    edition: EditionLike | None = None,
) -> Record:
    """A whole game, by its name too, between bots: those of the game by their names, others as they are.

    The same seed gives the same game. Raises AdjudicatorError: bots_stuck.
    """
    record = play_on(load_game(game) if isinstance(game, str) else game, options, players, seed, edition)
    if record.result is None:
        raise AdjudicatorError("bots_stuck", f"The bots did not end the game with seed {seed}.")
    return record


def play_on(
    game: Game[Any, Any],
    options: Mapping[str, Any],
    players: Sequence[str | Bot[Any]],
    seed: int | str,
    edition: EditionLike | None = None,
) -> Record:
    """The same, for at most MOST_ACTIONS: without a result if it did not end by then."""
    bots = dict(enumerate(seated(game.name, players)))
    state, events = game.start(options, seed, players=len(players), edition=edition)
    history = list(events)
    for _ in range(MOST_ACTIONS):
        chosen = next_action(game, state, bots, seed, history)
        if chosen is None:
            break
        state, events = game.apply(state, *chosen)
        history += events
    return record_of(game, history, [_name_of(player) for player in players])
