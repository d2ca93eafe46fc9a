"""Valence Plus in other languages than English; see adjudicator.languages."""
