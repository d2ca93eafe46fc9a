"""The shipped table of known compounds: reading it, and deriving it."""
