"""The content of PDF pages, read by another program than the one that wrote it (PDFium)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pypdfium2
import pypdfium2.raw as pdfium

from adjudicator.printing.geometry import Box

POINT = 25.4 / 72


@dataclass(frozen=True)
class Letter:
    text: str
    box: Box


class Page:
    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self._page = page
        width, height = page.get_size()
        self.w, self.h = width * POINT, height * POINT

    @cached_property
    def letters(self) -> list[Letter]:
        """Every letter with the box around its ink, in millimetres from the upper left corner."""
        text = self._page.get_textpage()
        found = []
        for at in range(text.count_chars()):
            letter = text.get_text_range(at, 1)
            if letter.strip():
                left, low, right, top = text.get_charbox(at)
                box = Box(left * POINT, self.h - top * POINT, (right - left) * POINT, (top - low) * POINT)
                found.append(Letter(letter, box))
        return found

    def words(self) -> set[str]:
        found: list[str] = re.findall(r"[^\W\d_]+", self._page.get_textpage().get_text_range())
        return set(found)

    def text(self, box: Box | None = None) -> str:
        """The letters inside a box, in the order in which they were written, without spaces."""
        return "".join(letter.text for letter in self.letters if box is None or box.holds(letter.box))

    @cached_property
    def sizes(self) -> list[tuple[str, float]]:
        """Every letter with its size in points; numbers of formulas are smaller than their line."""
        text = self._page.get_textpage()
        return [
            (text.get_text_range(at, 1), pdfium.FPDFText_GetFontSize(text, at))
            for at in range(text.count_chars())
        ]

    @property
    def images(self) -> int:
        return sum(1 for _ in self._page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]))

    def pixels(self, per_mm: float) -> npt.NDArray[np.uint8]:
        """The page as it looks: lines of red, green and blue."""
        return np.asarray(self._page.render(scale=per_mm * POINT).to_pil().convert("RGB"))


def pages_of(pdf: bytes) -> list[Page]:
    return [Page(page) for page in pypdfium2.PdfDocument(pdf)]
