/** German beginnings of words, each with what to look for in English texts. */

/** @type {readonly [string, string][]} */
export const ENGLISH = [
  ["anfecht", "challenge"], ["angefochten", "challenge"], ["anleitung", "how to play"], ["anfang", "start"], ["ausdruck", "print"], ["ausgabe", "edition"], ["aufgabe", "practi"],
  ["bank", "bank"], ["base", "base"], ["bau", "build"], ["begrundung", "reason"], ["beispiel", "example"], ["betreib", "operat"], ["bindung", "bond"], ["brett", "board"],
  ["datei", "file"], ["drucken", "print"], ["edelgas", "noble"], ["einstellung", "setting"], ["ende", "end"], ["feld", "square"], ["feuer", "fire"], ["flussig", "liquid"], ["formel", "formula"], ["frage", "question"],
  ["gas", "gas"], ["geld", "money"], ["gerat", "device"], ["gewinn", "win"], ["gultig", "valid"], ["handel", "trade"], ["handy", "phone"], ["installier", "install"],
  ["karte", "card"], ["klasse", "class"], ["kristall", "crystal"], ["ladung", "charge"], ["lehrer", "teacher"], ["lektion", "lesson"], ["loscher", "extinguisher"], ["losung", "answer"],
  ["melden", "report"], ["metall", "metal"], ["miete", "rent"], ["molekul", "molecule"], ["nachschlag", "look up"], ["name", "name"], ["netz", "network"], ["ohne netz", "offline"], ["oxidationszahl", "oxidation number"],
  ["partie", "game"], ["passen", "pass"], ["plattchen", "tile"], ["punkt", "point"], ["reaktion", "reaction"], ["regel", "rule"], ["reihe", "run"], ["reihenfolge", "order"], ["runde", "round"],
  ["salz", "salt"], ["saure", "acid"], ["schachtel", "box"], ["schiedsrichter", "judge"], ["schuler", "class"], ["schule", "school"], ["sicherung", "backup"], ["siedepunkt", "boiling point"], ["siegel", "seal"], ["spiel", "game"], ["stein", "tile"], ["steuer", "tax"], ["stoff", "substance"], ["summe", "sum"],
  ["tausch", "trade"], ["tisch", "table"], ["turnier", "tournament"], ["ubung", "practi"], ["uben", "practi"], ["ungultig", "illegal"], ["unterricht", "class"], ["urteil", "ruling"],
  ["verbindung", "compound"], ["versiegel", "seal"], ["vorrat", "supply"], ["wasserstoff", "hydrogen"], ["wasser", "water"], ["wertigkeit", "valence"], ["wertung", "scor"], ["wurfel", "dice"], ["zahlen", "number"], ["zeichnung", "drawing"], ["ziehen", "draw"], ["ziel", "goal"], ["zug", "move"], ["zweiatomig", "diatomic"], ["mehratomig", "polyatomic"], ["sauerstoff", "oxygen"], ["stickstoff", "nitrogen"], ["kohlenstoff", "carbon"], ["schwefel", "sulfur"],
];
