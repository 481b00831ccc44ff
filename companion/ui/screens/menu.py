"""The debugging menu at one of its places, the offer to go on, the check of the table: a map beside groups of choices.

The screen knows nothing of what can be chosen: every choice carries the message that touching it sends.
"""
from __future__ import annotations

from typing import TypeAlias

from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.session.session import replace
from companion.session.view import View
from companion.session.view_menu import Choice, ChoiceGroup, MenuPage, Preview
from companion.ui.screens.base import MapScreen, Send
from companion.ui.widgets.choice_group import Group
from companion.ui.widgets.choice_groups import group_of
from companion.ui.widgets.choice_plate import Signs
from companion.ui.widgets.preview_plate import Because, PreviewPlate
from companion.ui.widgets.roll import Roll, RollRow

_Made: TypeAlias = tuple[ChoiceGroup, Group]


class MenuScreen(MapScreen):
    """Groups of choices that can be rolled; or what a proposal would do, with the buttons that do it and drop it."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.opened = ""
        self._made: list[_Made] = []
        self._signs: Signs = {}
        self._laid = ""
        self._hidden: dict[str, float] = {}
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """A list to be filled."""
        self.roll = Roll()
        return self.roll

    def map_share(self) -> float:
        """Words and buttons want more room than the map."""
        return 0.42

    def update(self, view: View) -> None:
        """Another moment; the map begins as a whole, since what is wrong may lie anywhere."""
        first = self.map.picture is None
        super().update(view)
        if first:
            self.map.near = False

    # ---- The foot ----------------------------------------------------------------------------------------------------

    def labels(self, view: View) -> tuple[str, str, str]:
        """While something is proposed, the buttons do it or drop it; why it is refused stands in large letters above."""
        preview = self._page(view).preview
        return ("Cancel", preview.label, "") if preview is not None else super().labels(view)

    def said_back(self, view: View) -> Message | None:
        """Drop the proposal, else as a screen."""
        preview = self._page(view).preview
        return preview.drop if preview is not None else super().said_back(view)

    def said_forward(self, view: View) -> Message | None:
        """Do what is proposed, else as a screen."""
        preview = self._page(view).preview
        return preview.do if preview is not None else super().said_forward(view)

    # ---- The groups --------------------------------------------------------------------------------------------------

    def show(self, view: View) -> None:
        """Other groups, or a proposal; what was rolled to stays where it was."""
        page = self._page(view)
        preview = page.preview
        self._signs = {clank.seat: (clank.name, clank.colour, clank.shape) for clank in (view.board.clanks if view.board is not None else ())}
        if preview is None:
            self.opened = ""
            rows: list[RollRow] = [*self._rows(page.groups)]
        else:
            # The foot was told no reason, since that stands above in large letters, and so has left the button on.
            self.footer.forward.disabled = bool(preview.refused)
            rows = self._proposed(preview, page.adjust)
        laid = page.where if preview is None else f"{page.where}, proposed"
        # Each place of the menu is found again as it was rolled, a proposal as long as it stands.
        if self._laid:
            self._hidden[self._laid] = self.roll.offset
        self._laid = laid
        if preview is None:
            # The next proposal begins at its top.
            self._hidden.pop(f"{page.where}, proposed", None)
        self.roll.show(rows, self._hidden.get(laid, 0.0))

    def _proposed(self, preview: Preview, adjust: tuple[ChoiceGroup, ...]) -> list[RollRow]:
        """What it would do, how it may be changed, who and why.

        Only one of who and why is unfolded at a time (`opened`), below the line that names both.
        """
        names = {name: colour for name, colour, _ in self._signs.values()}
        unfolded = {"who": preview.who, "why": preview.why}.get(self.opened)
        groups = self._rows((*adjust, *([replace(unfolded, title="")] if unfolded is not None else [])))
        rows: list[RollRow] = [PreviewPlate(preview, names), *groups[:len(adjust)]]
        because = Because(preview, self.opened, self.fold)
        return [*rows, *([because] if because.folds else []), *groups[len(adjust):]]

    def _rows(self, groups: tuple[ChoiceGroup, ...]) -> list[Group]:
        """A widget for each group; one that has not changed stays."""
        before, self._made = self._made, []
        for group in groups:
            # A list keeps the widget of a row that is the very same object; everything else is made and drawn anew.
            known = next((made for made in before if made[0] == group and made[1].signs == self._signs), None)
            if known is not None:
                # Groups can be equal, and one widget cannot stand in two places.
                before = [made for made in before if made is not known]
            self._made.append(known if known is not None else (group, group_of(group, self._signs, self.choose)))
        return [widget for _, widget in self._made]

    # ---- Touches -----------------------------------------------------------------------------------------------------

    def choose(self, choice: Choice) -> None:
        """Something was touched: say it, or say why that is not possible."""
        if choice.blocked:
            # Also where the same words were put away before: somebody has asked again.
            self._dismissed = ""
            self._show_notice(choice.blocked)
            self.arrange()
            return
        self.opened = ""
        self.send(choice.message)

    def fold(self, key: str) -> None:
        """Unfold who or why, or fold it again."""
        self.opened = "" if self.opened == key else key
        self.show(self.view)
        if self.opened:
            # What has been unfolded lies at the end.
            self.roll.offset = self.roll.beyond

    @staticmethod
    def _page(view: View) -> MenuPage:
        assert isinstance(view.body, MenuPage)
        return view.body
