"""What pytest loads where Adjudicator is installed: an option."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest import Parser  # noqa: PT013 - a type


def pytest_addoption(parser: Parser) -> None:
    parser.getgroup("adjudicator").addoption(
        "--contract-games",
        type=int,
        default=1,
        metavar="N",
        help="random games that the contract looks at, of every preset of a game (1)",
    )
