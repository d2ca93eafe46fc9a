"""Who hears that a table has changed: in this process by its streams, in all others by notifications."""
