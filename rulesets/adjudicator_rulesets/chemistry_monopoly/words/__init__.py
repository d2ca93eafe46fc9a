"""What Chemistry Monopoly says, in English and in other languages; see adjudicator.prose."""
