"""The pages as the server sends them; tests/browser checks them in a browser."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import segno
from flask import template_rendered
from flask.testing import FlaskClient

from adjudicator import hues
from adjudicator.chem.elements import ELEMENTS
from adjudicator.engine.game import playable_games
from adjudicator_api import Config, create_app
from adjudicator_api.config import ALLOWANCES, GUESSES
from adjudicator_api.games.opening.catalogue import described
from adjudicator_api.http import languages
from adjudicator_api.jobs.drawings import draw_code
from adjudicator_api.jobs.pool import WorkInPlace
from adjudicator_api.pages import bundling, catalogue, pages, play, rulebooks, tables
from adjudicator_api.server.limiter import Allowances
from adjudicator_api.server.security import HEADERS
from adjudicator_rulesets.compounded.edition import load as compounded_edition
from tests.support import qr

PAGES = (
    "/",
    "/r",
    "/challenge",
    "/challenge/some-id",
    "/name",
    "/rules",
    "/lookup",
    "/practice",
    "/kept",
    "/class",
    "/phones",
    "/phones/here",
    "/lookup?q=ethanol",
    *(f"/rules/{game}" for game in rulebooks.GAMES),
    "/play",
    "/join",
    "/join/ABCDEF",
    *(f"/play/{game}" for game in playable_games()),
    *(f"/play/{game}/some-id" for game in playable_games()),
    *(f"/play/{game}/some-id?plain" for game in playable_games()),
)


@pytest.fixture(autouse=True)
def _codes_drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws codes in this process: starting one for each test would take longer."""
    monkeypatch.setattr(play, "work", WorkInPlace)


@pytest.mark.parametrize("path", PAGES)
def test_pages_load_only_from_here_and_need_no_inline_code(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
    page = answer.text
    assert page.lstrip().startswith("<!doctype html>")
    for address in re.findall(r'(?:src|href)="([^"]*)"', page):
        assert address.startswith(("/", "#")), address
        assert not address.startswith("//"), address
    assert not re.search(r'\s(?:style|on\w+)="', page)
    assert not re.search(r"<script(?![^>]*(?:\ssrc=|application/json))", page)


def test_only_the_reader_of_tiles_may_use_webassembly(client: FlaskClient) -> None:
    script = client.get("/app/now/reader.js")
    assert "script-src 'self' 'wasm-unsafe-eval'" in script.headers["Content-Security-Policy"]
    style = client.get("/app/now/style.css")
    assert style.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize(("language", "teach"), [("en", "Teach"), ("de", "Unterricht")])
def test_class_and_practice_are_found_from_the_top_of_every_page(
    client: FlaskClient, language: str, teach: str
) -> None:
    spoken = {"Accept-Language": language}
    navigation = re.search(r"<nav.*?</nav>", client.get("/", headers=spoken).text, re.DOTALL)
    assert navigation is not None
    assert f'<a href="/class">{teach}</a>' in navigation[0]
    assert 'href="/practice"' in client.get("/class", headers=spoken).text


@pytest.mark.parametrize("shared", [False, True])
def test_the_laptop_is_told_when_a_first_phone_comes(config: Config, tmp_path: Path, shared: bool) -> None:
    """Only another device counts; where several processes serve, all of them know."""
    for name in (ALLOWANCES, GUESSES):
        Allowances.create(tmp_path / name)
    served = replace(config, shared=str(tmp_path) if shared else "")
    client = create_app(served).test_client()
    other = create_app(served).test_client() if shared else client
    here = "http://192.168.1.5:8000"

    def comes(address: str) -> bool:
        assert (
            client.get("/phones/here", base_url=here, environ_base={"REMOTE_ADDR": address}).status_code
            == 200
        )
        return bool(other.get("/phones/state").get_json()["reached"])

    assert not other.get("/phones/state").get_json()["reached"]
    assert not comes("127.0.0.1")
    assert not comes("192.168.1.5")  # this machine, by its address in the network
    assert comes("192.168.1.20")
    assert "serve --lan" in client.get("/phones", base_url="http://127.0.0.1:8000").text
    assert "serve --lan" not in client.get("/phones", base_url=here).text


def test_the_address_is_not_repeated_in_the_page(client: FlaskClient) -> None:
    assert "alert" not in client.get("/challenge/<script>alert(1)").text
    assert "alert" not in client.get("/r?tiles=<script>alert(1)</script>").text


def test_every_rule_can_be_linked_to(client: FlaskClient) -> None:
    for game in rulebooks.GAMES:
        page = client.get(f"/rules/{game}").text
        rules = list(rulebooks.rulebook(game, "en").rules)
        assert len(rules) >= 40
        for rule in rules:
            assert page.count(f'id="{rule.id}"') == 1
        for mentioned in re.findall(r'href="#([A-Z]-[A-Z0-9-]+)"', page):
            assert f'id="{mentioned}"' in page, f"{game} points to {mentioned}"


@pytest.mark.parametrize(
    ("language", "whole", "part"), [("en", "ours", "ours in part"), ("de", "unsere", "zum Teil unsere")]
)
def test_a_rule_of_ours_is_marked_and_leads_to_what_is_ours(
    client: FlaskClient, language: str, whole: str, part: str
) -> None:
    for game in rulebooks.GAMES:
        page = client.get(f"/rules/{game}", headers={"Accept-Language": language}).text
        marks = dict(re.findall(r'<li id="([A-Z]-[A-Z0-9-]+)">.*?</a>(.*?)</span>', page, re.DOTALL))
        for rule in rulebooks.rulebook(game, language).rules:
            if rule.ours == "no":
                assert marks[rule.id] == ""
                continue
            where, word = re.findall(r'href="#(.*?)">(.*?)<', marks[rule.id])[0]
            assert word == (whole if rule.ours == "whole" else part)
            item = page.partition(f'<li id="{where}">')[2].partition("</li>")[0]
            assert rule.id in item, f"{rule.id} is not named in {where}"


SECOND_READING = {
    "ion": "I-NEUTRAL I-MIXED-POSITIVE I-COUNT I-PAIRS I-LEAST I-GOAL-FIVE",
    "compounded": "K-EXTINGUISHER K-ASK K-NOBEL K-GRANT K-GRANT-SHARE K-RAISE K-FLAMES K-LEAD K-GROUP",
    "chemistry-monopoly": "M-EVEN-SHORT M-RAISE M-BIDS M-BLIND-TAX M-COLOURS M-FACTS",
}


@pytest.mark.parametrize("game", SECOND_READING)
def test_readings_stand_beside_what_the_text_means_and_what_is_ours(client: FlaskClient, game: str) -> None:
    page = client.get(f"/rules/{game}").text
    shown = page.partition('<ol class="readings-list">')[2].partition("</ol>")[0]
    rows = {row.partition('href="#')[2].partition('"')[0]: row for row in shown.split("<li ")[1:]}
    assert set(rows) == set(SECOND_READING[game].split())
    for rule, row in rows.items():
        labels = re.findall(r"<dt>(\w+)</dt><dd>\w", row)
        assert labels[:3] == ["Text", "Reading", "Ours"], rule
        assert labels[3:] == (["Otherwise"] if "ormer" in row or "option" in row.lower() else []), rule


def test_no_rules_of_a_game_that_is_not_here(client: FlaskClient) -> None:
    answer = client.get("/rules/chess")
    assert answer.status_code == 404
    assert answer.mimetype == "text/html"


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_service_worker_keeps_is_there(client: FlaskClient, language: str) -> None:
    answer = client.get(f"/sw.js?language={language}")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    found = re.search(r"const KEPT = (\[.*?\]);", answer.text)
    assert found
    kept = json.loads(found[1])
    assert "/" in kept
    assert any(address.endswith(f"/judge.{language}.js") for address in kept)
    for address in kept:
        assert client.get(address).status_code == 200, address


def test_digests_show_markup_as_text() -> None:
    shown = rulebooks.inline("<b>*x*</b> `a<b` **-1** C-RUN, from -2 to 3-4")
    assert shown == (
        "&lt;b&gt;<em>x</em>&lt;/b&gt; <code>a&lt;b</code> <strong>-1</strong> "
        '<a href="#C-RUN">C-RUN</a>, from −2 to 3-4'
    )


def test_every_element_has_a_family_with_a_hue() -> None:
    style = bundling.hues()
    for element in ELEMENTS.values():
        family = hues.family(element)
        assert family in hues.FAMILIES
        assert f"--{family}: light-dark(" in style
        assert f'[family="{family}"] {{ --hue: var(--{family});' in style
    patterns = [hue.pattern for hue in hues.FAMILIES.values()]
    assert len(set(patterns)) == len(patterns)  # they can be told apart without colour, too


@pytest.mark.rule("M-COLOURS")
def test_M_COLOURS_every_set_has_its_colour_in_the_style_sheet_after_the_families() -> None:
    style = bundling.hues()
    for name, colour in hues.COLOURS.items():
        rule = f'[colour="{name}"] {{ --hue: light-dark({", ".join(colour.ground)});'
        assert rule in style
        assert style.index(rule) > style.rindex("[family=")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.rule("K-CRYSTALS")
def test_K_CRYSTALS_every_colour_of_the_key_is_in_the_style_sheet_and_letters_on_it_can_be_read() -> None:
    style = bundling.hues()
    keyed = {crystal.colour for crystal in compounded_edition().crystals}
    assert keyed == set(hues.CRYSTALS)
    for name, colour in hues.CRYSTALS.items():
        assert f'[crystal="{name}"] {{ --hue: light-dark({", ".join(colour.ground)});' in style
        assert colour.ink is not None
        for ground, ink in zip(colour.ground, colour.ink, strict=True):
            dark, light = sorted((luminance(ground), luminance(ink)))
            assert (light + 0.05) / (dark + 0.05) >= 4.5, name


def test_tiles_come_most_common_first() -> None:
    (compoundit, *_) = catalogue.games()
    counts = [tile["count"] for tile in compoundit["tiles"]]
    assert counts == sorted(counts, reverse=True)
    assert compoundit["tiles"][1] == {
        "symbol": "O",
        "name": "oxygen",
        "family": "oxygen",
        "points": 1,
        "numbers": [-2],
        "count": 18,
    }


def test_unknown_addresses_get_a_friendly_page_and_programs_the_problem(client: FlaskClient) -> None:
    page = client.get("/nothing/here", headers={"Accept": "text/html,*/*", "Accept-Language": "de"})
    assert page.status_code == 404
    assert "Diese Seite gibt es nicht" in page.text
    for path, accept in (("/nothing", "*/*"), ("/v1/nothing", "text/html"), ("/nothing", "")):
        answer = client.get(path, headers={"Accept": accept})
        assert answer.status_code == 404
        assert answer.mimetype == "application/problem+json"
        assert answer.get_json()["code"] == "not_found"


def test_formulas_in_the_rules_are_written_as_such() -> None:
    assert rulebooks.inline("H2O, `Mg(NO2)2`; a-C2H and 3 of CO, S8") == (
        "H<sub>2</sub>O, <code>Mg(NO<sub>2</sub>)<sub>2</sub></code>; a-C2H and 3 of CO, S<sub>8</sub>"
    )


def test_pages_are_small_on_the_wire(client: FlaskClient) -> None:
    """A first visit to the judge: the page, its script, its style, its icons."""
    page = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    text = client.get("/").text
    addresses = set(re.findall(r'(?:src|href|data-icons)="(/(?:app|static)/[^"#]*)', text))
    assert len(addresses) <= 6
    files = [client.get(address, headers={"Accept-Encoding": "gzip"}) for address in addresses]
    assert sum(len(answer.data) for answer in (page, *files)) <= 60_000


@pytest.mark.parametrize("script", ["judge", "set_up", "table-compoundit"])
def test_scripts_are_sent_without_comments(client: FlaskClient, script: str) -> None:
    text = client.get(f"/app/now/{script}.en.js").text
    comments = [line for line in text.splitlines() if re.search(r"(^|[;,{}(\[] )//|^ *\*|/\*\*|^$", line)]
    assert comments == []


@pytest.mark.parametrize("page", pages.EXCHANGED)
def test_pages_of_the_pocket_edition_keep_nothing_outside_of_their_visit(
    client: FlaskClient, page: str
) -> None:
    """They take each other's place in one document; only what the judge is asked by stays."""
    script = client.get(f"/app/{pages.version()}/exchanged-{page}.en.js").text
    stays, _, rest = script.partition("\n")
    assert re.fullmatch(r'import \{ [$\w, ]+ \} from "./exchange.en.js";', stays)
    assert rest.startswith("export const open = () => {\nglobalThis.adjudicatorWords = ")
    assert rest.endswith("};\nopen();\n")
    shared = client.get(f"/app/{pages.version()}/exchange.en.js").text
    for module in ("$js_pocket", "$js_visit", "$js_address"):
        assert f"const {module} = " in shared
        assert f"const {module} = " not in script
    assert client.get(f"/app/{pages.version()}/exchanged-challenge.en.js").status_code == 404
    assert "exchange" not in client.get(f"/{page.replace('judge', '')}").text, "a service has its own visits"


def test_no_table_of_a_game_that_is_not_here(client: FlaskClient) -> None:
    for path in ("/play/chess", "/play/chess/some-id", "/join/ABC.svg", "/join/ABCDE1.svg"):
        assert client.get(path).status_code == 404


def test_the_picture_to_join_carries_an_address_that_phones_reach(config: Config) -> None:
    """The configured address, else the one of the request, else that in the local network; never 127.0.0.1."""

    def link(asked_at: str, **settings: str) -> str | None:
        client = create_app(replace(config, **settings)).test_client()  # type: ignore[arg-type]
        answer = client.get("/join/ABCDEF.svg", base_url=asked_at)
        if answer.status_code == 404:
            return None
        assert answer.mimetype == "image/svg+xml"
        for origin in ("http://192.168.1.5:8000", "http://club.example", "https://club.example"):
            drawn = segno.make(f"{origin}/join/ABCDEF", error="m").svg_inline(omitsize=True, border=3)
            if re.findall(r' d="(M[^"]+)"', drawn)[-1] in answer.text:
                return origin
        return "somewhere else"

    lan, public = "http://192.168.1.5:8000", "https://club.example"
    assert link("http://club.example") == "http://club.example"
    assert link("http://club.example", lan_url=lan) == "http://club.example"
    for here in ("http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"):
        assert link(here) is None
        assert link(here, lan_url=lan) == lan
        assert link(here, lan_url=lan, public_url=public) == public


def test_the_picture_to_join_is_of_the_scheme_that_the_page_has(client: FlaskClient) -> None:
    plain = client.get("/join/ABCDEF.svg", base_url="http://club.example")
    assert client.get("/join/ABCDEF.svg?https", base_url="http://club.example").data != plain.data


def test_codes_are_drawn_in_another_process_and_take_no_time_from_others(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are not charged for, and a long one takes a tenth of a second."""
    asked = []

    class Elsewhere(WorkInPlace):
        def run(self, *asking: Any, **_: Any) -> Any:
            asked.append(asking)
            return b"<svg/>"

    monkeypatch.setattr(play, "work", Elsewhere)
    for _ in range(2):
        assert client.get("/qr.svg?to=/only-here", base_url="http://club.example").data == b"<svg/>"
    assert asked == [(draw_code, "http://club.example/only-here")]
    play._qr.cache_clear()


def test_the_reference_is_rendered_once_and_names_the_address_it_was_asked_at(client: FlaskClient) -> None:
    def reference(origin: str) -> str:
        return client.get("/docs/api", base_url=origin).text

    rendered = []
    with template_rendered.connected_to(lambda *_, template, **__: rendered.append(template.name)):
        one, other = reference("http://club.example"), reference("https://school.example:8443")
    assert rendered == ["docs.html"]
    assert "http://club.example/v1/judge" in one
    assert other == one.replace("http://club.example", "https://school.example:8443")


def test_a_game_brings_the_editor_of_its_own_pieces(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found in the game's folder `table`, as its table is; every other game gets a form made from its schema."""
    (tmp_path / "box.js").write_text(
        'import { openBox } from "#js/box/page.js";\n\nopenBox();\n// of its own'
    )
    folders = {"compounded": tmp_path}
    monkeypatch.setattr(tables, "folder", folders.get)
    for kept in ("words", "folders", "lobby"):  # nothing of these folders outlives the test
        monkeypatch.setattr(tables, kept, getattr(tables, kept).__wrapped__)
    monkeypatch.setitem(client.application.extensions, "pages", {})
    pages._app_file.cache_clear()
    assert "/box-compounded.en.js" in client.get("/box/compounded").text
    assert "/box.en.js" in client.get("/box/ion").text
    own = client.get(f"/app/{pages.version()}/box-compounded.en.js")
    assert "openBox();" in own.text
    assert "box.add_tile" in own.text
    assert client.get(f"/app/{pages.version()}/box-ion.en.js").status_code == 404
    assert client.get(f"/app/{pages.version()}/box-compounded.xx.js").status_code == 404
    pages._app_file.cache_clear()


def test_what_a_box_is_for_is_what_its_game_offers(client: FlaskClient) -> None:
    [found] = re.findall(r'id="page-data">(.*?)</script>', client.get("/box").text, re.DOTALL)
    offered = {game["game"]: game for game in json.loads(found)["games"]}
    assert offered["valence-plus"]["rules"] == ["valence-plus", "valence-original"]
    assert {game for game, one in offered.items() if one["judged"]} == {"compoundit", "valence-plus"}
    assert {game for game, one in offered.items() if one["challenged"]} == {"compoundit"}


@pytest.mark.parametrize(
    "to", ["/r?tiles=Mg,N,O,O&rules=compoundit:standard", "/practice?topic=ions&level=1", "/"]
)
def test_a_link_is_drawn_as_a_code_of_a_page_here(client: FlaskClient, to: str) -> None:
    answer = client.get("/qr.svg", query_string={"to": to}, base_url="http://club.example")
    assert answer.mimetype == "image/svg+xml"
    drawn = segno.make(f"http://club.example{to}", error="m").svg_inline(omitsize=True, border=3)
    assert re.findall(r' d="(M[^"]+)"', drawn)[-1] in answer.text


@pytest.mark.parametrize(
    "to", ["", "r", "//elsewhere.org", "/\\\\elsewhere.org", "https://elsewhere.org", "/a b", "/" + "a" * 900]
)
def test_no_code_leads_elsewhere(client: FlaskClient, to: str) -> None:
    assert client.get("/qr.svg", query_string={"to": to}).status_code == 404


@pytest.mark.parametrize("path", ["/", "/challenge", "/name", "/box", "/look/ion"])
def test_every_sheet_of_a_link_says_what_it_shares_and_has_a_code(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    for part in ("share-title", "share-about", "share-qr", "share-link", "share-copy"):
        assert page.count(f'id="{part}"') == 1


def test_a_qr_code_is_read_back() -> None:
    """The reader shares no code with what drew it."""
    for text in (
        "http://a.b/join/ABCDEF",
        "https://club.example/join/Z9K2MN",
        "https://a.b/join/QRSTUV",
        "x" * 42,
    ):
        assert qr.text_of(draw_code(text).decode()) == text


@pytest.mark.parametrize(
    ("language", "doors"), [("en", "Judge Play Teach"), ("de", "Urteil Spielen Unterricht")]
)
def test_the_first_page_has_three_doors_and_the_judge(client: FlaskClient, language: str, doors: str) -> None:
    page = client.get("/", headers={"Accept-Language": language}).text
    shown = re.search(r'<nav class="doors".*?</nav>', page, re.DOTALL)
    assert shown is not None
    assert re.findall(r'<a class="door" href="([^"]+)"', shown[0]) == ["#ask-form", "/play", "/class"]
    assert re.findall(r"<strong>(.*?)</strong>", shown[0]) == doors.split()
    assert 'id="ask-form"' in page


@pytest.mark.parametrize("game", playable_games())
def test_the_lobby_says_how_long_and_how_hard_a_game_is(client: FlaskClient, game: str) -> None:
    """Three presets that exist and have words, the shortest first."""
    known = tables.lobby(game)
    foremost = known["presets"]
    assert len(foremost) == 3
    assert [one["minutes"] for one in foremost] == sorted(one["minutes"] for one in foremost)
    presets = {preset["name"]: preset["players"] for preset in described(game)["presets"]}
    assert known.get("opponent", "gentle") in {bot["name"] for bot in described(game)["bots"]}
    for language in ("en", "de"):
        words = tables.words(game, language)
        assert all(f"lobby-{game}.preset_{play._slug(one['name'])}" in words for one in foremost)
        assert all(one["name"] in presets for one in foremost)
        page = client.get("/play", headers={"Accept-Language": language}).text
        card = re.search(rf'data-game="{game}".*?</a>', page, re.DOTALL)
        assert card is not None
        minutes = f"{foremost[0]['minutes']}–{foremost[-1]['minutes']}"
        assert minutes in card[0], card[0]
        assert languages.sentence(language, f"lobby.difficulty_{known['difficulty']}") in card[0]


def test_the_lobby_begins_with_one_game_to_begin_with(client: FlaskClient) -> None:
    cards = re.findall(r'data-game="([\w-]+)".*?</a>', client.get("/play").text, re.DOTALL)
    first = [game for game in playable_games() if tables.lobby(game).get("start_here")]
    assert len(first) == 1
    assert cards[0] == first[0]
    assert sorted(cards) == sorted(playable_games())
