"""The HTTP service; see issue list in CHANGELOG for what is built."""
