"""What a class says, in German."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.prose import unsaid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SENTENCES: Mapping[str, Callable[..., str]] = {
    "question_over": lambda question: f"Auf Frage {question} kann jetzt nicht geantwortet werden.",
    "answer_too_long": lambda most: f"Eine Antwort hat höchstens {most} Zeichen.",
    "no_such_time": lambda least, most: f"{least} bis {most} Sekunden können dazugegeben werden.",
    "no_such_place": lambda seat: f"Diese Klasse hat keinen Platz {seat}.",
}
TOLD: Mapping[str, Callable[..., Any]] = {
    "question_asked": lambda _, event, __: f"Frage {event['number'] + 1} wird gestellt.",
    "answered": lambda name, *_: f"{name}: hat geantwortet",
    "question_closed": lambda _, event, __: f"Frage {event['number'] + 1} ist geschlossen.",
    "question_skipped": lambda _, event, __: f"Frage {event['number'] + 1} wird übersprungen.",
    "time_given": lambda _, event, __: f"{event['seconds']} Sekunden mehr.",
    "names_shown": unsaid,
    "podium_shown": unsaid,
    "place_cleared": lambda name, *_: f"{name}: ist nicht mehr in der Klasse",
}
