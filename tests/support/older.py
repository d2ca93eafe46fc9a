"""How a database of today is put back to an earlier version, where a test needs one that is not empty."""

from __future__ import annotations

AFTER_0010 = (  # what migrations 0011 and 0012 added
    "ALTER TABLE games DROP COLUMN stage",
    "ALTER TABLE seats DROP COLUMN one_screen",
    "ALTER TABLE seats DROP COLUMN looked_since",
    "ALTER TABLE seats DROP COLUMN looked_at",
)
