"""Faults of an edition in German, by the English templates: Ion."""

from __future__ import annotations

FAULTS = {
    "every set has a letter of its own": "jeder Satz hat einen eigenen Buchstaben",
    "hand must be larger than left_over, or there is nothing to pick": "die Hand muss größer sein als das, was übrig bleibt, sonst gibt es nichts zu wählen",
    "many_from must be a number of players": "many_from muss eine Zahl von Spielern sein",
    "sets is {sets!r}; it must be what one, two, three different gases are worth": "sets ist {sets!r}; hier steht, was ein, zwei, drei verschiedene Gase wert sind",
    "sets must have a worth for every number of different gases": "jede Zahl verschiedener Gase braucht einen Wert",
    "there must be a set for each of {most} players": "jeder von {most} Spielern braucht einen Satz",
    "{card}: a charge is a whole number from -4 to 4 and not 0, not {charge!r}": "{card}: Eine Ladung ist eine ganze Zahl von -4 bis 4 und nicht 0, nicht {charge!r}",
    "{card}: a transition metal has two different charges, not {charges}": "{card}: Ein Übergangsmetall hat zwei verschiedene Ladungen, nicht {charges}",
    "{card}: decay must be at least 1, not {decay}": "{card}: Der Zerfall muss mindestens 1 sein, nicht {decay}",
    "{card}: points must not be negative": "{card}: Punkte dürfen nicht negativ sein",
    "{goal}: a {kind} goal lists no compounds": "{goal}: Ein Ziel der Art {kind} nennt keine Verbindungen",
    "{goal}: compounds must be two lists of ion cards": "{goal}: Die Verbindungen müssen zwei Listen von Ionenkarten sein",
    "{goal}: from_players must be a number of players": "{goal}: from_players muss eine Zahl von Spielern sein",
    "{goal}: kind is {kind!r}; it must be acid, base, salt, noble or neutralisation": "{goal}: Die Art ist {kind!r}; sie muss acid, base, salt, noble oder neutralisation sein",
    "{goal}: pays is {pays}; it must be two whole numbers": "{goal}: pays ist {pays}; es müssen zwei ganze Zahlen sein",
    "{letter}: the three tiles of a set cost {group} together": "{letter}: Die drei Plättchen eines Satzes kosten zusammen {group}",
    "{table} must have whole numbers for {known}": "{table} braucht ganze Zahlen für {known}",
    "{table}: decay must be a list of what the ranks get, the most first": "{table}: decay muss eine Liste dessen sein, was die Ränge bekommen, das meiste zuerst",
}
