"""Faults of an edition in German, by the English templates: Valence Plus."""

from __future__ import annotations

FAULTS = {
    "{formula!r} is no formula": "{formula!r} ist keine Formel",
    "{formula}: names are texts of 1 to {most} characters, not {names!r}": "{formula}: Namen sind Texte von 1 bis {most} Zeichen, nicht {names!r}",
    "sulfur is {sulfur!r}; it must name an element and the cards it needs": "sulfur ist {sulfur!r}; es muss ein Element nennen und die Karten, die es braucht",
    "sulfur: {partners} are not all among the elements": "sulfur: {partners} sind nicht alle unter den Elementen",
    "target is {target!r}; it must be a whole number": "das Ziel ist {target!r}; es muss eine ganze Zahl sein",
    "without must say how many cards of which elements are left out": "hier steht, wie viele Karten welcher Elemente wegbleiben",
    "without: {number!r} cards of {symbol} cannot be left out of {there}": "{number!r} Karten {symbol} können nicht wegbleiben; es gibt {there}",
    "{name}: a molecule has colours, unless it is complex": "{name}: Ein Molekül hat Farben, es sei denn, es ist komplex",
    "{name}: count must be at least 1 and points not negative": "{name}: Die Anzahl muss mindestens 1 sein, die Punkte nicht negativ",
    "{name}: {hands:,} hands of cards have the colours of molecules; at most {most:,}": "{name}: {hands} Auswahlen von Karten haben bis hier die Farben von Molekülen; höchstens {most}",
    "{name}: {mark!r} is no mark; there are {known}": "{name}: {mark!r} ist kein Zeichen; es gibt {known}",
    "{name}: {number} cards; a molecule has at most {most}": "{name}: {number} Karten; ein Molekül hat höchstens {most}",
    "{name}: {way!r} is not a list of two or more colours": "{name}: {way!r} ist keine Liste von zwei oder mehr Farben",
    "{name}: {way} already makes {number}": "{name}: {way} ergibt schon {number}",
    "{reactor} is not marked as a reactor": "{reactor} hat nicht das Zeichen eines Reaktors",
    "{symbol}: colour must be one of {known}, not {colour!r}": "{symbol}: Die Farbe muss eine von {known} sein, nicht {colour!r}",
    "{symbol}: only a noble gas has the first valence 0": "{symbol}: Nur ein Edelgas hat die erste Wertigkeit 0",
    "{symbol}: valences are whole numbers from -8 to 8, not {numbers}": "{symbol}: Wertigkeiten sind ganze Zahlen von -8 bis 8, nicht {numbers}",
    "{target}: a reaction has reactors and products": "{target}: Eine Reaktion hat Reaktoren und Produkte",
    "{target}: {name!r} is not among the molecules": "{target}: {name!r} ist nicht unter den Molekülen",
}
