"""Editions over HTTP: sent, checked, kept under their digest, used by everything that judges or plays."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, text, update

from adjudicator.chem.elements import ELEMENTS
from adjudicator.editions.shape import texts
from adjudicator.editions.toml import written
from adjudicator.engine.game import load_game, playable_games
from adjudicator_api import Config, create_app
from adjudicator_api.http import languages
from adjudicator_api.http.problems import Refused
from adjudicator_api.jobs.pool import one_at_a_time
from adjudicator_api.storage.schema import challenges, editions
from tests.support.databases import BACKENDS, database
from tests.support.older import AFTER_0010
from tests.support.seating import SeatedTable
from tests.support.seating import asked as fetched
from tests.support.serving import serving
from tests.support.tabling import OnlineTable, drive

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from flask.testing import FlaskClient

NCL3 = {"tiles": "NClClCl", "rules": "compoundit:beginner"}


def reference(game: str = "compoundit") -> dict[str, Any]:
    shipped = load_game(game).editions
    return tomllib.loads(shipped.text_of(shipped.current))


def my_box(name: str = "my-box", **more: Any) -> dict[str, Any]:
    """A box whose nitrogen has other numbers, so that NCl3 is a binary compound."""
    data = {**reference(), "name": name}
    [nitrogen] = [tile for tile in data["tiles"]["each"] if tile["symbol"] == "N"]
    nitrogen["oxidation"] = [-3, 3, 5]
    data["tiles"]["source"] = "my own box"
    return {**data, **more}


def bring(client: FlaskClient, data: dict[str, Any]) -> Any:
    answer = client.post("/v1/editions", json=data)
    assert answer.status_code == 201, answer.get_json()
    return answer.get_json()


def age(app: Flask, days: int) -> None:
    """As if no edition had been used for this long."""
    then = datetime.now(UTC) - timedelta(days=days)
    app.extensions["storage"].database.write(lambda c: c.execute(update(editions).values(used_at=then)))


def forgetful(app: Flask) -> FlaskClient:
    """The same database from a process that knows no edition yet."""
    load_game("compoundit").editions._brought.clear()
    return create_app(app.extensions["config"]).test_client()


@pytest.fixture(params=BACKENDS)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    with database(request.param, tmp_path) as url:
        app = create_app(Config(database_url=url, rate_limit="off", log="off"))
        yield app
        app.extensions["storage"].close()


def test_a_box_is_kept_under_its_digest_as_json_and_as_toml(app: Flask, client: FlaskClient) -> None:
    brought = bring(client, my_box())
    assert brought["label"] == f"compoundit/my-box {brought['digest']}"
    assert (brought["game"], brought["name"], brought["released"], brought["kept"]) == (
        "compoundit", "my-box", False, False,
    )  # fmt: skip
    assert brought["edition"] == my_box()
    assert bring(client, my_box()) == brought
    other = forgetful(app)
    assert other.get(f"/v1/editions/{brought['digest']}").get_json() == brought
    file = other.get(f"/v1/editions/{brought['digest']}.toml")
    assert file.headers["Content-Disposition"] == 'attachment; filename="my-box.toml"'
    assert tomllib.loads(file.get_data(as_text=True)) == my_box()
    again = client.post("/v1/editions", data=file.get_data(), content_type="application/toml")
    assert again.get_json() == brought
    missing = client.get("/v1/editions/sha256:000000000000")
    assert (missing.status_code, missing.get_json()["code"]) == (404, "edition_unknown")
    current = load_game("ion").editions.current
    shipped = client.get(f"/v1/editions/{current.rpartition(' ')[2]}").get_json()
    assert (shipped["label"], shipped["released"], shipped["kept"]) == (current, True, True)
    shape = client.get("/v1/editions/schemas/ion").get_json()
    assert (shape["edition"], shape["shape"]["type"]) == (current, "object")
    assert shape["released"][0] == current
    assert set(shape["released"]) == set(load_game("ion").editions.released)
    assert client.get("/v1/editions/schemas/chess").status_code == 404


def test_C_BLANK_a_challenge_says_which_tiles_are_blanks(client: FlaskClient) -> None:
    water = [{"row": 8, "col": col, "symbol": symbol} for col, symbol in ((7, "H"), (8, "O"), (9, "H"))]
    water[1]["blank"] = True
    refused = client.post("/v1/challenges", json={"move": water})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "impossible_position")
    blank = {"source": "my own box", "count": 1, "points": 0}
    digest = bring(client, my_box(blank=blank))["digest"]
    answer = client.post("/v1/challenges", json={"move": water, "edition": digest}).get_json()
    assert (answer["ruling"], answer["score"], answer["blanks"]) == ("valid", 2, [[8, 8]])
    assert client.get(f"/v1/challenges/{answer['id']}").get_json()["blanks"] == [[8, 8]]
    described = client.get(f"/v1/rulesets/compoundit:standard?edition={digest}").get_json()
    assert described["edition"]["blank"] == {"count": 1, "points": 0}


def test_everything_that_judges_takes_it_and_names_it(app: Flask, client: FlaskClient) -> None:
    digest = bring(client, my_box())["digest"]
    other = forgetful(app)
    assert client.post("/v1/judge", json=NCL3).get_json()["ruling"] == "invalid"
    for asked in (client, other):  # the second process has to look it up
        verdict = asked.post("/v1/judge", json={**NCL3, "edition": digest}).get_json()
        assert (verdict["ruling"], verdict["edition"]) == ("valid", f"compoundit/my-box {digest}")
    runs = client.post("/v1/judge", json={"runs": ["NCl3"], "rules": NCL3["rules"], "edition": digest})
    assert runs.get_json()["ruling"] == "valid"
    batch = client.post("/v1/judge/batch", json={"items": [NCL3, {"tiles": "HHO"}], "edition": digest})
    assert [v["edition"] for v in batch.get_json()["verdicts"]] == [f"compoundit/my-box {digest}"] * 2
    assert batch.get_json()["verdicts"][0]["ruling"] == "valid"
    move = [{"row": 8, "col": 8 + at, "symbol": symbol} for at, symbol in enumerate(["N", "Cl", "Cl", "Cl"])]
    ruled = client.post("/v1/challenges", json={"rules": NCL3["rules"], "move": move, "edition": digest})
    assert (ruled.get_json()["ruling"], ruled.get_json()["edition"]) == (
        "valid",
        f"compoundit/my-box {digest}",
    )
    shown = client.get(f"/v1/rulesets/compoundit:standard?edition={digest}").get_json()
    assert {"symbol": "N", "count": 8, "points": 2, "oxidation": [-3, 3, 5]} in shown["edition"]["tiles"]
    [game] = client.get(f"/v1/games/catalogue?edition={digest}").get_json()["games"]
    assert (game["game"], game["edition"], game["players"]) == (
        "compoundit",
        f"compoundit/my-box {digest}",
        [2, 3, 4],
    )


def test_names_of_valence_go_by_a_box(client: FlaskClient) -> None:
    data = {**reference("valence-plus"), "name": "ours"}
    [calcium] = [card for card in data["elements"]["each"] if card["symbol"] == "Ca"]
    calcium["valence"] = 1
    digest = bring(client, data)["digest"]
    asked = {"cards": "CaCl", "name": "calcium chloride"}
    for rules in ("valence-plus", "valence-original"):
        plain = client.post("/v1/valence/name", json={**asked, "rules": rules}).get_json()
        ours = client.post("/v1/valence/name", json={**asked, "rules": rules, "edition": digest}).get_json()
        assert plain["verdict"]["ruling"] == "invalid"
        assert (ours["verdict"]["ruling"], ours["verdict"]["edition"]) == (
            "valid",
            f"valence-plus/ours {digest}",
        )
        hands = [
            client.get(f"/v1/valence/builds?rules={rules}{by}").get_json()["builds"]
            for by in ("", f"&edition={digest}")
        ]
        salt = {"cards": ["Ca", "Cl"], "molecule": "Salt"}
        assert [salt in listed for listed in hands] == [False, True]


def test_a_wrong_edition_is_refused_by_its_code(client: FlaskClient) -> None:
    digest = bring(client, my_box())["digest"]
    for asked, code in (
        ({"tiles": "NaCl", "rules": "valence-plus", "edition": digest}, "edition_of_other_game"),
        ({**NCL3, "edition": "sha256:000000000000"}, "edition_unknown"),
        ({**NCL3, "edition": "my-box"}, "invalid_request"),
    ):
        for path, body in (
            ("/v1/judge", asked),
            ("/v1/judge/batch", {"items": [NCL3], **asked, "tiles": None}),
        ):
            answer = client.post(
                path, json={name: value for name, value in body.items() if value is not None}
            )
            assert answer.status_code == 422
            assert path.endswith("batch") or answer.get_json()["code"] == code
    seats = [{"bot": "random"}, {"bot": "random"}]
    for edition in (digest, "sha256:000000000000"):
        refused = client.post("/v1/games", json={"game": "ion", "seats": seats, "edition": edition})
        assert refused.status_code == 422


def test_every_fault_has_its_words_and_its_place(client: FlaskClient) -> None:
    data = my_box()
    data["tiles"]["each"][3]["oxidation"] = [9]
    data["ions"]["each"][0]["charge"] = 0
    data["play"]["rack"] = "ten"
    answer = client.post("/v1/editions", json=data)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "edition_faulty")
    faults = answer.get_json()["faults"]
    pointers = {"/tiles/each/3/oxidation", "/ions/each/0/charge", "/play/rack"}
    assert {fault["pointer"] for fault in faults} == pointers
    assert "N: oxidation numbers are whole numbers from -8 to 8" in faults[0]["message"]
    assert client.post("/v1/editions/check", json=data).get_json() == {"faults": faults, "label": None}
    german = client.post("/v1/editions/check", json=data, headers={"Accept-Language": "de"}).get_json()
    assert [fault["pointer"] for fault in german["faults"]] == [fault["pointer"] for fault in faults]
    assert german["faults"][1]["message"] == "ions: ammonium: Ein Ion hat eine Ladung, die nicht 0 ist"
    detail = client.post("/v1/editions", json=data, headers={"Accept-Language": "de"}).get_json()["detail"]
    assert detail == "In dieser Schachtel stimmt etwas nicht."
    refused = client.post("/v1/editions", json=my_box(extra=None), headers={"Accept-Language": "de"})
    assert "eine Ausgabe hat Text" in refused.get_json()["faults"][0]["message"]
    good = client.post("/v1/editions/check", json=my_box()).get_json()
    assert good["faults"] == []
    assert (
        client.get(f"/v1/editions/{good['label'].rpartition(' ')[2]}").status_code == 404
    )  # nothing is kept
    for raw in (b"x = [", b"\xff", b"game = 5", b""):
        refused = client.post("/v1/editions", data=raw, content_type="application/toml")
        assert refused.status_code == 422
        assert refused.get_json()["faults"]
    assert client.post("/v1/editions", data=b"x", content_type="text/csv").status_code == 415


def test_hostile_editions_are_refused_or_work(client: FlaskClient) -> None:
    def refusal(data: dict[str, Any]) -> tuple[int, str]:
        answer = client.post("/v1/editions", json=data)
        problem = answer.get_json()
        return answer.status_code, problem.get("code") and json.dumps(problem)

    many = [{"symbol": "H", "count": 1, "points": 1, "oxidation": [1]}] * 400
    for data, said in (
        (my_box(tiles={"source": "my own box", "each": [{**many[0], "count": 100_000}]}), "2,000 pieces"),
        (my_box(tiles={"source": "my own box", "each": many * 3}), "entries"),
        (my_box(board={**reference()["board"], "size": 1}), "from 3 to 60"),
        (my_box(name="a\u202eb"), "cannot be shown"),
        (my_box(extra=[[[[[[[[[[]]]]]]]]]]), "nested too deep"),
        (my_box(extra=None), "an edition has text"),
    ):
        status, words = refusal(data)
        assert status == 422
        assert said in words or "can be shown" in words
    cards = {**reference("valence-plus"), "name": "ours"}
    metals = [symbol for symbol in ELEMENTS if symbol not in texts(cards, "elements", "symbol")][:90]
    cards["elements"]["each"] += [
        {"symbol": symbol, "count": 1, "valence": 1, "colour": "metal"} for symbol in metals
    ]
    for way, said in ((["metal"] * 4 + ["oxygen"] * 4, "hands of cards"), (["metal"] * 9, "at most 8")):
        cards["molecules"]["each"][0]["colours"] = [way]
        status, words = refusal(cards)
        assert (status, said in words) == (422, True)
    deep = client.post("/v1/editions", data=b"[" * 100_000, content_type="application/json")
    assert (deep.status_code, deep.get_json()["code"]) == (400, "nested_too_deep")
    toml = client.post("/v1/editions", data=b"x = " + b"[" * 100_000, content_type="application/toml")
    assert (toml.status_code, toml.get_json()["code"]) == (422, "edition_unreadable")
    large = client.post("/v1/editions", data=b" " * (10 << 20), content_type="application/toml")
    assert (large.status_code, large.get_json()["code"]) == (413, "body_too_large")
    script = bring(client, my_box(name="<script>alert(1)</script>"))
    assert script["name"] == "<script>alert(1)</script>"
    file = client.get(f"/v1/editions/{script['digest']}.toml")
    assert file.headers["Content-Disposition"] == 'attachment; filename="scriptalert1script.toml"'


def test_a_box_without_any_legal_move_is_played_to_its_end(app: Flask, client: FlaskClient) -> None:
    each: list[dict[str, Any]] = [
        {"symbol": symbol, "count": 60, "points": 1, "oxidation": []} for symbol in ("He", "Ne")
    ]
    data = my_box(
        tiles={"source": "my own box", "each": each},
        diatomic={"source": "rulebook", "elements": []},
        exceptions=[],
    )
    del data["salts"]
    digest = bring(client, data)["digest"]
    table = OnlineTable.open(
        client, "compoundit", [{"bot": "greedy"}, {"bot": "greedy"}], edition=digest, watch="public"
    )
    drive(app, table)
    assert table.view()["status"] == "over"
    assert table.view()["edition"].endswith(digest)


def test_what_a_ruling_or_a_game_was_made_by_is_kept_and_the_rest_is_not(kept: Flask) -> None:
    client = kept.test_client()
    digests = {name: bring(client, my_box(name))["digest"] for name in ("ruled", "played", "idle", "used")}
    asked = {"runs": ["NClClCl"], "rules": NCL3["rules"], "edition": digests["ruled"]}
    ruled = client.post("/v1/challenges", json=asked)
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    game = client.post("/v1/games", json={"game": "compoundit", "seats": seats, "edition": digests["played"]})
    assert (ruled.status_code, game.status_code) == (200, 201)
    boxes = kept.extensions["editions"]
    assert boxes.prune() == 0
    age(kept, 181)
    other = forgetful(kept)
    assert other.post("/v1/judge", json={**NCL3, "edition": digests["used"]}).get_json()["ruling"] == "valid"
    assert boxes.prune() == 1
    other = forgetful(kept)
    found = {name: other.get(f"/v1/editions/{digest}") for name, digest in digests.items()}
    assert {name: answer.status_code for name, answer in found.items()} == {
        "ruled": 200, "played": 200, "idle": 404, "used": 200,
    }  # fmt: skip
    assert {name for name, answer in found.items() if answer.get_json().get("kept")} == {"ruled", "played"}
    kept.extensions["storage"].database.write(lambda c: c.execute(update(challenges).values(packed=None)))
    age(kept, 181)
    assert boxes.prune() == 2  # the content of the ruling is gone, so the edition is no longer needed


def test_an_edition_of_finished_games_goes_by_age_and_they_have_their_own_copy(kept: Flask) -> None:
    """A process that knows neither reads and continues the games when the edition is gone."""
    digest, seats = bring(kept.test_client(), my_box("ours"))["digest"], [{"name": "Ann"}, {"name": "Bob"}]
    box = kept.test_client().get(f"/v1/editions/{digest}.toml").text
    table = OnlineTable.open(kept.test_client(), "compoundit", seats, edition=digest)
    boxes = kept.extensions["editions"]
    age(kept, 181)
    assert boxes.prune() == 0, "the game goes on"
    assert table.post("/resign", {}, 0).status_code == 200
    assert boxes.prune() == 0, "it was in use until just now"
    age(kept, 181)
    assert boxes.prune() == 1
    table.client = forgetful(kept)
    assert table.view(1)["status"] == "over"
    assert table.get("/log", 1).get_json()["edition_text"] == box
    assert table.client.get(f"/v1/editions/{digest}").status_code == 404
    again = table.post("/rematch", {}, 1)
    assert again.status_code == 201, again.text
    assert table.client.get(f"/v1/editions/{digest}").get_json()["kept"]
    other = forgetful(kept).get(
        f"/v1/games/{again.get_json()['id']}",
        headers={"Authorization": f"Bearer {again.get_json()['token']}"},
    )
    assert other.get_json()["edition"].endswith(digest)


def test_games_that_were_finished_before_get_their_copy(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/before.sqlite"
    app = create_app(Config(database_url=url, rate_limit="off", log="off"))
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    table = OnlineTable.open(app.test_client(), "compoundit", seats, edition=written(my_box("ours")))
    assert table.post("/resign", {}, 0).status_code == 200

    def as_before(connection: Any) -> None:
        to_0009 = (
            "ALTER TABLE games DROP COLUMN edition_text",
            "UPDATE alembic_version SET version_num = '0009'",
        )
        for statement in (*AFTER_0010, *to_0009):
            connection.execute(text(statement))

    app.extensions["storage"].database.write(as_before)
    app.extensions["storage"].close()
    migrated = create_app(app.extensions["config"])
    age(migrated, 181)
    assert migrated.extensions["editions"].prune() == 1
    table.client = forgetful(migrated)
    assert table.get("/log", 1).get_json()["edition_text"] == written(my_box("ours"))


def test_so_many_and_no_more(tmp_path: Path) -> None:
    app = create_app(
        Config(database_url=f"sqlite:///{tmp_path}/x.sqlite", rate_limit="off", log="off", editions=1)
    )
    client = app.test_client()
    bring(client, my_box("first"))
    bring(client, my_box("first"))
    full = client.post("/v1/editions", json=my_box("second"))
    assert (full.status_code, full.get_json()["code"]) == (507, "editions_full")


def test_editions_that_tables_are_opened_with_count_and_who_plays_is_not_refused(config: Config) -> None:
    client = create_app(replace(config, editions=3)).test_client()

    def open_(name: str) -> Any:
        wanted = {"game": "compoundit", "seats": [{"name": "Ann"}, {}], "edition": written(my_box(name))}
        return client.post("/v1/games", json=wanted)

    opened = [open_(f"box {number}") for number in range(9)]
    assert [answer.status_code for answer in opened] == [201] * 3 + [507] * 6
    assert {answer.get_json()["code"] for answer in opened[3:]} == {"editions_full"}
    assert client.post("/v1/editions", json=my_box("another")).status_code == 507
    assert open_("box 1").status_code == 201, "what is kept already may be used again"
    assert client.post(f"/v1/join/{opened[0].get_json()['code']}", json={"name": "Bob"}).status_code == 201


def test_one_client_is_full_before_the_service_is(config: Config) -> None:
    client = create_app(replace(config, editions=9, editions_per_client=2)).test_client()

    def bring_from(address: str, name: str) -> tuple[int, str | None]:
        answer = client.post("/v1/editions", json=my_box(name), environ_base={"REMOTE_ADDR": address})
        return answer.status_code, answer.get_json().get("code")

    assert [bring_from("198.51.100.7", name) for name in "abc"] == [
        (201, None), (201, None), (507, "your_editions_full"),
    ]  # fmt: skip
    assert bring_from("198.51.100.8", "c") == (201, None)
    german = client.post(
        "/v1/editions",
        json=my_box("d"),
        headers={"Accept-Language": "de"},
        environ_base={"REMOTE_ADDR": "198.51.100.7"},
    )
    assert "Schachteln" in german.get_json()["detail"]


def test_no_address_can_be_worked_out_from_what_is_stored(config: Config, tmp_path: Path) -> None:
    """A client's digest is keyed with a secret of the database: the same in every process, different elsewhere."""
    apps = [create_app(config), create_app(config)]
    elsewhere = create_app(replace(config, database_url=f"sqlite:///{tmp_path}/elsewhere.sqlite"))
    digests = [app.extensions["storage"].clients.digest("198.51.100.7") for app in (*apps, elsewhere)]
    assert digests[0] == digests[1] != digests[2]
    assert bring(apps[0].test_client(), my_box("mine"))["digest"]
    with apps[1].extensions["storage"].database.engine.connect() as connection:
        assert connection.execute(select(editions.c.brought_by)).scalar_one() == apps[1].extensions[
            "storage"
        ].clients.digest("127.0.0.1")


def test_old_rulings_and_games_keep_their_edition_when_another_is_shipped(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shipped = load_game("compoundit").editions
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    asked = {"runs": ["NClClCl"], "rules": NCL3["rules"]}
    ruled = client.post("/v1/challenges", json=asked).get_json()
    table = OnlineTable.open(client, "compoundit", seats)
    before, old = table.view(0), shipped.current
    for label, content in shipped.released.items():
        (tmp_path / f"{label.partition('/')[2].partition(' ')[0]}.toml").write_text(content, encoding="utf-8")
    later = tmp_path / "reference-3.toml"
    changed = shipped.text_of(old).replace("reference-2", "reference-3").replace("[-3, 5]", "[-3, 3, 5]")
    later.write_text(changed, encoding="utf-8")
    monkeypatch.setattr(shipped, "_default", later)
    for name in ("current", "released"):
        monkeypatch.delitem(vars(shipped), name, raising=False)
    restarted = create_app(app.extensions["config"]).test_client()
    assert shipped.current != old
    kept = restarted.get(f"/v1/challenges/{ruled['id']}").get_json()
    assert (kept["edition"], kept["ruling"]) == (ruled["edition"], ruled["ruling"]) == (old, "invalid")
    table.client = restarted
    assert table.view(0) == before
    turn = before["asks"][0]["player"]
    assert table.act(turn, {"type": "pass"}).status_code == 200
    assert table.view(0)["edition"] == old
    assert OnlineTable.open(restarted, "compoundit", seats).view(0)["edition"] == shipped.current
    for name in ("current", "released"):
        vars(shipped).pop(name, None)


@pytest.mark.slow
@pytest.mark.nightly
def test_old_rulings_and_games_keep_their_edition_when_the_next_release_ships_another(tmp_path: Path) -> None:
    """Two servers in sequence on one database; the second is a release with another nitrogen."""
    release = tmp_path / "release"
    shutil.copytree("rulesets/adjudicator_rulesets", release / "adjudicator_rulesets")
    rules = release / "adjudicator_rulesets" / "compoundit" / "edition.py"
    rules.write_text(rules.read_text("utf-8").replace('"reference-2.toml"', '"reference-3.toml"'), "utf-8")
    old = release / "adjudicator_rulesets" / "compoundit" / "editions" / "reference-2.toml"
    text = old.read_text("utf-8").replace('name = "reference-2"', 'name = "reference-3"')
    changed = re.sub(r'(symbol = "N", .*)\[-3, 5\]', r"\1[-3, 3, 5]", text)
    assert changed != text
    old.with_name("reference-3.toml").write_text(changed, "utf-8")
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    asked = {"runs": ["NClClCl"], "rules": NCL3["rules"]}
    with serving(tmp_path) as server:
        ruled = fetched(f"{server.url}/v1/challenges", asked)
        table = SeatedTable.open(server.url, "compoundit", seats)
        before = table.view(0)
        first = str(ruled["edition"])
        assert (ruled["ruling"], before["edition"]) == ("invalid", first)
    with serving(tmp_path, at=str(release)) as server:
        kept = fetched(f"{server.url}/v1/challenges/{ruled['id']}")
        assert (kept["ruling"], kept["edition"]) == ("invalid", first)
        table.url = server.url
        assert {**table.view(0), "players": None} == {**before, "players": None}  # presence may differ
        table.act(before["asks"][0]["player"], {"type": "pass"})
        assert table.view(0)["edition"] == first
        again = fetched(f"{server.url}/v1/challenges", asked)
        assert (again["ruling"], again["edition"].partition(" ")[0]) == ("valid", "compoundit/reference-3")
        by_old = fetched(f"{server.url}/v1/judge", {**NCL3, "edition": first.rpartition(" ")[2]})
        assert (by_old["ruling"], by_old["edition"]) == ("invalid", first)
        new = SeatedTable.open(server.url, "compoundit", seats)
        assert new.view(0)["edition"] == again["edition"]


def test_editions_of_an_earlier_database_are_found_by_their_digest(tmp_path: Path) -> None:
    from alembic import command

    from adjudicator_api.storage import Storage, migrating

    url = f"sqlite:///{tmp_path}/old.sqlite"
    storage = Storage(url)
    with storage.database.engine.begin() as connection:
        config = migrating.alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        connection.execute(
            text(
                "INSERT INTO editions VALUES ('compoundit/x sha256:0123456789ab', 'compoundit', 'x = 1', :at)"
            ),
            {"at": "2026-11-01 00:00:00.000000"},
        )
    storage.close()
    app = create_app(Config(database_url=url, rate_limit="off", log="off"))
    found = app.test_client().get("/v1/editions/sha256:0123456789ab").get_json()
    whole = f"compoundit/x sha256:{sha256(b'x = 1').hexdigest()}"  # digest of the text, whatever its name was
    assert (found["label"], found["edition"]) == (whole, {"x": 1})


@pytest.mark.slow
def test_a_box_is_tried_by_bots_and_printed(client: FlaskClient) -> None:
    data = {**reference("ion"), "name": "ours"}
    data["play"] |= {"source": "my own box", "rounds": 1}
    digest = bring(client, data)["digest"]
    shipped = load_game("ion").editions.current.rpartition(" ")[2]
    ours, plain = (client.get(f"/v1/editions/{one}/games?first=49").get_json() for one in (digest, shipped))
    assert (ours["edition"], ours["first"], len(ours["played"])) == (f"ion/ours {digest}", 49, 1)
    assert all(sum(game["wins"]) == 1 and len(game["wins"]) == 2 for game in ours["played"])
    assert sum(game["turns"] for game in ours["played"]) < sum(game["turns"] for game in plain["played"])
    assert client.get(f"/v1/editions/{digest}/games?first=49").get_json() == ours
    assert client.get(f"/v1/editions/{digest}/games?first=50").status_code == 422
    printed = client.get(f"/v1/editions/{digest}.pdf?paper=Letter&ink=black")
    assert printed.headers["Content-Disposition"] == 'attachment; filename="ours.pdf"'
    assert printed.get_data().startswith(b"%PDF")
    assert client.get("/v1/editions/sha256:000000000000.pdf").status_code == 404


def test_one_client_has_one_such_thing_made_at_a_time(app: Flask) -> None:
    with app.test_request_context(), one_at_a_time():
        with pytest.raises(Refused, match="already") as refused, one_at_a_time():
            pass
        assert refused.value.status == 429
        with app.test_request_context(environ_base={"REMOTE_ADDR": "10.0.0.9"}), one_at_a_time():
            pass
    with app.test_request_context(), one_at_a_time():
        pass


def test_every_table_of_every_edition_has_its_words() -> None:
    shapes = [load_game(name).editions.schema["properties"] for name in playable_games()]
    tables = {name for shape in shapes for name, part in shape.items() if part["type"] in ("object", "array")}
    fields = set(re.findall(r'"(\w+)": \{"type"', json.dumps(shapes)))
    keys = [key.partition(".")[2] for key in languages.languages()["en"] if key.startswith("box.")]
    assert {key.removeprefix("table_") for key in keys if key.startswith("table_")} == tables
    assert {key.removeprefix("field_") for key in keys if key.startswith("field_")} <= fields


def test_a_key_of_many_dots_is_refused_before_it_is_read(client: FlaskClient) -> None:
    text = ".".join("a" * 10_000) + " = 1"
    sent = {"data": text, "content_type": "application/toml", "headers": {"Accept-Language": "de"}}
    answer = client.post("/v1/editions", **sent).get_json()
    assert answer["code"] == "edition_unreadable"
    assert answer["faults"] == [{"pointer": "", "message": "Zeile 1 ist mehr als 8-fach verschachtelt"}]
    told = client.post("/v1/editions", **{**sent, "data": "name = "}).get_json()
    assert told["faults"] == [{"pointer": "", "message": "sie hört zu früh auf, in Zeile 1: 'name = '"}]
    table = {"game": "ion", "seats": [{"name": "Ann"}, {"bot": "random"}], "edition": f"{text}\n"}
    assert client.post("/v1/games", json=table).get_json()["code"] == "edition_unreadable"
