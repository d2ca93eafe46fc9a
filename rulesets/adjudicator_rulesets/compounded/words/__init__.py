"""What Compounded says, in English and in other languages; see adjudicator.prose."""
