"""What may take long: work in processes that can be killed."""
