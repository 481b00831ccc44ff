"""All that is known about one thing: the map beside a list of facts, each with what shows it and the number of its rule.

The map can be touched for more, so that one look leads to the next; one touch on Back leads to the very instruction from which it was opened.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.graphics import Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.art import Shape
from companion.session.pages.facts import FactRow, FactsPage, asked_about
from companion.session.view import View
from companion.ui.paint import paint
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import (
    ART,
    BODY,
    BOLD_FONT,
    BRASS_LIGHT,
    IVORY,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    lying,
    u,
)
from companion.ui.widgets.badge import paint_token
from companion.ui.widgets.cards.card import paint_card
from companion.ui.widgets.map.board_picture import FINER
from companion.ui.widgets.panel import Plate, put
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.text import Words, text_height
from companion.words import NOTHING, text

PAD, SIDE, RULE = 8, 46, 104
"""Room around the words, side of what shows a fact, and room for the number of its rule, as on the seven-inch panel."""


class FactLine:
    """One fact as a row of the list."""

    def __init__(self, row: FactRow) -> None:
        """For a fact of the page."""
        self.row = row
        self.pictured = row.sign is not None or row.card is not None or bool(row.art)

    def inner(self, width: float) -> float:
        """What is left for the words, in pixels."""
        return max(1.0, width - 2 * u(PAD) - (u(SIDE + PAD) if self.pictured else 0))

    def head(self, width: float) -> float:
        """The height in pixels of the head, beside which the rule's number stands."""
        return text_height(
            self.row.title, BODY, self.inner(width) - (u(RULE) if self.row.rule else 0), BOLD_FONT
        )

    def wanted(self, width: float) -> float:
        """The height in pixels."""
        words = text_height(self.row.words, SMALL, self.inner(width))
        high = self.head(width) + (words + u(3) if words else 0)
        return max(high, u(SIDE) if self.pictured else 0) + 2 * u(PAD)

    def widget(self) -> Widget:
        """Its plate."""
        return FactPlate(self)


class FactPlate(Widget):
    """A fact as it is drawn: sign, card or art, the head, the number of the rule, and the words."""

    def __init__(self, about: FactLine, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        row, self.about = about.row, about
        self.plate, self.picture = Plate(PANEL), InstructionGroup()
        self.title = Words(row.title, BODY, bold=True, tint=BRASS_LIGHT, upright="top", least=18)
        rule = text("rule {rule}", rule=row.rule) if row.rule else NOTHING
        self.rule = Words(rule, SMALL, tint=SAND, align="right", upright="top", least=18)
        self.words = Words(row.words, SMALL, tint=IVORY, upright="top", least=18)
        self.canvas.add(self.plate)
        self.canvas.after.add(self.picture)
        for widget in (self.title, self.rule, self.words):
            self.add_widget(widget)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        pad, about = u(PAD), self.about
        self.plate.tint(PANEL, SEAM)
        self.plate.place(*self.pos, *self.size)
        left, top = (
            self.x + pad + (u(SIDE + PAD) if about.pictured else 0),
            self.y + self.height - pad,
        )
        head, inner, rule = (
            about.head(self.width),
            about.inner(self.width),
            u(RULE) if about.row.rule else 0,
        )
        put(self.title, left, top - head, inner - rule, head)
        put(self.rule, left + inner - rule, top - u(BODY), rule, u(BODY))
        put(self.words, left, self.y + pad, inner, max(1.0, top - head - u(3) - self.y - pad))
        self._show(self.x + pad, top - u(SIDE), u(SIDE))

    def _show(self, x: float, y: float, side: float) -> None:
        row = self.about.row
        self.picture.clear()
        if row.card is not None:
            paint_card(self.picture, row.card, x + side * 0.16, y, side * 0.68, side)
        elif row.art:
            self.picture.add(Color(1, 1, 1))
            self.picture.add(
                Rectangle(texture=art_texture(row.art, round(side)), pos=(x, y), size=(side, side))
            )
        elif row.sign is not None:
            paint_token(self.picture, row.sign.name, row.sign.colour, row.sign.shape, x, y, side)


@lru_cache(maxsize=64)
def art_texture(shapes: tuple[Shape, ...], side: int) -> Texture:
    """What lies on a square as a picture of that square alone: a beam reaches far beyond it."""
    # Painted finer than it is shown, since a picture off the screen has no smooth edges of its own.
    grain = FINER * side
    picture = Fbo(size=(grain, grain))
    picture.add(Color(*ART["floor"]))
    picture.add(Rectangle(size=(grain, grain)))
    paint(picture, shapes, 0, 0, grain)
    picture.draw()
    texture: Texture = picture.texture
    return texture


class FactsScreen(MapScreen):
    """The facts beside the map; a touch on the map tells about what is there."""

    def make(self, view: View) -> Widget:
        """A list to be filled."""
        self.roll = Roll(gap=5)
        self.map.lively = False
        self.map.ask = lambda found: self.send(asked_about(found))
        self._asked: object = None
        return self.roll

    def map_share(self) -> float:
        """Lying as much as in play, so that the same squares are in sight; upright the words want more room."""
        return super().map_share() if lying() else 0.4

    def show(self, view: View) -> None:
        """Another subject begins at its top."""
        page = body_of(view, FactsPage)
        offset = self.roll.offset if page.asked == self._asked else 0.0
        self._asked = page.asked
        self.roll.show([FactLine(row) for row in page.rows], offset)


SCREEN = FactsScreen
