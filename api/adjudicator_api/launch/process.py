"""One worker process under granian: the application behind its gate."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from functools import partial

from adjudicator.batch.executors import end_with_parent
from adjudicator_api.config import Config
from adjudicator_api.server.gate.connections import Connections
from adjudicator_api.server.gate.gate import Gate
from adjudicator_api.server.logging import write_in_background

SWITCH_SECONDS = 0.001  # how long a busy thread may keep the interpreter from the loop
GARBAGE = 20_000  # new objects between garbage collections; Python's default is 700


def create_gate() -> Gate:
    """Called in the worker; the options come through the environment."""
    from adjudicator_api.app import begin_games, create_app

    config = Config.from_env()
    end_with_parent(partial(_finish, config.stop_seconds))
    sys.setswitchinterval(SWITCH_SECONDS)
    write_in_background()
    app = create_app(config)
    app.extensions["verdicts"].warm()
    begin_games(app)
    gate = Gate(app, config)
    if Connections.can_be_seen():
        Connections(config, gate.metrics.limit_connection).start()
    leave_alone_what_stays()
    return gate


def leave_alone_what_stays() -> None:
    """Exempts tables and rules from garbage collection: traversing them took as long as judging."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


def _finish(seconds: int) -> None:
    """If the service is killed, its workers answer what is under way and release the port."""
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(seconds)
