"""The class as a game: seat 0 is the teacher's, the others are places that pupils take, early or late.

Together, a question is shown, answered by whoever wants to, closed, and the next one follows. At one's own
pace, and as homework, everybody goes through the questions alone until the teacher or the clock ends it;
where answers are left open the clock only closes it, and the teacher decides about them and ends it. Then the
results are shown, and what the teacher decides about answers and questions still changes them. An answer is
marked when it is given, so the record has all marks and replaying asks no judge; until a question
ends nobody is shown a mark, and nobody is ever shown what somebody else has answered, but for how many.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from adjudicator import exercises, prose
from adjudicator.classroom.actions import (
    Action,
    Answer,
    Clear,
    Close,
    CloseByItself,
    Count,
    Decide,
    End,
    LockDoor,
    MoreTime,
    Next,
    OurNames,
    Settle,
    ShowNames,
    ShowPodium,
    Skip,
)
from adjudicator.classroom.answers import (
    alike,
    answered,
    givers,
    has_open_answers,
    judged,
    marked_answer,
    ruled,
)
from adjudicator.classroom.state import BEFORE_THE_FIRST, TEACHER, Decision, Given, Options, Phase, State
from adjudicator.engine.agenda import Agenda, Open, by_type
from adjudicator.engine.answers import refusal
from adjudicator.engine.codec import plain
from adjudicator.engine.events import Shown
from adjudicator.engine.frame import Preset
from adjudicator.engine.game import STARTED, Game
from adjudicator.engine.values import replace
from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.classroom.state import Sheet, Stage
    from adjudicator.engine.agenda import Ask
    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.events import Event
    from adjudicator.engine.frame import Departure, Setup
    from adjudicator.engine.ledger import Ledger
    from adjudicator.engine.rng import Rng
    from adjudicator.verdict import Check

NAME = "class"
RULE = "CLASS-QUIZ"  # no rulebook has it: the rule that verdicts about a class cite
PLACES = 40
MOST_QUESTIONS = 60
MOST_LETTERS = 200  # of an answer
MOST_CHANGES = 30  # of a pupil's answer to one question
MOST_SECONDS = 40 * 24 * 3600
MORE = range(5, 24 * 3600 + 1)  # seconds that can be added at once
QUIET = ("answered", "door_locked", "our_names_wanted", "closing_changed")


# --- what happened ----------------------------------------------------------------------------------------


def _question_asked(state: State, event: Event) -> State:
    return replace(_staged(state, "open", event), number=event["number"], added=0)


def _staged(state: State, stage: Stage, event: Event) -> State:
    return replace(state, stage=stage, agenda=state.agenda.follow(Phase(), event.version))


def _answered(state: State, event: Event) -> State:
    decided = "decided" in event.facts and event["decided"]  # older records have no decisions
    given = Given(event["answer"], event["outcome"], event["score"], event["read"], decided)
    sheet, number = state.sheets[event.by], event["number"]
    return _with_sheet(state, event.by, (*sheet[:number], given, *sheet[number + 1 :]))


def _closed(state: State, event: Event) -> State:
    return _staged(state, "closed", event)


def _skipped(state: State, event: Event) -> State:
    return replace(_staged(state, "closed", event), skipped=(*state.skipped, state.number))


def _decided(state: State, event: Event) -> State:
    """Sheets of all who gave the answer are marked anew; `marked_answer` marks what comes later."""
    number, right = event["number"], event["right"]
    kept = tuple(one for one in state.decisions if (one.number, one.answer) != (number, event["answer"]))
    decisions = kept if right is None else (*kept, Decision(number, event["answer"], right))
    marks = {answer: (outcome, score) for answer, outcome, score in event["marks"]}

    def marked_anew(sheet: Sheet) -> Sheet:
        given = sheet[number]
        if given is None or given.answer not in marks:
            return sheet
        outcome, score = marks[given.answer]
        changed = replace(given, outcome=outcome, score=score, decided=right is not None)
        return (*sheet[:number], changed, *sheet[number + 1 :])

    return _scored(replace(state, decisions=decisions, sheets=tuple(map(marked_anew, state.sheets))))


def _counted(state: State, event: Event) -> State:
    number, counts = event["number"], event["counts"]
    skipped = [n for n in state.skipped if n != number] + [number] * (counts == "out")
    to_all = [n for n in state.given_to_all if n != number] + [number] * (counts == "to_all")
    return _scored(replace(state, skipped=tuple(skipped), given_to_all=tuple(to_all)))


def _scored(state: State, *, over: bool = False) -> State:
    """With the scores of all, if the results are shown."""
    if not (over or state.over):
        return state
    counted = state.ended if state.together else state.counted
    return replace(state, results=tuple(state.score(seat, counted) for seat in range(len(state.seats))))


def _results_shown(state: State, event: Event) -> State:
    """A question that all answer together and that is not closed yet does not count."""
    if state.stage == "open":
        state = _skipped(state, event) if state.together else _closed(state, event)
    else:
        state = _staged(state, state.stage, event)
    return _scored(state, over=True)


def _time_given(state: State, event: Event) -> State:
    return replace(state, added=state.added + event["seconds"])


def _cleared(state: State, event: Event) -> State:
    return _scored(_with_sheet(state, event.by, (None,) * state.total))


def _with_sheet(state: State, seat: int, sheet: Sheet) -> State:
    return replace(state, sheets=(*state.sheets[:seat], sheet, *state.sheets[seat + 1 :]))


class Class(Game[State, Any]):
    name = NAME
    options_type, state_type = Options, State
    actions = by_type(Action)
    numbers = range(2, PLACES + 2)  # the teacher and the places
    rule_players = rule_end = RULE
    matters = by_type(Phase)
    simultaneous = True
    folds: Mapping[str, Any] = {
        "question_asked": _question_asked,
        "answered": _answered,
        "question_closed": _closed,
        "question_skipped": _skipped,
        "time_given": _time_given,
        "names_shown": lambda state, event: replace(state, names=event["shown"]),
        "podium_shown": lambda state, event: replace(state, podium=event["shown"]),
        "door_locked": lambda state, event: replace(state, locked=event["on"]),
        "our_names_wanted": lambda state, event: replace(state, our_names=event["on"]),
        "closing_changed": lambda state, event: replace(state, closes=event["on"]),
        "answer_decided": _decided,
        "counting_changed": _counted,
        "place_cleared": _cleared,
        "results_shown": _results_shown,
    }
    shown: Mapping[str, Shown] = {
        "question_asked": Shown(("number",)),
        "answered": Shown((), ("number", "answer")),
        "question_closed": Shown(("number",)),
        "question_skipped": Shown(("number",)),
        "time_given": Shown(("seconds",)),
        "names_shown": Shown(("shown",)),
        "podium_shown": Shown(("shown",)),
        "door_locked": Shown(("on",)),
        "our_names_wanted": Shown(("on",)),
        "closing_changed": Shown(("on",)),
        "answer_decided": Shown((), ("number", "answer", "right", "marks")),
        "counting_changed": Shown(("number", "counts")),
        "place_cleared": Shown(),
        "results_shown": Shown(),
    }

    def presets(self) -> Mapping[str, Preset]:
        asked = ("charge:Na^+", "charge:Cl^-")
        return {
            "together": Preset(4, {"exercises": asked, "seconds": 30}),
            "own": Preset(4, {"exercises": asked, "pace": "own", "seconds": 600}),
        }

    def setup_faults(self, setup: Setup) -> Iterator[str]:
        options: Options = setup.options
        if not 1 <= len(options.exercises) <= MOST_QUESTIONS:
            yield f"a class has 1 to {MOST_QUESTIONS} questions, not {len(options.exercises)}"
        if options.language not in prose.LANGUAGES:
            yield f"the language is one of {', '.join(prose.LANGUAGES)}, not {options.language[:20]!r}"
        if options.seconds is not None and not MORE.start <= options.seconds <= MOST_SECONDS:
            yield f"the time is {MORE.start} to {MOST_SECONDS} seconds, not {options.seconds}"
        for text in options.exercises[:MOST_QUESTIONS]:
            try:
                exercises.exercise_from_text(text)
            except AdjudicatorError as error:
                yield f"{text[:80]!r}: {error.message}"

    def begin(self, header: Mapping[str, Any], event: Event) -> State:  # noqa: ARG002
        empty = (None,) * len(header["options"].exercises)
        sheets = tuple(empty for _ in header["seats"])
        return State(**header, sheets=sheets, agenda=Agenda.of(Phase(), header["version"]))

    # --- asks ----------------------------------------------------------------------------------------------

    def asks(self, state: State) -> tuple[Ask, ...]:
        if TEACHER not in state.playing:
            return ()
        kinds = tuple(dict.fromkeys(action.type for action in self._of_teacher(state)))
        otherwise: Any = Settle() if state.over else Next()
        if state.stage == "open":
            otherwise = Close() if state.together or has_open_answers(state) else End()
        ask = partial(state.agenda.ask, parallel=True)
        asks = [ask(TEACHER, *kinds, otherwise=otherwise)]
        if state.stage == "open":
            pupils = [seat for seat in state.playing if state.question_for(seat) is not None]
            asks += [ask(seat, "answer", obliged=False) for seat in pupils]
        return tuple(asks)

    def listed(self, state: State, ask: Ask) -> tuple[Any, ...]:
        return self._of_teacher(state) if ask.player == TEACHER else (Open("answer"),)

    def _of_teacher(self, state: State) -> tuple[Any, ...]:
        shown = (ShowNames(not state.names), ShowPodium(not state.podium))
        if state.over:
            return (*shown, Open("decide"), Open("count"), Open("clear"), Settle())
        door = (LockDoor(not state.locked), OurNames(not state.our_names))
        begun = () if state.stage == "lobby" else (Open("decide"), Open("count"))
        always = (*shown, *door, CloseByItself(not state.closes), *begun, Open("clear"), End())
        if state.stage != "open":
            return (Next(), *always)
        timed = () if state.options.seconds is None else (Open("more_time"),)
        return (Close(), *((Skip(),) if state.together else ()), *timed, *always)

    def refusals(self, state: State, player: int, action: Any) -> Iterator[Check]:
        listed = self.legal_actions(state, player)
        if not listed:
            yield refusal(RULE, "not_your_turn", turn=None)
        elif Open(action.type) not in listed and action not in listed:
            yield refusal(RULE, "not_listed")
        elif isinstance(action, Answer):
            if action.question != state.question_for(player):
                yield refusal(RULE, "question_over", question=action.question + 1)
            if len(action.answer) > MOST_LETTERS:
                yield refusal(RULE, "answer_too_long", most=MOST_LETTERS)
        elif isinstance(action, MoreTime) and action.seconds not in MORE:
            yield refusal(RULE, "no_such_time", least=MORE.start, most=MORE.stop - 1)
        elif isinstance(action, (Decide, Count)) and action.question not in state.begun:
            yield refusal(RULE, "not_asked_yet", question=action.question + 1)
        elif isinstance(action, Decide) and not givers(state, action.question, action.answer):
            yield refusal(RULE, "nobody_answered_so", question=action.question + 1, answer=action.answer[:80])
        elif isinstance(action, Count) and state.together and action.question == state.question_for(1):
            yield refusal(RULE, "question_open", question=action.question + 1)
        elif isinstance(action, Clear) and not 1 <= action.seat < len(state.seats):
            yield refusal(RULE, "no_such_place", seat=action.seat)

    def decide(self, ledger: Ledger[State], player: int, action: Any, verdict: ActionVerdict) -> None:  # noqa: ARG002
        state = ledger.state
        match action:
            case Answer(question=number, answer=answer):
                ledger.record("answered", player, number=number, **marked_answer(state, number, answer))
            case Next():
                self._go_on(ledger)
            case Close():
                ledger.record("question_closed", number=state.number)
            case Skip():
                ledger.record("question_skipped", number=state.number)
                self._go_on(ledger)
            case MoreTime(seconds=seconds):
                ledger.record("time_given", seconds=seconds)
            case ShowNames(shown=shown):
                ledger.record("names_shown", shown=shown)
            case ShowPodium(shown=shown):
                ledger.record("podium_shown", shown=shown)
            case LockDoor(on=on):
                ledger.record("door_locked", on=on)
            case OurNames(on=on):
                ledger.record("our_names_wanted", on=on)
            case CloseByItself(on=on):
                ledger.record("closing_changed", on=on)
            case Decide(question=number, answer=answer, right=right):
                self._mark_anew(ledger, number, givers(state, number, answer), right)
            case Count(question=number, counts=counts):
                ledger.record("counting_changed", number=number, counts=counts)
            case Clear(seat=seat):
                ledger.record("place_cleared", seat)
            case End():
                ledger.record("results_shown")
            case Settle():
                self._settle(ledger, "settled")

    def _mark_anew(
        self, ledger: Ledger[State], number: int, givers: Sequence[Given], right: bool | None
    ) -> None:
        state, same = ledger.state, alike(ledger.state, number, givers[0])
        marks = {given.answer: judged(state, number, given.answer) for given in givers}
        if right is not None:
            marks = {answer: {**mark, **ruled(right)} for answer, mark in marks.items()}
        anew = [[answer, mark["outcome"], mark["score"]] for answer, mark in sorted(marks.items())]
        ledger.record("answer_decided", TEACHER, number=number, answer=same, right=right, marks=anew)

    def _go_on(self, ledger: Ledger[State]) -> None:
        state, following = ledger.state, ledger.state.number + 1
        if following < state.total and (state.together or state.stage == "lobby"):
            ledger.record("question_asked", number=following)
        else:
            ledger.record("results_shown")

    def _settle(self, ledger: Ledger[State], reason: str) -> None:
        ledger.end(reason, ledger.state.totals)

    def gone(self, ledger: Ledger[State], player: int, why: Departure) -> None:  # noqa: ARG002
        """Pupils come and go; without a teacher it is over."""
        if player == TEACHER:
            if not ledger.state.over:
                ledger.record("results_shown")
            self._settle(ledger, "no_teacher")

    # --- what is seen --------------------------------------------------------------------------------------

    def scores(self, state: State) -> list[int]:
        """Nothing, until it is over: each score is private to its pupil."""
        return [0] * len(state.seats) if state.totals is None else list(state.totals)

    def clock(self, state: State, seconds: int | None) -> int | None:  # noqa: ARG002
        return state.seconds

    def most_acts(self, state: State, ask: Ask) -> int:
        if ask.player == TEACHER:  # who may have to decide every answer to every question
            return 2 * PLACES * MOST_QUESTIONS
        return MOST_CHANGES if state.together else state.total

    def quiet(self, events: Sequence[Event]) -> bool:
        """An answer, or who may join, changes nothing on another pupil's phone."""
        return all(event.type in QUIET for event in events)

    @cached_property
    def allowed(self) -> Mapping[str, Shown]:
        """The options have the questions to come."""
        usual = dict(super().allowed)
        return {**usual, STARTED: Shown(tuple(name for name in usual[STARTED].to_all if name != "options"))}

    def view(self, state: State, viewer: int | None) -> dict[str, Any]:
        """The teacher sees the questions to come, others only how many there are."""
        seen = super().view(state, viewer)
        if viewer != TEACHER and not state.over:
            shown = 1 + (state.number if state.together else _furthest(state, viewer))
            seen["options"]["exercises"] = list(state.options.exercises[:shown])
        return seen

    def table(self, state: State, viewer: int | None) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "stage": state.stage,
            "number": state.number,
            "since": state.agenda.since,
            "added": state.added,
            "total": state.total,
            "skipped": list(state.skipped),
            "names": state.names,
            "podium": state.podium,
            "locked": state.locked,
            "our_names": state.our_names,
            "closes": state.closes,
            "given_to_all": list(state.given_to_all),
            "results": plain(state.results),
            "answered": answered(state),
            "ended": {str(number): self._given(state, number) for number in state.ended},
        }
        if viewer == TEACHER:
            shown["sheets"] = plain(state.sheets)
            shown["decisions"] = plain(state.decisions)
        elif viewer is not None:
            ended = state.ended_for(viewer)
            shown["sheet"] = [
                given and (plain(given) if number in ended else {"answer": given.answer})
                for number, given in enumerate(state.sheets[viewer])
            ]
        return shown

    @staticmethod
    def _given(state: State, number: int) -> list[Any]:
        """The answers and how many gave each, in an order that does not say whose they are."""
        counts = Counter(given for sheet in state.sheets if (given := sheet[number]) is not None)
        return [[plain(given), counts[given]] for given in sorted(counts, key=astuple)]

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        """Questions to come are made up by repeating what is known, and others have answered nothing."""
        header, table, you = self.header_of(view, rng), view["table"], view["you"]
        known = header["options"].exercises or ("charge:Na^+",)
        asked = tuple(known[min(n, len(known) - 1)] for n in range(table["total"]))
        header["options"] = replace(header["options"], exercises=asked)
        if you == TEACHER:
            sheets = [[given and Given(**given) for given in sheet] for sheet in table["sheets"]]
        else:
            asked_now = {ask["player"] for ask in view["asks"]}
            seats = header["seats"]
            done = sorted(range(len(seats)), key=lambda seat: (seat in asked_now, not seats[seat].plays))
            sheets = self._imagined_sheets(table, you, done, header["options"])
        agenda = Agenda.of(Phase(), table["since"]) if header["result"] is None else Agenda()
        return State(
            **header,
            agenda=agenda,
            sheets=tuple(map(tuple, sheets)),
            stage=table["stage"],
            number=table["number"],
            added=table["added"],
            skipped=tuple(table["skipped"]),
            names=table["names"],
            podium=table["podium"],
            locked=table["locked"],
            our_names=table["our_names"],
            closes=table["closes"],
            given_to_all=tuple(table["given_to_all"]),
            decisions=tuple(Decision(**one) for one in table.get("decisions", ())),
            results=None if table["results"] is None else tuple(table["results"]),
        )

    @staticmethod
    def _imagined_sheets(
        table: Mapping[str, Any], you: int | None, done: Sequence[int], options: Options
    ) -> list[list[Given | None]]:
        """One's own; others gave the answers that are known, and as many others as are counted.

        `done` are all seats, those first that play and are asked nothing: alone, they have finished.
        """
        total = table["total"]
        sheets: list[list[Given | None]] = [[None] * total for _ in done]
        if you is not None:
            sheets[you] = [given and Given(**given) for given in table["sheet"]]
        others = [seat for seat in done if seat not in (TEACHER, you)]
        for number, known in table["ended"].items():
            left = [one for given, count in known for one in [Given(**given)] * count]
            if you is not None and sheets[you][int(number)] in left:
                left.remove(sheets[you][int(number)])  # type: ignore[arg-type]
            for seat, given in zip(others, left, strict=False):
                sheets[seat][int(number)] = given
        together = options.pace == "together"
        counted = [number for number in range(total) if number not in table["skipped"]]
        asked = [table["number"]] if together and table["number"] >= 0 else [] if together else counted
        if any(str(number) not in table["ended"] for number in asked):
            mine = you is not None and all(sheets[you][number] is not None for number in asked)
            for seat in others[: table["answered"] - mine]:
                for number in asked:
                    sheets[seat][number] = Given("")
        return sheets


def _furthest(state: State, viewer: int | None) -> int:
    """The last question that a viewer has seen, at one's own pace."""
    if viewer is None or state.stage == "lobby":
        return BEFORE_THE_FIRST
    asked = state.question_for(viewer)
    return state.total - 1 if asked is None else asked


CLASS = Class()

prose.register(NAME, rules="CLASS", home="adjudicator.classroom")
