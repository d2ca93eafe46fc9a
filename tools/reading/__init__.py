"""The reader of tiles: drawing strips, training a net on them, and the file that the pages load."""
