"""Glyphs of all symbols in the faces of free fonts, as masks; families are kept apart for measuring."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from adjudicator.chem.elements import ELEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

HELD = Path(__file__).with_name("held.toml")
MASK = 48  # pixels of a mask
SHADES = 15
SIGNED = "+1 -1 +2 -2 +3 -3 +4 ±4 1.008 15.999 22.99 35.45 12.01 14.007 1+ 2+ 3+ 2- 1-"
SEVERAL = ("-2 +4 +6", "+2 +3", "+1 +2", "-3 +5", "+2 +4")
NUMBERS = [*map(str, [*range(1, 30), *range(31, 119, 7)]), *SIGNED.split(), *SEVERAL]
NAMES = """hydrogen oxygen carbon nitrogen chlorine sulfur sodium potassium magnesium calcium fluorine
phosphorus iron copper zinc aluminium iodine bromine Wasserstoff Sauerstoff Hydrogen Oxygen Carbon Iron"""
WORDS = NAMES.split()
OTHER_SCRIPTS = re.compile(
    r"(?i)noto(?!sans-|serif-|sansmono-|sansdisplay-)|symbol|dingbat|math|icons|cjk|arab|hebrew|D050000L"
    r"|fallback|caps|-?sc\b"
)
OTHER_ALPHABETS = re.compile(  # pictures, outlines and letters that nobody reads
    r"(?i)aenigma|isabella|blankenburg|summersby|solide-mirage|le-murmure|cherrybomb|radisnoir|f500|engadget"
    r"|levien-museum"
)
FAMILY = re.compile(r"[-_ ]|(?<=[a-z])(?=Bold|Italic|Oblique|Regular|Light|Medium|Black|Book)")
STYLES = ("bold|black|heavy", "cond|narrow", "ital|obl", "light|thin")
MOST = 3  # faces of a family
EXTRAS = 50  # faces whose numbers and words are printed small


@dataclass(frozen=True)
class Faces:
    symbols: list[str]
    glyphs: NDArray[np.uint8]  # faces, symbols, MASK, MASK, in SHADES
    extras: NDArray[np.uint8]  # some faces, numbers and then words
    numbers: int  # how many of the extras are numbers
    families: list[str]
    held: frozenset[str]  # families that are only measured with


def faces(folders: Iterable[Path]) -> Faces:
    """All faces below the folders in which all symbols can be told apart, at most three of a family."""
    symbols = list(ELEMENTS)
    chosen = []
    for family, paths in sorted(_families(folders).items()):
        best: dict[str, Path] = {}
        for path in sorted(paths, key=lambda path: (_style(path), len(path.stem), str(path))):
            if _style(path) not in best and _is_legible(path):
                best[_style(path)] = path
        chosen += [(family, path) for _, path in sorted(best.items())[:MOST]]
    drawn = [(family, path, _masks(path, symbols)) for family, path in chosen]
    distinct = [one for one in drawn if len({mask.tobytes() for mask in one[2]}) == len(symbols)]
    if not distinct:
        raise ValueError("no font with Latin letters is in these folders")
    small = distinct[:: max(1, len(distinct) // EXTRAS)]
    return Faces(
        symbols,
        np.stack([masks for _, _, masks in distinct]),
        np.stack([_masks(path, [*NUMBERS, *WORDS], cap=40) for _, path, _ in small]),
        len(NUMBERS),
        [family for family, _, _ in distinct],
        frozenset(tomllib.loads(HELD.read_text(encoding="utf-8"))["families"]),
    )


def keep(some: Faces, path: Path) -> None:
    """In a file, so that another machine needs no fonts."""
    with path.open("wb") as file:
        np.savez_compressed(file, **{**vars(some), "held": sorted(some.held)})


def kept(path: Path) -> Faces:
    with np.load(path) as file:
        return Faces(
            file["symbols"].tolist(),
            file["glyphs"],
            file["extras"],
            int(file["numbers"]),
            file["families"].tolist(),
            frozenset(file["held"].tolist()),
        )


def _families(folders: Iterable[Path]) -> dict[str, list[Path]]:
    families: dict[str, list[Path]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.[ot]tf")):
            if not OTHER_SCRIPTS.search(path.stem) and not OTHER_ALPHABETS.search(str(path)):
                families.setdefault(FAMILY.split(path.stem)[0].lower(), []).append(path)
    return families


def _style(path: Path) -> str:
    return "".join(str(int(bool(re.search(style, path.stem, re.IGNORECASE)))) for style in STYLES)


def _is_legible(path: Path) -> bool:
    """Whether letters and figures differ, and small letters are not small capitals."""
    try:
        font = ImageFont.truetype(str(path), 64)
        shapes = {letter: font.getmask(letter) for letter in "HOCNSaegluirB0123AEGR"}
    except OSError:
        return False
    if any(not bytes(shape) or not max(bytes(shape)) for shape in shapes.values()):
        return False
    if len({bytes(shape) for shape in shapes.values()}) < len(shapes):
        return False

    def evened(letter: str) -> NDArray[np.float64]:
        shape = shapes[letter]
        return np.asarray(Image.frombytes("L", shape.size, bytes(shape)).resize((32, 32)), float)

    capitals = sum(np.abs(evened(one) - evened(one.upper())).mean() < 22 for one in "aegr")
    return bool(capitals < 3)


def _masks(path: Path, texts: list[str], cap: int = 54) -> NDArray[np.uint8]:
    return np.stack([_mask(path, text, cap) for text in texts])


def _mask(path: Path, text: str, cap: int) -> NDArray[np.uint8]:
    """A text with capitals of that height, of twice the mask's pixels, or smaller if it is too wide."""
    side = 2 * MASK
    drawing = Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(drawing)
    box = ImageFont.truetype(str(path), 64).getbbox("H")
    size = 64 * cap / (box[3] - box[1])
    while True:
        font = ImageFont.truetype(str(path), int(size))
        left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
        if right - left <= side - 4 and bottom - top <= side - 4:
            break
        size *= 0.94
    high = font.getbbox("H")
    down = MASK - (high[1] + high[3]) / 2  # capitals are in the middle, and tails hang below
    down -= max(0, bottom + down - side + 1)
    pen.text((MASK - (left + right) / 2, down), text, font=font, fill=255)
    small = np.asarray(drawing.resize((MASK, MASK), Image.Resampling.BOX))
    return (small // 17).astype(np.uint8)
