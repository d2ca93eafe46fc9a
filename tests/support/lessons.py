"""A class over HTTP in tests: a teacher, pupils, and the answers that each of them gets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

IONS = "charge:Na^+\ncharge:Cl^-"


@dataclass
class OnlineClass:
    client: FlaskClient
    id: str
    code: str
    teacher: str
    tokens: dict[int, str] = field(default_factory=dict)

    @classmethod
    def open(cls, client: FlaskClient, exercises: str = IONS, **wanted: Any) -> OnlineClass:
        answer = client.post("/v1/classes", json={"exercises": exercises, **wanted})
        assert answer.status_code == 201, answer.text
        made = answer.get_json()
        return cls(client, made["id"], made["code"], made["teacher_token"])

    def join(self, nickname: str) -> int:
        answer = self.client.post(f"/v1/classes/join/{self.code}", json={"nickname": nickname})
        assert answer.status_code == 201, answer.text
        joined = answer.get_json()
        self.tokens[joined["seat"]] = joined["token"]
        self.view(joined["seat"])  # a place counts once its device has fetched its view
        return int(joined["seat"])

    def headers(self, seat: int | None) -> dict[str, str]:
        given = self.teacher if seat == 0 else None if seat is None else self.tokens[seat]
        return {} if given is None else {"Authorization": f"Bearer {given}"}

    def get(self, path: str = "", seat: int | None = None, **headers: str) -> TestResponse:
        return self.client.get(f"/v1/classes/{self.id}{path}", headers={**self.headers(seat), **headers})

    def view(self, seat: int | None = None) -> Any:
        answer = self.get("", seat)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def answer(self, seat: int, question: int, answer: str) -> TestResponse:
        body = {"question": question, "answer": answer}
        return self.client.post(f"/v1/classes/{self.id}/answers", json=body, headers=self.headers(seat))

    def lead(self, kind: str, by: int = 0, **more: Any) -> TestResponse:
        body = {"type": kind, **more}
        return self.client.post(f"/v1/classes/{self.id}/commands", json=body, headers=self.headers(by))
