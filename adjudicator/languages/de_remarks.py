"""What the reference table remarks on compounds, in German: said of the compound, without a subject."""

from __future__ import annotations

import re

# The figures differ from compound to compound.
_PATTERNS = (
    (r"decomposes at about (\d+ °C)", r"zersetzt sich bei etwa \1"),
    (
        r"only (\S+ °C) is on record, too low: at reduced pressure, or a melting point",
        r"verzeichnet sind nur \1, zu wenig: bei vermindertem Druck oder ein Schmelzpunkt",
    ),
    (r"explodes above (\d+ °C)", r"explodiert über \1"),
    (r"sublimes at (\d+ °C)", r"sublimiert bei \1"),
    (
        r"decomposes at its melting point, about (\d+ °C), and can explode",
        r"zersetzt sich am Schmelzpunkt bei etwa \1 und kann explodieren",
    ),
    (
        r"decomposes above its melting point, about (\d+ °C), and can explode",
        r"zersetzt sich oberhalb des Schmelzpunkts von etwa \1 und kann explodieren",
    ),
    (r"explodes when it is heated to about (\d+ °C)", r"explodiert beim Erhitzen auf etwa \1"),
)
_REMARKS = {
    "58 °C at 22 mmHg; decomposes at normal pressure": "58 °C bei 22 mmHg; zersetzt sich bei Normaldruck",
    "39 °C at 56 mmHg; explodes at about 90 °C": "39 °C bei 56 mmHg; explodiert bei etwa 90 °C",
    "known only in solution and in the gas": "nur in Lösung und als Gas bekannt",
    "known only in solution": "nur in Lösung bekannt",
    "decomposes to carbon dioxide and water": "zerfällt in Kohlenstoffdioxid und Wasser",
    "decomposes to sulfur dioxide and water": "zerfällt in Schwefeldioxid und Wasser",
    "explodes when touched": "explodiert bei Berührung",
    "explodes": "explodiert",
    "decomposes when heated; sublimes in a vacuum": "zersetzt sich beim Erhitzen; sublimiert im Vakuum",
    "decomposes above 133 °C, where it melts": "zersetzt sich oberhalb des Schmelzpunkts von 133 °C",
    "sublimes at 157 °C and decomposes": "sublimiert bei 157 °C und zersetzt sich",
    "decomposes at about 210 °C to the anhydride and water": (
        "zerfällt bei etwa 210 °C in das Anhydrid und Wasser"
    ),
    "begins to decompose at 50 to 60 °C and explodes at about 218 °C": (
        "beginnt sich bei 50 bis 60 °C zu zersetzen und explodiert bei etwa 218 °C"
    ),
    "explodes when it is heated quickly or struck": "explodiert bei raschem Erhitzen oder durch Schlag",
    "explodes at about 93 °C, and in sunlight": "explodiert bei etwa 93 °C und im Sonnenlicht",
    "explodes when it is heated": "explodiert beim Erhitzen",
    "explodes when it is heated or struck": "explodiert beim Erhitzen oder durch Schlag",
    "explodes when it is heated strongly or struck": "explodiert bei starkem Erhitzen oder durch Schlag",
    "decomposes explosively when its gas is concentrated": (
        "zersetzt sich als konzentriertes Gas explosionsartig"
    ),
    "explodes as a vapour at about 150 °C": "explodiert als Dampf bei etwa 150 °C",
    "decomposes when it is warmed and explodes when it is heated or struck": (
        "zersetzt sich beim Erwärmen und explodiert beim Erhitzen oder durch Schlag"
    ),
    "decomposes explosively when it is heated": "zersetzt sich beim Erhitzen explosionsartig",
    "can explode when it is heated or undiluted": "kann beim Erhitzen oder unverdünnt explodieren",
}


def remark_in_german(remark: str) -> str:
    """Empty where nobody has translated it: a remark of another source, or of an older table."""
    for pattern, german in _PATTERNS:
        if found := re.fullmatch(pattern, remark):
            return found.expand(german)
    return _REMARKS.get(remark, "")
