"""Faults of an edition in German, by the English templates: Compounded."""

from __future__ import annotations

FAULTS = {
    "extinguisher is {extinguisher!r}; it must be a list of crystals": "der Feuerlöscher ist {extinguisher!r}; es muss eine Liste von Kristallen sein",
    "field and stacks take {number} cards; there are {cards}": "Feld und Stapel brauchen {number} Karten; es gibt {cards}",
    "field is {field!r}; the field is a square of {side} by {side} (K-FIELD)": "das Feld ist {field!r}; es ist ein Quadrat von {side} mal {side} (K-FIELD)",
    "stacks is {stacks!r}; it must be the sizes of the stacks": "stacks ist {stacks!r}; hier stehen die Größen der Stapel",
    "worth must have whole numbers above 0 for {known}": "worth braucht ganze Zahlen über 0 für {known}",
    "{name} is {number!r}; it must be a whole number from 0 to {most}": "{name} ist {number!r}; es muss eine ganze Zahl von 0 bis {most} sein",
    "{name} is {number!r}; it must be how many there are": "{name} ist {number!r}; hier steht, wie viele es gibt",
    "{name} must be {steps} whole numbers, the start first": "{name} sind {steps} ganze Zahlen, der Anfang zuerst",
    "{name}: a card has a tool or a reaction, not both": "{name}: Eine Karte hat ein Werkzeug oder eine Reaktion, nicht beides",
    "{name}: flames must be a whole number above 0; leave it out if it does not burn": "{name}: Flammen sind eine ganze Zahl über 0; was nicht brennt, hat keine",
    "{name}: levels must rise and begin at 1 or more, not {levels}": "{name}: Die Stufen steigen und beginnen bei mindestens 1, nicht {levels}",
    "{name}: points must be at least 1": "{name}: Die Punkte müssen mindestens 1 sein",
    "{name}: there is no crystal of {symbol}": "{name}: Es gibt keinen Kristall für {symbol}",
    "{name}: {field} is {number!r}; it must be one of {known}": "{name}: {field} ist {number!r}; es muss eines von {known} sein",
    "{starts} cards are marked as start; play.start_cards says {start_cards!r}": "{starts} Karten gehören zum Anfang; play.start_cards sagt {start_cards!r}",
}
