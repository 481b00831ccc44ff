"""The choice of a person for a seat: a guest, somebody who is saved, or a new name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.session.lobby.people_messages import SitDown
from companion.session.pages.records import AddPerson
from companion.session.pages.seats import PersonChoice, SeatRow
from companion.ui.theme import BODY, LARGE, SMALL, is_landscape, u
from companion.ui.widgets.badge import NamedSign
from companion.ui.widgets.button import PRIMARY, QUIET, ChoiceButton, PushButton
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.panel import Panel, add_all, head_row
from companion.ui.widgets.scroll_list import ScrollList, TileRow
from companion.words import Text, text

HIGH, PAD = 62, 8
"""Height of a name, and room around all, as on the seven-inch panel."""


def name_rows(buttons: Sequence[Widget], across: int) -> list[TileRow]:
    """Return names side by side as rows of a list."""
    return [
        TileRow(buttons[at : at + across], across, lambda: u(HIGH), gap=6)
        for at in range(0, len(buttons), across)
    ]


class PeopleList(Panel):
    """Everybody who can sit down at a seat."""

    def __init__(
        self,
        row: SeatRow,
        people: tuple[PersonChoice, ...],
        send: Send,
        leave: Callable[[], object],
        **rest: Any,
    ) -> None:
        """Make the list.

        Args:
            row: The seat.
            people: Everybody who is saved.
            send: Gets who sits down there.
            leave: Closes the list.
            rest: Arguments of a Panel.
        """
        super().__init__(pad=PAD, rivets=False, **rest)
        self._send, self._seat = send, row.seat
        self.new = PushButton(
            text("New person"), self._type, kind=QUIET, symbol="person", size=SMALL
        )
        self.done = PushButton(text("Done"), leave, kind=PRIMARY, symbol="tick", size=BODY)
        self.head = head_row(
            NamedSign(*row.sign, size=BODY, side=52),
            (self.new, 220 if is_landscape() else 150),
            (self.done, 130 if is_landscape() else 112),
        )
        self.names = {0: self._button(text("A guest"), row.person == 0, 0)}
        for one in people:
            label = (
                one.name
                if one.seat in (None, row.seat)
                else text("{name} (seat {seat})", name=one.name, seat=str(one.seat))
            )
            self.names[one.number] = self._button(label, one.number == row.person, one.number)
        self.scroll_list = ScrollList(gap=6)
        self.rows = name_rows(list(self.names.values()), 4 if is_landscape() else 2)
        self.scroll_list.show(self.rows, 0.0)
        add_all(self, self.head, self.scroll_list)

    def _button(self, label: Text | str, chosen: bool, person: int) -> ChoiceButton:
        button = ChoiceButton(label, self._send, SitDown(self._seat, person), size=LARGE)
        button.chosen = chosen
        return button

    def _type(self) -> None:
        """Show the keyboard in place of the list."""
        # Imported late, since it is rarely needed.
        from companion.ui.widgets.keyboard import NamePage

        self.clear_widgets()
        # The keys have the whole width.
        self.padding = 0
        self.add_widget(
            NamePage("", "", self._add, self._go_back, title=text("Name of the new person"))
        )

    def _add(self, name: str) -> None:
        self._send(AddPerson(name, self._seat))

    def _go_back(self) -> None:
        self.clear_widgets()
        self.padding = u(PAD)
        add_all(self, self.head, self.scroll_list)
