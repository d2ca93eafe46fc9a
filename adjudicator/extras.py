"""Parts that need an extra of the package: if it is missing, the error names the command that installs it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# By the name that is imported. pyproject.toml has the packages.
EXTRAS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "alembic",
            "flask",
            "fsrs",
            "granian",
            "jinja2",
            "markdown_it",
            "prometheus_client",
            "pydantic",
            "segno",
            "sqlalchemy",
            "uvloop",
            "werkzeug",
        ),
        "web",
    ),
    **dict.fromkeys(("font_source_sans_pro", "reportlab"), "print"),
    **dict.fromkeys(("chempy", "sympy"), "reactions"),
    "pyarrow": "bulk",
    "py2opsin": "reference",
    **dict.fromkeys(("dask", "distributed"), "cluster"),
    **dict.fromkeys(("gymnasium", "pettingzoo"), "train"),
    **dict.fromkeys(("psycopg", "redis"), "server"),
}


class MissingExtra(AdjudicatorError, ImportError):  # noqa: N818 - it names what is missing
    """Something that needs a package which is not installed; an ImportError, as imports raise it."""


def missing(error: ImportError) -> MissingExtra | None:
    """What to say of an import that failed, if the package comes with an extra."""
    package = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(package)
    if extra is None:
        return None
    said = f"This needs {package}, which is not installed: pip install 'adjudicator[{extra}]'."
    return MissingExtra("missing_extra", said, extra=extra)


@contextmanager
def told() -> Iterator[None]:
    """Imports inside that fail name the extra that they come with; raises MissingExtra."""
    try:
        yield
    except ImportError as error:
        found = missing(error)
        if found is None:
            raise
        raise found from None
