"""Faults of an edition in German, by the English templates: Chemistry Monopoly."""

from __future__ import annotations

FAULTS = {
    "a card sends to the nearest {kind}, and there is none on the board": "eine Karte schickt zum nächsten Feld der Art {kind}, und auf dem Brett ist keines",
    "at least one card must neither move a token nor be kept": "mindestens eine Karte darf weder eine Figur bewegen noch behalten werden",
    "card {place} does nothing; there are {known}": "Karte {place} tut nichts; es gibt {known}",
    "card {place}: nearest is life or supply, not {nearest!r}": "Karte {place}: nearest ist life oder supply, nicht {nearest!r}",
    "card {place}: there is no square {advance}": "Karte {place}: Ein Feld {advance} gibt es nicht",
    "card {place}: {known} must be whole numbers, not below 0": "Karte {place}: {known} müssen ganze Zahlen sein, nicht unter 0",
    "notes must be pairs of a value and how many of it": "Scheine sind Paare: ein Wert und wie viele davon",
    "square {where}: a tax needs an amount": "Feld {where}: Eine Steuer braucht einen Betrag",
    "square {where}: it needs a name": "Feld {where}: Es braucht einen Namen",
    "square {where}: kind is {kind!r}; there are {known}": "Feld {where}: Die Art ist {kind!r}; es gibt {known}",
    "square {where}: nothing that is paid is below 0": "Feld {where}: Nichts, was gezahlt wird, ist unter 0",
    "square {where}: per_cent is {per_cent!r}; it must be from 0 to 100": "Feld {where}: per_cent ist {per_cent!r}; es muss von 0 bis 100 sein",
    "square {where}: price is {price!r}; it must be a whole number above 0": "Feld {where}: Der Preis ist {price!r}; er muss eine ganze Zahl über 0 sein",
    "square {where}: rents must be {levels} whole numbers: bare, one to four liquids, solid": "Feld {where}: Mieten sind {levels} ganze Zahlen: leer, eine bis vier Flüssigkeiten, Feststoff",
    "square {where}: {element!r} is no element": "Feld {where}: {element!r} ist kein Element",
    "square {where}: {group!r} is not among the sets": "Feld {where}: {group!r} ist nicht unter den Sätzen",
    "the notes do not add up to the {start} of the start": "die Scheine ergeben nicht die {start} des Anfangs",
    "the squares must be 0 to {number}, in their order": "die Felder sind 0 bis {number}, in ihrer Reihenfolge",
    "there must be one square {kind}": "es muss genau ein Feld der Art {kind} geben",
    "{element} stands on two squares": "{element} steht auf zwei Feldern",
    "{group}: a colour set has two or three lots, not {number}": "{group}: Ein Farbsatz hat zwei oder drei Grundstücke, nicht {number}",
    "{group}: a step costs at least 1": "{group}: Ein Schritt kostet mindestens 1",
    "{name} is {number!r}; it must be a whole number, not below 0": "{name} ist {number!r}; es muss eine ganze Zahl sein, nicht unter 0",
    "{name} is {number}; no box has more than {most:,} pieces": "{name} ist {number}; keine Schachtel hat mehr als {most} Teile",
    "{name} is {number}; there are rents for 1 to {most}": "{name} ist {number}; es gibt Mieten für 1 bis {most}",
    "{name} must be {wanted} whole numbers, by how many of them one player has": "{name} sind {wanted} ganze Zahlen, je nachdem, wie viele davon jemand hat",
    "{name}: nothing that is paid is below 0": "{name}: Nichts, was gezahlt wird, ist unter 0",
}
