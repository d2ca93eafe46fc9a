"""How many files the system lets a worker open: each connection is one of them."""

from __future__ import annotations

SPARE = 256  # for everything but connections


def allow_connections(number: int) -> int:
    """How many connections fit, after the limit of open files was raised as far as needed and allowed.

    Workers have the limit of the process that starts them.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return number
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    wanted = number + SPARE
    if soft == endless or soft >= wanted:
        return number
    most = wanted if hard == endless else min(wanted, hard)
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return min(number, most - SPARE)
