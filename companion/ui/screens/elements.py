"""The elements of boards: a list to touch, beside a map with a tiny example in motion."""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.pages.elements import ElementsPage, ExhibitRow
from companion.session.view import View
from companion.ui.layout import arrange, vbox, with_size
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.screens.facts import SIDE, ArtLead
from companion.ui.theme import BODY, GAP, is_landscape, u
from companion.ui.widgets.cards.card import CardLead
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.rows import Lead, ListRow, RowText, titled, with_signs
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.sentence import Sentence

INTRO_HEIGHT: Final = 84
"""Height of the words about the picture, as on the seven-inch panel."""


class ElementsScreen(MapScreen):
    """The example on the map, its description, and the list."""

    whole = True

    def make(self, view: View) -> Widget:
        """Make words over a list."""
        self.intro, self.scroll_list = Sentence(BODY, least=18), ScrollList(gap=5)
        self._rows: tuple[ExhibitRow, ...] = ()
        self._sought: ListRow | None = None
        content = Widget()
        add_all(content, self.intro, self.scroll_list)
        return content

    def map_share(self) -> float:
        """Return half of the room, since the boards are tiny."""
        return 0.46 if is_landscape() else 0.42

    def show(self, view: View) -> None:
        """Show another picture or element, and bring it into sight."""
        page = body_of(view, ElementsPage)
        names = {sign.name: sign.colour for sign in view.signs.values()}
        self.intro.say(page.sentences[0] if page.sentences else "", names)
        if page.rows == self._rows:
            self._sought = None
        else:
            self._rows = page.rows
            lines = [self._line(row) for row in page.rows]
            self.scroll_list.show(lines, self.scroll_list.offset)
            self._sought = next(line for line in lines if line.chosen)

    def _line(self, row: ExhibitRow) -> ListRow:
        """Return an element as a row of the list; the chosen one with its description."""
        known = row.exhibit.known
        words = (RowText(known.words),) if row.chosen else ()
        leads: tuple[Lead, ...] = (
            (CardLead(known.face),)
            if known.face is not None
            else (ArtLead(known.art),)
            if known.art
            else ()
        )
        return ListRow(
            with_signs((titled(known.title, known.rule), *words), leads, SIDE),
            chosen=row.chosen,
            send=self.send,
            message=row.tells,
        )

    def arrange(self, *_: Any) -> None:
        """Place the description on top."""
        super().arrange()
        # Only examples and boards have words about their picture.
        intro_height = u(INTRO_HEIGHT) if self.view.board is not None else 0
        arrange(
            vbox(with_size(self.intro, intro_height), self.scroll_list, gap=u(GAP)), self.content
        )
        # Only now the number of rows in sight is known; the window may still grow.
        if self._sought is not None:
            self.scroll_list.reach(self._sought)


SCREEN = ElementsScreen
