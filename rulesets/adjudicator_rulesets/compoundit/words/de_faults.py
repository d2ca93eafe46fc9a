"""Faults of an edition in German, by the English templates: CompoundIt!."""

from __future__ import annotations

FAULTS = {
    "atoms must be a list of squares, and bonuses a table of such lists": "Atomfelder müssen eine Liste von Feldern sein, Bonusfelder eine Tabelle solcher Listen",
    "elements must be a list of symbols": "hier steht eine Liste von Elementsymbolen",
    'kinds is {kinds!r}; it must be "two", "listed" or "any"': 'kinds ist {kinds!r}; es muss "two", "listed" oder "any" sein',
    'mixed_oxidation is {policy!r}; it must be "same-sign", "uniform" or "any"': 'mixed_oxidation ist {policy!r}; es muss "same-sign", "uniform" oder "any" sein',
    'new_tiles is {new_tiles!r}; it must be "consecutive" or "unbroken-line"': 'new_tiles ist {new_tiles!r}; es muss "consecutive" oder "unbroken-line" sein',
    "partners must be a list of ion names": "hier steht eine Liste von Namen der Ionen",
    "rack is {rack!r}; it must be a whole number of tiles, at most {most}": "auf der Bank liegen {rack!r} Plättchen; es muss eine ganze Zahl sein, höchstens {most}",
    "sets is {sets!r}; it must list some of {known}": "sets ist {sets!r}; es müssen einige von {known} sein",
    "size is {size!r}; it must be from 3 to 60": "das Brett hat {size!r} Felder in einer Reihe; es müssen 3 bis 60 sein",
    "supplies is {supplies!r}; it must give tiles for each number of players, as in {{ 2 = 52 }}": "supplies ist {supplies!r}; es muss zu jeder Zahl von Spielern die Plättchen nennen, etwa {{ 2 = 52 }}",
    "supplies: {players} x {size} tiles are more than the {total} there are": "{players} x {size} Plättchen sind mehr als die {total}, die es gibt",
    "the centre must be one of the atoms": "die Mitte muss eines der Atomfelder sein",
    "{kind!r} is no bonus; there are {known}": "{kind!r} ist kein Bonusfeld; es gibt {known}",
    "{kind}: {square!r} is not a square [row, column] from 1 to {size}": "{kind}: {square!r} ist kein Feld [Zeile, Spalte] von 1 bis {size}",
    "{kind}: {square} is already {number}": "{kind}: {square} ist schon {number}",
    "{name!r} cannot name an ion": "{name!r} kann kein Ion heißen",
    "{name!r} is not among the ions": "{name!r} ist nicht unter den Ionen",
    "{name} must be text": "{name} muss Text sein",
    "{name}: an ion has a charge other than 0": "{name}: Ein Ion hat eine Ladung, die nicht 0 ist",
    "{name} is {value!r}; it must be a whole number, at least {least}": "{name} ist {value!r}; es muss eine ganze Zahl sein, mindestens {least}",
    "{symbol!r} is not among the tiles": "{symbol!r} ist nicht unter den Plättchen",
    "{symbol}: a number is listed twice in {oxidation}": "{symbol}: Eine Zahl steht zweimal in {oxidation}",
    "{symbol}: oxidation numbers are whole numbers from -8 to 8, not 0; got {oxidation}": "{symbol}: Oxidationszahlen sind ganze Zahlen von -8 bis 8, nicht 0; hier steht {oxidation}",
    "{symbol}: points must not be negative, but are {points}": "{symbol}: Punkte dürfen nicht negativ sein, sind aber {points}",
    "{text}: its units {units} do not make up that formula": "{text}: Die Teile {units} ergeben diese Formel nicht",
    "{text}: units are three or more kinds, each with a number above 0, not {units}": "{text}: Es sind drei oder mehr Arten von Teilen, jede mit einer Zahl über 0, nicht {units}",
    "{text}: {unit!r} is neither an ion nor a tile of this edition": "{text}: {unit!r} ist weder ein Ion noch ein Plättchen dieser Ausgabe",
}
