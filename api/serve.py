"""`adjudicator serve`: the web service on this machine, and for the phones at the table with --lan."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.config import ALLOWANCES, SERVERS, Config, ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EVERYWHERE = "0.0.0.0"  # noqa: S104 - only when the user asks for the LAN


@click.command()
@click.option("--host", help="The address to listen on.  [127.0.0.1]")
@click.option("--port", type=int, help="The port to listen on.  [8000]")
@click.option("--workers", type=int, help="Processes that answer.  [1]")
@click.option("--threads", type=int, help="Threads of each worker.  [32]")
@click.option("--server", type=click.Choice(SERVERS), help="Which server carries it.  [auto]")
@click.option("--database-url", help="Where rulings are kept: sqlite:///file or postgresql://…")
@click.option("--retention-days", type=int, help="How long rulings can be read; 0 for good.  [400]")
@click.option("--cache-url", help="What several workers share, such as rate limits: redis://…")
@click.option("--rate-limit", help='Of each client: "1200 per minute", or "off".')
@click.option("--lan", is_flag=True, help="Let phones in the same network in, and show a QR code for them.")
def serve(lan: bool, **options: Any) -> None:
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
    run(config, lan=lan)


def run(config: Config, *, lan: bool = False) -> None:
    """Serves until it is told to stop; what was accepted before that is answered."""
    from api.storage import Storage

    _refuse_taken_port(config)
    with _sharing(config) as shared:
        storage = Storage(shared.database_url)  # a database that does not work is told here, in one line
        storage.migrate()
        storage.close()
        announce = threading.Thread(target=_announce, args=(shared, lan), daemon=True)
        _server(shared)(shared, announce.start)


def _server(config: Config) -> Callable[[Config, Callable[[], None]], None]:
    try:
        if config.server != "waitress":
            from api import under_granian

            return under_granian.serve
    except ImportError:
        if config.server == "granian":
            raise ConfigError("no_granian", "granian is not installed; use --server waitress.") from None
    from api import under_waitress

    return under_waitress.serve


# --- before and after -------------------------------------------------------------------------------------


def _refuse_taken_port(config: Config) -> None:
    try:
        with socket.create_server((config.host, config.port)):
            pass
    except OSError as error:
        raise ConfigError(
            "cannot_listen",
            f"Cannot listen on {config.host}, port {config.port}: {error.strerror}. Try another --port.",
        ) from None


@contextmanager
def _sharing(config: Config) -> Iterator[Config]:
    """Several workers count together, and know what clients have asked, in a folder of their own."""
    if config.workers == 1:
        yield config
        return
    from tempfile import TemporaryDirectory

    from api.limiting.table import Table

    with TemporaryDirectory(prefix="adjudicator-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        Table.create(Path(folder) / ALLOWANCES)
        yield replace(config, shared=folder)


def _announce(config: Config, lan: bool) -> None:
    """Waits until the service answers; then the address is the last line on the screen."""
    host = "127.0.0.1" if config.host in {EVERYWHERE, "::"} else config.host
    while not _answers(host, config.port):
        time.sleep(0.05)
    if lan:
        address = f"http://{lan_address()}:{config.port}"
        _show_code(address)
        click.echo(f"Phones in this network: {address}")
    click.echo(f"Adjudicator is at http://{host}:{config.port}  (Ctrl+C stops it)")
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
    """The address that other machines see; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _show_code(address: str) -> None:
    import segno

    segno.make(address, error="m").terminal(compact=True)
