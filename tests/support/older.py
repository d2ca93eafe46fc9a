"""Puts a database of today back to an earlier version, for tests that need one that is not empty."""

from __future__ import annotations

AFTER_0010 = (  # what migrations 0011 to 0017 added
    "ALTER TABLE seats DROP COLUMN joined_at",
    "DROP INDEX challenges_brought_by",
    "DROP INDEX games_opened_by",
    "DROP INDEX editions_brought_by",
    "CREATE INDEX editions_brought_by ON editions (brought_by)",
    "ALTER TABLE challenges DROP COLUMN brought_by",
    "ALTER TABLE challenges DROP COLUMN size",
    "ALTER TABLE challenges DROP COLUMN opened_at",
    "ALTER TABLE editions DROP COLUMN size",
    "ALTER TABLE games DROP COLUMN size",
    "ALTER TABLE games DROP COLUMN disclosed",
    "ALTER TABLE games DROP COLUMN stage",
    "ALTER TABLE games DROP COLUMN remarks",
    "DROP INDEX games_of_class",
    "ALTER TABLE games DROP COLUMN of_class",
    "ALTER TABLE games DROP COLUMN number",
    "ALTER TABLE games DROP COLUMN paused_at",
    "ALTER TABLE seats DROP COLUMN pupil",
    "ALTER TABLE seats DROP COLUMN one_screen",
    "ALTER TABLE seats DROP COLUMN looked_since",
    "ALTER TABLE seats DROP COLUMN looked_at",
)
