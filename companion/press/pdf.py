"""Marks as a PDF: vectors and embedded fonts, the same bytes for the same book."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from companion.press.letters import TEXT, need_fonts, split_by_font, text_width
from companion.press.marks import (
    MIDDLE,
    RIGHT,
    ArcMark,
    Circle,
    Document,
    Fill,
    Mark,
    MarkGroup,
    Mosaic,
    Rectangle,
    Stroke,
    TextLine,
)

MILLIMETRE: Final = 72 / 25.4
"""Points in a millimetre."""
PRODUCER: Final = "Clockwork Derby"


def pdf(book: Document) -> bytes:
    """Return the book as the bytes of a PDF file, made in memory so that files are always whole.

    Raises:
        PressError: The library or a font is missing.
    """
    need_fonts()
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    # By default the library begins every page with a font that it does not embed. Without a date
    # and a random number (invariant) equal books are equal files.
    canvas = Canvas(file, pageCompression=1, invariant=1, lang="en-GB", initialFontName=TEXT)
    canvas.setTitle(book.title)
    canvas.setAuthor(PRODUCER)
    canvas.setCreator(PRODUCER)
    # By default viewers "fit to page", and printers print on both sides, with clanks on the backs
    # of flags.
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge" if book.both_sides else "Simplex")
    for page in book.pages:
        canvas.setPageSize((page.width * MILLIMETRE, page.height * MILLIMETRE))
        canvas.scale(MILLIMETRE, MILLIMETRE)
        _draw(canvas, page.marks)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw(canvas: Any, marks: tuple[Mark, ...]) -> None:
    for mark in marks:
        _DRAWERS[type(mark)](canvas, mark)


def _parts(code: str) -> tuple[float, float, float, float]:
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, int(code[7:9], 16) / 255 if len(code) == 9 else 1.0


def _grey(colour: list[float]) -> bool:
    return len({*colour}) == 1


def _ink(canvas: Any, fill: str, edge: str = "", width: float = 0.0) -> dict[str, int]:
    """Set the tints and return which of both are wanted."""
    if fill:
        *colour, opaque = _parts(fill)
        # Greys as greys: printers use only black for them, and a card reader's infrared light sees
        # only black.
        canvas.setFillGray(colour[0]) if _grey(colour) else canvas.setFillColorRGB(*colour)
        canvas.setFillAlpha(opaque)
    if edge:
        *colour, opaque = _parts(edge)
        canvas.setStrokeGray(colour[0]) if _grey(colour) else canvas.setStrokeColorRGB(*colour)
        canvas.setStrokeAlpha(opaque)
        canvas.setLineWidth(width)
    return {"fill": int(bool(fill)), "stroke": int(bool(edge))}


def _fill(canvas: Any, mark: Fill) -> None:
    path = canvas.beginPath()
    path.moveTo(*mark.points[0])
    for point in mark.points[1:]:
        path.lineTo(*point)
    path.close()
    # Round: the tip of a sharp corner would reach far beyond the polygon.
    canvas.setLineJoin(1)
    canvas.drawPath(path, **_ink(canvas, mark.colour, mark.edge, mark.width))


def _rectangle(canvas: Any, mark: Rectangle) -> None:
    wanted = _ink(canvas, mark.colour, mark.edge, mark.edge_width)
    if mark.radius:
        canvas.roundRect(mark.left, mark.bottom, mark.width, mark.height, mark.radius, **wanted)
    else:
        canvas.rect(mark.left, mark.bottom, mark.width, mark.height, **wanted)


def _stroke(canvas: Any, mark: Stroke) -> None:
    _ink(canvas, "", mark.colour, mark.width)
    canvas.setDash(*(([*mark.dash],) if mark.dash else ()))
    canvas.setLineCap(int(mark.rounded))
    canvas.setLineJoin(int(mark.rounded))
    path = canvas.beginPath()
    path.moveTo(*mark.points[0])
    for point in mark.points[1:]:
        path.lineTo(*point)
    canvas.drawPath(path, fill=0, stroke=1)
    # Dashes stay until ended.
    canvas.setDash()


def _circle(canvas: Any, mark: Circle) -> None:
    canvas.circle(*mark.centre, mark.radius, **_ink(canvas, mark.colour, mark.edge, mark.width))


def _arc_mark(canvas: Any, mark: ArcMark) -> None:
    _ink(canvas, "", mark.colour, mark.width)
    canvas.setLineCap(0)
    x, y, radius = *mark.centre, mark.radius
    path = canvas.beginPath()
    # The library counts anticlockwise from the right.
    path.arc(x - radius, y - radius, x + radius, y + radius, 90 - mark.end, mark.end - mark.start)
    canvas.drawPath(path, fill=0, stroke=1)


def _mosaic(canvas: Any, mark: Mosaic) -> None:
    _ink(canvas, mark.colour)
    path = canvas.beginPath()
    for corner in mark.corners:
        path.rect(*corner, mark.side, mark.side)
    canvas.drawPath(path, fill=1, stroke=0)


def _text_line(canvas: Any, mark: TextLine) -> None:
    _ink(canvas, mark.colour)
    x = mark.x - text_width(mark.text, mark.size, mark.bold) * {MIDDLE: 0.5, RIGHT: 1.0}.get(
        mark.align, 0.0
    )
    for piece, font in split_by_font(mark.text, mark.bold):
        canvas.setFont(font, mark.size)
        canvas.drawString(x, mark.y, piece)
        x += canvas.stringWidth(piece, font, mark.size)


def _mark_group(canvas: Any, mark: MarkGroup) -> None:
    canvas.saveState()
    canvas.translate(mark.x, mark.y)
    # The library turns anticlockwise.
    canvas.rotate(-mark.turn)
    canvas.scale(mark.scale, mark.scale)
    if mark.clip is not None:
        left, bottom, right, top = mark.clip
        path = canvas.beginPath()
        path.rect(left, bottom, right - left, top - bottom)
        canvas.clipPath(path, stroke=0, fill=0)
    _draw(canvas, mark.marks)
    canvas.restoreState()


_DRAWERS: Final[dict[type, Any]] = {
    Fill: _fill,
    Rectangle: _rectangle,
    Stroke: _stroke,
    Circle: _circle,
    ArcMark: _arc_mark,
    Mosaic: _mosaic,
    TextLine: _text_line,
    MarkGroup: _mark_group,
}
