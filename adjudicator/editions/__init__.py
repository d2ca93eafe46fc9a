"""What is in a box: reading edition files, finding editions, their schema, writing them as TOML."""
