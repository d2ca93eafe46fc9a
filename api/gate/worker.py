"""One worker process under granian: the application behind its gate."""

from __future__ import annotations

import sys

from api.config import Config
from api.gate.gate import Gate
from api.gate.silence import Silence

SPARE_FILES = 256  # descriptors for everything that is no connection
SWITCH_SECONDS = 0.001  # how long a busy thread keeps the interpreter from the loop


def create_gate() -> Gate:
    """Called in the worker; the options come through the environment."""
    from api.app import create_app

    config = Config.from_env()
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(config)
    app.extensions["verdicts"].warm()
    gate = Gate(app, config)
    if Silence.can_be_heard():
        Silence(config.port, config.silent_seconds, config.connections).start()
    return gate


def allow_connections(number: int) -> None:
    """Raises the limit of open files as far as it may be and is needed; called before the workers start."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
