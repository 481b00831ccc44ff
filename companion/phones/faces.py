"""Cards on a phone, as SVG in the page: the app's own art for each card, in small.

A card is drawn on light paper even on a dark page, like a real one. Lengths are in hundredths of a
card's width.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from math import cos, pi, sin
from typing import Final

from companion.art import Arc, Caption, Disc, Line, Polygon, Shape
from companion.content.card_art import MOVE_WORDS, art_of, tint_of
from companion.games.scene import Face
from companion.press.card_look import BANDS, PALE
from companion.press.paper import INKS
from companion.words import Catalogue, Text

WIDE, HIGH, BAND = 100, 136, 32
"""The sides of a card, and the height of the band at its upper end."""
SQUARE: Final = 118
"""The height of a card without a number at its foot."""
PAPER, EDGE, INK, BACK = "#fffdf7", "#6b4a12", "#1b1712", "#3d5a80"
TINTS: Final = {**INKS, "hole": PAPER}
"""The tints on paper; "hole" shows the paper in the signs of moves."""
LETTER: Final = 0.66
"""Greatest width of a bold capital, as a share of the letters' size in any font of a phone."""


def card(face: Face, words: Catalogue) -> str:
    """Draw the face of a card, with words in a language; screen readers skip it."""
    if face.look is None:
        # A card of the common deck: its move in words and as a sign, and its priority.
        move = MOVE_WORDS.get(face.move)
        word = move.said(words) if isinstance(move, Text) else face.move.upper()
        sign, number = picture(art_of(face.move), 24, 40, 52), str(face.priority)
        title = f"{_band(tint_of(face.move))}{_letters(word, 50, 25, 20, 88)}"
        return _svg(HIGH, f"{title}{sign}{_letters(number, 50, 126, 30, 88)}")
    # A card with its own look: corner and sign in the band, and its drawing.
    look = face.look
    corner = _letters(look.corner, 24, 26, 26, 36, INKS[look.tint]) if look.corner else ""
    # Mixed with the tint of the paper: letters smaller than in print need more contrast.
    tint = BANDS.get(look.tint, PALE)
    pairs = zip(bytes.fromhex(tint[1:]), bytes.fromhex(PAPER[1:]), strict=True)
    band = _band("#" + bytes((3 * ours + 2 * paper) // 5 for ours, paper in pairs).hex())
    drawn = f"{band}{corner}{picture(look.sign, 68, 6, 23)}{picture(look.art, 14, 38, 72)}"
    return _svg(SQUARE, drawn)


def back() -> str:
    """Draw a card face down."""
    lozenge = '<path d="M50 24L82 59L50 94L18 59Z" fill="none" stroke="#fffdf7" stroke-width="7"/>'
    return _svg(
        SQUARE,
        f'<rect x="9" y="9" width="82" height="{SQUARE - 18}" rx="7" fill="{BACK}"/>{lozenge}',
    )


def _svg(high: int, drawn: str) -> str:
    plate = (
        f'<rect x="2" y="2" width="{WIDE - 4}" height="{high - 4}" rx="9" '
        f'fill="{PAPER}" stroke="{EDGE}" stroke-width="3"/>'
    )
    return f'<svg class="face" viewBox="0 0 {WIDE} {high}" aria-hidden="true">{plate}{drawn}</svg>'


def _band(tint: str) -> str:
    """Draw the band, round above and straight below."""
    corner = "a7.5 7.5 0 0 1 7.5"
    return f'<path d="M3.5 {BAND}V11{corner} -7.5H89{corner} 7.5V{BAND}Z" fill="{tint}"/>'


def _letters(said: str, x: float, y: float, size: float, room: float, ink: str = INK) -> str:
    """Draw a line of bold letters about x, compressed if it is too wide."""
    if len(said) * size * LETTER > room:
        tight = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    else:
        tight = ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="700" '
        f'text-anchor="middle" fill="{ink}"{tight}>{escape(said)}</text>'
    )


@lru_cache(maxsize=256)
def picture(shapes: tuple[Shape, ...], x: float, y: float, side: float) -> str:
    """Draw shapes of a unit square in a square with its upper left corner at (x, y)."""
    drawn = "".join(_shape(shape, TINTS[shape.colour]) for shape in shapes)
    return f'<g transform="translate({x:g} {y:g}) scale({side / 100:g})">{drawn}</g>'


def _shape(shape: Shape, ink: str) -> str:
    """Draw one shape in a square of a hundred units, y downward."""
    if isinstance(shape, Polygon):
        return f'<polygon points="{_points(shape.points)}" fill="{ink}"/>'
    if isinstance(shape, Line):
        return f'<polyline points="{_points(shape.points)}" {_stroke(ink, shape.width)}/>'
    x, y = 100 * shape.centre[0], 100 * (1 - shape.centre[1])
    if isinstance(shape, Disc):
        radius = 50 * (shape.radius + shape.hole) if shape.hole else 100 * shape.radius
        paint = _stroke(ink, shape.radius - shape.hole) if shape.hole else f'fill="{ink}"'
        return f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}" {paint}/>'
    if isinstance(shape, Arc):
        # Angles run clockwise from the top.
        radius = 100 * shape.radius
        (x1, y1), (x2, y2) = (
            (x + radius * sin(angle * pi / 180), y - radius * cos(angle * pi / 180))
            for angle in (shape.start, shape.end)
        )
        far, clockwise = int(abs(shape.end - shape.start) > 180), int(shape.end > shape.start)
        path = f"M{x1:.4g} {y1:.4g}A{radius:.4g} {radius:.4g} 0 {far} {clockwise} {x2:.4g} {y2:.4g}"
        return f'<path d="{path}" {_stroke(ink, shape.width)}/>'
    assert isinstance(shape, Caption)
    # A size is that of a capital, about seven tenths of that of the letters.
    size = 100 * shape.size / 0.72
    return (
        f'<text x="{x:.4g}" y="{y + 50 * shape.size:.4g}" font-size="{size:.4g}" font-weight="700" '
        f'text-anchor="middle" fill="{ink}">{escape(shape.text)}</text>'
    )


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{100 * x:.3g},{100 * (1 - y):.3g}" for x, y in points)


def _stroke(ink: str, width: float) -> str:
    return f'fill="none" stroke="{ink}" stroke-width="{100 * width:.4g}"'
