"""Cards that bring a look of their own, such as playing cards: corner, sign and drawing, as many of them as can be read where the card is small.

Beside them what any card is called in a few letters, so that nobody asks for the look of a card but for what it says.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from kivy.core.text import Label as Letters
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture

from companion.content.card_art import word_of
from companion.games.scene import Face, Look
from companion.ui.paint import letters, paint, paint_plate, paint_text
from companion.ui.speech import said
from companion.ui.theme import ART, BOLD_FONT, INK, Rgba, u
from companion.words import Text

WHOLE: Final = (54, 92)
"""Width and height from which on a card has room for its drawing, as on the seven-inch panel; a smaller one shows corner and sign alone."""
TALL: Final = 2.3
"""Beyond this share of its width the height of a card has room for corner, sign and drawing below each other."""
ACROSS: Final = 1.25
"""Beyond this share of its height the width of a card puts corner and sign beside each other."""


BESIDE: Final = (0.8, 44)
"""The share of its height that a card is wide, and its height, likewise, from which on its drawing has
room beside corner and sign where it has none below them."""
SIGNED: Final = 40
"""Height, likewise, from which on a card that has a name has room for its drawing; a smaller one shows
corner and sign alone."""
NAMED: Final = 9.5
"""The smallest letters of a card's name and of what it does that are worth printing, likewise: read by who is about to touch it."""
LETTERS, MAX_LINES = (16, 15, 14), 3.9
"""The sizes of letters of what a card does, likewise, and how many lines of them it has at most."""
TOLD: Final = (60, 118)
"""Width and height from which on a card that has a name has room for what it does, likewise."""


def figure_of(card: Face) -> str:
    """What tells a card in a figure or two: its corner, or its priority."""
    return card.look.corner if card.look is not None else str(card.priority)


def called(card: Face) -> Text | str:
    """What a card is called: "ace of hearts", or its move."""
    return card.look.words if card.look is not None else word_of(card.move)


def short_name(card: Face) -> Text | str:
    """The same in as few letters as tell it from all others: its priority, which no other card of its deck has."""
    return card.look.words if card.look is not None else str(card.priority)


def kind_of(card: Face) -> Hashable:
    """What cards of one kind have in common: the sign in its tint, or the move."""
    return card.move if card.look is None else (card.look.sign, card.look.tint)


def paint_look(
    onto: InstructionGroup, look: Look, x: float, y: float, width: float, height: float, rim: Rgba
) -> None:
    """Paint a card of `width` × `height` pixels with its south-west corner at (x, y): corner and sign above the drawing, or large and alone."""
    edge, radius = max(1.5, u(2)), min(width, height) * 0.1
    paint_plate(onto, x, y, width, height, rim, radius)
    paint_plate(
        onto,
        x + edge,
        y + edge,
        width - 2 * edge,
        height - 2 * edge,
        ART["card"],
        radius - edge / 2,
    )
    inside = x + edge, y + edge, width - 2 * edge, height - 2 * edge
    small = width < u(WHOLE[0]) or height < u(WHOLE[1])
    if small and not look.kind and width >= height * BESIDE[0] and height >= u(BESIDE[1]):
        _paint_beside(onto, look, *inside)
    elif width > height * ACROSS:
        paint_pair(onto, look, *inside)
    elif look.kind and height >= u(SIGNED):
        _paint_named(onto, look, *inside)
    elif small:
        _paint_stacked(onto, look, *inside)
    elif height > width * TALL:
        _paint_tall(onto, look, *inside)
    else:
        _paint_whole(onto, look, *inside)


def paint_pair(
    onto: InstructionGroup, look: Look, x: float, y: float, width: float, height: float
) -> None:
    """Paint the corner and beside it the sign, both as large as a box allows, without paper; the drawing where many cards have the same of both."""
    size = min(height * 1.1, width * 0.62)
    side = size * (0.9 if look.kind else 0.62)
    across = letters(said(look.corner), size).width
    room = width - side - across
    if room < width * 0.08:
        # A corner of two figures takes more room than one.
        size, side = size * 0.78, side * 0.78
        across = letters(said(look.corner), size).width
        room = width - side - across
    left, middle = x + max(0.0, room * 0.36), y + height / 2
    paint_text(onto, look.corner, left + across / 2, middle, size, ART[look.tint])
    paint(
        onto,
        look.art if look.kind else look.sign,
        left + across + room * 0.28,
        middle - side / 2,
        side,
    )


def _paint_stacked(
    onto: InstructionGroup, look: Look, x: float, y: float, width: float, height: float
) -> None:
    """The corner above the sign."""
    size = min(height * 0.6, width * (1.1 if len(look.corner) < 2 else 0.8))
    side = min(height * 0.4, width * 0.72)
    gap = max(0.0, (height - size * 0.72 - side) / 3)
    paint(onto, look.sign, x + (width - side) / 2, y + gap, side)
    paint_text(
        onto, look.corner, x + width / 2, y + gap * 2 + side + size * 0.36, size, ART[look.tint]
    )


def _paint_beside(
    onto: InstructionGroup,
    look: Look,
    x: float,
    y: float,
    width: float,
    height: float,
) -> None:
    """The corner above the sign on the left, and the drawing beside them."""
    left = width * 0.42
    _paint_stacked(onto, look, x, y, left, height)
    art = min(width - left * 1.06, height * 0.92)
    paint(onto, look.art, x + left + (width - left - art) * 0.4, y + (height - art) / 2, art)


def _paint_tall(
    onto: InstructionGroup, look: Look, x: float, y: float, width: float, height: float
) -> None:
    """The corner over the sign, and the drawing at the foot, each as large as the width allows."""
    size, side, art = width * (0.98 if len(look.corner) < 2 else 0.78), width * 0.44, width * 0.88
    gap, middle = (height - size * 0.72 - side - art) / 4, x + width / 2
    paint(onto, look.art, middle - art / 2, y + gap, art)
    paint(onto, look.sign, middle - side / 2, y + 2 * gap + art, side)
    paint_text(
        onto, look.corner, middle, y + 3 * gap + art + side + size * 0.36, size, ART[look.tint]
    )


def _paint_whole(
    onto: InstructionGroup, look: Look, x: float, y: float, width: float, height: float
) -> None:
    """Corner and sign in the upper corners, the drawing as large as it gets below them."""
    head = min(height * 0.27, width * 0.42)
    size, side, pad = head * 1.12, head * 0.72, width * 0.06
    across = letters(said(look.corner), size).width
    middle = y + height - head / 2 - pad * 0.4
    paint_text(onto, look.corner, x + pad + across / 2, middle, size, ART[look.tint])
    paint(onto, look.sign, x + width - pad - side, middle - side / 2, side)
    room = height - head - pad * 1.2
    art = min(width - 2 * pad, room)
    paint(onto, look.art, x + (width - art) / 2, y + pad * 0.6 + (room - art) / 2, art)


# ---- Cards with names ----------------------------------------------------------------------------------------------------


def _paint_named(
    onto: InstructionGroup, look: Look, x: float, y: float, width: float, height: float
) -> None:
    """The corner and the sign above, the drawing as large as it gets, the name at the foot on its tint, and below it what the card does, each where it has room."""
    told = _told(look, width) if width >= u(TOLD[0]) and height >= u(TOLD[1]) else None
    foot = told.height + u(3) if told is not None else 0.0
    size = name_size(look, width)
    band = min(height * 0.3, size * 1.25) if size else 0.0
    head = min(height * 0.36, max(width * 0.42, min(width * 0.58, u(24))))
    art = max(1.0, min(width * 0.96, height - foot - band - head * 0.62))
    middle = x + width / 2
    if told is not None:
        onto.add(Color(*INK))
        onto.add(
            Rectangle(
                texture=told, size=told.size, pos=(round(middle - told.width / 2), round(y + u(1)))
            )
        )
    room = height - foot - band - art
    paint(
        onto,
        look.art,
        middle - art / 2,
        y + foot + band + max(0.0, min(room * 0.5, room - head * 0.62)),
        art,
    )
    if band:
        paint_plate(
            onto,
            x,
            y + foot,
            width,
            band,
            ART[look.tint],
            u(3) if foot else min(width, height) * 0.08,
        )
        paint_text(onto, look.words, middle, y + foot + band / 2, size, ART["card"])
    _paint_head(onto, look, x, y + height - head, width, head)


def _paint_head(
    onto: InstructionGroup, look: Look, x: float, y: float, width: float, head: float
) -> None:
    """The corner on the left and the sign on the right of the upper edge, each on a piece of paper over the drawing."""
    size, side = head * 1.16, head * 0.62
    across = max(letters(said(look.corner), size).width, size * 0.4)
    paint_plate(
        onto, x, y + head * 0.04, across + width * 0.16, head * 0.96, ART["card"], head * 0.2
    )
    paint_text(
        onto, look.corner, x + width * 0.08 + across / 2, y + head * 0.5, size, ART[look.tint]
    )
    # A small card has room for one of them, and its tint says its kind.
    if width - across > side * 2:
        paint_plate(
            onto,
            x + width - side * 1.12,
            y + head - side * 1.12,
            side * 1.12,
            side * 1.12,
            ART["card"],
            side * 0.2,
        )
        paint(onto, look.sign, x + width - side * 1.06, y + head - side * 1.06, side)


def name_size(look: Look, width: float) -> float:
    """The size in pixels of the letters in which a card so wide prints its name; 0 where they were too small to be read by anybody."""
    largest = min(width * 0.24, u(22))
    across = letters(said(look.words), largest).width
    size = largest if across <= width * 0.94 else largest * width * 0.94 / across
    return size if size >= u(NAMED * 10) / 10 else 0.0


def _told(look: Look, width: float) -> Texture | None:
    """The picture of what a card does, in letters as large as a few lines allow; None where that is nothing."""
    if not look.about:
        return None
    for size in LETTERS:
        picture = _paragraph(said(look.about), round(u(size)), round(width - u(4)))
        if picture.height <= MAX_LINES * u(size):
            return picture
    return picture


@lru_cache(maxsize=128)
def _paragraph(words: str, size: float, width: float) -> Texture:
    """The picture of a text wrapped to a width in pixels, white so that a tint can colour it."""
    label = Letters(
        text=words,
        font_size=size,
        font_name=BOLD_FONT,
        text_size=(width, None),
        halign="center",
        line_height=0.9,
    )
    label.refresh()
    assert label.texture is not None
    return label.texture
