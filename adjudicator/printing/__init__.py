"""Boxes to print: `print_box("compoundit")` is the PDF of everything that is needed to play tonight.

A game brings `load_printing` in its package: a module with `parts(edition, order)`, made of what this package
offers: cards, tiles and tokens to cut out, posters, lists, score sheets. Only `press` knows the PDF library.
"""

from adjudicator.printing.box import Options, Order, Part, Printed, lay_out, parts_of, print_box
from adjudicator.printing.setting import PrintError

__all__ = ["Options", "Order", "Part", "PrintError", "Printed", "lay_out", "parts_of", "print_box"]
