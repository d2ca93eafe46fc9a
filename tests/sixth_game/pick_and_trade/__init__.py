"""A tiny game that is not part of Adjudicator: exactly what a sixth game needs."""

title = "Pick and Trade"
