"""Many groups of choices as a list with their values; beside or below it the one that is open."""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.choices import ChoiceGroup
from companion.ui.layout import arrange, split
from companion.ui.theme import BODY, BRASS_LIGHT, SMALL, is_landscape
from companion.ui.widgets.choice_groups import GroupRows
from companion.ui.widgets.choice_plate import Say, Signs
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.rows import ListRow, RowText
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import Text, facts

SHARE, UPRIGHT = 0.4, 0.56
"""Share of the list: of the width, and of the height in an upright window."""


def value_of(group: ChoiceGroup) -> Text | str:
    """Return what is chosen in a group, in words."""
    return group.value or facts([choice.label for choice in group.choices if choice.chosen])


class SettingColumns(Widget):
    """The list and the open group; `show` fills both."""

    def __init__(self, say: Say, **rest: Any) -> None:
        """Call `say` with a touched choice of the open group."""
        super().__init__(**rest)
        self.opened = 0
        self.titles, self.open_group = ScrollList(gap=4), ScrollList()
        self._rows: Final = GroupRows(say)
        self._groups: tuple[ChoiceGroup, ...] = ()
        self._signs: Signs = {}
        add_all(self, self.titles, self.open_group)
        self.bind(pos=self._place, size=self._place)

    def show(self, groups: tuple[ChoiceGroup, ...], signs: Signs) -> None:
        """Show other groups; the same one stays open as long as it is there."""
        title = self._groups[self.opened].title if self._groups else None
        self._groups, self._signs = groups, signs
        self.opened = next((at for at, group in enumerate(groups) if group.title == title), 0)
        self._show()

    def open(self, number: int) -> None:
        """Show the choices of another group."""
        self.opened = number
        self.open_group.offset = 0.0
        self._show()

    def _show(self) -> None:
        rows = tuple(
            ListRow(
                (
                    RowText(group.title, BODY, bold=True),
                    RowText(value_of(group), SMALL, BRASS_LIGHT),
                ),
                pad=(10, 4),
                chosen=at == self.opened,
                send=self.open,
                message=at,
            )
            for at, group in enumerate(self._groups)
        )
        self.titles.show(rows, self.titles.offset)
        opened = self._rows.rows(self._groups[self.opened : self.opened + 1], self._signs)
        self.open_group.show(opened, self.open_group.offset)

    def _place(self, *_: Any) -> None:
        share = SHARE if is_landscape() else UPRIGHT
        arrange(split(self.titles, self.open_group, share), self)
