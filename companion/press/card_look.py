"""The face of a card with its own look: corners, its drawing, its effect, and its name in large.

A card for readers has its codes where program cards have them. Other cards have their plate from
end to end, and the same corner at the other end, upside down.
"""

from __future__ import annotations

from typing import Final

from companion.formats.reader_plan import ReaderPlan
from companion.games.scene import CardDesign, Face
from companion.press.card_face import (
    BAND,
    SIDE,
    FaceLayout,
    band_title,
    caption_foot,
    code_row,
    draw_plate,
    foot,
    layout,
)
from companion.press.letters import (
    LEADING,
    draw_centred,
    draw_paragraphs,
    fitting_size,
    text_width,
    wrap_text,
)
from companion.press.marks import BLACK, CAPITALS, Mark, MarkGroup, TextLine
from companion.press.paint import paint_shapes
from companion.press.paper import GREY, INKS

BANDS: Final = {
    "suit_red": "#f2c9c4",
    "suit_black": "#cfcdc6",
    "bronze": "#eedcae",
    "rust": "#f5c9bb",
    "moss": "#d3e2b4",
    "navy": "#c8daf0",
    "plum": "#e2cfec",
}
"""The tints of bands behind letters of a tint."""
PALE: Final = "#e4d6b4"
"""The tint behind all other letters."""
INSET: Final = 2.6
"""From the side of the plate to the parts in its band."""
LETTERS, SIGN = 8.6, 7.0
"""The sizes of the corner's letters and of its sign."""
EFFECT_SIZE, LINES = 3.3, 3
"""The size of sentences about a card's effect, and the maximum number of lines."""
SIZES: Final = (EFFECT_SIZE, 3.0, 2.75, 2.5, 2.25, 2.0, 1.8)
"""Smaller sizes for longer sentences."""
TIGHT, APART = 1.14, 0.3
"""Line and paragraph spacing of a card full of words, as shares of the letters' size."""
GAP: Final = 3.4
"""Between the large letters, one of which has a tail, and the sign below them."""


def look_face(face: Face, look: CardDesign, plan: ReaderPlan, game: str) -> tuple[Mark, ...]:
    """Draw the face of a card for readers, from the card's lower left corner.

    Raises:
        PressError: The code does not fit the row.
    """
    place, tint = layout(plan), BANDS.get(look.tint, PALE)
    if look.full:
        notes = " · ".join(map(str, look.notes))
        return (
            *draw_plate(place, tint),
            *_band(str(look.words), look, place),
            *_draw_corner_caption(look, place),
            *caption_foot(face.code, notes, tint, place, game),
            *code_row(face.code, plan),
        )
    return (
        *draw_plate(place, tint),
        *_band(str(look.about), look, place),
        *_middle(look, place),
        *foot(face.code, str(look.words), tint, place, game),
        *code_row(face.code, plan),
    )


def plain_face(look: CardDesign, plan: ReaderPlan, game: str) -> tuple[Mark, ...]:
    """Draw the face of a card for people only; its other end says the same upside down."""
    card = plan.card
    place = FaceLayout(SIDE, SIDE, card.width - SIDE, card.height - SIDE, SIDE)
    if look.full:
        return (*draw_plate(place, BANDS.get(look.tint, PALE)), *_sheet(look, place, game))
    side = place.width - 9
    x, y = (card.width - side) / 2, (card.height - side) / 2
    low = place.bottom + 4.4
    return (
        *draw_plate(place, BANDS.get(look.tint, PALE)),
        *_corner(look, place, mirrored=False),
        *_corner(look, place, mirrored=True),
        MarkGroup(_corner(look, place, mirrored=False), card.width, card.height, 180),
        *paint_shapes(look.art, x, y - 1, side),
        band_title(str(look.about), 5.4, place.width - 2 * 21, place),
        TextLine(str(look.words), place.left + INSET, low + 1.6, 3.8, GREY),
        TextLine(game, place.left + INSET, low - 1.9, 2.6, GREY),
    )


def _sheet(look: CardDesign, place: FaceLayout, game: str) -> tuple[Mark, ...]:
    """Draw the name in the band, the drawing, and all paragraphs in letters that fit."""
    left, side, room = place.left + INSET + 0.6, place.width * 0.42, place.width - 2 * INSET - 1.2
    low = place.top - BAND - 2.4 - side
    marks = (
        band_title(str(look.words).upper(), 6.4, place.width - 2 * INSET, place),
        *paint_shapes(look.art, place.middle - side / 2, low, side),
        TextLine(" · ".join((game, *map(str, look.notes))), left, place.bottom + 2.4, 2.4, GREY),
    )
    said = str(look.full).split("\n")
    for size in SIZES:
        lines = sum(len(wrap_text(paragraph, size, room)) for paragraph in said)
        if size * (lines * TIGHT + len(said) * APART) < low - place.bottom - 6.4:
            break
    top, step, gap = low - 1.4 - size, size * TIGHT, size * APART
    return (*marks, *draw_paragraphs(said, left, top, room, size, step, gap, BLACK))


def _corner(look: CardDesign, place: FaceLayout, mirrored: bool) -> tuple[Mark, ...]:
    """Draw letters and sign at the left end of the band; mirrored at its right end.

    So cards can be fanned with either hand.
    """
    y, across = place.top - BAND / 2, text_width(look.corner, LETTERS, bold=True)
    letters = place.right - INSET - across if mirrored else place.left + INSET
    sign = letters - SIGN - 0.9 if mirrored else letters + across + 0.9
    return (
        TextLine(
            look.corner, letters, y - LETTERS * CAPITALS / 2, LETTERS, INKS[look.tint], bold=True
        ),
        *paint_shapes(look.sign, sign, y - SIGN / 2, SIGN),
    )


def _band(words: str, look: CardDesign, place: FaceLayout) -> tuple[Mark, ...]:
    """Draw the effect or the name between both corners, the visible parts of fanned-out cards."""
    room = place.width - 2 * (INSET + text_width("10", LETTERS, bold=True) + SIGN + 3)
    return (
        *_corner(look, place, mirrored=False),
        *_corner(look, place, mirrored=True),
        band_title(words.upper(), 5.2, room, place),
    )


def _middle(look: CardDesign, place: FaceLayout) -> tuple[Mark, ...]:
    """Draw the drawing on the left, and large letters over the sign on the right."""
    height = place.top - BAND - place.bottom
    side, y = height - 9, place.bottom + height / 2
    right = place.left + 4.5 + side
    middle, room = (right + place.right) / 2, place.right - right - 5
    # Equally large on every card, with any number of figures in its corner.
    size = fitting_size("10", height * 0.62, room, bold=True)
    sign = room * 0.66
    high = size * CAPITALS
    top = y + (high + GAP + sign) / 2
    return (
        *paint_shapes(look.art, place.left + 4.5, y - side / 2, side),
        draw_centred(look.corner, middle, top - high / 2, size, INKS[look.tint]),
        *paint_shapes(look.sign, middle - sign / 2, top - high - GAP - sign, sign),
    )


def _draw_corner_caption(look: CardDesign, place: FaceLayout) -> tuple[Mark, ...]:
    """Draw the drawing with the corner's letters and the sort of card.

    Below the effect in words.
    """
    room, depth = place.width - 2 * INSET - 1, EFFECT_SIZE * LEADING * LINES
    letters = next(
        (
            size
            for size in SIZES
            if len(wrap_text(str(look.full), size, room)) * size * LEADING <= depth
        ),
        SIZES[-1],
    )
    lines, step = wrap_text(str(look.full), letters, room), letters * LEADING
    top, low = place.top - BAND - 2.2, place.bottom + 3.0 + depth
    side = top - low
    left, middle = place.left + INSET + 1.4, (place.left + INSET + 1.4 + side + place.right) / 2
    room = place.right - left - side - 5
    kind = str(look.kind).upper()
    size, small = (
        fitting_size("10", side * 0.92, room * 0.6, bold=True),
        fitting_size(kind, 4.6, room, bold=True),
    )
    sign = size * CAPITALS * 0.82
    across = text_width(look.corner, size, bold=True) + 2.2 + sign
    y = low + side / 2 + (small if kind else 0) * 0.66
    return (
        *paint_shapes(look.art, left, low, side),
        TextLine(
            look.corner,
            middle - across / 2,
            y - size * CAPITALS / 2,
            size,
            INKS[look.tint],
            bold=True,
        ),
        *paint_shapes(look.sign, middle + across / 2 - sign, y - sign / 2, sign),
        draw_centred(kind, middle, y - size * CAPITALS / 2 - small, small, INKS[look.tint]),
        *(
            draw_centred(
                line,
                place.middle,
                low - 0.9 - (depth - step * len(lines)) / 2 - step * (number + 0.5),
                letters,
                BLACK,
                bold=False,
            )
            for number, line in enumerate(lines)
        ),
    )
