"""`adjudicator serve`: the web service on this machine, and for the phones at the table with --lan."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from adjudicator import prose
from adjudicator.reference.online.pace import FOLDER
from adjudicator_api.config import (
    ALLOWANCES,
    FEWEST,
    GUESSES,
    LEVELS,
    SCHOOL,
    SERVERS,
    Config,
    ConfigError,
    settings,
)
from adjudicator_api.http.addresses import is_this_machine
from adjudicator_api.launch.files import SPARE, allow_connections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHOICES = {"server": SERVERS, "log": LEVELS}
PHONES_TEST = (
    "If a phone cannot open this address, the network keeps devices apart. {page} tests it with the first"
    " phone, and says what works then."
)
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only when the user asks for the LAN


def _flags(command: Callable[..., None]) -> Callable[..., None]:
    """Every setting as an option; the environment decides those not given."""
    for option in reversed(settings()):
        about = option.metadata["about"]
        command = click.option(
            f"--{option.name.replace('_', '-')}",
            type=click.Choice(CHOICES[option.name]) if option.name in CHOICES else type(option.default),
            default=None,
            help=f"{about}  [{option.default}]" if option.default else about,
        )(command)
    return command


@click.command()
@_flags
@click.option("--lan", is_flag=True, help="Let phones in the same network connect, and show a QR code.")
@click.option(
    "--browser/--no-browser",
    default=None,
    help="Open the page that tests whether phones connect.  [with --lan, from a terminal on a desktop]",
)
def serve(lan: bool, browser: bool | None, **options: Any) -> None:
    """Start the web service.

    Every option is also an environment variable: ADJUDICATOR_PORT, ADJUDICATOR_DATABASE_URL and so on.

    \b
      adjudicator serve
      adjudicator serve --lan                 phones at the table can open it
      adjudicator serve --workers 4 --database-url postgresql://… --cache-url redis://…
    """
    config = Config.from_env()
    if lan:
        config = replace(config, host=EVERYWHERE)
    config = replace(config, **{name: value for name, value in options.items() if value is not None})
    faults = list(config.faults())
    if faults:
        raise ConfigError("bad_configuration", f"{'; '.join(faults)}.", faults=faults)
    config = _within_files(config)
    for warning in filter(None, (_too_few_for_a_school(config), _too_few_for_streams(config))):
        click.echo(warning)
    opens = lan and _on_desktop() if browser is None else browser
    run(replace(config, lan_url=lan_url(config)), lan=lan, browser=opens)


def run(config: Config, *, lan: bool = False, browser: bool = False) -> None:
    """Serves until told to stop; requests accepted before that are answered."""
    from adjudicator_api.storage import Storage

    _refuse_taken_port(config, config.port)
    with _sharing(config) as shared, _pacing():
        if config.metrics_port:
            _refuse_taken_port(config, config.metrics_port)
            _serve_metrics(config)
        storage = Storage(shared.database_url)  # a broken database is reported here, in one line
        storage.migrate()
        storage.close()
        said = (shared, lan, browser, prose.spoken())
        announce = threading.Thread(target=_announce, args=said, daemon=True)
        _granian()(shared, announce.start)


@contextmanager
def _pacing() -> Iterator[None]:
    """Processes ask outside sources at one pace: those of this run, or all that name the same folder."""
    named = os.environ.get(FOLDER)
    if named:
        Path(named).mkdir(parents=True, exist_ok=True)
        yield
        return
    with TemporaryDirectory(prefix="adjudicator-pace-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


def _granian() -> Callable[[Config, Callable[[], None]], None]:
    try:
        from adjudicator_api.launch import granian
    except ImportError:
        raise ConfigError(
            "no_granian",
            "granian is not installed; any WSGI server can run adjudicator_api.wsgi:app,"
            " and docs/operating.md says what it has to guard itself.",
        ) from None
    return granian.serve


def _within_files(config: Config) -> Config:
    """With as many connections as the system lets a worker open.

    With more, the files of the database would be the first that cannot be opened, for everybody.
    """
    fitting = max(FEWEST, allow_connections(config.connections))
    if fitting >= config.connections:
        return config
    click.echo(
        prose.phrase(
            "terminal",
            "The system lets a process open too few files: each worker takes {fitting} connections instead of"
            " {connections}. For all of them, raise that limit to {enough} (ulimit -Hn, LimitNOFILE of"
            " systemd).",
            fitting=fitting,
            connections=config.connections,
            enough=config.connections + SPARE,
        )
    )
    of_address = min(config.connections_per_address, fitting // 2)
    return replace(config, connections=fitting, connections_per_address=of_address)


def _too_few_for_a_school(config: Config) -> str:
    """A sentence if half of the connections are fewer than a school needs; a proxy may have all of them."""
    if config.proxies or config.connections // 2 >= SCHOOL:
        return ""
    return prose.phrase(
        "terminal",
        "One address has at most {most} of {connections} connections. A school behind one address needs about"
        " {school}: for that, set connections to at least {enough}.",
        most=config.share_of_address,
        connections=config.connections,
        school=SCHOOL,
        enough=2 * SCHOOL,
    )


def _too_few_for_streams(config: Config) -> str:
    """A sentence if somebody has set more streams than half of the connections."""
    if config.streams in {config.most_streams, Config().streams}:
        return ""
    return prose.phrase(
        "terminal",
        "Streams are at most half of the connections: {most} of {connections} follow a game at a time, and"
        " the others ask again and again. For {streams} streams, set connections to at least {enough}.",
        most=config.most_streams,
        connections=config.connections,
        streams=config.streams,
        enough=2 * config.streams,
    )


# --- before and after -------------------------------------------------------------------------------------


def _refuse_taken_port(config: Config, port: int) -> None:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        with socket.create_server((config.host, port), family=family):
            pass
    except OSError as error:
        raise ConfigError(
            "cannot_listen",
            f"Cannot listen on {config.host}, port {port}: {_reason(error)}. Try another.",
        ) from None


def _reason(error: OSError) -> str:
    """As the system says it; asyncio and socket add the address, which stands in the sentence already."""
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)


@contextmanager
def _sharing(config: Config) -> Iterator[Config]:
    """Workers share their counts and what clients have asked in a temporary folder."""
    if config.workers == 1 and not config.metrics_port:
        yield config
        return
    from adjudicator_api.server.limiter import Allowances

    with TemporaryDirectory(prefix="adjudicator-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        for name in (ALLOWANCES, GUESSES):
            Allowances.create(Path(folder) / name)
        yield replace(config, shared=folder)


def _serve_metrics(config: Config) -> None:
    """Served by this process, which outlives its workers."""
    from prometheus_client import CollectorRegistry, multiprocess, start_http_server

    everywhere = CollectorRegistry()
    multiprocess.MultiProcessCollector(everywhere)  # type: ignore[no-untyped-call]
    start_http_server(config.metrics_port, config.host, everywhere)


def _on_desktop() -> bool:
    """Whether somebody sits at this machine who would see a browser."""
    has_windows = (
        sys.platform in ("win32", "darwin") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    )
    return sys.stdout.isatty() and has_windows


def _announce(config: Config, lan: bool, browser: bool, language: str) -> None:
    """Waits until the service answers; then the address is the last line on the screen."""
    host = "127.0.0.1" if config.host in {EVERYWHERE, "::"} else config.host
    while not _answers(host, config.port):
        time.sleep(0.05)
    here = f"http://{host}:{config.port}"
    with prose.speaking(language):
        if lan:
            address = config.public_url or f"http://{lan_address()}:{config.port}"
            _show_code(address)
            click.echo(prose.phrase("terminal", PHONES_TEST, page=f"{here}/phones"))
            click.echo(prose.phrase("terminal", "Phones in this network: {address}", address=address))
        if browser:
            webbrowser.open(f"{here}/phones")
        click.echo(prose.phrase("terminal", "Adjudicator is at {address}  (Ctrl+C stops it)", address=here))
    sys.stdout.flush()


def _answers(host: str, port: int) -> bool:
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def lan_address() -> str:
    """The address that other machines see; finding it sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def lan_url(config: Config) -> str:
    """Where phones reach a service that listens everywhere; behind a proxy, only the proxy knows."""
    if config.host not in {EVERYWHERE, "::"} or config.proxies:
        return ""
    address = lan_address()
    return "" if is_this_machine(address) else f"http://{address}:{config.port}"


def _show_code(address: str) -> None:
    import segno

    segno.make(address, error="m").terminal(compact=True)
