"""The rules: a list of topics or the paragraphs of one, and a code for phones beside it."""

from __future__ import annotations

from typing import Final

from kivy.uix.widget import Widget

from companion.session.pages.rulebook import RulebookPage
from companion.session.view import View
from companion.ui.screens.base import Screen, body_of
from companion.ui.screens.howto import ListAndLink
from companion.ui.theme import BODY, BRASS_LIGHT, IVORY, SAND
from companion.ui.widgets.rows import ListRow, RowText, Stacked
from companion.words import text

INDENT: Final = 24
"""The indent of the parts of a topic, as on the seven-inch panel."""


class RulebookScreen(Screen):
    """One panel over the whole page."""

    def make(self, view: View) -> Widget:
        self.panel = ListAndLink(0.3)
        self.scroll_list = self.panel.scroll_list
        self._shown: RulebookPage | None = None
        return self.panel

    def show(self, view: View) -> None:
        """Show topics or paragraphs; another topic begins at its top."""
        page = body_of(view, RulebookPage)
        if page == self._shown:
            return
        self._shown = page
        rows = []
        for row in page.topics:
            title = RowText(row.title, BODY, SAND if row.part else IVORY, bold=not row.part)
            pad = (INDENT if row.part else 8, 13)
            rows.append(ListRow(title, pad=pad, send=self.send, message=row.leads))
        sought: ListRow | None = None
        for at, one in enumerate(page.paragraphs):
            asked = at == page.chosen
            if asked and page.why:
                head = text("Rule {rule} in short", rule=page.rule)
                short = RowText(head, BODY, BRASS_LIGHT, bold=True), RowText(page.why, BODY)
                rows.append(sought := ListRow(Stacked(short)))
            number = (RowText(one.number, BODY, BRASS_LIGHT, bold=True),) if one.number else ()
            rows.append(ListRow(Stacked((*number, RowText(one.words, BODY))), chosen=asked))
            sought = sought or (rows[-1] if asked else None)
        self.panel.sought = sought
        self.panel.show(rows, 0.0, page.link, page.typed)


SCREEN = RulebookScreen
