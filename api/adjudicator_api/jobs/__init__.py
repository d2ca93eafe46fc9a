"""Long work, done in processes that can be killed."""
