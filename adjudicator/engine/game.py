"""The protocol that every game follows: what a table may ask of it, and what it has to bring.

**Events are the truth.** A state is the fold of its events: `begin` makes the first state from
`game_started`, and `folds` has one pure function for each type of event. The engine itself folds what all
games share: the version, chance (`rng`), `accounts`, offers, departures and the end. `shown` is the allow-
list of what each event tells.

**The state** inherits `Frame`, the engine's header, and adds the game's table:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class State(Frame):
        options: Options
        turn: int

**Asks.** `asks(state)` is the one source of whose turn it is. It mostly looks at the top of the agenda:

    match state.agenda.top:
        case Auction(bidder=player):
            return (state.agenda.ask(player, "bid", "pass", otherwise=Pass()),)

An obliged ask holds the game up and so has an `otherwise`: what is done if nobody answers, complete, legal
and listed, such that a game in which nobody ever answers ends. `listed(state, ask)` gives the actions that
fit an ask; `Open("bid")` stands for a kind with too many instances. Whose turn it is, the listed actions,
what is stale and the public part of the view follow from the asks, worked out once per state.

**Agenda.** A matter is `Typed`, as an action is. Folds push it when it comes between, `swap` it while it
goes on, let another `follow` it, and `pop` it when it is settled; what lies below is then asked
anew.

**Judging and deciding.** `ruling` says whether a player may do something, with every reason against it;
`decide` records what a legal action brings about, in the ledger: `ledger.record("rent_paid", player,
accounts=[pay("money 0", "money 1", 50)])`, with chance by `ledger.below(6)` and `ledger.shuffled(cards)`,
which the next event carries. `ledger.end(reason, scores)` ends the game, `ledger.eliminate(player)` takes
somebody out. Anybody may resign at any time; `gone` says what becomes of the pieces.

**Offers.** A game in which players trade says who may now, and where each keeps what can be traded, in
`belongings`; the engine asks, lists, judges, carries out and voids the offers. `offer_refusals` adds what the
rules forbid, `traded` what follows a trade.

**Lasting.** A rule that is read otherwise from now on is an option with a value: new games have the new
default, and `former` says what it was in games whose records do not have the option. A type of event whose
facts change gets the next number in `schemas`, and `older` says how each former one is written today.

**What is seen.** `table(state, viewer)` is what only this game knows, put together from an allow-list, and
`imagine` makes up some whole state that looks like that, for bots and tests.

**What need not be said.** A game without hidden things inherits `OpenGame`, which shows the whole table to
everybody. One without pieces, options, editions, presets or rules of its own for what is listed leaves them
out: nothing lies anywhere, there is one way to play, and an action is legal when it is listed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, get_type_hints

from adjudicator import ruleset
from adjudicator.editions.registry import NoEditions
from adjudicator.engine import codec, upcast
from adjudicator.engine.accounts import Accounts
from adjudicator.engine.agenda import Agenda, Ask, HasType, Open, Typed, read_typed
from adjudicator.engine.answers import ActionVerdict, IllegalAction, consent, refusal, ruled
from adjudicator.engine.events import Event, Result, Shown, shown_to
from adjudicator.engine.frame import Frame, Kind, NoOptions, Preset, Seat, Setup
from adjudicator.engine.glance import Glance
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.ledger import FOLDS, SHOWN, Ledger
from adjudicator.engine.market import Market
from adjudicator.engine.offers import ACTIONS as OFFER_ACTIONS
from adjudicator.engine.offers import OfferAction, Offers
from adjudicator.engine.rng import Rng
from adjudicator.engine.values import once_per_state, replace
from adjudicator.errors import UnknownRuleset, UnreadableInput, quote, quote_value
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from adjudicator.editions.registry import Editions
    from adjudicator.engine.frame import Departure
    from adjudicator.engine.market import Belongings
    from adjudicator.ruleset import EditionLike
    from adjudicator.verdict import Check

SCHEMA = 2
STARTED = "game_started"
DECLARED = ("name", "numbers", "state_type", "actions", "folds", "shown")  # in the class of every game

S = TypeVar("S", bound=Frame)
A = TypeVar("A", bound=HasType)
Action = HasType


class Resign(Typed, type="resign"):
    """Gives up. Any player who is still in may do so at any time, so no ask mentions it."""


MAY_RESIGN = ActionVerdict.of(consent("G-RESIGN", "may_resign"))
KNOWN_LEGAL = ActionVerdict(Ruling.VALID, ())
OFFERS = "offers"  # what asks for offers and for answers to them are about


class Game(ABC, Generic[S, A]):
    name: str

    def __new__(cls, *_: Any, **__: Any) -> Self:
        missing = [word for word in DECLARED if not hasattr(cls, word)]
        if missing:
            raise TypeError(
                f"{cls.__name__} does not say its {', '.join(missing)}. A game says {', '.join(DECLARED)}."
            )
        return super().__new__(cls)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    options_type: type[Any] = NoOptions
    former: Mapping[str, Any] = {}  # what options meant before there were any: for games that do not say
    state_type: type[S]
    actions: Mapping[str, type[A]]  # `by_type` of them
    matters: Mapping[str, type[Any]] = {}
    folds: Mapping[str, Callable[[S, Event], S]]
    schemas: Mapping[str, int] = {}  # of types of events that have changed; all others are of schema 1
    older: Mapping[tuple[str, int], upcast.Step] = {}  # how an event is written in the next schema
    shown: Mapping[str, Shown]  # who sees what of each type of event of its own, besides that it happened
    numbers: range  # of players
    editions: Editions[Any]  # a game that names none has a single one, without content
    rule_players: str = "G-PLAYERS"  # the rules that say who plays and when it is over
    rule_end: str = "G-END"
    rule_offers: str = ""  # by which offers are made; without one there are none
    most_offers: int = 12  # of a seat in a phase
    neutral: str = "Nobody"  # what an empty seat is called
    simultaneous: bool = False  # whether it ever waits for several at once
    refereed: tuple[str, ...] = ()  # kinds of answers that a teacher may give for all who are asked
    by_verdict: bool = False  # whether `decide` takes what an action brings from the verdict

    # --- what a game brings ---------------------------------------------------------------------------------

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if hasattr(cls, "name") and not hasattr(cls, "editions"):
            cls.editions = NoEditions(cls.name)

    def presets(self) -> Mapping[str, Preset]:
        """Ways to play worth offering, by name. Every game is tested with all of them."""
        return {"usual": Preset(self.numbers[0])}

    def seats_for(self, options: Any, players: int) -> tuple[Seat, ...]:  # noqa: ARG002
        """The seats of a game for so many players; empty ones come last."""
        return (Seat(),) * players

    def setup_faults(self, setup: Setup) -> Iterable[str]:  # noqa: ARG002
        """Every reason why this cannot be played; raises EditionError for an edition that cannot."""
        return ()

    def opening(self, ledger: Ledger[S], setup: Setup) -> None:  # noqa: ARG002
        """Records everything up to the first action, beginning with `game_started`."""
        ledger.record(STARTED)

    @abstractmethod
    def begin(self, header: Mapping[str, Any], event: Event) -> S:
        """The first state: the header, and what the game lays on the table by `game_started`."""

    @abstractmethod
    def asks(self, state: S) -> tuple[Ask, ...]:
        """What the game waits for, in the order a table would ask. Not called once the game is over."""

    @abstractmethod
    def listed(self, state: S, ask: Ask) -> tuple[A | Open, ...]:
        """What the player may answer."""

    def ruling(self, state: S, player: int, action: A) -> ActionVerdict:
        """Whether a player who is still in may do this while the game goes on."""
        return ruled(self.refusals(state, player, action), consent(self.rule_players, "your_turn"))

    def refusals(self, state: S, player: int, action: A) -> Iterable[Check]:
        """Every reason against an action. Where all actions are listed, that is reason enough."""
        acting = self.players_to_act(state)
        if player not in acting:
            turn = acting[0] if len(acting) == 1 else None
            yield refusal(self.rule_players, "not_your_turn", turn=turn)
        elif action not in self.legal_actions(state, player):
            yield refusal(self.rule_players, "not_listed")

    def draft_ruling(self, state: S, player: int, action: A) -> ActionVerdict:
        """The same at a table without help: how a draft lies and what it scores, but no chemistry."""
        return self.ruling(state, player, action)

    @abstractmethod
    def decide(self, ledger: Ledger[S], player: int, action: A, verdict: ActionVerdict) -> None:
        """Records what a legal action brings about."""

    @abstractmethod
    def scores(self, state: S) -> Sequence[int]:
        """What every seat has now; everybody sees it."""

    @abstractmethod
    def table(self, state: S, viewer: int | None) -> dict[str, Any]:
        """The game's own part of a view, as this player may see it; None is a spectator."""

    def table_parts(self, state: S, viewer: int | None) -> Mapping[str, Callable[[], Any]] | None:  # noqa: ARG002
        """The same part by part, for who looks at some of it only; None where that saves nothing."""
        return None

    @abstractmethod
    def imagine(self, view: Mapping[str, Any], rng: Rng) -> S:
        """A state that looks like this to its viewer, with hidden facts made up. For bots and tests."""

    def box(self, state: S) -> Counter[str]:  # noqa: ARG002
        """The pieces of the edition, each in exactly one place; empty for a game without pieces."""
        return Counter()

    def gone(self, ledger: Ledger[S], player: int, why: Departure) -> None:  # noqa: ARG002
        """What follows when a player is out; a game for more than two adds what becomes of the pieces."""
        if len(ledger.state.playing) == 1:
            ledger.end("one_left")

    def clock(self, state: S, seconds: int | None) -> int | None:  # noqa: ARG002
        """Seconds to answer from now on, given the seconds that the table has set."""
        return seconds

    def most_acts(self, state: S, ask: Ask) -> int:  # noqa: ARG002
        """How often a player may act in answer to one ask: choosing anew without end would fill a disk."""
        return 200

    def quiet(self, events: Sequence[Event]) -> bool:  # noqa: ARG002
        """Whether the other players see so little of this change that they need no notification."""
        return False

    def belongings(self, state: S) -> Mapping[int, Belongings]:  # noqa: ARG002
        """Everybody who may make offers now and answer them, with where they keep what can be traded."""
        return {}

    def offer_refusals(self, state: S, player: int, action: OfferAction) -> Iterable[Check]:  # noqa: ARG002
        """What the rules of the game have against an offer that is otherwise sound."""
        return ()

    def traded(self, ledger: Ledger[S]) -> None:
        """What follows when an offer was carried out."""

    # --- starting and acting --------------------------------------------------------------------------------

    def new(
        self,
        options: Mapping[str, Any] | None = None,
        seed: int | str | None = None,
        *,
        players: int | None = None,
        edition: EditionLike | None = None,
    ) -> S:
        return self.start(options, seed, players=players, edition=edition)[0]

    def start(
        self,
        options: Mapping[str, Any] | None = None,
        seed: int | str | None = None,
        *,
        players: int | None = None,
        edition: EditionLike | None = None,
    ) -> tuple[S, tuple[Event, ...]]:
        """A new game and the events that made it. Without a seed, what comes cannot be predicted.

        `edition` is a name, a label, its digest, a `Path`, the text of an edition or the edition itself; the
        shipped one if not said. Raises UnreadableInput for options that it does not know or that cannot be
        played, and EditionError.
        """
        setup = self.setup(options, players, edition)
        ledger: Ledger[S] = Ledger(self, None, Rng.seeded(seed), setup)
        self.opening(ledger, setup)
        return ledger.state, tuple(ledger.events)

    def setup(
        self,
        options: Mapping[str, Any] | None,
        players: int | None = None,
        edition: EditionLike | None = None,
    ) -> Setup:
        chosen = codec.read(self.options_type, {} if options is None else options, "options")
        number = self.numbers[0] if players is None else players
        if type(number) is not int or number not in self.numbers:
            counts = ", ".join(map(str, self.numbers))
            raise UnreadableInput(
                "bad_options",
                f"This game is for {counts} players, not for {quote_value(number)}.",
                faults=[f"players must be one of {counts}"],
            )
        setup = Setup(chosen, self.editions.label_of(edition), self.seats_for(chosen, number))
        faults = list(self.setup_faults(setup))
        if faults:
            raise UnreadableInput(
                "bad_options", f"This game cannot be set up: {'; '.join(faults)}.", faults=faults
            )
        return setup

    def judge(self, state: S, player: int, action: A | Resign | OfferAction) -> ActionVerdict:
        """Whether this player may do this now, with every reason against it."""
        return self._judged(state, player, action, self.ruling)

    def preview(self, state: S, player: int, action: A | Resign | OfferAction) -> ActionVerdict:
        """What a table without help says of a draft; it never refuses what `judge` allows."""
        return self._judged(state, player, action, self.draft_ruling)

    def _judged(
        self,
        state: S,
        player: int,
        action: A | Resign | OfferAction,
        ruling: Callable[[S, int, A], ActionVerdict],
    ) -> ActionVerdict:
        self._check_state(state)
        if not isinstance(action, self._action_types):
            kinds = " or ".join(kind.__name__ for kind in self._action_types)
            message = (
                f"An action of {self.name} is a {kinds}, not {quote_value(action)}; read_action reads JSON."
            )
            raise UnreadableInput("bad_action", message)
        barred = tuple(self._barred(state, player))
        if barred:
            return ActionVerdict.of(*barred)
        if isinstance(action, Resign):
            return MAY_RESIGN
        if isinstance(action, OfferAction):
            refusals = tuple(self.market(state).refusals(player, action))
            refusals = refusals or tuple(self.offer_refusals(state, player, action))
            return ruled(refusals, consent(self.rule_offers or self.rule_players, "may_trade"))
        return ruling(state, player, action)

    def _check_state(self, state: object) -> None:
        if not isinstance(state, self.state_type):
            message = f"A state of {self.name} is what start and apply give, not {quote_value(state)}."
            raise UnreadableInput("bad_state", message)

    def _check_player(self, state: S, player: object, *, may_watch: bool = False) -> None:
        if type(player) is not int or player not in state.players:
            quoted, listed = quote_value(player), ", ".join(map(str, state.players))
            message = (
                f"There is no player {quoted}: there are {listed}, and None for who watches."
                if may_watch
                else f"There is no player {quoted}: there are {listed}."
            )
            raise UnreadableInput("no_such_player", message)

    def market(self, state: S) -> Market:
        """What offers depend on now."""
        traders = {p: own for p, own in self.belongings(state).items() if p in state.playing}
        rule = self.rule_offers or self.rule_players
        return Market(state.offers, state.pieces, state.accounts, traders, self.most_offers, rule)

    def _barred(self, state: S, player: int) -> Iterator[Check]:
        """What no player may do, and what nobody may do."""
        if type(player) is not int or player not in state.players:
            shown = player if type(player) is int else None
            yield refusal(self.rule_players, "no_such_player", player=shown, players=state.players)
        elif player not in state.playing:
            yield refusal(self.rule_players, "you_are_out")
        if state.result is not None:
            yield refusal(self.rule_end, "game_over")

    def apply(self, state: S, player: int, action: A | Resign | OfferAction) -> tuple[S, tuple[Event, ...]]:
        """The state after an action and what happened; raises IllegalAction with the verdict."""
        verdict = self.judge(state, player, action)
        if verdict.ruling is not Ruling.VALID:
            raise IllegalAction(verdict)
        return self._carried_out(state, player, action, verdict)

    def played_on(self, state: S, player: int, action: A | Resign | OfferAction) -> S:
        """The state after an action of a program that knows the rules, in a world made up to think about.

        It is judged only where what it brings depends on the verdict. A game that is played has `apply`.
        """
        verdict = self.judge(state, player, action) if self.by_verdict else KNOWN_LEGAL
        return self._carried_out(state, player, action, verdict)[0]

    def _carried_out(
        self, state: S, player: int, action: A | Resign | OfferAction, verdict: ActionVerdict
    ) -> tuple[S, tuple[Event, ...]]:
        ledger = Ledger(self, state)
        if isinstance(action, Resign):
            ledger.record("resigned", player)
            self.gone(ledger, player, "resigned")
        elif isinstance(action, OfferAction):
            for step in self.market(state).steps(player, action):
                ledger.record(step.type, step.player, **step.facts)
                if step.type == "offer_carried_out":
                    self.traded(ledger)
        else:
            self.decide(ledger, player, action, verdict)
        self._void_offers(ledger)
        return ledger.state, tuple(ledger.events)

    def _void_offers(self, ledger: Ledger[S]) -> None:
        """Those that can no longer be carried out are off the table."""
        if ledger.state.offers.open:
            for number in self.market(ledger.state).void():
                ledger.record("offer_voided", ledger.state.offers[number].by, offer=number)

    # --- events ---------------------------------------------------------------------------------------------

    def step(self, state: S | None, event: Event) -> S:
        """One event on; raises UnreadableInput when it does not follow."""
        due = 1 if state is None else state.version + 1
        if event.version != due:
            raise UnreadableInput("bad_event", f"Event {event.version} came where event {due} was due.")
        if event.type not in self.allowed:
            raise UnreadableInput(
                "bad_event", f"{self.name} has no event {quote(event.type)}, for `shown` does not name it."
            )
        if event.schema != self.schemas.get(event.type, 1):
            raise UnreadableInput(
                "unknown_schema", f"Event {event.version} ({event.type}) is of schema {event.schema}."
            )
        if (event.type == STARTED) != (state is None):
            raise UnreadableInput("bad_event", f"A game begins with {STARTED}, and only once.")
        after = self._begun(event) if state is None else self._folded(state, event)
        changed: dict[str, Any] = {"version": event.version}
        if "rng" in event.facts:
            changed["rng"] = codec.read(Rng, event["rng"], "generator")
        if "accounts" in event.facts:
            changed["accounts"] = after.accounts.after(event["accounts"])
        return replace(after, **changed)

    def read_event(self, data: Mapping[str, Any]) -> Event:
        """The event as the current version of the game would write it."""
        return Event.from_json(upcast.event_today(data, self.older))

    def _begun(self, event: Event) -> S:
        kinds = codec.read(tuple[Kind, ...], event["seats"], "seats")
        header = {
            "version": event.version,
            "options": codec.read(self.options_type, {**self.former, **event["options"]}, "options"),
            "edition": event["edition"],
            "seats": tuple(Seat(kind) for kind in kinds),
            "rng": codec.read(Rng, event["rng"], "generator"),
        }
        return self.begin(header, event)

    def _folded(self, state: S, event: Event) -> S:
        """Folds an event: first by the engine, if it is one of its own, then by the game."""
        for folds in (FOLDS, self.folds):
            if event.type in folds:
                state = folds[event.type](state, event)
        return state

    @cached_property
    def allowed(self) -> Mapping[str, Shown]:
        """Of every type of event there can be, who sees what."""
        started = self.shown.get(STARTED, Shown())
        header = ("options", "edition", "seats")
        return {**SHOWN, **self.shown, STARTED: Shown((*header, *started.to_all), started.to_own)}

    def events_shown(self, events: Iterable[Event], player: int | None) -> tuple[Event, ...]:
        return tuple(shown_to(player, event, self.allowed) for event in events)

    # --- what follows from the asks -------------------------------------------------------------------------

    def asked(self, state: S) -> tuple[Ask, ...]:
        """What the game waits for; nothing, when it is over. Worked out once per state."""
        return _asks_of(state, self)

    def players_to_act(self, state: S) -> tuple[int, ...]:
        """Everybody who may act, in the order in which a table would ask them."""
        self._check_state(state)
        return tuple(dict.fromkeys(ask.player for ask in self.asked(state)))

    def legal_actions(self, state: S, player: int) -> tuple[A | Open, ...]:
        """Everything that this player is asked for: complete actions, and kinds that are open."""
        self._check_state(state)
        self._check_player(state, player)
        return _legal(state, self, player)

    def answers(self, state: S, ask: Ask) -> tuple[Any, ...]:
        """What the player may answer to an ask of the game or about offers."""
        if ask.about != OFFERS:
            return self.listed(state, ask)
        market = self.market(state)
        open_kinds = [Open(kind) for kind in market.open_kinds(ask.player)]
        answers = market.listed(ask.player)
        return (*open_kinds, *(a for a in answers if not any(self.offer_refusals(state, ask.player, a))))

    def _offer_asks(self, state: S) -> Iterator[Ask]:
        """Who may make, answer or withdraw offers. The answer does not reveal what players hold."""
        if not self.rule_offers or not self.belongings(state):
            return
        market = self.market(state)
        for player in market.belongings:
            kinds = list(market.open_kinds(player))
            if any(offer.is_to(player) and offer.by != player for offer in state.offers.open):
                kinds += ["accept_offer", "decline_offer"]
            if any(offer.by == player for offer in state.offers.open):
                kinds.append("withdraw_offer")
            if kinds:
                since = state.agenda.since
                yield Ask(player, tuple(kinds), obliged=False, parallel=True, since=since, about=OFFERS)

    # --- what is seen ---------------------------------------------------------------------------------------

    def view(self, state: S, viewer: int | None) -> dict[str, Any]:
        """All that this player may know; None only watches."""
        self._check_state(state)
        if viewer is not None:
            self._check_player(state, viewer, may_watch=True)
        return {name: part() for name, part in self._parts(state, viewer).items()}

    def glance(self, state: S, viewer: int, *, imagined: bool = False) -> Glance:
        """The same, part by part as it is asked for; of a state that was `imagined` with the state itself."""
        parts = self._parts(state, viewer)
        table = self.table_parts(state, viewer) if imagined else None  # a real game shows plain JSON
        if table is not None:
            parts["table"] = lambda: Glance(table)
        return Glance(parts, state if imagined else None)

    def _parts(self, state: S, viewer: int | None) -> dict[str, Callable[[], Any]]:
        return {
            "game": lambda: self.name,
            "you": lambda: viewer,
            "version": lambda: state.version,
            "options": lambda: codec.plain(state.options),
            "edition": lambda: state.edition,
            "seats": lambda: codec.plain(state.seats),
            "scores": lambda: list(self.scores(state)),
            "asks": lambda: [ask.public() for ask in self.asked(state)],
            "actions": lambda: [] if viewer is None else codec.plain(self.legal_actions(state, viewer)),
            "accounts": lambda: dict(state.accounts.balances),
            "offers": lambda: codec.plain(state.offers),
            "result": lambda: codec.plain(state.result),
            "table": lambda: self.table(state, viewer),
        }

    def header_of(self, view: Mapping[str, Any], rng: Rng) -> dict[str, Any]:
        """The header of a state that looks like this; the game adds the pieces, the agenda and its table."""
        return {
            "version": view["version"],
            "options": self.options_in(view),
            "edition": view["edition"],
            "seats": codec.read(tuple[Seat, ...], view["seats"], "seats"),
            "rng": rng,
            "accounts": Accounts.of(view["accounts"]),
            "offers": codec.read(Offers, view["offers"], "offers"),
            "result": None if view["result"] is None else codec.read(Result, view["result"], "result"),
        }

    def options_in(self, view: Mapping[str, Any]) -> Any:
        return codec.read(self.options_type, view["options"], "options")

    # --- JSON -----------------------------------------------------------------------------------------------

    @cached_property
    def every_action(self) -> Mapping[str, type[Any]]:
        """Every kind of action by type: the game's own, offers where it has them, and resigning."""
        return {**self.actions, **(OFFER_ACTIONS if self.rule_offers else {}), "resign": Resign}

    @cached_property
    def _action_types(self) -> tuple[type[Any], ...]:
        return tuple(self.every_action.values())

    def read_action(self, data: Any) -> A | Resign | OfferAction:
        """An action as JSON has it, {"type": "pass"}; raises UnreadableInput with every fault."""
        action: A | Resign | OfferAction = read_typed(self.every_action, data, "action")
        return action

    def state_to_json(self, state: S) -> dict[str, Any]:
        """The whole state, secrets included: for storage, never for a player."""
        return {"schema": SCHEMA, "game": self.name, "state": codec.plain(state)}

    def state_from_json(self, data: Mapping[str, Any]) -> S:
        """`former` also supplies options that did not exist when the state was saved."""
        check_schema(data, self.name)
        saved = data.get("state")
        if isinstance(saved, dict) and isinstance(saved.get("options"), dict):
            saved = {**saved, "options": {**self.former, **saved["options"]}}
        state = codec.read(self.state_type, saved, "state")
        if not isinstance(state.options, self.options_type):  # a state that does not say their type
            state = replace(state, options=codec.read(self.options_type, state.options, "options"))
        return replace(state, agenda=state.agenda.read(self.matters))


class OpenGame(Game[S, A]):
    """A game in which everybody sees everything but chance to come: nothing of its table is written by hand.

    The table has the fields that the state adds to `Frame`, and the pieces and the agenda if there are any.
    """

    def table(self, state: S, viewer: int | None) -> dict[str, Any]:  # noqa: ARG002
        shown = {name: codec.plain(getattr(state, name)) for name in self._own_fields}
        if state.pieces.places:
            shown["pieces"] = {place: list(pieces) for place, pieces in state.pieces.places}
        if state.agenda.entries:
            shown["agenda"] = codec.plain(state.agenda)
        return shown

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> S:
        """Nothing is hidden, so nothing is made up but the chance to come."""
        table = view["table"]
        agenda = codec.read(Agenda, table.get("agenda", {"entries": []}), "agenda")
        own = {name: codec.read(kind, table[name], name) for name, kind in self._own_fields.items()}
        return self.state_type(
            **self.header_of(view, rng),
            pieces=Inventory.of(table.get("pieces", {})),
            agenda=agenda.read(self.matters),
            **own,
        )

    @cached_property
    def _own_fields(self) -> dict[str, Any]:
        hints = get_type_hints(self.state_type, include_extras=True)
        inherited = {field.name for field in fields(Frame)}
        return {f.name: hints[f.name] for f in fields(self.state_type) if f.name not in inherited}


# --- worked out once per state ------------------------------------------------------------------------------


@once_per_state(64)
def _asks_of(state: Any, game: Game[Any, Any]) -> tuple[Ask, ...]:
    if state.result is not None:
        return ()
    return (*game.asks(state), *game._offer_asks(state))  # noqa: SLF001 - a part of the game


@once_per_state(256)
def _legal(state: Any, game: Game[Any, Any], player: int) -> tuple[Any, ...]:
    asks = [ask for ask in game.asked(state) if ask.player == player]
    return tuple(action for ask in asks for action in game.answers(state, ask))


def check_schema(data: Mapping[str, Any], game: str | None = None) -> None:
    """Refuses what another version of this program wrote, and another game's."""
    schema = data.get("schema") if hasattr(data, "get") else None
    if schema is None:
        raise UnreadableInput("unknown_schema", "This is not a record of a game.")
    if schema != SCHEMA:
        raise UnreadableInput(
            "unknown_schema",
            f"This game was saved in schema {codec.quoted(schema)}; this program reads schema {SCHEMA}.",
        )
    if game is not None and data.get("game") != game:
        raise UnreadableInput(
            "other_game", f"This is a game of {quote(str(data.get('game')))}, not of {game}."
        )


def load_game(name: str) -> Game[Any, Any]:
    """The playable game of that name, found where its rule sets are; raises UnknownRuleset."""
    if not isinstance(name, str) or name not in ruleset.games():
        listed = ", ".join(playable_games())
        message = f"There is no game {quote_value(name)}. There are: {listed}."
        raise UnknownRuleset("unknown_ruleset", message, input=str(name)[: ruleset.MAX_NAME])
    original, options = getattr(ruleset.game(name), "plays", (name, {}))
    if original != name:
        message = f"{quote(name)} is played as {original} with the options {options}."
        raise UnknownRuleset("not_playable", message, input=name)
    game: Game[Any, Any] = ruleset.part_of(name, "playable", "not_playable", "can be judged, not played yet")
    return game


def playable_games() -> tuple[str, ...]:
    return tuple(name for name in ruleset.sound_games(playing=True) if ruleset.brings(name, "playable"))
