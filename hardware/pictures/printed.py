"""Make the picture of the printed things: a board, cards and clanks, rendered from their PDFs.

    .venv/bin/python -m hardware.pictures.printed

It writes printed.png to this folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pypdfium2
from PIL import Image, ImageFilter

from companion.content import load_board
from companion.press.board import board_document
from companion.press.cards import card_document
from companion.press.markers import marker_document
from companion.press.marks import Document
from companion.press.paper import paper_named
from companion.press.pdf import pdf

HERE: Final = Path(__file__).parent
SIZE: Final = (1200, 760)
TABLE: Final = (38, 30, 22)
TINTS: Final = 128
"""Number of colours in the file, which makes it a third as large."""


def sheet(book: Document, page: int, high: int) -> Image.Image:
    """Return a page of a book as a picture of this height in pixels."""
    document = pypdfium2.PdfDocument(pdf(book))
    try:
        found = document[page].render(scale=2.4).to_pil().convert("RGB")
    finally:
        document.close()
    return found.resize((round(found.width * high / found.height), high), Image.Resampling.LANCZOS)


def lay(desk: Image.Image, paper: Image.Image, place: tuple[int, int], turn: float) -> None:
    """Put a sheet on the desk, its middle at a place, turned a little, with its shadow."""
    turned = paper.convert("RGBA").rotate(turn, Image.Resampling.BICUBIC, expand=True)
    corner = place[0] - turned.width // 2, place[1] - turned.height // 2
    shadow = Image.new("RGBA", desk.size)
    shadow.paste((0, 0, 0, 150), (corner[0] + 8, corner[1] + 10), turned)
    desk.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(10)))
    desk.alpha_composite(turned, (max(0, corner[0]), max(0, corner[1])))


def main() -> None:
    """Draw three sheets on a table."""
    a3, a4 = paper_named("a3"), paper_named("a4")
    desk = Image.new("RGBA", SIZE, (*TABLE, 255))
    lay(desk, sheet(card_document(a4), 18, 620), (835, 350), 4)
    lay(desk, sheet(marker_document(a4), 1, 560), (985, 430), -5)
    lay(desk, sheet(board_document(load_board("going-train"), a3), 0, 720), (300, 380), 0)
    desk.convert("RGB").quantize(TINTS).save(HERE / "printed.png", optimize=True)


if __name__ == "__main__":
    main()
