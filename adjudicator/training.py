"""The games as environments for people who train players; docs/stability.md promises this path."""

from adjudicator.engine.agents.training import TableEnv

__all__ = ["TableEnv"]
