"""The debugging menu, the offer to resume, the check of the table: a map beside choices.

A proposal takes the place of choices. The screen knows nothing about the choices: each carries the
message of its touch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.choices import Choice, ChoiceGroup, CorrectionPreview, MenuPage
from companion.session.messages import Message
from companion.session.view import CHECK, OFFER, SETTINGS, View
from companion.ui.layout import (
    Area,
    arrange,
    grid,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import MapScreen, Place, body_of
from companion.ui.theme import (
    BODY,
    BOLD_FONT,
    BRASS,
    BRASS_LIGHT,
    GAP,
    LARGE,
    PANEL,
    RAISED,
    SMALL,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.choice_groups import GroupRows, SettingColumns
from companion.ui.widgets.choice_plate import CHIP, Signs
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import Plate, add_all
from companion.ui.widgets.scroll_list import ScrollRow, TrackedList
from companion.ui.widgets.sentence import Sentence
from companion.words import Text, lines, text

PAD, SIDE = 12, 40
"""Room around the words, and the side of the sign beside a refusal, as on the seven-inch panel."""
SHARES: Final = (0.42, 0.38, 0.34, 0.3)
"""Shares of the map, the largest first."""


class PreviewPlate(Widget):
    """Title and sentences of a proposal on a plate, or a warning with the refusal.

    It is the row of a `ScrollList`, and its own widget.
    """

    def __init__(self, preview: CorrectionPreview, names: Mapping[str, str], **rest: Any) -> None:
        """Take the pieces' names with their colours."""
        super().__init__(**rest)
        self._refused = bool(preview.refused)
        face, rim = (RAISED, WARNING) if self._refused else (PANEL, BRASS)
        self._plate, self._sign = Plate(face, rim, rivets=True, width=2), InstructionGroup()
        self.canvas.add(self._plate)
        self.canvas.add(self._sign)
        self.title = Label(preview.title, BODY, bold=True, tint=BRASS_LIGHT, least=SMALL)
        self.sentence = Sentence(
            LARGE, least=SMALL, upright="top", **({"tint": WARNING} if self._refused else {})
        )
        # A refusal has the tint of a warning, in which names in other tints would stand out.
        self.sentence.say(preview.refused or lines(preview.words), {} if self._refused else names)
        add_all(self, self.title, self.sentence)
        self.bind(pos=self._place, size=self._place)

    def widget(self) -> Widget:
        """Return the plate itself."""
        return self

    def _heights(self, width: float) -> tuple[float, float]:
        """Return the heights of the title and of the sentences."""
        inner = width - 2 * u(PAD) - (u(SIDE + PAD) if self._refused else 0)
        return text_height(self.title.source, BODY, inner, BOLD_FONT), text_height(
            self.sentence.plain(), LARGE, inner, BOLD_FONT, Sentence.LEADING
        )

    def needed_height(self, width: float) -> float:
        """Return the height in pixels of all words."""
        title, sentence = self._heights(width)
        return title + sentence + u(PAD) * 1.6

    def _place(self, *_: Any) -> None:
        """Place the title above the sentences; left of both a sign if it is refused."""
        pad, side = u(PAD), u(SIDE)
        title, sentence = self._heights(self.width)
        self._plate.place(*self.pos, *self.size)
        self._sign.clear()

        def warning(area: Area) -> None:
            low = area.y + (area.height - side) / 2
            paint_symbol(self._sign, "warning", area.x, low, side, WARNING, RAISED)

        # The free room is between both.
        words = vbox(
            with_size(self.title, title), leave_empty, with_size(self.sentence, sentence), gap=0
        )
        sign = with_size(warning, side) if self._refused else None
        arrange(with_padding(hbox(sign, with_padding(words, 0, pad * 0.8), gap=pad), pad, 0), self)


class Fold(Pressable):
    """A quiet row with the current choice that unfolds all choices on a touch."""

    def __init__(
        self, title: Text, chosen: Text | str, do: Callable[[], object], **rest: Any
    ) -> None:
        """Call `do` on release."""
        self.label = Label(
            text("{title}: {chosen}", title=title, chosen=chosen)
            if chosen
            else text("{title}?", title=title),
            SMALL,
            least=17,
        )
        super().__init__(do, **rest)
        self.add_widget(self.label)

    def place(self) -> None:
        """Place the words, and an arrow for its direction."""
        pad, side = u(10), u(22)
        self.label.color = self.ink

        def arrow(area: Area) -> None:
            self.mark("up" if self.chosen else "down", area._replace(x=area.x + pad / 2))

        arrange(with_padding(hbox(self.label, with_size(arrow, side), gap=0), pad, 0), self)


class WhoAndWhy(Widget):
    """Corrected by and Why of a correction side by side, each to unfold."""

    def __init__(
        self, preview: CorrectionPreview, opened: str, fold: Callable[[str], object], **rest: Any
    ) -> None:
        """Call `fold` with the touched one; `opened` is "who", "why" or ""."""
        super().__init__(**rest)
        who, why = preview.names
        self.folds: list[Fold] = []
        for key, title, group, chosen in (
            ("who", text("Corrected by"), preview.who, who),
            ("why", text("Why"), preview.why, why),
        ):
            # Who and why are optional, and then there is nothing to unfold.
            if group.choices:
                self.folds.append(Fold(title, chosen, partial(fold, key)))
                self.folds[-1].choose(key == opened)
                self.add_widget(self.folds[-1])
        self.bind(pos=self._place, size=self._place)

    def widget(self) -> Widget:
        """Return the widget itself."""
        return self

    def needed_height(self, width: float) -> float:
        """Return the height in pixels of one row, 0 with nothing to unfold."""
        return u(CHIP) if self.folds else 0.0

    def _place(self, *_: Any) -> None:
        """Place who and why in halves of one row, or one of them in all of it."""
        arrange(grid(self.folds, max(1, len(self.folds)), gap=u(GAP)), self)


class MenuScreen(MapScreen):
    """Groups of choices that scroll; or the effect of a proposal, with buttons to do or drop it.

    Settings have the whole page: all of them with their values, and the choices of one.
    """

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        self.opened = ""
        self.groups = GroupRows(self.choose)
        self._listed: list[ScrollRow] = []
        self._signs: Signs = {}
        self._shown_list: tuple[str, bool] | None = None
        self._hidden: dict[tuple[str, bool], float] = {}
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """Make an empty list."""
        self.scroll_list, self._later = TrackedList(), Clock.create_trigger(self.point, -1)
        self.scroll_list.bind(offset=self._later, size=self._later)
        self.settings, self.place = SettingColumns(self.choose), Place()
        self.place.hold(self.scroll_list)
        return self.place

    @property
    def lists_settings(self) -> bool:
        """Return whether all settings are shown as a list, which leaves no room for a map."""
        page = body_of(self.view, MenuPage)
        return page.where == SETTINGS and page.preview is None

    @property
    def scene(self) -> Widget | None:
        return None if self.lists_settings else super().scene

    @property
    def to_see(self) -> TrackedList | None:
        """Return the list while the table is checked, which must be seen as a whole."""
        return self.scroll_list if body_of(self.view, MenuPage).where == CHECK else None

    def map_share(self) -> float:
        """Return the share of the map: words need more room; an offer to resume shows all seats."""
        where = body_of(self.view, MenuPage).where
        if where != OFFER and (is_landscape() or where != CHECK):
            return SHARES[0]
        for share in SHARES:
            width, height = self.content_size(share)
            if sum(row.needed_height(width) + u(GAP) for row in self._listed) <= height:
                return share
        return SHARES[-1] if where == OFFER else SHARES[0]

    def update(self, view: View) -> None:
        """Show another view; the map begins as a whole, since an error may be anywhere."""
        first = self.map.picture is None
        super().update(view)
        if first:
            self.map.near = False

    # ---- The foot ----

    def labels(self, view: View) -> tuple[Text | str, Text | str, Text | str]:
        """Return the labels; those of a proposal do or drop it, and its refusal is above."""
        preview = body_of(view, MenuPage).preview
        return (text("Cancel"), preview.label, "") if preview is not None else super().labels(view)

    def said_back(self, view: View) -> Message | None:
        """Return the message that drops the proposal, if there is one."""
        preview = body_of(view, MenuPage).preview
        return preview.drop if preview is not None else super().said_back(view)

    def said_forward(self, view: View) -> Message | None:
        """Return the message that does the proposal, if there is one."""
        preview = body_of(view, MenuPage).preview
        return preview.do if preview is not None else super().said_forward(view)

    # ---- The groups ----

    def show(self, view: View) -> None:
        """Show other groups, or a proposal; the list keeps its position."""
        page = body_of(view, MenuPage)
        preview = page.preview
        self._signs = {seat: (*sign,) for seat, sign in view.signs.items()}
        shown = self.settings if self.lists_settings else self.scroll_list
        if self.place.held is not shown:
            self.place.hold(shown)
        if self.lists_settings:
            self.opened = ""
            self.settings.show(page.groups, self._signs)
            return
        if preview is None:
            self.opened = ""
            rows: list[ScrollRow] = [*self.groups.rows(page.groups, self._signs)]
        else:
            # The foot got no reason, since that is above in large letters, and so has left the
            # button on.
            self.footer.forward.disabled = bool(preview.refused)
            rows = self._proposal_rows(preview, page.adjust)
        shown_list = page.where, preview is not None
        if page.where == OFFER:
            self.scroll_list.forget()
        # Each place of the menu keeps its position, a proposal as long as it exists.
        if self._shown_list is not None:
            self._hidden[self._shown_list] = self.scroll_list.offset
        self._shown_list = shown_list
        if preview is None:
            # The next proposal begins at its top.
            self._hidden.pop((page.where, True), None)
        self._listed = rows
        self.scroll_list.show(rows, self._hidden.get(shown_list, 0.0))
        self._later()

    def _proposal_rows(
        self, preview: CorrectionPreview, adjust: tuple[ChoiceGroup, ...]
    ) -> list[ScrollRow]:
        """Return the rows of a proposal: its effect, possible changes, who and why.

        Only one of who and why is unfolded at a time (`opened`), below the line that names both.
        """
        names = {name: colour for name, colour, _ in self._signs.values()}
        unfolded = {"who": preview.who, "why": preview.why}.get(self.opened)
        groups = self.groups.rows(
            (*adjust, *([unfolded._replace(title="")] if unfolded is not None else [])), self._signs
        )
        rows: list[ScrollRow] = [PreviewPlate(preview, names), *groups[: len(adjust)]]
        because = WhoAndWhy(preview, self.opened, self.fold)
        return [*rows, *([because] if because.folds else []), *groups[len(adjust) :]]

    # ---- Touches ----

    def choose(self, choice: Choice) -> None:
        """Send a choice, and fold what is unfolded."""
        if not choice.blocked:
            self.opened = ""
        super().choose(choice)

    def fold(self, key: str) -> None:
        """Unfold who or why, or fold it again."""
        self.opened = "" if self.opened == key else key
        self.show(self.view)
        if self.opened:
            # The unfolded group is at the end.
            self.scroll_list.offset = self.scroll_list.beyond


SCREEN = MenuScreen
