"""What Valence Plus says, in English and in other languages; see adjudicator.prose."""
