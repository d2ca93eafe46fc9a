"""What every server needs from the machine: enough open files, and turns for its loop."""

from __future__ import annotations

BACKLOG = 4096  # connections that the system queues until they are accepted: enough for a sudden crowd
SWITCH_SECONDS = 0.001  # how long a busy thread may keep the interpreter from the loop
SPARE_FILES = 256  # descriptors for everything but connections


def allow_connections(number: int) -> None:
    """Raises the limit of open files as far as needed and allowed; called before the workers start."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
