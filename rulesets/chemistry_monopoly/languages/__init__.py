"""Chemistry Monopoly in other languages than English; see adjudicator.languages."""
