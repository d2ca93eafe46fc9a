"""A referee for records of Valence Plus: replays one from the rules and the edition alone.

It imports nothing of this product. The deck is shuffled again from the seed, builds are found by trying all
parts (`hand_twin`), formulas and names are written by its own rules, and equations are counted atom by atom.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import gcd
from typing import Any, ClassVar

from tests.oracle.hand_twin import METALS, molecule
from tests.oracle.refereeing import Event, demand
from tests.oracle.refereeing import Referee as Follower

NUMBERS = {
    "H": 1, "He": 2, "C": 6, "O": 8, "F": 9, "Na": 11, "S": 16, "Cl": 17, "K": 19, "Ca": 20, "Cu": 29, "Zn": 30,
    "Og": 118,
}  # fmt: skip
WRITTEN = ["K", "Na", "Ca", "Cu", "Zn", "C", "H", "O", "S", "Cl", "F"]
VALENCE = {"K": 1, "Na": 1, "Ca": 2, "Cu": 2, "Zn": 2}
NAMED = {
    "K": "potassium", "Na": "sodium", "Ca": "calcium", "Cu": "copper(II)", "Zn": "zinc", "Cl": "chloride", "F": "fluoride",
    "O": "oxide", "S": "sulfide", "OH": "hydroxide", "HS": "hydrosulfide", "SO4": "sulfate", "HSO4": "hydrogen sulfate",
}  # fmt: skip
NAMES = {
    "H2O": "water", "H2S": "hydrogen sulfide", "HF": "hydrogen fluoride", "HCl": "hydrogen chloride", "CO2": "carbon dioxide",
    "CS2": "carbon disulfide", "COS": "carbonyl sulfide", "SO3": "sulfur trioxide", "H2SO4": "sulfuric acid",
    "COF2": "carbonyl fluoride", "COClF": "carbonyl chloride fluoride", "COCl2": "phosgene",
    "CSF2": "thiocarbonyl fluoride", "CSClF": "thiocarbonyl chloride fluoride", "CSCl2": "thiocarbonyl chloride",
    "CF4": "carbon tetrafluoride", "CClF3": "chlorotrifluoromethane", "CCl2F2": "dichlorodifluoromethane",
    "CCl3F": "trichlorofluoromethane", "CCl4": "carbon tetrachloride", "Cu2": "copper", "Zn2": "zinc", "CuZn": "brass",
}  # fmt: skip
FORMER_NAMES = {"COCl2": "carbonyl chloride"}  # in records from before all games had one name for it
BLOCKER = "Transition Metal Compound"
COLLECTED = 3
ANSWERS = ("right", "wrong", "unresolved")


def atoms_of(formula: str) -> Counter[str]:
    """The atoms of a formula without brackets; this game makes no others."""
    parts = re.findall(r"([A-Z][a-z]?)(\d*)", formula)
    demand("".join(a + b for a, b in parts) == formula, f"{formula} is no formula")
    return sum((Counter({symbol: int(number or 1)}) for symbol, number in parts), Counter())


def unit(symbol: str, number: int) -> str:
    return symbol + (str(number) if number > 1 else "")


def formula_of(cards: Sequence[str], name: str) -> str:
    order = {"Base": [*WRITTEN[:6], "O", "H"], "Sulfur Trioxide": ["S", "O"]}.get(name, WRITTEN)
    counts = Counter(cards)
    return "".join(unit(symbol, counts[symbol]) for symbol in order if counts[symbol])


def name_of(formula: str) -> str:
    if formula in NAMES:
        return NAMES[formula]
    metals = [symbol for symbol in WRITTEN[:5] if symbol in atoms_of(formula)]
    rest = formula
    for metal in metals:
        rest = re.sub(rf"^{metal}\d?", "", rest)
    anions = [rest] if rest in NAMED else re.findall(r"[A-Z][a-z]?", rest)
    return " ".join([*(NAMED[metal] for metal in metals), *(NAMED[anion] for anion in anions)])


class Referee(Follower):
    former: ClassVar = {"blocking": "always", "cards_out": "deck", "hands": "hidden"}

    def begin(self) -> None:
        """V-ELEMENTS, V-OPTIONAL, V-BANK-START, V-DECK, V-DEAL, V-FIRST, V-ORIGINAL."""
        box, original = self.box, self.options["original"]
        without = box["original"]["without"] if original else {}
        elements = [(row, row["count"] - without.get(row["symbol"], 0)) for row in box["elements"]["each"]]
        colours = {row["colour"] for row, number in elements if number}
        rows = [
            row for row in box["molecules"]["each"]
            if not original or any({*way} <= colours for way in row["colours"])
        ]  # fmt: skip
        self.target = box["original" if original else "play"]["target"]
        self.hand_size: int = box["play"]["hand"]
        self.points_of = {row["name"]: row["points"] for row in rows}
        self.marks = {row["name"]: row["marks"] for row in rows}
        self.kinds = {row["name"] for row in rows if row["colours"] or not self.options["younger"]}
        self.reactions = {
            (tuple(sorted(row["reactors"])), row["target"]): row["products"]
            for row in box["reactions"]["each"]
        }
        self.bank = Counter({row["name"]: row["count"] for row in rows})
        added = {"He": self.options["helium"], "Og": self.options["oganesson"]}
        elements += [(row, row["count"]) for row in box["optional"]["each"] if added[row["symbol"]]]
        top, *self.deck = self.chance.shuffled([row["symbol"] for row, n in elements for _ in range(n)])
        self.discard = [top]
        hands = [self.deck[p * self.hand_size : (p + 1) * self.hand_size] for p in range(self.number)]
        ranked = [sorted((NUMBERS[symbol] for symbol in cards), reverse=True) for cards in hands]
        tied = [player for player, numbers in enumerate(ranked) if numbers == max(ranked)]
        self.turn = tied[0] if len(tied) == 1 else tied[self.chance.below(len(tied))]
        self.then(
            "game_started", options=self.record["options"], edition=self.record["edition"],
            seats=["player"] * self.number, first=self.turn, discard=[top], deck_size=len(self.deck),
            bank=[row["name"] for row in rows for _ in range(row["count"])], deck=[*self.deck],
        )  # fmt: skip
        self.hands: list[list[str]] = [[] for _ in range(self.number)]
        self.stashes: list[list[tuple[str, str]]] = [[] for _ in range(self.number)]  # molecule, formula
        self.made: set[str] = set()
        self.gone: list[int] = []
        self.reshuffles = 0
        for player in range(self.number):
            self.draw(player, self.hand_size, "deal")
        self.new_turn(self.turn)

    def new_turn(self, player: int) -> None:
        self.turn, self.collected, self.blocked, self.built = player, False, False, 0
        self.misnamed: list[list[str]] = []
        self.aimed: tuple[list[str], int, str] | None = None
        self.open_name: tuple[list[str], set[int]] | None = None

    def by_itself(self) -> bool:
        return False

    def others(self, player: int) -> list[int]:
        around = [(player + step) % self.number for step in range(1, self.number)]
        return [other for other in around if other not in self.gone]

    def scores(self) -> list[int]:
        return [sum(self.points_of[name] for name, _ in stash) for stash in self.stashes]

    @cached_property
    def names_told(self) -> set[str | None]:
        return {event.get("name") for event in self.record["events"]}

    def card(self, name: str, formula: str) -> dict[str, Any]:
        former = FORMER_NAMES.get(formula)
        return {
            "molecule": name,
            "formula": formula,
            "name": former if former and former in self.names_told else name_of(formula),
            "points": self.points_of[name],
        }

    def at(self, player: int, *, collected: bool) -> None:
        """V-CLOCKWISE, V-COLLECT: in one's turn, with no open matter, before or after collecting."""
        demand(player == self.turn and self.aimed is None and self.open_name is None, "whose turn it is")
        demand(self.collected is collected, "collecting comes first, and once")

    # --- collecting -------------------------------------------------------------------------------------------

    def draw(self, player: int, number: int, why: str) -> None:
        """V-RESHUFFLE, V-COOP-LOSS."""
        if why != "deal":
            self.collected = True
        self.reshuffle()
        drawn, self.deck = self.deck[:number], self.deck[number:]
        self.hands[player] += drawn
        self.drawn(player, drawn, "deck", why)
        missing = number - len(drawn)
        if drawn and missing and self.reshuffle():
            self.draw(player, missing, why)
        elif missing and self.options["cooperative"] and self.options["cards_out"] == "draw":
            self.lose("cards_ran_out")

    def drawn(self, player: int, cards: list[str], source: str, why: str) -> None:
        face_up = [*cards] if source == "discard" else []
        facts = {"number": len(cards), "source": source, "why": why, "face_up": face_up, "symbols": [*cards]}
        self.then("cards_drawn", player, **facts)

    def reshuffle(self) -> bool:
        if self.deck or not self.discard or (self.options["cooperative"] and self.reshuffles):
            return False
        self.deck, self.discard = self.chance.shuffled(self.discard), []
        self.reshuffles += 1
        self.then("deck_reshuffled", number=len(self.deck), deck=[*self.deck])
        return True

    def on_cards_drawn(self, event: Event, player: int) -> None:
        """V-DRAW, V-DRAW-FEW, V-DISCARD."""
        self.at(player, collected=False)
        number = {0: 3, 1: 2}.get(len(self.hands[player]), 1)
        if event["source"] == "discard":
            demand(number == 1 and self.discard, "only who draws one card")
            self.collected = True
            cards = [self.discard.pop()]
            self.hands[player] += cards
            self.drawn(player, cards, "discard", "draw")
        else:
            self.draw(player, number, "draw")
        self.follow(event)

    def on_deck_reshuffled(self, event: Event, _: None) -> None:
        """The draw of the player to move begins with it, whatever the draw is for."""
        self.at(self.turn, collected=False)
        demand(not self.deck, "only an empty deck")
        self.draw(self.turn, {0: 3, 1: 2}.get(len(self.hands[self.turn]), 1), "draw")
        self.follow(event)

    def on_hand_exchanged(self, event: Event, player: int) -> None:
        self.at(player, collected=False)
        cards = event["cards"]
        demand(cards and Counter(cards) == Counter(self.hands[player]), "the whole hand")
        self.must(event, cards=cards)
        self.hands[player] = []
        self.discard += cards
        self.draw(player, COLLECTED, "exchange")

    def on_traded_up(self, event: Event, player: int) -> None:
        self.at(player, collected=False)
        card = event["card"]["molecule"], event["card"]["formula"]
        demand(card in self.stashes[player] and "trade-up" in self.marks[card[0]], "what can be traded up")
        self.must(event, card=self.card(*card))
        self.give_back(player, card)
        self.draw(player, COLLECTED, "trade_up")

    def lay_off(self, player: int, cards: Sequence[str]) -> None:
        """To the discard pile; of equal cards the one that came last, which matters when a whole hand is discarded."""
        hand = self.hands[player][::-1]
        for symbol in cards:
            hand.remove(symbol)
        self.hands[player] = hand[::-1]
        self.discard += cards

    # --- reacting ---------------------------------------------------------------------------------------------

    def on_reaction_aimed(self, event: Event, player: int) -> None:
        """V-BLOCK."""
        reactors, owner, target = event["reactors"], event["owner"], event["target"]
        self.must(event, reactors=reactors, owner=owner, target=target)
        demand(self.options["blocking"] == "ask", "the owner is asked")
        _, goal, _ = self.reaction(player, reactors, owner, target)
        demand(owner != player and goal != BLOCKER and self.can_block(owner), "somebody can block")
        self.aimed = reactors, owner, target

    def can_block(self, owner: int) -> bool:
        return any(name == BLOCKER for name, _ in self.stashes[owner])

    def on_reaction_blocked(self, event: Event, player: int) -> None:
        demand(self.aimed is not None and player == self.aimed[1], "who owns the target")
        assert self.aimed is not None
        reactors, owner, target = self.aimed
        self.must(event, reactors=reactors, owner=owner, target=target)
        self.aimed, self.blocked = None, event["type"] == "reaction_blocked"
        if not self.blocked:
            self.react(self.turn, reactors, owner, target)

    on_reaction_allowed = on_reaction_blocked

    def on_reacted(self, event: Event, player: int) -> None:
        reactors, target = [card["formula"] for card in event["reactors"]], event["target"]["formula"]
        owner = event["owner"]
        _, goal, _ = self.reaction(player, reactors, owner, target)
        demand(owner == player or goal == BLOCKER or not self.can_block(owner), "nobody can block")
        self.react(player, reactors, owner, target)
        self.follow(event)

    def reaction(
        self, player: int, reactors: list[str], owner: Any, target: str
    ) -> tuple[list[tuple[str, str]], str, list[str]]:
        """V-REACTOR, V-TARGET, V-REACT-ONCE, V-DOUBLE-ACID, V-BANK: the cards, the target, the products."""
        self.at(player, collected=False)
        demand(not self.options["younger"] and not self.blocked, "one reaction, where there are any")
        demand(type(owner) is int and owner in (player, *self.others(player)), "somebody who plays")
        own = [card for card in self.stashes[player] if "reactor" in self.marks[card[0]]]
        used = []
        for formula in reactors:
            found = next((card for card in own if card[1] == formula), None)
            demand(found, "a reactor of one's own")
            assert found is not None
            own.remove(found)
            used.append(found)
        kinds = tuple(sorted(name for name, _ in used))
        goals = [
            name
            for name, formula in self.stashes[owner]
            if formula == target and (kinds, name) in self.reactions
        ]
        demand(goals, "a reaction of the cards")
        demand(goals[0] != BLOCKER or owner != player, "an opponent's")
        products = self.reactions[kinds, goals[0]]
        demand(not Counter(products) - self.bank, "the bank has the products")
        return used, goals[0], products

    def react(self, player: int, reactors: list[str], owner: int, target: str) -> None:
        """V-REACT, V-REACTOR-BACK, V-PRODUCTS, V-REAL, V-WIN."""
        used, goal, products = self.reaction(player, reactors, owner, target)
        made = {name: self.product(name, reactors, target) for name in products}
        after = [(name, formulas[0]) for name, formulas in made.items()]
        said = self.due_equation(reactors, goal, target, [f for formulas in made.values() for f in formulas])
        flask = {
            BLOCKER: "brass_in_acid" if "Zn" in target else "copper_in_acid",
            "Metal Sulfide": "copper_sulfide_in_acid",
        }
        self.then(
            "reacted", player, reactors=[self.card(*card) for card in used], target=self.card(goal, target), owner=owner,
            products=[self.card(*card) for card in after], equation=said,
            simplified=bool(re.search(r"(?:^| )\d+ ", said)) or len(re.split(r" \+ ", said.split(" → ")[1])) != len(products),
            in_the_flask=flask.get(goal) if "Cu" in atoms_of(target) else None,
        )  # fmt: skip
        for card in used:
            self.give_back(player, card)
        self.give_back(owner, (goal, target))
        for name, formula in after:
            self.take(owner, name, formula)
        if not self.won():
            self.draw(player, COLLECTED, "react")

    def product(self, name: str, reactors: Sequence[str], target: str) -> list[str]:
        """What the product card stands for, and what else of its kind is formed."""
        fixed = {"Water": "H2O", "Carbon Dioxide": "CO2", "Carbonyl Sulfide": "COS", "Hydrogen Sulfide": "H2S",
                 "Sulfuric Acid": "H2SO4"}  # fmt: skip
        inside = atoms_of(target)
        metals = [symbol for symbol in WRITTEN if symbol in METALS and inside[symbol]]
        if name in fixed:
            return [fixed[name]]
        if name == "Acid":
            return [f"H{symbol}" for symbol in ("Cl", "F") if inside[symbol]]
        if name == "Bisulfate":
            return [f"{metals[0]}HSO4"]
        if name == "Metal Sulfate":
            return ["".join(unit(metal, inside[metal]) for metal in metals) + "SO4"]
        anions = sorted({"SO4" if acid == "H2SO4" else acid[1:] for acid in reactors})
        if len(anions) == 2 and "SO4" in anions:
            return [salt(metals[0], anions[0]), salt(metals[-1], "SO4")]
        if len(anions) == 2:
            return [metal + "".join(anions) for metal in metals]
        return [salt(metal, anions[0]) for metal in metals]

    def due_equation(self, reactors: Sequence[str], goal: str, target: str, products: Sequence[str]) -> str:
        """The equation of the record, if it has these substances and its atoms balance."""
        said = str(self.peek("reacted")["equation"])
        sides = [
            [re.fullmatch(r"(?:(\d+) )?(\w+)", part) for part in side.split(" + ")]
            for side in said.split(" → ")
        ]
        demand(len(sides) == 2 and all(part for side in sides for part in side), "an equation")
        counted = [[(int(part[1] or 1), part[2]) for part in side if part] for side in sides]
        used = [*atoms_of(target)] if goal == BLOCKER else [target]
        after = [*products, "H2"] if goal == BLOCKER else [*products]
        demand([{f for _, f in side} for side in counted] == [{*reactors, *used}, {*after}], "its substances")
        demand([len(side) for side in counted] == [len({*reactors, *used}), len({*after})], "each once")
        left, right = (sum((scaled(f, n) for n, f in side), Counter[str]()) for side in counted)
        demand(left == right, "as many atoms of each on both sides")
        demand(gcd(*(n for side in counted for n, _ in side)) == 1, "in the smallest numbers")
        demand(not any(part and part[1] == "1" for side in sides for part in side), "no 1 is written")
        return said

    # --- building ---------------------------------------------------------------------------------------------

    def build(self, player: int, cards: Any) -> str:
        """V-BUILD, V-CLASS, V-BANK, V-NAME-WRONG: the molecule."""
        self.at(player, collected=True)
        demand(type(cards) is list and not Counter(cards) - Counter(self.hands[player]), "cards of the hand")
        name = molecule(tuple(sorted(cards)))
        demand(name is not None and self.bank[name], "a molecule of the bank")
        demand(sorted(cards) not in self.misnamed, "not misnamed in this turn")
        return str(name)

    def on_molecule_built(self, event: Event, player: int) -> None:
        demand(not self.options["naming"], "a name is wanted")
        self.build(player, event["cards"])
        self.make(player, event["cards"])
        self.follow(event)

    def make(self, player: int, cards: list[str]) -> None:
        """V-STASH, V-SPEND."""
        name = str(molecule(tuple(sorted(cards))))
        formula = formula_of(cards, name)
        self.then("molecule_built", player, cards=cards, **self.card(name, formula))
        self.lay_off(player, cards)
        self.built += self.points_of[name]
        self.take(player, name, formula)
        self.won()

    def on_name_given(self, event: Event, player: int) -> None:
        """V-NAME: the name that we know is right, a class is wrong; for others we trust the judge."""
        demand(self.options["naming"], "nobody wants a name")
        cards, name, answer = event["cards"], event["name"], event["answer"]
        made = self.build(player, cards)
        demand(type(name) is str and name.strip() and answer in ANSWERS, "a name and an answer")
        demand(type(event["message"]) is str and type(event["code"]) is str, "in words")
        classes = [kind.lower() for kind in self.points_of]
        if name.lower() == name_of(formula_of(cards, made)):
            demand((answer, event["code"]) == ("right", "name_preferred"), "that is its name")
        elif name.lower() in classes:
            no_name = ("name_class", "name_only_an_ion")  # Bisulfate is an ion
            demand(answer == "wrong" and event["code"] in no_name, "a class is no name")
        demand(event["code"].startswith("name_"), "a code of names")
        demand((event["code"] == "name_unknown") == (answer == "unresolved"), "unknown is undecided")
        self.must(event, cards=cards, name=name, answer=answer, code=event["code"], message=event["message"])
        if answer == "right":
            self.make(player, cards)
        elif answer == "wrong":
            self.misnamed.append(sorted(cards))
        else:
            self.open_name = cards, set()

    def on_opinion_given(self, event: Event, player: int) -> None:
        """V-NAME-OPEN: all the others have to accept it."""
        demand(self.open_name is not None and player in self.others(self.turn), "one of the others")
        assert self.open_name is not None
        cards, accepted = self.open_name
        demand(player not in accepted and type(event["accepted"]) is bool, "once")
        self.must(event, accepted=event["accepted"])
        if event["accepted"]:
            accepted.add(player)
            self.agree()
        else:
            self.open_name = None
            self.misnamed.append(sorted(cards))
            self.then("name_settled", self.turn, accepted=False)

    def agree(self) -> None:
        if self.open_name is not None and self.open_name[1] >= {*self.others(self.turn)}:
            cards, self.open_name = self.open_name[0], None
            self.then("name_settled", self.turn, accepted=True)
            self.make(self.turn, cards)

    # --- the end of a turn, and of the game -------------------------------------------------------------------

    def on_cards_discarded(self, event: Event, player: int) -> None:
        """V-LIMIT."""
        self.at(player, collected=True)
        cards: list[str] = event["cards"]
        demand(not Counter(cards) - Counter(self.hands[player]), "cards of the hand")
        demand(cards and len(self.hands[player]) - len(cards) == self.hand_size, "down to the limit")
        self.must(event, cards=cards)
        self.lay_off(player, cards)
        self.end_turn(player)

    def on_turn_ended(self, event: Event, player: int) -> None:
        self.at(player, collected=True)
        demand(len(self.hands[player]) <= self.hand_size, "no more than the limit")
        self.end_turn(player)
        self.follow(event)

    def end_turn(self, player: int) -> None:
        self.then("turn_ended", player, points=self.built)
        self.new_turn(self.others(player)[0])
        if (
            self.options["cooperative"]
            and self.options["cards_out"] == "deck"
            and self.reshuffles
            and not self.deck
        ):
            self.lose("cards_ran_out")

    def on_resigned(self, event: Event, player: int) -> None:
        """The hand is discarded, the molecules go back to the bank, and the others go on."""
        demand(player not in self.gone, "who is out is out")
        self.must(event)
        self.gone.append(player)
        self.discard += self.hands[player]
        self.hands[player] = []
        for card in [*self.stashes[player]]:
            self.give_back(player, card)
        if self.aimed is not None and self.aimed[1] == player:
            self.aimed = None
        left = [other for other in range(self.number) if other not in self.gone]
        if self.turn == player:
            self.new_turn(self.others(player)[0])
        if len(left) == 1 and self.options["cooperative"]:
            self.lose("one_left")
        elif len(left) == 1:
            self.end(self.scores(), "one_left", self.gone)
        else:
            self.agree()

    def take(self, player: int, name: str, formula: str) -> None:
        self.bank[name] -= 1
        demand(self.bank[name] >= 0, "the bank has it")
        self.stashes[player].append((name, formula))
        self.made.add(name)

    def give_back(self, player: int, card: tuple[str, str]) -> None:
        self.stashes[player].remove(card)
        self.bank[card[0]] += 1

    def won(self) -> bool:
        """V-WIN, V-COOP."""
        playing = [player for player in range(self.number) if player not in self.gone]
        if self.options["cooperative"]:
            if self.kinds <= self.made:
                self.end([len(self.kinds)] * self.number, "all_kinds_made", self.gone, playing)
        else:
            winners = [player for player in playing if self.scores()[player] >= self.target]
            if winners:
                self.end(self.scores(), "target_reached", self.gone, winners)
        return self.over

    def lose(self, reason: str) -> None:
        """V-COOP-LOSS."""
        self.end([len(self.kinds & self.made)] * self.number, reason, self.gone, [])


def salt(metal: str, anion: str) -> str:
    charge = 2 if anion == "SO4" else 1
    common = gcd(VALENCE[metal], charge)
    return unit(metal, charge // common) + unit(anion, VALENCE[metal] // common)


def scaled(formula: str, times: int) -> Counter[str]:
    return Counter({symbol: times * number for symbol, number in atoms_of(formula).items()})
