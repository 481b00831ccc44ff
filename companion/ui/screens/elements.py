"""What can be on the boards: a list to be touched, beside the map on which the thing that was touched is at work in a tiny example."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from companion.session.pages.elements import ElementsPage, ExhibitRow
from companion.session.view import View
from companion.ui.layout import fixed, lay, vbox
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.screens.facts import RULE, art_texture
from companion.ui.theme import (
    BODY,
    BOLD_FONT,
    BRASS_LIGHT,
    IVORY,
    PANEL,
    RAISED,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    Rgba,
    lying,
    u,
)
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.panel import fill, put
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.text import Words, text_height

PAD, SIDE = 8, 46
"""Room around, and the side of a thing's drawing, as on the seven-inch panel."""
TOLD: Final = 84
"""Height of what is said about the picture, likewise."""


class ExhibitLine:
    """A thing as a row of the list."""

    def __init__(self, row: ExhibitRow, do: Callable[[], object]) -> None:
        """`do` is called when it is touched."""
        self.row, self.do = row, do

    def inner(self, width: float) -> float:
        """What is left for the words, in pixels."""
        return max(1.0, width - 3 * u(PAD) - u(SIDE))

    def head(self, width: float) -> float:
        """The height of its name, beside which the rule's number stands."""
        return text_height(
            self.row.exhibit.known.title, BODY, self.inner(width) - u(RULE), BOLD_FONT
        )

    def wanted(self, width: float) -> float:
        """The height in pixels; what it does is said of the one that is shown."""
        words = (
            text_height(self.row.exhibit.known.words, SMALL, self.inner(width)) + u(3)
            if self.row.chosen
            else 0
        )
        return max(u(TOUCH), u(SIDE) + 2 * u(PAD), self.head(width) + words + 2 * u(PAD))

    def widget(self) -> Widget:
        """Its plate."""
        return ExhibitPlate(self)


class ExhibitPlate(Pressable):
    """A thing as it is drawn: its drawing, its name, the number of the rule, and for the one that is shown what it does."""

    def __init__(self, about: ExhibitLine, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        known, self.about, self.picture = about.row.exhibit.known, about, InstructionGroup()
        self.title = Words(known.title, BODY, bold=True, tint=BRASS_LIGHT, least=18)
        self.rule = Words(known.rule, SMALL, tint=SAND, align="right", upright="top", least=18)
        self.words = Words(known.words, SMALL, tint=IVORY, upright="top", least=18)
        super().__init__(about.do, **rest)
        self.canvas.after.add(self.picture)
        self.chosen = about.row.chosen
        fill(self, self.title, self.rule, *([self.words] if self.chosen else []))

    def tints(self) -> tuple[Rgba, Rgba]:
        """The one that is shown is lit at its rim: its words are to be read."""
        return (RAISED, BRASS_LIGHT) if self.chosen else (PANEL, SEAM)

    def place(self) -> None:
        """Drawing on the left, name and rule beside it, what it does below them."""
        pad, side, about = u(PAD), u(SIDE), self.about
        left, top, inner = (
            self.x + 2 * pad + side,
            self.y + self.height - pad,
            about.inner(self.width),
        )
        head = about.head(self.width) if self.chosen else self.height - 2 * pad
        put(self.title, left, top - head, inner - u(RULE), head)
        put(self.rule, left + inner - u(RULE), top - u(BODY), u(RULE), u(BODY))
        put(self.words, left, self.y + pad, inner, max(1.0, top - head - u(3) - self.y - pad))
        self.picture.clear()
        if about.row.exhibit.known.art:
            self.picture.add(Color(1, 1, 1))
            self.picture.add(
                Rectangle(
                    texture=art_texture(about.row.exhibit.known.art, round(side)),
                    pos=(self.x + pad, top - side),
                    size=(side, side),
                )
            )


class ElementsScreen(MapScreen):
    """The example on the map, what happens in it, and the list."""

    whole = True

    def make(self, view: View) -> Widget:
        """Words over a list."""
        self.told, self.roll = Sentence(BODY, least=18), Roll(gap=5)
        self._rows: tuple[ExhibitRow, ...] = ()
        self._sought: ExhibitLine | None = None
        content = Widget()
        fill(content, self.told, self.roll)
        return content

    def map_share(self) -> float:
        """Half of the room: the boards are tiny."""
        return 0.46 if lying() else 0.42

    def show(self, view: View) -> None:
        """Another picture, or another thing, which is brought into sight."""
        page = body_of(view, ElementsPage)
        names = {sign.name: sign.colour for sign in view.signs.values()}
        self.told.say(page.told[0] if page.told else "", names)
        if page.rows == self._rows:
            self._sought = None
        else:
            self._rows = page.rows
            self._lines = [ExhibitLine(row, partial(self.send, row.tells)) for row in page.rows]
            self.roll.show(self._lines, self.roll.offset)
            self._sought = next(line for line in self._lines if line.row.chosen)

    def arrange(self, *_: Any) -> None:
        """What happens stands on top."""
        super().arrange()
        lay(vbox(fixed(self.told, u(TOLD)), self.roll, gap=u(PAD)), self.content)
        # Only now it is known how many rows are in sight; the window may yet grow to its size.
        if self._sought is not None:
            self.roll.reach(self._sought)


SCREEN = ElementsScreen
