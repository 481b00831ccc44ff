"""Program cards as they lie on the screen: the move as a big sign, its word, and the priority in large figures [4]."""
from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, RoundedRectangle, Translate
from kivy.uix.widget import Widget

from companion.content.card_art import MOVE_ART, MOVE_TINTS, MOVE_WORDS
from companion.session.view import CardPicture
from companion.ui.paint import paint_symbol, paint_text
from companion.ui.theme import ART, BRASS_LIGHT, INK, NIGHT, Rgba, rgba, u

BANDS: Final[dict[str, Rgba]] = {move: rgba(code) for move, code in MOVE_TINTS.items()}
"""The tint of each move's band."""


def paint_card(onto: InstructionGroup, card: CardPicture, width: float, height: float, rim: Rgba = NIGHT) -> None:
    """Paint a card of `width` × `height` pixels with its south-west corner at the origin; whoever calls moves the origin.

    Letters and sign are as large as either side of the card allows, so that it may have any proportions.
    """
    edge, radius = max(1.5, u(2)), min(width, height) * 0.1
    onto.add(Color(*rim))
    onto.add(RoundedRectangle(pos=(0, 0), size=(width, height), radius=[radius]))
    onto.add(Color(*ART["paper"]))
    onto.add(RoundedRectangle(pos=(edge, edge), size=(width - 2 * edge, height - 2 * edge), radius=[radius - edge / 2]))
    band = min(height * 0.19, width * 0.42)
    onto.add(Color(*BANDS[card.move]))
    top = [radius - edge / 2, radius - edge / 2, 0, 0]
    onto.add(RoundedRectangle(pos=(edge, height - edge - band), size=(width - 2 * edge, band), radius=[(r, r) for r in top]))
    paint_text(onto, MOVE_WORDS[card.move], width / 2, height - edge - band / 2, min(band * 0.84, width * 0.29), INK)
    foot = min(height * 0.29, width * 0.58)
    paint_text(onto, str(card.priority), width / 2, edge + foot * 0.46, foot * 1.02, INK)
    side = min(width * 0.82, height - band - foot - 2 * edge - height * 0.03)
    middle = (edge + foot + height - edge - band) / 2
    paint_symbol(onto, MOVE_ART[card.move], (width - side) / 2, middle - side / 2, side, INK, ART["paper"])


class CardFace(Widget):
    """One card that can be moved about; moving it redraws nothing."""

    def __init__(self, card: CardPicture, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(size_hint=(None, None), **rest)
        self.card, self._place = card, Translate(0, 0)
        self._shadow, self._drawing = InstructionGroup(), InstructionGroup()
        # A card follows the finger: only the matrix changes, and letters and shapes are not painted again.
        for instruction in (PushMatrix(), self._place, self._shadow, self._drawing, PopMatrix()):
            self.canvas.add(instruction)
        self._lifted = False
        self.bind(pos=self._move, size=self._draw)

    def lift(self, lifted: bool) -> None:
        """Show it as held in the hand, or laid down."""
        if lifted != self._lifted:
            self._lifted = lifted
            self._draw()

    def _move(self, *_: Any) -> None:
        self._place.xy = self.pos

    def _draw(self, *_: Any) -> None:
        """Paint it with its corner at the origin; a lifted one has a bright rim and a shadow on what is below."""
        self._shadow.clear()
        self._drawing.clear()
        if self._lifted:
            self._shadow.add(Color(0, 0, 0, 0.55))
            self._shadow.add(RoundedRectangle(pos=(u(7), -u(9)), size=self.size, radius=[u(10)]))
        paint_card(self._drawing, self.card, *self.size, rim=BRASS_LIGHT if self._lifted else NIGHT)
