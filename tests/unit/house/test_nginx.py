"""nginx lets through exactly the body sizes that the service accepts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from adjudicator_api import Config, create_app

UNITS = {"k": 1024, "m": 1024 * 1024}
CONF = Path("deploy/nginx/nginx.conf")


def size(text: str) -> int:
    return int(text[:-1]) * UNITS[text[-1]]


def limits(conf: str) -> tuple[int, list[tuple[str, str, int]]]:
    """The general limit, and those of locations, each with its kind of match and its pattern."""
    every, *places = re.split(r"\n\s+location ", conf)
    found = []
    for place in places:
        head = re.match(r"(?:(=|~) )?(\S+) \{", place)
        own = re.search(r"client_max_body_size (\w+);", place)
        if head and own:
            found.append((head[1] or "", head[2], size(own[1])))
    general = re.search(r"client_max_body_size (\w+);", every)
    assert general
    return size(general[1]), found


def limit_of(path: str, conf: str) -> int:
    general, places = limits(conf)
    for how, place, limit in places:
        if (how == "=" and path == place) or (how == "~" and re.search(place, path)):
            return limit
        if how == "" and path.startswith(place):
            return limit
    return general


def test_nginx_has_the_limits_of_the_service(tmp_path: Path) -> None:
    app = create_app(Config(database_url=f"sqlite:///{tmp_path}/kept.sqlite", log="off"))
    conf = CONF.read_text(encoding="utf-8")
    views: dict[str, Any] = dict(app.view_functions)
    asked = {
        rule.rule: views[rule.endpoint].terms.max_body
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and hasattr(views[rule.endpoint], "terms")
    }
    assert len({*asked.values()}) > 2
    for path, most in asked.items():
        assert limit_of(path, conf) == most, path
