"""A referee for records of CompoundIt!: replays one from the rules and the edition alone.

It imports nothing of this product. Tiles are drawn again from the seed, runs are cut from written lines, and
their scores and legality are worked out again (`compoundit_twin`). Of the Lewis and organic sets, which look
up boiling points, it checks only what no record can change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from tests.oracle.compoundit_twin import SETS, Twin
from tests.oracle.refereeing import RULESETS, Event, demand
from tests.oracle.refereeing import Referee as Follower

BY_NUMBER = ["H", "Li", "C", "N", "O", "F", "Na", "Mg", "Al", "Si", "P", "S", "Cl", "K", "Ca", "Fe", "Cu", "Zn", "Br", "Ag",
             "I", "Pb"]  # fmt: skip
NONMETALS = {"H", "C", "N", "O", "F", "Si", "P", "S", "Cl", "Br", "I"}
TIMES = {"double": 2, "triple": 3}
NEAR_END = 2
RULINGS = ("valid", "invalid", "unresolved")
Square = tuple[int, int]


@cache
def twin_of(name: str) -> Twin:
    return Twin(RULESETS / "compoundit" / "editions" / f"{name}.toml")


@dataclass
class Move:
    player: int
    laid: list[dict[str, Any]]
    score: int
    accepted: set[int] = field(default_factory=set)
    skipped: set[int] = field(default_factory=set)


class Referee(Follower):
    former: ClassVar = {"passing": "all", "starts": "centre-first"}

    def begin(self) -> None:
        """C-FIRST, C-SUPPLY, C-RACK."""
        box = self.box
        tiles = [tile["symbol"] for tile in box["tiles"]["each"] for _ in range(tile["count"])]
        self.worth = {tile["symbol"]: tile["points"] for tile in box["tiles"]["each"]}
        self.size: int = box["board"]["size"]
        self.bonus = {
            tuple(square): kind for kind, squares in box["board"]["bonuses"].items() for square in squares
        }
        self.rules = self.options["rules"].partition(":")[2] or "standard"
        size = box["play"]["supplies"][str(self.number)]
        tied, rounds = [*range(self.number)], []
        while len(tied) > 1:
            drawn = dict(zip(tied, self.chance.shuffled(tiles), strict=False))
            rounds.append({str(player): symbol for player, symbol in drawn.items()})
            highest = max(BY_NUMBER.index(symbol) for symbol in drawn.values())
            tied = [player for player in tied if BY_NUMBER.index(drawn[player]) == highest]
        shuffled = self.chance.shuffled(tiles)
        self.supplies = [shuffled[p * size : (p + 1) * size] for p in range(self.number)]
        aside = shuffled[self.number * size :]
        self.then(
            "game_started", options=self.record["options"], edition=self.record["edition"],
            seats=["player"] * self.number, first=tied[0], first_draws=rounds, supply_sizes=[size] * self.number,
            set_aside_size=len(aside), supplies=[[*pile] for pile in self.supplies], set_aside=aside,
        )  # fmt: skip
        self.racks: list[list[str]] = [[] for _ in range(self.number)]
        self.grid: dict[Square, str] = {}
        self.scores = [0] * self.number
        self.turn: int | None = tied[0]
        self.last_turns: list[int] | None = None
        self.move: Move | None = None
        self.talk: tuple[int, dict[int, str]] | None = None  # the challenger, and the opinions given
        self.passed: set[int] = set()
        self.lost = [0] * self.number
        self.gone: list[int] = []
        self.laying = False  # the event that now follows made the last move final
        for place in range(self.number):
            self.draw((tied[0] + place) % self.number, box["play"]["rack"])

    def by_itself(self) -> bool:
        return False

    def playing(self) -> list[int]:
        return [player for player in range(self.number) if player not in self.gone]

    def others(self, player: int) -> list[int]:
        around = [(player + step) % self.number for step in range(1, self.number)]
        return [other for other in around if other not in self.gone]

    # --- turns ------------------------------------------------------------------------------------------------

    def draw(self, player: int, number: int) -> None:
        """C-DRAW, C-REFILL, C-END."""
        pile = self.supplies[player]
        drawn, self.supplies[player] = pile[:number], pile[number:]
        left = len(self.supplies[player])
        self.then("tiles_drawn", player, number=len(drawn), supply_size=left, symbols=drawn)
        self.racks[player] += drawn
        if self.move is not None and self.last_turns is None and left <= NEAR_END:
            over = self.move.skipped | self.passed
            self.last_turns = [p for p in self.playing() if p not in over]
        self.move = None

    def make_final(self) -> None:
        if self.move is not None:
            self.draw(self.move.player, len(self.move.laid))

    def turn_over(self, player: int) -> None:
        """C-CLOCKWISE, C-END."""
        if self.last_turns is not None:
            self.last_turns = [other for other in self.last_turns if other != player]
        self.turn = None if self.last_turns == [] else next(iter(self.others(player)), None)

    def go_on(self) -> None:
        """C-CHAL, C-CHAL-LOST, C-END, C-ALL-PASS."""
        while self.turn is not None and self.lost[self.turn]:
            self.then("turn_lost", self.turn, which="next turn")
            self.lost[self.turn] -= 1
            if self.move is not None:
                self.move.skipped.add(self.turn)
            self.turn_over(self.turn)
        back = self.move is not None and self.turn == self.move.player and not self.stays_open()
        if back and self.talk is None:
            self.make_final()
        if self.passed == {*self.playing()}:
            self.end(self.scores, "all_passed", self.gone)
        elif self.turn is None and self.move is None:
            self.end(self.scores, "supply_low", self.gone)

    def stays_open(self) -> bool:
        """C-CHAL-OPEN: until the next move, which comes as long as somebody has a turn."""
        return self.options["passing"] == "until-next-move" and self.turn is not None

    def on_turn(self, player: int) -> None:
        demand(player == self.turn and self.talk is None, "whose turn it is")

    def on_tiles_drawn(self, event: Event, _: int) -> None:
        """C-CHAL: a newer move makes the last one final; by the former interpretation a pass does too."""
        demand(self.move is not None and self.talk is None and self.turn is not None, "a move to be final")
        self.make_final()
        self.follow(event)
        self.laying = True

    def on_tiles_placed(self, event: Event, player: int) -> None:
        """C-LINE, C-TOUCH, C-ALL, C-BONUS; in `challenge` mode only physically impossible moves are refused."""
        self.on_turn(player)
        demand(self.move is None, "the last move is final first")
        self.laying = False
        laid = event["placements"]
        squares: list[Square] = [(tile["row"], tile["col"]) for tile in laid]
        demand(laid and all({*tile} == {"row", "col", "symbol"} for tile in laid), "tiles on squares")
        demand(
            all(type(n) is int and 1 <= n <= self.size for square in squares for n in square), "on the board"
        )
        demand(len({*squares}) == len(squares) and not {*squares} & {*self.grid}, "on empty squares")
        new = {square: tile["symbol"] for square, tile in zip(squares, laid, strict=True)}
        demand(not Counter(new.values()) - Counter(self.racks[player]), "from the rack")
        before, self.grid = self.grid, {**self.grid, **new}
        runs = self.runs(new)
        rows = sorted(event["runs"], key=lambda run: run["squares"])
        due: list[dict[str, Any]] = [
            {
                "squares": [[*s] for s in run],
                "tiles": [self.grid[s] for s in run],
                "score": self.points_of(run, new),
            }
            for run in sorted(runs)
        ]
        demand(
            [{k: [[*s] for s in v] if k == "squares" else v for k, v in run.items()} for run in rows] == due,
            "its runs",
        )
        score = sum(run["score"] for run in due)
        self.must(event, placements=laid, runs=event["runs"], score=score)
        if self.options["mode"] == "verified":
            demand(self.sound(before, new), "laid by the rules")
            demand(all(self.legal(run) is not False for run in runs), "compounds of the rules")
        for symbol in new.values():
            self.racks[player].remove(symbol)
        self.scores[player] += score
        self.passed, self.move = set(), Move(player, laid, score)
        self.turn_over(player)
        if self.options["mode"] == "verified":
            self.make_final()
        self.go_on()

    def on_passed(self, event: Event, player: int) -> None:
        self.on_turn(player)
        demand(not self.laying or self.options["passing"] == "all", "who drew lays now")
        demand(self.move is None or self.options["passing"] != "all", "the last move is final first")
        self.laying = False
        self.must(event)
        if self.move is not None and player != self.move.player and not self.stays_open():
            self.move.accepted.add(player)
        self.passed.add(player)
        self.turn_over(player)
        self.accept_all()
        self.go_on()

    # --- the board --------------------------------------------------------------------------------------------

    def runs(self, new: Mapping[Square, str]) -> list[tuple[Square, ...]]:
        """C-RUN: every row and column cut at its empty squares; pieces of two or more tiles with a new one."""
        found = []
        for line in range(1, self.size + 1):
            for squares in (
                [(line, other) for other in range(1, self.size + 1)],
                [(other, line) for other in range(1, self.size + 1)],
            ):
                piece: list[Square] = []
                for square in [*squares, (0, 0)]:
                    if square in self.grid:
                        piece.append(square)
                        continue
                    if len(piece) > 1 and {*new} & {*piece}:
                        found.append(tuple(piece))
                    piece = []
        return found

    def points_of(self, run: Sequence[Square], new: Mapping[Square, str]) -> int:
        """C-BONUS."""
        points, times = 0, 1
        for square in run:
            kind = self.bonus.get(square, "") if square in new else ""
            points += self.worth[self.grid[square]] * (TIMES[kind[:6]] if kind.endswith("element") else 1)
            times *= TIMES[kind[:6]] if kind.endswith("compound") else 1
        return points * times

    def sound(self, before: Mapping[Square, str], new: Mapping[Square, str]) -> bool:
        """C-LINE, C-CENTRE-SQ, C-TOUCH, C-RUN."""
        rows, columns = {row for row, _ in new}, {column for _, column in new}
        along = sorted(columns if len(rows) == 1 else rows)
        if min(len(rows), len(columns)) > 1 or along != [*range(along[0], along[0] + len(along))]:
            return False
        runs = self.runs(new)
        beginner, centre = self.rules == "beginner", tuple(self.box["board"]["centre"])
        on_atom = beginner and any([*square] in self.box["board"]["atoms"] for square in new)
        if not before:
            begins = on_atom and self.options["starts"] == "any-atom"
            return bool(runs) and (centre in new or begins)
        return bool(runs) and (on_atom or any(square in before for run in runs for square in run))

    def legal(self, run: Sequence[Square]) -> bool | None:
        """None where the answer depends on boiling points."""
        tiles = [self.grid[square] for square in run]
        plain = self.rules if self.rules in SETS else "standard"
        if twin_of(self.box["name"]).accepted_by(tiles, plain):
            return True
        if self.rules in SETS or not {*tiles} <= NONMETALS or len({*tiles}) == 1:
            return False
        return None

    # --- challenges -------------------------------------------------------------------------------------------

    def reply(self, event: Event, player: int) -> Move:
        """C-CHAL, C-DRAW."""
        move = self.move
        demand(self.options["mode"] == "challenge" and move is not None and self.talk is None, "an open move")
        assert move is not None
        demand(not self.laying and player != move.player and player not in self.gone, "somebody else's")
        demand(player not in move.accepted, "who accepted is bound")
        self.must(event, of=move.player)
        return move

    def on_move_accepted(self, event: Event, player: int) -> None:
        demand(not self.stays_open(), "nothing is accepted before the next move")
        self.reply(event, player).accepted.add(player)
        self.accept_all()
        self.go_on()

    def accept_all(self) -> None:
        if (
            self.move is not None
            and self.talk is None
            and {*self.others(self.move.player)} <= self.move.accepted
        ):
            self.make_final()

    def on_challenged(self, event: Event, player: int) -> None:
        self.reply(event, player)
        self.talk = player, {}
        if not self.options["consensus"]:
            self.ask_judge()
            self.go_on()

    def on_opinion_given(self, event: Event, player: int) -> None:
        """C-CONSENSUS."""
        demand(self.talk is not None and player in self.playing(), "a challenge is open")
        assert self.talk is not None
        demand(player not in self.talk[1] and event["ruling"] in RULINGS[:2], "once, yes or no")
        self.must(event, ruling=event["ruling"])
        self.talk[1][player] = event["ruling"]
        self.agree()
        self.go_on()

    def agree(self) -> None:
        if self.talk is not None and len({*self.talk[1].values()}) > 1:
            self.ask_judge()
        elif self.talk is not None and {*self.talk[1]} >= {*self.playing()}:
            (ruling,) = {*self.talk[1].values()}
            self.rule(ruling, decided_by="agreement")

    def on_ruling_given(self, event: Event, _: int) -> None:
        """Anybody may call the judge while a challenge is open."""
        demand(self.talk is not None and self.options["consensus"], "a challenge is open")
        self.ask_judge()
        self.follow(event)
        self.go_on()

    def ask_judge(self) -> None:
        """The judge's answer must be right where we know it, and consistent with the move and every run."""
        event = self.peek("ruling_given")
        demand(event["decided_by"] == "judge" and event["ruling"] in RULINGS, "a ruling of the judge")
        assert self.move is not None
        new = {(tile["row"], tile["col"]): tile["symbol"] for tile in self.move.laid}
        before = {square: tile for square, tile in self.grid.items() if square not in new}
        sound, runs = self.sound(before, new), sorted(self.runs(new))
        said = sorted(event["runs"], key=lambda run: run["squares"])
        if said:
            demand(
                [[tuple(s) for s in run["squares"]] for run in said] == [[*run] for run in runs], "its runs"
            )
        for run, judged in zip(runs, said, strict=False):
            demand(judged["tiles"] == [self.grid[square] for square in run], "its tiles")
            demand(judged["score"] == self.points_of(run, new), "its score")
            demand(self.legal(run) in (None, judged["verdict"]["ruling"] == "valid"), "its ruling")
        outcomes = [check["outcome"] for check in event["geometry"]]
        demand(sound == ("fail" not in outcomes), "how it lies")
        invalid = not sound or any(judged["verdict"]["ruling"] == "invalid" for judged in said)
        demand(
            (event["ruling"] == "invalid") == invalid and type(event["reason"]) is str, "all of it is legal"
        )
        detail = {name: event[name] for name in ("reason", "geometry", "runs")}
        self.rule(event["ruling"], decided_by="judge", **detail)

    def rule(self, ruling: str, **how: Any) -> None:
        """C-CHAL-WON, C-CHAL-LOST."""
        move, talk = self.move, self.talk
        assert move is not None
        assert talk is not None
        self.talk = None
        self.then("ruling_given", move.player, ruling=ruling, challenger=talk[0], **how)
        if ruling == "valid":
            self.lost[talk[0]] += 1
        if ruling != "invalid":
            self.make_final()
            return
        self.then("move_taken_back", move.player, placements=move.laid, score=move.score)
        for tile in move.laid:
            self.racks[move.player].append(self.grid.pop((tile["row"], tile["col"])))
        self.scores[move.player] -= move.score
        self.move = None
        self.then("turn_lost", move.player, which="this turn")

    # --- leaving ----------------------------------------------------------------------------------------------

    def on_resigned(self, event: Event, player: int) -> None:
        """Tiles on the board stay; a discussion about a move of the player, or started by the player, ends."""
        demand(player not in self.gone and not self.laying, "who is out is out")
        self.must(event)
        self.gone.append(player)
        self.racks[player], self.supplies[player] = [], []
        self.passed.discard(player)
        if self.talk is not None and self.move is not None and player in (self.move.player, self.talk[0]):
            self.talk = None
        if self.move is not None and self.move.player == player:
            self.move = None
        if self.turn == player:
            self.turn_over(player)
        elif self.last_turns is not None:
            self.last_turns = [other for other in self.last_turns if other != player]
        if len(self.playing()) == 1:
            self.end(self.scores, "one_left", self.gone)
            return
        self.agree()
        self.accept_all()
        self.go_on()
