"""Printed things looked at again: a PDF's pages as pictures and as words, measured in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2
import zxingcpp
from PIL import Image

INCH = 25.4


def data_matrix() -> zxingcpp.BarcodeFormats:
    """Return what scanners of cards read; kept for longer, it would be called a leak when Python ends."""
    return zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix)


@contextmanager
def opened(data: bytes) -> Iterator[Any]:
    """A PDF's bytes, opened by another library than the one that made them."""
    document = pypdfium2.PdfDocument(data)
    try:
        yield document
    finally:
        document.close()


def sizes(data: bytes) -> list[tuple[float, float]]:
    """Width and height of every page in millimetres, to a hundredth."""
    with opened(data) as document:
        return [
            (round(width / 72 * INCH, 2), round(height / 72 * INCH, 2))
            for width, height in (page.get_size() for page in document)
        ]


def picture(data: bytes, page: int = 0, dots: float = 10.0) -> Image.Image:
    """A page (counted from 0) as a picture with so many dots a millimetre; its first row is the page's upper side."""
    with opened(data) as document:
        return document[page].render(scale=dots * INCH / 72).to_pil().convert("RGB")


def words(data: bytes, page: int = 0) -> str:
    """All words of a page, as somebody would copy them out of it."""
    with opened(data) as document:
        text = document[page].get_textpage()
        try:
            return str(text.get_text_bounded())
        finally:
            text.close()
