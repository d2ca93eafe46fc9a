"""Connections that granian leaves open: which ones are closed, tested on a real kernel with the test's own clock."""

from __future__ import annotations

import os
import re
import resource
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator import prose
from adjudicator.cli import main
from adjudicator_api import Config
from adjudicator_api.config import LEAST_READ, ConfigError
from adjudicator_api.server.door import Door, program, shut
from adjudicator_api.server.gate.connections import Connections
from tests.support.patience import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")


class Place:
    """A listening socket and the connections to it."""

    def __init__(self, stack: ExitStack, **settings: int | str) -> None:
        self.stack = stack
        self.listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=100))
        self.listener.setblocking(False)
        self.port: int = self.listener.getsockname()[1]
        self.closed: list[str] = []
        config = Config(port=self.port, connections_per_address=3, read_seconds=5, silent_seconds=10)
        self.watch = Connections(replace(config, **settings), self.closed.append)  # type: ignore[arg-type]

    def connect(self, address: str = "127.0.0.1", receives: int = 0) -> tuple[socket.socket, socket.socket]:
        """The client's end and ours; the client's kernel takes no more than so many bytes, if that is said."""
        client = socket.socket()
        client.settimeout(5)
        if receives:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        client.bind((address, 0))
        client.connect(("127.0.0.1", self.port))
        ours, _ = self.listener.accept()
        self.stack.enter_context(client)
        self.stack.enter_context(ours)
        return client, ours


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def is_closed(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1 << 20) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_an_address_keeps_as_many_as_it_may_the_oldest_first(stack: ExitStack) -> None:
    place = Place(stack)
    old = [place.connect() for _ in range(2)]
    place.watch.look(0)
    new = [place.connect() for _ in range(3)]
    other = place.connect("127.0.0.2")
    place.watch.look(1)
    assert place.closed == ["too_many_connections"] * 2
    assert [is_closed(client) for client, _ in old] == [False, False]
    assert sum(is_closed(client) for client, _ in new) == 2
    assert not is_closed(other[0])


def test_only_a_named_proxy_may_have_more(stack: ExitStack) -> None:
    for settings, closed in (
        ({}, 2),
        ({"proxies": 1}, 0),  # on this machine
        ({"proxies": 1, "proxy_addresses": "10.0.0.0/8"}, 2),
        ({"proxies": 0, "proxy_addresses": "127.0.0.1/32"}, 2),
    ):
        place = Place(stack, **settings)
        for _ in range(5):
            place.connect()
        place.watch.look(0)
        assert len(place.closed) == closed, settings


def test_silence_is_closed_and_a_word_is_enough(stack: ExitStack) -> None:
    place = Place(stack)
    silent, spoken = place.connect(), place.connect()
    place.watch.look(0)
    spoken[0].sendall(b"G")
    place.watch.look(9)
    assert place.closed == []
    place.watch.look(10)
    assert place.closed == ["silent_connection"]
    assert is_closed(silent[0])
    assert not is_closed(spoken[0])


def test_in_a_crowd_silence_is_closed_after_a_second(stack: ExitStack) -> None:
    place = Place(stack, connections=1)
    place.connect()
    place.watch.look(0)
    assert place.closed == []
    place.watch.look(1)
    assert place.closed == ["silent_connection"]


def in_flight(connection: socket.socket) -> int:
    """Segments sent that the other end's kernel has not acknowledged yet."""
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 28)
    unacknowledged: int = struct.unpack("=24xI", info)[0]
    return unacknowledged


def fill(connection: socket.socket) -> None:
    """Sends until neither kernel takes another byte: acknowledgements come late, and buffers grow in the meantime."""
    taken = True
    while taken:
        taken = False
        with suppress(BlockingIOError):
            while True:
                taken = connection.send(b"x" * 65536) > 0
        wait_until(lambda: not in_flight(connection))


def test_an_answer_that_nobody_reads_is_thrown_away(stack: ExitStack) -> None:
    place = Place(stack)
    deaf, hearing, slow = (place.connect() for _ in range(3))
    for client, ours in (deaf, hearing, slow):
        client.sendall(b"GET")
        ours.setblocking(False)
    place.watch.look(0)
    for _, ours in (deaf, slow):
        fill(ours)
    place.watch.look(1)  # what was taken so far
    for now in range(2, 6):
        slow[0].recv(1 << 22)
        wait_until(lambda: not in_flight(slow[1]))
        place.watch.look(now)
    assert place.closed == []
    place.watch.look(6)
    place.watch.look(7)
    assert place.closed == ["answer_not_read"]
    assert not is_closed(hearing[0])
    with pytest.raises(OSError, match=r"Broken pipe|reset"):
        deaf[1].send(b"x")


def test_an_answer_that_is_read_by_drops_is_thrown_away(stack: ExitStack) -> None:
    """Reading something every second is not enough: 16 KiB within the time that settings and docs name."""
    assert "after two seconds instead of twenty" in Path("docs/operating.md").read_text(encoding="utf-8")
    assert Config().read_seconds == 20
    place = Place(stack, read_seconds=20)
    client, ours = place.connect(receives=4096)
    client.sendall(b"GET")
    ours.setblocking(False)
    fill(ours)
    taken = []
    for now in range(1, 21):  # the first look notes what was taken so far
        place.watch.look(now)
        assert place.closed == []
        taken.append(len(client.recv(256)))
        wait_until(lambda: not in_flight(ours))
    assert sum(taken) == 20 * 256
    place.watch.look(21)
    assert place.closed == ["answer_not_read"]


@pytest.mark.parametrize(("slots", "closed_at"), [(4096, 21), (1, 3)])
def test_in_a_crowd_an_answer_has_to_be_read_sooner(stack: ExitStack, slots: int, closed_at: int) -> None:
    place = Place(stack, connections=slots, read_seconds=20)
    deaf, hearing = place.connect(), place.connect()
    for client, ours in (deaf, hearing):
        client.sendall(b"GET")
        ours.setblocking(False)
    fill(deaf[1])
    for now in range(1, closed_at):  # the first look notes what was taken so far
        place.watch.look(now)
    assert place.closed == []
    place.watch.look(closed_at)
    assert place.closed == ["answer_not_read"]
    assert not is_closed(hearing[0])


def test_a_short_time_to_read_is_not_made_longer_in_a_crowd(stack: ExitStack) -> None:
    place = Place(stack, connections=1, read_seconds=1)
    client, ours = place.connect()
    client.sendall(b"GET")
    ours.setblocking(False)
    fill(ours)
    place.watch.look(1)
    assert place.closed == []
    place.watch.look(2)
    assert place.closed == ["answer_not_read"]


def test_one_address_never_has_more_than_half(stack: ExitStack) -> None:
    shares = {number: Config(connections=number).share_of_address for number in (16, 17, 1023, 1024, 4096)}
    assert shares == {16: 8, 17: 8, 1023: 511, 1024: 512, 4096: 512}
    assert Config(connections=1024, connections_per_address=300).share_of_address == 300
    place = Place(stack, connections=16, connections_per_address=0)
    for _ in range(10):
        place.connect()
    other = place.connect("127.0.0.2")
    place.watch.look(0)
    assert place.closed == ["too_many_connections"] * 2
    assert not is_closed(other[0])


FAULTY = {
    "PORT": "x",
    "LOG": "loud",
    "SERVER": "tomcat",
    "CONNECTIONS_PER_ADDRESS": "5000",
    "CORS_ORIGIN": "club",
    "POCKET_URL": "here",
    "REPORT_TO": "me",
    "PUBLIC_URL": "club/judge",
    "PROXY_ADDRESSES": "10.0.0.1/8",
    "RATE_LIMIT": "fast",
    "CACHE_URL": "gopher://x",
    "RULINGS_PER_CLIENT": "999999",
    "GAMES_PER_CLIENT": "999999",
    "METRICS_PORT": "8000",
    "PROT": "1",
    "XYZZY": "1",
    "NAMES": "/no/such/file",
}
ENGLISH = re.compile(r"\b(is|are|the|an|it|must|be|and|such|as|whose|they|no|see|of|which|give|such|file)\b")


@pytest.mark.parametrize("variable", [*FAULTY, "all of them"])
def test_a_bad_setting_is_refused_in_german_to_the_last_word(variable: str) -> None:
    wanted = FAULTY if variable not in FAULTY else {variable: FAULTY[variable]}
    env = {f"ADJUDICATOR_{name}": value for name, value in wanted.items()}
    refused = CliRunner().invoke(main, ["--lang", "de", "serve"], env=env)
    assert refused.exit_code == 2
    assert "[bad_configuration]" in refused.output
    said = re.sub(r"'[^']*'|https?://\S+|/\S+", "", refused.output)  # what was written, and examples
    assert not ENGLISH.search(said), said
    assert all(value in refused.output for value in wanted.values() if value not in ("1", "gopher://x"))


def test_more_than_half_for_one_address_is_refused_with_what_would_be_right() -> None:
    half = {"ADJUDICATOR_CONNECTIONS": "256", "ADJUDICATOR_CONNECTIONS_PER_ADDRESS": "128"}
    assert Config.from_env(half).share_of_address == 128
    with pytest.raises(ConfigError) as refused:
        Config.from_env({**half, "ADJUDICATOR_CONNECTIONS_PER_ADDRESS": "129"})
    assert refused.value.message == (
        "connections_per_address is 129, more than half of connections (256);"
        " it must be at most 128, or connections at least 258."
    )
    with prose.speaking("de"):
        assert prose.retold(refused.value.message) == (
            "connections_per_address ist 129, mehr als die Hälfte von --connections (256);"
            " es muss höchstens 128 sein oder --connections mindestens 258."
        )


def test_the_start_says_when_a_school_would_not_have_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator_api.launch.serve.run", lambda *_, **__: None)

    def printed(*options: str, language: str = "en") -> str:
        done = CliRunner().invoke(main, ["serve", *options, "--lang", language])
        assert done.exit_code == 0, done.output
        return done.output

    assert printed() == printed("--connections", "400") == ""
    assert printed("--connections", "100", "--proxies", "1") == "", "the proxy may have all of them"
    assert printed("--connections", "399") == (
        "One address has at most 199 of 399 connections. A school behind one address needs about 200:"
        " for that, set connections to at least 400.\n"
    )
    german = printed("--connections", "399", language="de")
    assert german.startswith("Eine Adresse hat höchstens 199 von 399 Verbindungen.")


def test_streams_leave_half_of_the_connections_and_of_the_streams_to_others() -> None:
    usual, small = Config(), Config(connections=256)
    assert (usual.most_streams, usual.streams_of_address) == (2000, 256)
    assert (small.most_streams, small.streams_of_address) == (128, 64)
    assert Config(streams=2300, streams_per_address=2300).streams_of_address == 1024
    assert Config(streams=1).streams_of_address == 1
    assert Config(streams=0).most_streams == 0


def test_the_start_says_when_streams_are_more_than_half_of_the_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adjudicator_api.launch.serve.run", lambda *_, **__: None)

    def printed(*options: str, language: str = "en") -> str:
        return CliRunner().invoke(main, ["serve", *options, "--lang", language]).output

    assert printed("--streams", "2048") == printed("--streams", "2300", "--connections", "4600") == ""
    assert printed("--streams", "2300") == (
        "Streams are at most half of the connections: 2048 of 4096 follow a game at a time, and the others"
        " ask again and again. For 2300 streams, set connections to at least 4600.\n"
    )
    assert "folgt einem Spiel: gleichzeitig 2048 von 4096" in printed("--streams", "2300", language="de")


def test_a_worker_takes_no_more_connections_than_the_system_lets_it_open_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise the database could not open its files, and everybody would get 503."""
    limits = {"soft": 256, "hard": 1100}
    started: list[Config] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limits["soft"], limits["hard"]))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: limits.update(soft=both[0]))
    monkeypatch.setattr("adjudicator_api.launch.serve.run", lambda config, **_: started.append(config))

    def printed(*options: str, language: str = "en") -> str:
        return CliRunner().invoke(main, ["serve", *options, "--lang", language]).output

    assert printed("--connections", "844") == ""
    assert limits == {"soft": 1100, "hard": 1100}
    assert printed("--connections-per-address", "600") == (
        "The system lets a process open too few files: each worker takes 844 connections instead of 4096."
        " For all of them, raise that limit to 4352 (ulimit -Hn, LimitNOFILE of systemd).\n"
    )
    assert [(config.connections, config.share_of_address, config.most_streams) for config in started] == [
        (844, 422, 422)
    ] * 2
    assert "844 statt 4096 Verbindungen" in printed(language="de")
    limits["hard"] = resource.RLIM_INFINITY
    assert printed() == ""
    assert limits["soft"] == 4096 + 256


def test_who_takes_a_little_at_a_time_does_not_read(stack: ExitStack) -> None:
    """Such a client would hold its connection, and what we keep for it, for hours."""
    place = Place(stack)
    client, ours = place.connect()
    client.sendall(b"GET")
    ours.setblocking(False)
    place.watch.look(0)
    fill(ours)
    place.watch.look(1)
    taken = place.watch._known[os.fstat(ours.fileno()).st_ino]
    for now in range(2, 6):
        taken.taken -= LEAST_READ // 8  # as if it had taken that much: the kernel waits until there is room
        place.watch.look(now)
    assert place.closed == []
    place.watch.look(6)
    assert place.closed == ["answer_not_read"]


def test_the_door_is_shut_to_one_address_and_opens_again(stack: ExitStack) -> None:
    listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=100))
    port = listener.getsockname()[1]

    def knock(address: str) -> socket.socket:
        client = stack.enter_context(socket.socket())
        client.bind((address, 0))
        client.setblocking(False)
        client.connect_ex(("127.0.0.1", port))
        return client

    def is_in(client: socket.socket) -> bool:
        try:
            client.getpeername()
        except OSError:
            return False
        return True

    door = Door(4)
    door.keep(listener, {"127.0.0.1": 3, "": 99})
    assert is_in(knock("127.0.0.1"))
    door.keep(listener, {"127.0.0.1": 4})
    assert not is_in(knock("127.0.0.1"))
    assert is_in(knock("127.0.0.2"))
    door.keep(listener, {"127.0.0.1": 3})
    assert door.shut_to == {"127.0.0.1"}, "not at once, or it would be opened and shut all the time"
    door.keep(listener, {"127.0.0.1": 2})
    assert is_in(knock("127.0.0.1"))


def test_the_filter_names_networks_of_the_sixth_version_and_many_addresses(stack: ExitStack) -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    listener = stack.enter_context(
        socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True, backlog=100)
    )
    port = listener.getsockname()[1]
    many = [f"198.51.100.{number}" for number in range(150)]

    def is_let_in(host: str) -> bool:
        client = stack.enter_context(socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET))
        client.setblocking(False)
        client.connect_ex((host, port))
        with suppress(OSError):
            return bool(client.getpeername())
        return False

    shut(listener, ["::/64", *many])
    assert (is_let_in("::1"), is_let_in("127.0.0.1")) == (False, True)
    shut(listener, ["2001:db8::/64", "127.0.0.1"])
    assert (is_let_in("::1"), is_let_in("127.0.0.1")) == (True, False)
    shut(listener, [])
    assert (is_let_in("::1"), is_let_in("127.0.0.1")) == (True, True)
    assert program([]) == b""
