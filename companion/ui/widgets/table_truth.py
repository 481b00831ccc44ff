"""What really lies in a slot of an emulated reader, and how; its bulb in the colour in which it shines.

The bulb is what the firmware makes of the lights it was told, dimming and all; the lamps of what is read above it are what it was told.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, Ellipse, InstructionGroup, PopMatrix, PushMatrix, Rotate, RoundedRectangle, Translate

from companion.session.view import CardPicture
from companion.signals import FOREIGN, HALF, SMUDGED, TURNED, WELL, LyingCard
from companion.ui.paint import paint_text
from companion.ui.speech import said
from companion.ui.theme import BRASS_LIGHT, GOOD, INK, NIGHT, SAND, SEAM, WARNING, Rgba, u
from companion.ui.widgets.card import paint_card
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.reader_slot import paint_back
from companion.ui.widgets.table_words import LIES

BRIGHT: Final = 64
"""The strongest colour that the firmware lets a bulb have, a quarter of 255 (its `CAP`); the eye sees that as full light."""
BLOTS: Final = ((0.2, 0.55, 0.34), (0.5, 0.3, 0.42), (0.42, 0.62, 0.3))
"""Dirt on a card: places and sizes as shares of its width and height."""


def bulb_tint(colour: tuple[int, int, int]) -> Rgba | None:
    """What a bulb of (red, green, blue), 0-255 each, looks like, None while it is dark; a weak light is seen as stronger than it is."""
    strongest = max(colour)
    if not strongest:
        return None
    # The eye takes a quarter of the light for half of it.
    share = min(1.0, strongest / BRIGHT) ** 0.5
    red, green, blue = (part / strongest * share for part in colour)
    return red, green, blue, 1.0


class TruthSlot(Pressable):
    """A slot of an emulated reader as it is; chosen it is the one that mischief is done to."""

    def __init__(self, number: int, do: Callable[[], object], **rest: Any) -> None:
        """`number` from 1; `do` chooses it."""
        self._number = number
        self._now: tuple[LyingCard | None, CardPicture | None, tuple[int, int, int]] = (None, None, (0, 0, 0))
        self._drawing = InstructionGroup()
        super().__init__(do, **rest)
        self.canvas.add(self._drawing)

    def show(self, lying: LyingCard | None, card: CardPicture | None, bulb: tuple[int, int, int], chosen: bool) -> None:
        """The card that lies here and its face, the bulb's colour, whether it is the slot that is chosen."""
        if ((lying, card, bulb), chosen) != (self._now, self.chosen):
            self._now, self.chosen = (lying, card, bulb), chosen
            self.draw()

    def tints(self) -> tuple[Rgba, Rgba]:
        """On the dark, so that the bulb's light is seen."""
        return NIGHT, BRASS_LIGHT if self.chosen else SEAM

    def place(self) -> None:
        """Bulb and how the card lies on the left, the card on the right."""
        lying, card, bulb = self._now
        self._drawing.clear()
        line = u(24)
        self._draw_bulb(self.x + u(20), self.y + self.height - u(20), u(22), bulb_tint(bulb))
        words = LIES.get(lying.lie, lying.lie) if lying is not None else "empty"
        tint = SAND if lying is None else GOOD if lying.lie == WELL else WARNING
        paint_text(self._drawing, words, self.x + self.width / 2, self.y + line / 2 + u(1), min(u(19), self.width / len(said(words)) * 2), tint)
        if lying is not None:
            room = self.width - u(40)
            height = max(1.0, min(self.height - line - u(8), room * 1.4))
            self._draw_card(lying, card, self.x + u(36) + (room - height / 1.4) / 2, self.y + line + u(2), height / 1.4, height)

    def _draw_bulb(self, x: float, y: float, size: float, tint: Rgba | None) -> None:
        """A bulb that glows in its tint, or a dark one."""
        shapes = ((1.0, SEAM), (0.84, NIGHT)) if tint is None else ((1.5, (*tint[:3], 0.3)), (1.0, tint))
        for share, colour in shapes:
            self._drawing.add(Color(*colour))
            self._drawing.add(Ellipse(pos=(x - size * share / 2, y - size * share / 2), size=(size * share, size * share)))

    def _draw_card(self, lying: LyingCard, card: CardPicture | None, x: float, y: float, width: float, height: float) -> None:
        """The card as it lies: half out, on its head, under blots, or a stranger; its back while cards are covered."""
        onto = self._drawing
        onto.add(PushMatrix())
        # Half in it sticks out of the slot, whose edge is painted over its foot.
        onto.add(Translate(x, y + (height * 0.3 if lying.lie == HALF else 0)))
        if lying.lie == TURNED:
            onto.add(Rotate(angle=180, origin=(width / 2, height / 2)))
        # A card of another deck may carry a code of ours; its face is another one all the same.
        if lying.code < 0:
            paint_back(onto, 0, 0, width, height * (0.7 if lying.lie == HALF else 1))
        elif card is None or lying.lie == FOREIGN:
            self._draw_stranger(width, height)
        else:
            paint_card(onto, card, width, height * (0.7 if lying.lie == HALF else 1))
        if lying.lie == SMUDGED:
            onto.add(Color(*INK[:3], 0.82))
            for across, up, size in BLOTS:
                onto.add(Ellipse(pos=(across * width, up * height), size=(size * width, size * width)))
        onto.add(PopMatrix())
        if lying.lie == HALF:
            onto.add(Color(*SEAM))
            onto.add(RoundedRectangle(pos=(x - u(3), y), size=(width + u(6), height * 0.3), radius=[u(3)]))

    def _draw_stranger(self, width: float, height: float) -> None:
        """A card of another deck."""
        self._drawing.add(Color(*SAND))
        self._drawing.add(RoundedRectangle(size=(width, height), radius=[width * 0.1]))
        paint_text(self._drawing, "?", width / 2, height / 2, height * 0.6, INK)
