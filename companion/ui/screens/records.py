"""The people of the table: a list, and figures, curves and album of one of them."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.session.messages import Message, Notice
from companion.session.pages.records import (
    ALBUM,
    CURVES,
    FIGURES,
    AddPerson,
    Browse,
    DropPerson,
    FigureRow,
    OpenName,
    ProposeDrop,
    RecordsPage,
    RenamePerson,
)
from companion.session.view import View
from companion.ui.layout import arrange, hbox, split, vbox, with_size
from companion.ui.screens.base import OverlaidScreen, PageOver, Place, body_of
from companion.ui.theme import (
    BODY,
    GAP,
    IVORY,
    SAND,
    SMALL,
    TOUCH,
    Rgba,
    is_landscape,
    u,
)
from companion.ui.widgets.button import DANGER, QUIET, ChoiceButton, PushButton
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import ColumnBox, RowBox, add_all, toggle_child
from companion.ui.widgets.people_list import name_rows
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import Text, text

PEOPLE, PEOPLE_UPRIGHT = 0.27, 0.25
"""Share of the width for the list, and of the height in an upright window, where twelve curves need
the rest."""
ADD, PIN, RENAME = "add", "PIN", "rename"
"""The pages with keys over this one."""
LEAVES: Final = ((FIGURES, text("Figures")), (CURVES, text("Curves")), (ALBUM, text("Album")))


class FigureTable(GridLayout):
    """A line for each counter: title, sum, most in one game; in two columns if landscape."""

    def __init__(self, rows: tuple[FigureRow, ...], **rest: Any) -> None:
        super().__init__(cols=2 if is_landscape() else 1, spacing=u(3 * GAP), **rest)
        half = -(-len(rows) // 2) if is_landscape() else len(rows)
        for part in (rows[:half], rows[half:]) if is_landscape() else (rows,):
            column = ColumnBox(gap=2)
            column.add_widget(self._line("", text("Total"), text("Most"), SAND, False))
            for row in part:
                column.add_widget(self._line(row.title, str(row.total), str(row.most), IVORY, True))
            # Both columns have as many lines.
            for _ in range(half - len(part)):
                column.add_widget(Widget(size_hint_max_y=u(44)))
            self.add_widget(column)

    @staticmethod
    def _line(
        title: Text | str, total: Text | str, most: Text | str, tint: Rgba, bold: bool
    ) -> RowBox:
        row = RowBox(gap=4, size_hint_max_y=u(44))
        add_all(
            row,
            Label(title, SMALL, tint=SAND, least=15, size_hint_x=2.4),
            Label(total, BODY if bold else SMALL, bold=bold, align="right", tint=tint, least=15),
            Label(most, BODY if bold else SMALL, bold=bold, align="right", tint=tint, least=15),
        )
        return row


class RecordsScreen(OverlaidScreen):
    """The list with a button for a new person, the leaves, and the open leaf."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        self._typing: PageOver[Widget] | None = None
        """The keyboard for a new person, or the keys for a PIN."""
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """Make the parts; the open leaf is made later."""
        self.scroll_list = ScrollList(gap=6)
        self.add = PushButton(
            text("New person"), self._type, kind=QUIET, symbol="person", size=SMALL
        )
        self.leaves = {
            leaf: ChoiceButton(label, partial(self._turn, leaf), size=SMALL)
            for leaf, label in LEAVES
        }
        self.rename = PushButton(text("Rename"), self._retype, kind=QUIET, size=SMALL)
        self.drop = PushButton(
            text("Delete"), self.send, ProposeDrop(True), kind=DANGER, size=SMALL
        )
        self.place = Place()
        self._held: RecordsPage | None = None
        content = Widget()
        add_all(content, self.scroll_list, self.add, self.place)
        return content

    def show(self, view: View) -> None:
        """Show other people, or something else about one of them."""
        page = body_of(view, RecordsPage)
        open_page = page.person is not None
        for widget in (*self.leaves.values(), self.rename, self.drop):
            toggle_child(self.content, widget, open_page)
        self.show_over(PageOver(RENAME, self._new_name) if page.naming else self._typing)
        if page == self._held:
            return
        before, self._held = self._held, page
        if before is None or before.people != page.people:
            self.names = {
                row.number: ChoiceButton(row.name, partial(self._browse, row.number), size=BODY)
                for row in page.people
            }
            for row in page.people:
                self.names[row.number].chosen = row.chosen
            self.scroll_list.show(
                name_rows(list(self.names.values()), 1 if is_landscape() else 2),
                self.scroll_list.offset,
            )
        for leaf, button in self.leaves.items():
            button.chosen = leaf == page.leaf
        self.place.hold(self._make_content(page))

    def _make_content(self, page: RecordsPage) -> Widget:
        """Return the content below the leaves."""
        if page.person is None:
            return Widget()
        if page.asked:
            # The button that deletes is in another place.
            drop, name = DropPerson(page.person.number), page.person.name
            return Dialog(
                page.asked,
                PushButton(
                    text("Delete {name}", name=name), self.send, drop, kind=DANGER, size=SMALL
                ),
                PushButton(text("Keep"), self.send, ProposeDrop(False), kind=QUIET, size=SMALL),
                note=text("This cannot be undone."),
            )
        if page.leaf == ALBUM:
            from companion.ui.widgets.album import album_rows

            scroll_list = ScrollList(gap=6)
            scroll_list.show(album_rows(page.album), 0.0)
            return scroll_list
        if page.leaf == CURVES:
            from companion.ui.widgets.curve import NO_CURVE, CurvePlate

            number = page.person.number
            if page.curve is not None:
                return CurvePlate(page.curve, self.send, Browse(number, CURVES), large=True)
            if not page.curves:
                return Label(NO_CURVE, BODY, tint=SAND, align="center")
            grid = GridLayout(cols=3 if is_landscape() else 2, spacing=u(6))
            add_all(
                grid,
                *(
                    CurvePlate(curve, self.send, Browse(number, CURVES, curve.key))
                    for curve in page.curves
                ),
            )
            return grid
        if page.figures:
            return FigureTable(page.figures)
        return Label(text("The figures of a game are shown here."), BODY, tint=SAND, align="center")

    def arrange(self, *_: object) -> None:
        """Place the list with its button left or above; the leaves over the content."""
        super().arrange()
        leaves, deeds = tuple(self.leaves.values()), (self.rename, self.drop)
        opened = vbox(
            *(
                with_size(hbox(*buttons), u(TOUCH))
                for buttons in ([leaves + deeds] if is_landscape() else [leaves, deeds])
            ),
            self.place,
        )
        people = vbox(self.scroll_list, with_size(self.add, u(TOUCH + 4)))
        arrange(split(people, opened, PEOPLE if is_landscape() else PEOPLE_UPRIGHT), self.content)

    def _browse(self, number: int) -> None:
        self.send(Browse(number, body_of(self.view, RecordsPage).leaf))

    def _turn(self, leaf: str) -> None:
        person = body_of(self.view, RecordsPage).person
        if person is not None:
            self.send(Browse(person.number, leaf))

    def _type(self) -> None:
        """Show the keyboard for a new person."""

        def keyboard() -> Widget:
            # Imported late, since it is rarely needed.
            from companion.ui.widgets.keyboard import NamePage

            return NamePage(
                "",
                "",
                lambda name: self._uncover_and_send(AddPerson(name)),
                self._uncover,
                title=text("Name of the new person"),
            )

        self._cover(PageOver(ADD, keyboard))

    def _cover(self, page: PageOver[Widget] | None) -> None:
        self._typing = page
        self.update(self.view)

    def _uncover(self) -> None:
        self._cover(None)

    def _uncover_and_send(self, message: Message) -> None:
        self._uncover()
        self.send(message)

    def _retype(self) -> None:
        """Ask for another name, after the PIN of the person's seat, if it has one."""
        page = body_of(self.view, RecordsPage)
        if page.person is None:
            return
        person, owner = page.person.number, page.owner
        if owner is None:
            self.send(OpenName(person))
            return

        def keys() -> Widget:
            from companion.ui.widgets.keyboard import PinPage

            return PinPage(
                (*owner,),
                lambda pin: self._uncover_and_send(OpenName(person, pin)),
                self._uncover,
            )

        self._cover(PageOver(PIN, keys))

    def _new_name(self) -> Widget:
        """Return the keyboard for another name of the open person."""
        from companion.ui.widgets.keyboard import NamePage

        page = body_of(self.view, RecordsPage)
        assert page.person is not None
        number, name = page.person.number, page.person.name
        leave = Browse(number, page.leaf, page.curve.key if page.curve is not None else "")
        return NamePage(
            name,
            name,
            lambda said: self.send(RenamePerson(number, said)),
            lambda: self.send(leave),
            title=text("New name of {name}", name=name),
        )

    def _show_notice(self, notice: Notice | Text | str) -> None:
        """Show a notice, but not over the keys of a page above."""
        super()._show_notice(notice)
        if self.over is not None:
            toggle_child(self, self.notice, False)


SCREEN = RecordsScreen
