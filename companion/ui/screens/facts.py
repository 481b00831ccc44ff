"""All facts about one subject: the map beside a list of facts with pictures and rule numbers.

A touch on the map leads to more facts; one touch on Back leads to the instruction from which the
page was opened.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kivy.graphics import Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.art import Shape
from companion.named_tuples import NamedTuple
from companion.session.pages.facts import FactRow, FactsPage
from companion.session.view import View
from companion.ui.paint import paint
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import ART, forget_with_look, is_landscape
from companion.ui.widgets.cards.card import CardLead
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.map.board_picture import FINER
from companion.ui.widgets.rows import (
    Lead,
    ListRow,
    PieceLead,
    RowText,
    titled,
    with_signs,
)
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import NOTHING, text

SIDE: Final = 46
"""Side of the picture of a fact, as on the seven-inch panel."""


class ArtLead(NamedTuple):
    """A drawing of the elements of a square, left of the words about them."""

    art: tuple[Shape, ...]

    def paint(self, onto: InstructionGroup, x: float, y: float, side: float) -> None:
        onto.add(Color(1, 1, 1))
        onto.add(
            Rectangle(texture=art_texture(self.art, round(side)), pos=(x, y), size=(side, side))
        )


def fact_row(row: FactRow, send: Send | None = None) -> ListRow:
    """Return a fact as a row of a list: picture, head, number of its rule, and words.

    With `send` a touch shows the full rule, where there is one.
    """
    lead: Lead | None = (
        CardLead(row.card)
        if row.card is not None
        else ArtLead(row.art)
        if row.art
        else PieceLead(*row.sign)
        if row.sign is not None
        else None
    )
    words = (RowText(row.words),) if row.words else ()
    leads = row.leads if send is not None else None
    if leads is not None:
        rule = text("rule {rule} ›", rule=row.rule)
    elif row.rule:
        rule = text("rule {rule}", rule=row.rule)
    else:
        rule = NOTHING
    return ListRow(
        with_signs(
            (titled(row.title, rule), *words),
            () if lead is None else (lead,),
            0 if lead is None else SIDE,
        ),
        send=None if leads is None else send,
        message=leads,
    )


@lru_cache(maxsize=64)
def art_texture(shapes: tuple[Shape, ...], side: int) -> Texture:
    """Return the content of a square as a picture, cut off at its sides: beams reach further."""
    # Painted finer than it is shown, since pictures off the screen have no smooth edges.
    grain = FINER * side
    picture = Fbo(size=(grain, grain))
    picture.add(Color(*ART["floor"]))
    picture.add(Rectangle(size=(grain, grain)))
    paint(picture, shapes, 0, 0, grain)
    picture.draw()
    texture: Texture = picture.texture
    return texture


forget_with_look(art_texture.cache_clear)


class FactsScreen(MapScreen):
    """The facts beside the map; a touch on the map tells about that square."""

    def make(self, view: View) -> Widget:
        """Make an empty list."""
        self.scroll_list = ScrollList(gap=5)
        self.map.lively = False
        self.map.asks = True
        self._asked: object = None
        return self.scroll_list

    def map_share(self) -> float:
        """Return the share of play if landscape, for the same view; upright more for words."""
        return super().map_share() if is_landscape() else 0.4

    def show(self, view: View) -> None:
        """Show the facts; another subject begins at its top."""
        page = body_of(view, FactsPage)
        offset = self.scroll_list.offset if page.asked == self._asked else 0.0
        self._asked = page.asked
        self.scroll_list.show([fact_row(row, self.send) for row in page.rows], offset)


SCREEN = FactsScreen
