"""Read printed files back: a PDF's pages as pictures and as text, measured in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2
import zxingcpp
from PIL import Image

INCH = 25.4


def data_matrix() -> zxingcpp.BarcodeFormats:
    """Return the format that scanners of cards read.

    A constant would be reported as a leak when Python ends.
    """
    return zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix)


@contextmanager
def opened(data: bytes) -> Iterator[Any]:
    """Open a PDF by another library than the one that made it."""
    document = pypdfium2.PdfDocument(data)
    try:
        yield document
    finally:
        document.close()


def sizes(data: bytes) -> list[tuple[float, float]]:
    """Return width and height of every page in millimetres, to a hundredth."""
    with opened(data) as document:
        return [
            (round(width / 72 * INCH, 2), round(height / 72 * INCH, 2))
            for width, height in (page.get_size() for page in document)
        ]


def picture(data: bytes, page: int = 0, dots: float = 10.0) -> Image.Image:
    """Return a page (counted from 0) as a picture with so many dots a millimetre, top row first."""
    with opened(data) as document:
        return document[page].render(scale=dots * INCH / 72).to_pil().convert("RGB")


def words(data: bytes, page: int = 0) -> str:
    """Return all words of a page, as copied out of it."""
    with opened(data) as document:
        text = document[page].get_textpage()
        try:
            return str(text.get_text_bounded())
        finally:
            text.close()
