"""Cards with a look of their own, such as playing cards: corner, sign and drawing.

A small card shows only those of them that can be read. Other functions return the short names of
any card, so that their callers need not know its look.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from kivy.core.text import Label as Letters
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture

from companion.content.card_art import word_of
from companion.games.scene import CardDesign, Face
from companion.ui.i18n import translated
from companion.ui.paint import letters, paint, paint_plate, paint_text
from companion.ui.theme import ART, BOLD_FONT, INK, Rgba, u
from companion.words import Text

WHOLE: Final = (54, 92)
"""Size from which a card has room for its drawing, as on the seven-inch panel; a smaller one has
corner and sign only."""
TALL: Final = 2.3
"""Height as a share of the width from which corner, sign and drawing are below each other."""
ACROSS: Final = 1.25
"""Width as a share of the height from which corner and sign are side by side."""


BESIDE: Final = (0.8, 44)
"""Width as a share of the height, and height as on the seven-inch panel, from which the drawing has
room beside corner and sign if it has none below them."""
SIGNED: Final = 40
"""Height from which a named card has room for its drawing, as on the seven-inch panel; a smaller
one has corner and sign only."""
NAMED: Final = 9.5
"""Smallest letters of a card's name and effect, as on the seven-inch panel: readable for a person
about to touch it."""
LETTERS, MAX_LINES = (16, 15, 14), 3.9
"""Sizes of letters for a card's effect, as on the seven-inch panel, and its most lines."""
SMALL_LETTERS: Final = (13, 12, 11, 10)
"""Sizes for an effect with a word that would be broken in larger letters."""
MIN_SIZE_WITH_EFFECT: Final = (60, 118)
"""Size from which a named card has room for its effect, as on the seven-inch panel."""


def figure_of(card: Face) -> str:
    """Return one or two characters for a card: its corner, or its priority."""
    return card.look.corner if card.look is not None else str(card.priority)


def card_name(card: Face) -> Text | str:
    """Return the name of a card: "ace of hearts", or its move."""
    return card.look.words if card.look is not None else word_of(card.move)


def short_name(card: Face) -> Text | str:
    """Return the shortest unique name of a card: its name, or its priority in its deck."""
    return card.look.words if card.look is not None else str(card.priority)


def kind_of(card: Face) -> Hashable:
    """Return what cards of one kind have in common: the sign in its tint, or the move."""
    return card.move if card.look is None else (card.look.sign, card.look.tint)


def paint_look(
    onto: InstructionGroup,
    look: CardDesign,
    x: float,
    y: float,
    width: float,
    height: float,
    rim: Rgba,
) -> None:
    """Paint a card of `width` × `height` pixels with its south-west corner at (x, y).

    Corner and sign are above the drawing, or large and alone.
    """
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
    onto: InstructionGroup, look: CardDesign, x: float, y: float, width: float, height: float
) -> None:
    """Paint corner and sign side by side as large as a box allows, without paper.

    Where many cards share both, the drawing is painted.
    """
    size = min(height * 1.1, width * 0.62)
    side = size * (0.9 if look.kind else 0.62)
    across = letters(translated(look.corner), size).width
    room = width - side - across
    if room < width * 0.08:
        # A corner of two characters takes more room than one.
        size, side = size * 0.78, side * 0.78
        across = letters(translated(look.corner), size).width
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
    onto: InstructionGroup, look: CardDesign, x: float, y: float, width: float, height: float
) -> None:
    """Paint the corner above the sign."""
    size = min(height * 0.6, width * (1.1 if len(look.corner) < 2 else 0.8))
    side = min(height * 0.4, width * 0.72)
    gap = max(0.0, (height - size * 0.72 - side) / 3)
    paint(onto, look.sign, x + (width - side) / 2, y + gap, side)
    paint_text(
        onto, look.corner, x + width / 2, y + gap * 2 + side + size * 0.36, size, ART[look.tint]
    )


def _paint_beside(
    onto: InstructionGroup,
    look: CardDesign,
    x: float,
    y: float,
    width: float,
    height: float,
) -> None:
    """Paint the corner above the sign on the left, and the drawing beside them."""
    left = width * 0.42
    _paint_stacked(onto, look, x, y, left, height)
    art = min(width - left * 1.06, height * 0.92)
    paint(onto, look.art, x + left + (width - left - art) * 0.4, y + (height - art) / 2, art)


def _paint_tall(
    onto: InstructionGroup, look: CardDesign, x: float, y: float, width: float, height: float
) -> None:
    """Paint corner, sign and drawing from top to bottom, each as large as the width allows."""
    size, side, art = width * (0.98 if len(look.corner) < 2 else 0.78), width * 0.44, width * 0.88
    gap, middle = (height - size * 0.72 - side - art) / 4, x + width / 2
    paint(onto, look.art, middle - art / 2, y + gap, art)
    paint(onto, look.sign, middle - side / 2, y + 2 * gap + art, side)
    paint_text(
        onto, look.corner, middle, y + 3 * gap + art + side + size * 0.36, size, ART[look.tint]
    )


def _paint_whole(
    onto: InstructionGroup, look: CardDesign, x: float, y: float, width: float, height: float
) -> None:
    """Paint corner and sign in the upper corners and the largest possible drawing below them."""
    head = min(height * 0.27, width * 0.42)
    size, side, pad = head * 1.12, head * 0.72, width * 0.06
    across = letters(translated(look.corner), size).width
    middle = y + height - head / 2 - pad * 0.4
    paint_text(onto, look.corner, x + pad + across / 2, middle, size, ART[look.tint])
    paint(onto, look.sign, x + width - pad - side, middle - side / 2, side)
    room = height - head - pad * 1.2
    art = min(width - 2 * pad, room)
    paint(onto, look.art, x + (width - art) / 2, y + pad * 0.6 + (room - art) / 2, art)


# ---- Cards with names ----


def _paint_named(
    onto: InstructionGroup, look: CardDesign, x: float, y: float, width: float, height: float
) -> None:
    """Paint corner, sign, drawing, name and effect from top to bottom, as far as there is room.

    The name is on the tint of the card.
    """
    if width >= u(MIN_SIZE_WITH_EFFECT[0]) and height >= u(MIN_SIZE_WITH_EFFECT[1]):
        effect = _effect_texture(look, width)
    else:
        effect = None
    foot = effect.height + u(3) if effect is not None else 0.0
    size = name_size(look, width)
    band = min(height * 0.3, size * 1.25) if size else 0.0
    head = min(height * 0.36, max(width * 0.42, min(width * 0.58, u(24))))
    art = max(1.0, min(width * 0.96, height - foot - band - head * 0.62))
    middle = x + width / 2
    if effect is not None:
        onto.add(Color(*INK))
        onto.add(
            Rectangle(
                texture=effect,
                size=effect.size,
                pos=(round(middle - effect.width / 2), round(y + u(1))),
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
    onto: InstructionGroup, look: CardDesign, x: float, y: float, width: float, head: float
) -> None:
    """Paint corner and sign at the upper edge, each on a piece of paper over the drawing."""
    size, side = head * 1.16, head * 0.62
    across = max(letters(translated(look.corner), size).width, size * 0.4)
    paint_plate(
        onto, x, y + head * 0.04, across + width * 0.16, head * 0.96, ART["card"], head * 0.2
    )
    paint_text(
        onto, look.corner, x + width * 0.08 + across / 2, y + head * 0.5, size, ART[look.tint]
    )
    # A small card has room for one of them, and its tint shows its kind.
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


def name_size(look: CardDesign, width: float) -> float:
    """Return the letter size in pixels for the name on a card so wide; 0 if it is unreadable."""
    largest = min(width * 0.24, u(22))
    across = letters(translated(look.words), largest).width
    size = largest if across <= width * 0.94 else largest * width * 0.94 / across
    return size if size >= u(NAMED * 10) / 10 else 0.0


def _effect_texture(look: CardDesign, width: float) -> Texture | None:
    """Return the picture of a card's effect in the largest letters that fit, None without one.

    No word is broken as long as letters can be smaller.
    """
    if not look.about:
        return None
    words, room = translated(look.about), round(width - u(4))
    for size in (*LETTERS, *SMALL_LETTERS):
        picture = _paragraph(words, round(u(size)), room)
        if max(letters(word, round(u(size))).width for word in words.split()) > room:
            continue
        if picture.height <= MAX_LINES * u(size) or size <= LETTERS[-1]:
            break
    return picture


@lru_cache(maxsize=128)
def _paragraph(words: str, size: float, width: float) -> Texture:
    """Return the picture of a text wrapped to a width in pixels; it is white, to be coloured."""
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
