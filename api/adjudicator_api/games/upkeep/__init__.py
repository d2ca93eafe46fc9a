"""What keeps the tables in order: the service's own housekeeping, and the operator's commands."""
