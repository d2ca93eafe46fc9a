"""A referee for records of Chemistry Monopoly: replays one from the rules and the edition alone.

It imports nothing of this product. Dice and decks are computed again, so that after every choice it knows
everything that follows: squares, rents, cards, debts, auctions, estates, to the last amount.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, ClassVar

from tests.oracle.refereeing import Event, demand
from tests.oracle.refereeing import Referee as Follower

NAMES = {
    "B": "boron", "Al": "aluminium", "Li": "lithium", "Na": "sodium", "K": "potassium", "Mg": "magnesium", "Ca": "calcium",
    "Ba": "barium", "N": "nitrogen", "P": "phosphorus", "As": "arsenic", "O": "oxygen", "S": "sulfur", "Se": "selenium",
    "F": "fluorine", "Cl": "chlorine", "I": "iodine", "Cu": "copper", "Ag": "silver", "Au": "gold", "Pd": "palladium",
    "Pt": "platinum", "C": "carbon", "Si": "silicon", "go": "Go", "lab-day": "Lab Day", "test-day": "Test Day",
    "biology-class": "Biology Class", "extra-credit": "Extra Credit", "go-to-biology": "Go to Biology Class",
}  # fmt: skip
DECKS = ("lab-day", "test-day")
MONEY = "AMUny"
TRIES = 3
LEVELS = {"easy": 1, "medium": 2, "hard": 3}  # M-QUESTION
LONGEST_ANSWER = 200
OFFERS = 12  # of a player per turn
Matter = Any


@dataclass
class Turn:
    player: int
    rolled: bool = False
    doubles: int = 0
    again: bool = False
    over: bool = False


@dataclass
class Purchase:
    player: int
    deed: str


@dataclass
class Tax:
    player: int
    row: Mapping[str, Any]


@dataclass
class Debt:
    player: int
    to: int | None
    amount: int
    why: str


@dataclass
class Card:
    player: int
    deck: str
    card: str
    payments: list[tuple[int, int | None, int]]


@dataclass
class Auction:
    deed: str
    bidders: list[int]
    estate: bool
    entrants: list[int]
    bids: list[tuple[int, int]] = field(default_factory=list)  # who and how much; the last one leads

    @property
    def bid(self) -> int:
        return self.bids[-1][1] if self.bids else 0

    @property
    def leader(self) -> int | None:
        return self.bids[-1][0] if self.bids else None


@dataclass
class Question:
    player: int
    about: str
    exercise: str
    forced: bool


@dataclass
class Estate:
    player: int
    deeds: list[str]


@dataclass
class Fees:
    player: int
    deeds: list[str]


def charges(written: str) -> set[str]:
    """2- as it may be answered: -2, 2-, with either sign for minus; + may be left out."""
    size, sign = written[:-1] or "1", written[-1]
    signs = ("-", "−") if sign == "-" else ("+",)
    return {
        *(f"{sign}{size}" for sign in signs),
        *(f"{size}{sign}" for sign in signs),
        *([size] if sign == "+" else []),
    }


class Referee(Follower):
    former: ClassVar = {"shortage": "lot", "business": "settled", "bids": "lapse"}

    def read(self, event: Event) -> Event:
        """Before events had schemas, the text of a card was in `text`."""
        if event["type"] != "card_drawn" or "schema" in event:
            return event
        return {**{("says" if name == "text" else name): fact for name, fact in event.items()}, "schema": 2}

    def begin(self) -> None:
        """M-DECKS, M-START-CASH, M-START-GO, M-SHORT-DEAL, M-FIRST, M-FIRST-TIE."""
        self.squares = self.box["board"]["each"]
        self.deeds = {row.get("element") or row["name"]: row for row in self.squares if "price" in row}
        self.steps = {row["set"]: row["step"] for row in self.box["sets"]["each"]}
        self.rules = self.box["money"]
        stock = self.box["stock"]
        self.liquids = stock["liquids_for_solid_short" if self.options["short"] else "liquids_for_solid"]
        self.money = Counter({f"{MONEY} {seat}": self.rules["start"] for seat in range(self.number)})
        self.money["pot"] = self.rules["pot_base"] if self.options["pot_base"] else 0
        demand(self.options["pot"] or not self.options["pot_base"], "a base needs a pot")
        self.owner: dict[str, int] = {}
        self.turned: list[str] = []  # transferred elements, in the order in which their owners got them
        self.level: dict[str, int] = defaultdict(int)  # liquids; one more than a solid needs means the solid
        self.kept: list[list[str]] = [[] for _ in range(self.number)]
        self.at = [0] * self.number
        self.failed: dict[int, int] = {}  # failed attempts of the players in Biology Class
        self.gone: list[int] = []
        self.stack: list[Matter] = []
        self.offers: dict[int, tuple[int, int, dict[str, Any]]] = {}  # from, to, and the terms
        self.offered, self.last_offer = Counter[int](), 0

        self.decks = {
            deck: self.chance.shuffled(
                f"{deck} {n}" for n in range(1, 1 + len(self.box[deck.replace("-", "_")]["each"]))
            )
            for deck in DECKS
        }
        self.then(
            "game_started", options=self.record["options"], edition=self.record["edition"],
            seats=["player"] * self.number, sizes={deck: len(cards) for deck, cards in self.decks.items()},
            decks={deck: [*cards] for deck, cards in self.decks.items()},
        )  # fmt: skip
        if self.options["short"]:
            pack = self.chance.shuffled(self.deeds)
            for player in 2 * [*range(1, self.number), 0]:
                deed = pack.pop(0)
                price = self.deeds[deed]["price"]
                self.then(
                    "element_dealt", player, deed=deed, price=price, accounts=self.to_lab(player, price)
                )
                self.owner[deed] = player
        rolling = [*range(self.number)]
        while len(rolling) > 1:
            totals = {}
            for player in rolling:
                dice = self.throw()
                totals[player] = sum(dice)
                self.then("first_rolled", player, dice=dice)
            rolling = [player for player in rolling if totals[player] == max(totals.values())]
        self.then("turn_begun", rolling[0])
        self.stack = [Turn(rolling[0])]

    # --- what is where ----------------------------------------------------------------------------------------

    def throw(self) -> list[int]:
        self.dice = [self.chance.below(6) + 1, self.chance.below(6) + 1]
        return self.dice

    @property
    def top(self) -> Matter:
        return self.stack[-1]

    def others(self, player: int) -> list[int]:
        """Players who are still in, clockwise from the left."""
        around = [(player + step) % self.number for step in range(1, self.number)]
        return [other for other in around if other not in self.gone]

    def cash(self, player: int) -> int:
        return self.money[f"{MONEY} {player}"]

    def pay(self, source: str, target: str, amount: int) -> list[dict[str, Any]]:
        if not amount:
            return []
        demand(source == "lab" or self.money[source] >= amount, "nobody pays what is not there")
        self.money[source] -= amount
        self.money[target] += amount
        return [{"from": source, "to": target, "amount": amount}]

    def to_lab(self, player: int, amount: int) -> list[dict[str, Any]]:
        return self.pay(f"{MONEY} {player}", "lab", amount)

    def from_lab(self, player: int, amount: int) -> list[dict[str, Any]]:
        return self.pay("lab", f"{MONEY} {player}", amount)

    def name(self, row: Mapping[str, Any]) -> str:
        return str(row.get("name") or NAMES[row.get("element", row["kind"])])

    def of(self, player: int) -> list[str]:
        """In board order."""
        return [deed for deed in self.deeds if self.owner.get(deed) == player]

    def mates(self, deed: str) -> list[str]:
        """Elements that are counted together: a set, the life elements, the supplies."""
        kind = self.deeds[deed]["kind"], self.deeds[deed].get("set")
        return [other for other, row in self.deeds.items() if (row["kind"], row.get("set")) == kind]

    def own_set(self, player: int, deed: str) -> list[str]:
        return [other for other in self.mates(deed) if self.owner.get(other) == player]

    def step(self, deed: str) -> int:
        return int(self.steps.get(self.deeds[deed].get("set"), 0))

    def half(self, deed: str) -> int:
        return int(self.deeds[deed]["price"]) // 2

    def interest(self, deed: str) -> int:
        """M-MONEY."""
        return int(-(-self.half(deed) * self.rules["interest_per_cent"] // 100))

    def lying(self) -> tuple[int, int]:
        """Liquids and solids on all elements."""
        levels = [*self.level.values()]
        return sum(n for n in levels if n <= self.liquids), sum(n > self.liquids for n in levels)

    def in_lab(self) -> tuple[int, int]:
        liquids, solids = self.lying()
        return self.box["stock"]["liquids"] - liquids, self.box["stock"]["solids"] - solids

    def sold_back(self, player: int) -> int:
        return sum(self.level[deed] * (self.step(deed) // 2) for deed in self.of(player))

    def raisable(self, player: int) -> int:
        """M-GIVE-UP."""
        face_up = [deed for deed in self.of(player) if deed not in self.turned]
        return self.cash(player) + self.sold_back(player) + sum(map(self.half, face_up))

    def worth(self, player: int, *, halved: bool = False) -> int:
        """M-WORTH-COUNT, M-SHORT-WORTH."""
        prices = [
            self.half(deed) if halved and deed in self.turned else self.deeds[deed]["price"]
            for deed in self.of(player)
        ]
        return (
            self.cash(player)
            + sum(prices)
            + sum(self.level[deed] * self.step(deed) for deed in self.of(player))
        )

    # --- the roll and the square ------------------------------------------------------------------------------

    def on_rolled(self, event: Event, player: int) -> None:
        turn = self.asked(player, Turn)
        demand(not turn.rolled or turn.again, "a second roll needs a double")
        dice = self.throw()
        self.must(event, dice=dice, tries=TRIES)
        double, turn.rolled = dice[0] == dice[1], True
        if player not in self.failed:
            turn.doubles, turn.again = turn.doubles + 1 if double else 0, double
            if turn.doubles == TRIES:
                self.send_to_class(player, "doubles")
            else:
                self.walk(player, sum(dice))
        elif double:
            turn.again = False
            del self.failed[player]
            self.then("class_left", player, why="double")
            self.walk(player, sum(dice))
        else:
            self.failed[player] += 1
            if self.failed[player] == TRIES:  # M-JAIL-THIRD
                turn.rolled = False
                self.fine(player, forced=True)

    def on_turn_ended(self, event: Event, player: int) -> None:
        turn = self.asked(player, Turn)
        demand(turn.rolled, "one rolls first")
        self.must(event, next=self.next_turn(player))

    def next_turn(self, player: int) -> int:
        """M-OFFER: offers lapse."""
        after = self.others(player)[0]
        self.stack, self.offers, self.offered = [Turn(after)], {}, Counter()
        return after

    def walk(self, player: int, steps: int) -> None:
        self.go_to(player, (self.at[player] + steps) % len(self.squares), "roll")
        self.settle(player, None)

    def go_to(self, player: int, to: int, why: str, *, forward: bool = True) -> None:
        """M-GO, M-GO-400, M-GO-HOW; Go is the first square."""
        got = 0
        if forward and to <= self.at[player]:
            got = self.rules["go_landed"] if to == 0 and self.options["go_400"] else self.rules["go"]
        self.at[player] = to
        square, accounts = self.name(self.squares[to]), self.from_lab(player, got)
        self.then("moved", player, to=to, square=square, collected=got, why=why, accounts=accounts)

    def send_to_class(self, player: int, why: str) -> None:
        """M-JAIL, M-JAIL-NO-GO; all other open matters are settled first."""
        to = next(place for place, row in enumerate(self.squares) if row["kind"] == "biology-class")
        self.at[player], self.failed[player] = to, 0
        self.stack[0] = Turn(player, over=True)
        self.then("sent_to_class", player, to=to, why=why)

    def settle(self, player: int, card: Mapping[str, Any] | None) -> None:
        row = self.squares[self.at[player]]
        if "price" in row:
            self.visit(player, row.get("element") or row["name"], card)
        elif row["kind"] == "test-day" and self.level_asked and self.decks["test-day"]:
            self.ask(player, "test-day")
        elif row["kind"] in DECKS:
            self.draw(player, row["kind"])
        elif row["kind"] == "tax" and "per_cent" in row:
            self.then("tax_due", player, square=self.at[player], name=row["name"])
            self.stack.append(Tax(player, row))
        elif row["kind"] == "tax":
            self.charge(player, None, row["amount"], "tax", name=row["name"])
        elif row["kind"] == "extra-credit" and self.options["pot"] and self.money["pot"]:
            amount = self.money["pot"]
            accounts = self.pay("pot", f"{MONEY} {player}", amount)
            accounts += self.pay("lab", "pot", self.rules["pot_base"] if self.options["pot_base"] else 0)
            self.then("pot_taken", player, amount=amount, accounts=accounts)
        elif row["kind"] == "go-to-biology":
            self.send_to_class(player, "square")

    def visit(self, player: int, deed: str, card: Mapping[str, Any] | None) -> None:
        """M-BUY, M-RENT, M-RENT-NONE, M-RENT-OTHER."""
        row, owner = self.deeds[deed], self.owner.get(deed)
        if owner is None:
            self.then("lot_for_sale", player, deed=deed, name=self.name(row), price=row["price"])
            self.stack.append(Purchase(player, deed))
        elif owner != player and deed not in self.turned:
            if row["kind"] == "life" and card is not None:
                self.then("dice_thrown", player, dice=self.throw(), deed=deed)
            nearest = card is not None and "nearest" in card
            self.charge(
                player, owner, self.rent(deed, nearest=nearest), "rent", deed=deed, name=self.name(row)
            )

    def rent(self, deed: str, *, nearest: bool) -> int:
        row, owner, mates = self.deeds[deed], self.owner[deed], self.mates(deed)
        number = [self.owner.get(mate) for mate in mates].count(owner)
        if row["kind"] == "life":
            return int(self.box["rent"]["life"][1 if nearest or number == len(mates) else 0]) * sum(self.dice)
        if row["kind"] == "supply":
            return int(self.box["rent"]["supplies"][number - 1]) * (2 if nearest else 1)
        if self.level[deed] > self.liquids:
            return int(row["rents"][-1])
        double = not self.level[deed] and number == len(mates)  # M-RENT-SET
        return int(row["rents"][self.level[deed]]) * (2 if double else 1)

    # --- cards ------------------------------------------------------------------------------------------------

    def draw(self, player: int, deck: str, *, spared: bool = False) -> None:
        """M-DRAW, M-CARD-MOVE, M-FREE-CARD, M-DEBT-ORDER; M-QUESTION: with `spared`, the player who drew pays
        nothing.
        """
        if not self.decks[deck]:
            return
        name = self.decks[deck].pop(0)
        card = self.box[deck.replace("-", "_")]["each"][int(name.split()[1]) - 1]
        levels = [self.level[deed] for deed in self.of(player)]
        due = card.get("pay", 0)
        due += card.get("per_liquid", 0) * sum(n for n in levels if n <= self.liquids)
        due += card.get("per_solid", 0) * sum(n > self.liquids for n in levels)
        payments: list[tuple[int, int | None, int]] = [(player, None, due)] if due else []
        for other in self.others(player):
            if "collect_each" in card:
                payments.append((other, player, card["collect_each"]))
            if "pay_each" in card:
                payments.append((player, other, card["pay_each"]))
        payments = [payment for payment in payments if not spared or payment[0] != player]
        rows = [{"payer": payer, "payee": payee, "amount": amount} for payer, payee, amount in payments]
        self.then(
            "card_drawn", player, schema=2, deck=deck, card=name, says=card["text"], chemistry=card["chemistry"],
            payments=rows,
        )  # fmt: skip
        if card.get("free"):
            self.kept[player].append(name)
            self.then("card_kept", player, deck=deck, card=name)
            return
        if "collect" in card:
            accounts = self.from_lab(player, card["collect"])
            self.then("card_collected", player, amount=card["collect"], accounts=accounts)
        if not {"advance", "nearest", "back", "biology"} & {*card}:
            self.stack.append(Card(player, deck, name, payments))
            return
        self.put_away(player, deck, name)
        if not (spared and card.get("biology")):
            self.move_by(player, card)

    def put_away(self, player: int, deck: str, card: str) -> None:
        self.decks[deck].append(card)
        self.then("card_put_away", player, deck=deck, card=card)

    def move_by(self, player: int, card: Mapping[str, Any]) -> None:
        if card.get("biology"):
            self.send_to_class(player, "card")
            return
        here, size = self.at[player], len(self.squares)
        if "nearest" in card:
            ahead = [(here + step) % size for step in range(1, size + 1)]
            self.go_to(
                player, next(to for to in ahead if self.squares[to]["kind"] == card["nearest"]), "card"
            )
        elif "advance" in card:
            self.go_to(player, card["advance"], "card")
        else:
            self.go_to(player, (here - card["back"]) % size, "card", forward=False)
        self.settle(player, card)

    def on_card_used(self, event: Event, player: int) -> None:
        """M-JAIL-CHOICE."""
        turn = self.asked(player, Turn)
        demand(player in self.failed and not turn.rolled, "before the roll, in Biology Class")
        card = next((c for c in self.kept[player] if c.startswith(f"{event['deck']} ")), None)
        demand(card, "a free card that one has")
        self.must(event, deck=event["deck"], card=card)
        assert card is not None
        self.kept[player].remove(card)
        self.decks[event["deck"]].append(card)
        del self.failed[player]

    def on_fine_paid(self, event: Event, player: int) -> None:
        turn, fine = self.asked(player, Turn), self.rules["fine"]
        demand(player in self.failed and not turn.rolled, "before the roll, in Biology Class")
        demand(self.cash(player) >= fine and not self.level_asked, "with the money for it, unasked")
        del self.failed[player]
        accounts = self.pay(f"{MONEY} {player}", self.purse(None, "fine"), fine)
        self.must(event, to=None, amount=fine, forced=False, accounts=accounts)

    # --- questions --------------------------------------------------------------------------------------------

    @property
    def level_asked(self) -> int | None:
        """M-QUESTION."""
        return LEVELS.get(self.options.get("questions", "off"))

    def ask(self, player: int, about: str, *, forced: bool = False) -> None:
        self.chance.below(1)
        exercise = str(self.peek("question_asked")["exercise"])
        demand(exercise.endswith(f".{self.level_asked}"), "of the level of the table")
        self.then("question_asked", player, about=about, exercise=exercise, forced=forced)
        self.stack.append(Question(player, about, exercise, forced))

    def fine(self, player: int, *, forced: bool) -> None:
        if self.level_asked:
            self.ask(player, "fine", forced=forced)
        else:
            self.charge(player, None, self.rules["fine"], "fine", forced=forced)

    def on_question_asked(self, event: Event, player: int) -> None:
        """In place of a roll, or before the fine that the player chose to pay."""
        turn = self.asked(player, Turn)
        demand(self.level_asked and player in self.failed and not turn.rolled, "before the roll, in class")
        demand(event["about"] in ("class", "fine"), "one of two")
        demand(event["about"] == "class" or self.cash(player) >= self.rules["fine"], "with the money for it")
        self.ask(player, event["about"])
        self.follow(event)

    def on_question_answered(self, event: Event, player: int) -> None:
        question, answer, right = self.asked(player, Question), event["answer"], event["right"]
        demand(type(answer) is str and len(answer) <= LONGEST_ANSWER and answer == answer.strip(), "a line")
        demand(type(right) is bool and (answer or not right), "what is not answered is wrong")
        kind, _, material = question.exercise.partition("~")[0].partition(":")
        if kind == "charge":
            demand(right == (answer in charges(material.partition("^")[2])), "the charge is known")
        self.must(
            event, about=question.about, exercise=question.exercise, answer=answer, right=right, tries=TRIES
        )
        self.stack.pop()
        if question.about == "test-day":
            self.draw(player, "test-day", spared=right)
        elif question.about == "fine":
            fine = self.rules["fine"]
            fine = -(-fine // 2) if right else fine
            self.charge(player, None, fine, "fine", forced=question.forced)
        elif right:
            del self.failed[player]
            self.then("class_left", player, why="answer")
        else:
            self.failed[player] += 1
            self.top.rolled = self.failed[player] < TRIES
            if not self.top.rolled:
                self.fine(player, forced=True)

    # --- payments ---------------------------------------------------------------------------------------------

    def purse(self, payee: int | None, why: str) -> str:
        """M-POT-WHAT."""
        if payee is not None:
            return f"{MONEY} {payee}"
        return "pot" if self.options["pot"] and why in ("tax", "fine", "card") else "lab"

    def charge(self, payer: int, payee: int | None, amount: int, why: str, **facts: Any) -> None:
        """M-DEBT: paid at once, or owed."""
        if not amount:
            return
        if self.cash(payer) < amount:
            self.then("debt_incurred", payer, to=payee, amount=amount, why=why)
            self.stack.append(Debt(payer, payee, amount, why))
            return
        accounts = self.pay(f"{MONEY} {payer}", self.purse(payee, why), amount)
        if why == "fine":
            del self.failed[payer]
        self.then(f"{why}_paid", payer, to=payee, amount=amount, **facts, accounts=accounts)

    def on_tax_chosen(self, event: Event, player: int) -> None:
        """M-TAX, M-WORTH-COUNT."""
        tax = self.asked(player, Tax)
        choice, amount = event["choice"], tax.row["amount"]
        demand(choice in ("fixed", "share"), "one of two")
        if choice == "share":
            amount = -(-self.worth(player) * tax.row["per_cent"] // 100)
        self.must(event, choice=choice, amount=amount)
        self.stack.pop()
        self.charge(player, None, amount, "tax", name=tax.row["name"])

    # --- elements ---------------------------------------------------------------------------------------------

    def asked(self, player: int, *kinds: type[Matter]) -> Matter:
        """The open matter, which must be of this kind and wait for this player."""
        top = self.top
        who = top.bidders[0] if isinstance(top, Auction) else top.player
        demand(isinstance(top, kinds) and who == player, "something else is open, or of somebody else")
        return top

    def on_lot_bought(self, event: Event, player: int) -> None:
        deed = self.asked(player, Purchase).deed
        row = self.deeds[deed]
        accounts = self.to_lab(player, row["price"])
        self.must(event, deed=deed, name=self.name(row), price=row["price"], accounts=accounts)
        self.owner[deed] = player
        self.stack.pop()

    def on_lot_declined(self, event: Event, player: int) -> None:
        deed = self.asked(player, Purchase).deed
        self.must(event, deed=deed, name=self.name(self.deeds[deed]))
        self.stack.pop()
        if self.options["auctions"]:
            self.auction(player, deed, [*self.others(player), player], estate=False)

    def on_condensed(self, event: Event, player: int) -> None:
        """M-CONDENSE, M-SET-WHOLE, M-EVEN, M-SOLID, M-STOCK, M-LIFE, M-RAISE."""
        self.asked(player, *((Turn, Purchase, Tax) if self.any_time else (Turn,)))
        deed = self.own(event, player)
        demand(self.deeds[deed]["kind"] == "lot", "only lots are condensed")
        mates = self.mates(deed)
        demand(
            mates == self.own_set(player, deed) and not {*self.turned} & {*mates}, "the whole set, face up"
        )
        demand(self.level[deed] <= self.liquids, "nothing beyond a solid")
        demand(self.level[deed] == min(self.level[mate] for mate in mates), "evenly")
        solid = self.level[deed] == self.liquids
        demand(self.in_lab()[1 if solid else 0] > 0, "the Lab has one")
        price, what = self.step(deed), "solid" if solid else "liquid"
        self.level[deed] += 1
        self.business(event, deed, what=what, price=price, accounts=self.to_lab(player, price))

    @property
    def any_time(self) -> bool:
        return bool(self.options["business"] == "any-time")

    def raising(self, player: int) -> None:
        """M-BUSINESS, M-RAISE."""
        self.asked(player, Turn, Purchase, Tax, Debt, *((Auction, Fees) if self.any_time else ()))

    def own(self, event: Event, player: int) -> str:
        deed = event["deed"]
        demand(type(deed) is str and self.owner.get(deed) == player, "of one's own")
        return str(deed)

    def business(self, event: Event, deed: str, **facts: Any) -> None:
        self.must(event, deed=deed, name=self.name(self.deeds[deed]), **facts)

    def on_evaporated(self, event: Event, player: int) -> None:
        """M-SELL-BACK, M-SELL-EVEN, M-SOLID-STEP, M-EVEN-SHORT."""
        self.raising(player)
        deed = self.own(event, player)
        levels = {mate: self.level[mate] for mate in self.own_set(player, deed)}
        demand(0 < self.level[deed] == max(levels.values()), "evenly")
        solid = self.level[deed] > self.liquids
        if not solid or self.in_lab()[0] >= self.liquids:
            after = {deed: self.level[deed] - 1}
        elif self.options["shortage"] == "lot":
            after = {deed: 0}
        else:
            after = self.fallen(levels, deed)
        demand((event["type"] == "evaporated") == (len(after) == 1), "alone, or with its set")
        steps = sum(levels[mate] - level for mate, level in after.items())
        price = steps * (self.step(deed) // 2)
        self.level |= after
        left = after[deed] if len(after) == 1 else after
        self.business(event, deed, left=left, steps=steps, price=price, accounts=self.from_lab(player, price))

    on_set_evaporated = on_evaporated

    def fallen(self, levels: Mapping[str, int], broken: str) -> dict[str, int]:
        """The highest even state below this one for which there are liquids.

        Where liquids run short, they stay where most were, on later squares before earlier ones, and on the
        broken element last.
        """
        own = sum(level for level in levels.values() if level <= self.liquids)
        there = own + self.in_lab()[0]
        deeds = sorted(levels, key=lambda deed: (deed == broken, -levels[deed], -[*levels].index(deed)))

        def possible() -> Iterator[tuple[int, ...]]:
            for state in product(*(range(levels[deed] + 1) for deed in deeds)):
                needed = sum(level for level in state if level <= self.liquids)
                if max(state) - min(state) <= 1 and needed <= there and sum(state) < sum(levels.values()):
                    yield state

        best = max(possible(), key=lambda state: (sum(state), state))
        after = dict(zip(deeds, best, strict=True))
        return {deed: after[deed] for deed in levels if after[deed] != levels[deed]}

    def on_transferred(self, event: Event, player: int) -> None:
        """M-TRANSFER."""
        self.raising(player)
        deed = self.own(event, player)
        demand(deed not in self.turned and not self.level[deed], "bare and face up")
        self.turn_over(deed)
        self.business(event, deed, price=self.half(deed), accounts=self.from_lab(player, self.half(deed)))

    def on_bought_back(self, event: Event, player: int) -> None:
        """M-REDEEM; M-TRADE-FEE: of the elements just received, the first, with the interest on the others
        still open.
        """
        top = self.asked(player, Turn, Fees)
        deed, price = self.own(event, player), 0
        demand(deed in self.turned, "one that is transferred")
        price = self.half(deed) + self.interest(deed)
        if isinstance(top, Fees):
            first, *rest = top.deeds
            demand(deed == first, "one after the other")
            demand(self.cash(player) >= price + sum(map(self.interest, rest)), "the rest can be paid")
            self.fee_settled(top)
        self.turned.remove(deed)
        self.business(event, deed, price=price, accounts=self.to_lab(player, price))

    def on_interest_paid(self, event: Event, player: int) -> None:
        fees = self.asked(player, Fees)
        deed = fees.deeds[0]
        self.fee_settled(fees)
        amount = self.interest(deed)
        self.business(event, deed, amount=amount, accounts=self.to_lab(player, amount))

    def fee_settled(self, fees: Fees) -> None:
        fees.deeds.pop(0)
        if not fees.deeds:
            self.stack.remove(fees)

    def turn_over(self, deed: str) -> None:
        """It comes last among the transferred ones, whether it is new there or stays with its owner."""
        self.turned = [*(other for other in self.turned if other != deed), deed]

    # --- what needs nobody's answer ---------------------------------------------------------------------------

    def by_itself(self) -> bool:
        top = self.top
        if isinstance(top, Debt):
            return self.pay_debt(top)
        if isinstance(top, Fees):
            if self.settle_fee(top):
                return True
        elif isinstance(top, Card):
            self.carry_out(top)
            return True
        elif isinstance(top, Estate):
            if top.deeds:
                self.auction(top.player, top.deeds.pop(0), self.others(top.player), estate=True)
            else:
                self.stack.pop()
                self.then("estate_settled", top.player)
            return True
        elif isinstance(top, Auction):
            if self.bid_on(top):
                return True
        elif isinstance(top, Turn) and (top.over or top.player in self.gone):
            self.then("turn_ended", top.player, next=self.next_turn(top.player))
            return True
        return self.void_offers()

    def pay_debt(self, debt: Debt) -> bool:
        if self.cash(debt.player) < debt.amount:
            return self.void_offers()
        self.stack.pop()
        if debt.why == "fine":
            del self.failed[debt.player]
        accounts = self.pay(f"{MONEY} {debt.player}", self.purse(debt.to, debt.why), debt.amount)
        self.then("debt_paid", debt.player, to=debt.to, amount=debt.amount, why=debt.why, accounts=accounts)
        return True

    def settle_fee(self, fees: Fees) -> bool:
        """M-TRADE-FEE: a player who can only pay the interest is not asked; M-ESTATE: or owes it."""
        (deed, *rest), has = fees.deeds, self.cash(fees.player)
        interest = self.interest(deed)
        needed = self.half(deed) + interest + sum(map(self.interest, rest))
        could = self.raisable(fees.player) if self.any_time and has >= interest else has
        if could >= needed:
            return False
        self.fee_settled(fees)
        facts = {"deed": deed, "name": self.name(self.deeds[deed]), "amount": interest}
        if has < interest:
            self.then("interest_owed", fees.player, to=None, why="interest", **facts)
            self.stack.append(Debt(fees.player, None, interest, "interest"))
        else:
            self.then("interest_paid", fees.player, **facts, accounts=self.to_lab(fees.player, interest))
        return True

    def carry_out(self, card: Card) -> None:
        if not card.payments:
            self.stack.pop()
            self.put_away(card.player, card.deck, card.card)
            return
        payer, payee, amount = card.payments.pop(0)
        self.then("payment_called", payer)
        self.charge(payer, payee, amount, "card")

    # --- auctions ---------------------------------------------------------------------------------------------

    def auction(self, player: int, deed: str, bidders: list[int], *, estate: bool) -> None:
        name = self.name(self.deeds[deed])
        self.then("auction_begun", player, deed=deed, name=name, bidders=[*bidders], estate=estate)
        self.stack.append(Auction(deed, bidders, estate, [*bidders]))

    def bid_on(self, auction: Auction) -> bool:
        """M-BID, M-RAISE: a player who cannot bid more is not asked, and the last one in wins."""
        deed, leader = auction.deed, auction.leader
        if any(bidder != leader for bidder in auction.bidders):
            next_one = auction.bidders[0]
            could = self.raisable(next_one) if self.any_time else self.cash(next_one)
            if could - self.bidding_fee(auction) > auction.bid:
                return False
            auction.bidders.pop(0)
            self.then("bid_passed", next_one)
            return True
        self.stack.pop()
        name = self.name(self.deeds[deed])
        if leader is None:
            self.then("lot_unsold", deed=deed, name=name)
            if deed in self.turned:
                self.turned.remove(deed)
            return True
        accounts = self.to_lab(leader, auction.bid)
        self.then("lot_sold", leader, deed=deed, name=name, price=auction.bid, accounts=accounts)
        self.owner[deed] = leader
        if auction.estate:
            self.turn_over(deed)
            self.stack.append(Fees(leader, [deed]))
        return True

    def bidding_fee(self, auction: Auction) -> int:
        return self.interest(auction.deed) if auction.estate else 0

    def on_bid_made(self, event: Event, player: int) -> None:
        auction, amount = self.asked(player, Auction), event["amount"]
        most = self.cash(player) - self.bidding_fee(auction)
        demand(type(amount) is int and auction.bid < amount <= most, "more than the last, and in hand")
        self.must(event, amount=amount)
        auction.bids = [*(bid for bid in auction.bids if bid[0] != player), (player, amount)]
        auction.bidders.append(auction.bidders.pop(0))

    def on_bid_passed(self, event: Event, player: int) -> None:
        auction = self.asked(player, Auction)
        self.must(event)
        auction.bidders.pop(0)

    # --- leaving ----------------------------------------------------------------------------------------------

    def on_went_bankrupt(self, event: Event, player: int) -> None:
        """M-GIVE-UP."""
        debt = self.asked(player, Debt)
        demand(self.raisable(player) < debt.amount, "who can pay does")
        self.must(event, to=debt.to, amount=debt.amount)
        self.then("player_out", player)
        self.leave(player)

    def on_resigned(self, event: Event, player: int) -> None:
        """M-LEAVE."""
        demand(player not in self.gone, "who is out is out")
        self.must(event)
        self.leave(player)

    def leave(self, player: int) -> None:
        self.gone.append(player)
        debts = [m for m in self.stack if isinstance(m, Debt) and m.player == player]
        creditor = debts[0].to if debts else None
        self.stack = [m for m in self.stack if self.remains(m, player)]
        for matter in self.stack:
            if isinstance(matter, Card):
                ours = player == matter.player
                matter.payments = [p for p in matter.payments if not ours and player not in p[:2]]
            elif isinstance(matter, Auction):
                self.leave_auction(matter, player)
        left = [other for other in range(self.number) if other not in self.gone]
        if len(left) == 1 or (self.options["short"] and len(self.gone) == 2):
            self.finish(player, creditor)
        elif creditor is None:
            self.leave_to_lab(player)
        else:
            deeds, cash = self.of(player), self.cash(player)
            accounts = self.from_lab(creditor, self.sold_back(player))
            accounts += self.pay(f"{MONEY} {player}", f"{MONEY} {creditor}", cash)
            self.then("estate_taken", player, to=creditor, whole=False, deeds=deeds, accounts=accounts)
            for deed in deeds:
                self.level[deed] = 0
            turned = self.in_order(player)
            self.inherit(player, creditor)
            if turned:
                self.stack.append(Fees(creditor, turned))

    def in_order(self, player: int) -> list[str]:
        """The transferred elements of a player, in their order."""
        return [deed for deed in self.turned if self.owner.get(deed) == player]

    def inherit(self, player: int, heir: int) -> None:
        for deed in self.in_order(player):
            self.turn_over(deed)
        for deed in self.of(player):
            self.owner[deed] = heir
        self.kept[heir] += self.kept[player]
        self.kept[player] = []

    def remains(self, matter: Matter, gone: int) -> bool:
        """Whether it is still open: it must not concern only the player who has left, as asked, debtor or
        creditor.
        """
        if isinstance(matter, Debt):
            return gone not in (matter.player, matter.to)
        return not isinstance(matter, (Purchase, Tax, Fees, Question)) or matter.player != gone

    def leave_auction(self, auction: Auction, player: int) -> None:
        """M-BIDS."""
        led, stand = auction.leader == player, self.options["bids"] == "stand"
        auction.bidders = [bidder for bidder in auction.bidders if bidder != player]
        auction.entrants = [bidder for bidder in auction.entrants if bidder != player]
        if not led:
            auction.bids = [bid for bid in auction.bids if bid[0] != player]
            return
        auction.bids = [bid for bid in auction.bids if stand and bid[0] in auction.bidders]
        if stand and not auction.bids:
            auction.bidders = [*auction.entrants]

    def leave_to_lab(self, player: int) -> None:
        """M-ESTATE-LAB: it waits for open bids and debts."""
        deeds = self.of(player)
        self.then("estate_left", player, deeds=deeds, accounts=self.to_lab(player, self.cash(player)))
        for deed in deeds:
            del self.owner[deed]
            self.level[deed] = 0
            self.turn_over(deed)
        for card in self.kept[player]:
            self.decks[card.split()[0]].append(card)
        self.kept[player] = []
        place = len(self.stack)
        while place > 1 and isinstance(self.stack[place - 1], (Auction, Debt, Fees)):
            place -= 1
        if deeds:
            self.stack.insert(place, Estate(player, deeds))

    def finish(self, player: int, creditor: int | None) -> None:
        """M-END-NOW, M-SHORT-LAST, M-SHORT-WORTH."""
        short = self.options["short"]
        if short and creditor is not None:
            accounts = self.pay(f"{MONEY} {player}", f"{MONEY} {creditor}", self.cash(player))
            self.then(
                "estate_taken", player, to=creditor, whole=True, deeds=self.of(player), accounts=accounts
            )
            self.inherit(player, creditor)
        scores = [0 if p in self.gone else self.worth(p, halved=short) for p in range(self.number)]
        self.end(scores, "richest" if short else "one_left", self.gone)

    # --- offers -----------------------------------------------------------------------------------------------

    def trading(self, *players: int) -> None:
        """M-BUSINESS, M-TURN."""
        demand(isinstance(self.top, (Turn, Purchase, Tax, Debt, Question)), "no offers now")
        demand(not {*players} & {*self.gone}, "of those who play")

    def on_offer_made(self, event: Event, player: int) -> None:
        """M-OFFER."""
        self.last_offer += 1
        terms, counters = event["terms"], event["counters"]
        self.must(event, offer=self.last_offer, terms=terms, counters=counters)
        demand(len(terms) == 1, "two parties")
        (term,) = terms
        partner = term["partner"]
        demand(type(partner) is int and partner in self.others(player), "to somebody else")
        demand({*term} in ({"partner", "gives", "gets"}, {"partner", "gives", "gets", "onward"}), "a term")
        demand(not term.get("onward"), "two parties")
        self.trading(player)
        if counters is not None:
            last = self.last
            demand(last["type"] == "offer_declined" and last["player"] == player, "declined first")
            demand(last["offer"] == counters and self.declined == partner, "back to who made it")
        demand((player, partner) not in [(by, to) for by, to, _ in self.offers.values()], "one to each")
        self.offered[player] += 1
        demand(self.offered[player] <= OFFERS, "so many in a turn")
        demand(any([self.goods(term["gives"]), self.goods(term["gets"])]), "something at least")
        self.offers[self.last_offer] = (player, partner, term)
        demand(self.covered(player, term["gives"]), "one has what one offers")
        self.check_deal(player, partner, term, asking=True)

    def goods(self, goods: Mapping[str, Any]) -> bool:
        demand({*goods} == {"pieces", "amounts"}, "goods")
        pieces, amounts = goods["pieces"], goods["amounts"]
        demand(all(type(p) is str for p in pieces) and len({*pieces}) == len(pieces), "pieces")
        demand(len(amounts) < 2 and all(len(a) == 2 and a[0] == MONEY for a in amounts), "money")
        demand(all(type(a[1]) is int and 0 < a[1] <= 10**9 for a in amounts), "an amount")
        return bool(pieces or amounts)

    def sum_of(self, goods: Mapping[str, Any]) -> int:
        return sum(amount for _, amount in goods["amounts"])

    def covered(self, player: int, goods: Mapping[str, Any]) -> bool:
        has = {*self.of(player), *self.kept[player]}
        return {*goods["pieces"]} <= has and self.sum_of(goods) <= self.cash(player)

    def check_deal(self, proposer: int, partner: int, term: Mapping[str, Any], *, asking: bool) -> None:
        """M-OFFER, M-SELL-BARE, M-TRADE-FEE, M-DEBT; `asking`: the partner may raise the money later."""
        for giver, goods in ((proposer, term["gives"]), (partner, term["gets"])):
            has = {*self.of(giver), *self.kept[giver]}
            demand({*goods["pieces"]} <= has, "what one has")
            demand(not any(self.level[piece] for piece in goods["pieces"]), "bare ones")
            undecided = {deed for matter in self.stack if isinstance(matter, Fees) for deed in matter.deeds}
            demand(not undecided & {*goods["pieces"]}, "what becomes of it was said")
        for player, gives, gets in (
            (proposer, term["gives"], term["gets"]),
            (partner, term["gets"], term["gives"]),
        ):
            fees = sum(self.interest(piece) for piece in gets["pieces"] if piece in self.turned)
            brought = self.sum_of(gets) - self.sum_of(gives)
            if fees and not (asking and player == partner):
                demand(fees <= self.cash(player) + brought, "the interest can be paid")
            if isinstance(self.top, Debt) and self.top.player == player:
                brought -= fees
                demand(brought > 0, "a debtor needs money")
                values = [
                    sum(self.half(p) for p in goods["pieces"] if p in self.deeds and p not in self.turned)
                    for goods in (gives, gets)
                ]
                demand(brought + values[1] >= values[0], "a debtor loses nothing")

    def offer(self, event: Event, player: int) -> tuple[int, int, dict[str, Any]]:
        number = event["offer"]
        demand(type(number) is int and number in self.offers, "an offer on the table")
        by, to, term = self.offers[number]
        self.trading(player)
        return by, to, term

    def on_offer_declined(self, event: Event, player: int) -> None:
        by, to, _ = self.offer(event, player)
        demand(player == to, "made to this player")
        self.must(event, offer=event["offer"], closed=True)
        self.declined = by
        del self.offers[event["offer"]]

    def on_offer_withdrawn(self, event: Event, player: int) -> None:
        by, *_ = self.offer(event, player)
        demand(player == by, "one's own")
        self.must(event, offer=event["offer"])
        del self.offers[event["offer"]]

    def on_offer_accepted(self, event: Event, player: int) -> None:
        by, to, term = self.offer(event, player)
        demand(player == to, "made to this player")
        self.must(event, offer=event["offer"])
        demand(self.covered(player, term["gets"]), "one has what one gives")
        self.check_deal(by, to, term, asking=False)
        del self.offers[event["offer"]]
        moves: dict[tuple[str, str], list[str]] = {}
        accounts: list[dict[str, Any]] = []
        got: dict[int, list[str]] = {by: [], to: []}
        for giver, taker, goods in ((by, to, term["gives"]), (to, by, term["gets"])):
            for piece in goods["pieces"]:
                place = "kept" if piece not in self.deeds else "turned" if piece in self.turned else "held"
                moves.setdefault((f"{place} {giver}", f"{place} {taker}"), []).append(piece)
                if place == "kept":
                    self.kept[giver].remove(piece)
                    self.kept[taker].append(piece)
                else:
                    self.owner[piece] = taker
                    if place == "turned":
                        self.turn_over(piece)
                        got[taker].append(piece)
            amount = self.sum_of(goods)
            accounts += (
                [{"from": f"{MONEY} {giver}", "to": f"{MONEY} {taker}", "amount": amount}] if amount else []
            )
        for paid in accounts:
            self.money[paid["from"]] -= paid["amount"]
            self.money[paid["to"]] += paid["amount"]
        demand(min(self.cash(by), self.cash(to)) >= 0, "nobody pays what is not there")
        listed = [{"pieces": pieces, "from": a, "to": b} for (a, b), pieces in moves.items()]
        self.then(
            "offer_carried_out", player, offer=event["offer"], terms=[term], moves=listed, accounts=accounts
        )
        for taker in sorted(got):
            if got[taker]:
                self.stack.append(Fees(taker, got[taker]))

    def void_offers(self) -> bool:
        """Offers that can no longer be carried out are removed, and in an auction all of them."""
        found = [
            (number, by)
            for number, (by, to, term) in self.offers.items()
            if not isinstance(self.top, (Turn, Purchase, Tax, Debt, Question))
            or {by, to} & {*self.gone}
            or not self.covered(by, term["gives"])
        ]
        for number, by in found:
            del self.offers[number]
            self.then("offer_voided", by, offer=number)
        return bool(found)
