"""Groups of choices in one of five layouts, and many groups as a list beside the open one.

A group is the row of a `ScrollList` and its own widget, so that an unchanged one stays with all
that is pressed in it. It is made for a `ChoiceGroup` and never changes: for another value
`group_of` makes another one. Each knows its height.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.session.choices import CHIPS, LINES, STEPPER, TILES, WAYS, Choice, ChoiceGroup
from companion.ui.layout import Area, arrange, centre, hbox, leave_empty, split, vbox, with_size
from companion.ui.theme import (
    BODY,
    BOLD_FONT,
    BRASS_LIGHT,
    GAP,
    LARGE,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.choice_plate import (
    CHIP,
    ChipPlate,
    ChoicePlate,
    LongPressOption,
    OptionPlate,
    Say,
    Signs,
    SymbolPlate,
    TilePlate,
)
from companion.ui.widgets.label import Label, measure, text_height
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.rows import ListRow, RowText, Stacked
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.sentence import Sentence
from companion.words import Text, facts

SIGNED: Final = 62
"""Height of a chip with a piece's sign above its name, as on the seven-inch panel."""
BESIDE: Final = 150
"""Width from which the sign is beside the name, as on the seven-inch panel."""
LOW: Final = 26
"""Height of a line that is one of many, as on the seven-inch panel."""


def _sentence_height(words: Text | str, width: float) -> float:
    """Return the height in pixels of a sentence above or below choices, 0 without one."""
    return text_height(words, SMALL, width) + u(4) if words else 0.0


class GroupPanel(Widget):
    """A group with its title, if it has one; a subclass lays out the choices below it."""

    def __init__(self, group: ChoiceGroup, signs: Signs, **rest: Any) -> None:
        """Take the signs of the pieces."""
        super().__init__(**rest)
        self.group, self.signs = group, signs
        explained = bool(group.about)
        self.title = Label(
            group.title,
            BODY if explained else SMALL,
            bold=explained,
            tint=BRASS_LIGHT if explained else SAND,
            least=18,
        )
        self.about, self.note = (
            Label(words, SMALL, tint=SAND, least=18) for words in (group.about, group.note)
        )
        for words in (self.title, self.about, self.note):
            if words.text:
                self.add_widget(words)
        self.bind(pos=self._place, size=self._place)

    def widget(self) -> Widget:
        """Return the group itself."""
        return self

    def head(self, width: float) -> float:
        """Return the height in pixels of title and explanation at a width, 0 without them."""
        return self._title_height(width) + _sentence_height(self.group.about, width)

    def _title_height(self, width: float) -> float:
        """Return the height in pixels of its title, which is larger with an explanation."""
        if not self.group.title:
            return 0.0
        size, font = (BODY, (BOLD_FONT,)) if self.group.about else (SMALL, ())
        return text_height(self.group.title, size, width, *font) + u(3)

    def needed_height(self, width: float) -> float:
        """Return the height in pixels of title, choices and sentences."""
        return self.head(width) + self.body(width) + _sentence_height(self.group.note, width)

    def body(self, width: float) -> float:
        """Return the height in pixels of the choices at a width in pixels."""
        raise NotImplementedError

    def arrange(self, area: Area) -> None:
        """Lay the choices out downward from the top of an area."""
        raise NotImplementedError

    def _place(self, *_: Any) -> None:
        """Place the title, then the choices, then a note at the foot."""
        title = self._title_height(self.width)
        about, note = self.head(self.width) - title, _sentence_height(self.group.note, self.width)
        head = with_size(self.title, title), with_size(self.about, about)
        arrange(vbox(*head, self.arrange, with_size(self.note, note), gap=0), self)


class ChoiceLine(Widget):
    """A sentence, with the sign of its piece before it, and a small button after it if it has one.

    The choice's `label` is the sentence, its `about` the word on the button, "" for none. It is no
    `ListRow`, since only the button can be touched.
    """

    def __init__(self, choice: Choice, signs: Signs, say: Say, low: bool, **rest: Any) -> None:
        """Make it; `low` if it is one of many."""
        super().__init__(**rest)
        facts = signs.get(choice.sign) if choice.sign is not None else None
        self.token = Token(*facts) if facts is not None else None
        # Without signs: the sign is before the sentence already.
        self.button = ChipPlate(choice, {}, say, word=choice.about) if choice.about else None
        # Many lines are readable in smaller letters without scrolling.
        self._low = low
        self.sentence = Sentence(BODY, least=18 if low else SMALL)
        self.sentence.say(choice.label, {name: colour for name, colour, _ in signs.values()})
        self._rule = Rectangle()
        self.canvas.add(Color(*SEAM))
        self.canvas.add(self._rule)
        for child in (self.token, self.sentence, self.button):
            if child is not None:
                self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def _sides(self) -> tuple[float, float]:
        """Return the widths of sign and button."""
        if self.button is not None:
            wide = max(
                u(TOUCH + 14), measure(self.button.label.source, u(BODY), BOLD_FONT)[0] + u(20)
            )
        else:
            wide = 0
        return u(40) if self.token is not None else 0, wide

    def needed_height(self, width: float) -> float:
        """Return the height in pixels for the sentence, in its smallest letters, and the button."""
        left, right = self._sides()
        least, pad = (18, 3) if self._low else (SMALL, 6)
        needed = text_height(
            self.sentence.plain(), least, width - left - right - u(GAP), BOLD_FONT, Sentence.LEADING
        )
        return max(u(CHIP) if right else u(LOW) if self._low else u(38), needed + u(pad))

    def _place(self, *_: Any) -> None:
        """Place the sign left, the button right, the sentence between them, the rule below."""
        left, right = self._sides()
        self._rule.pos, self._rule.size = (
            (self.x, self.y - u(2 if self._low else 3)),
            (self.width, 1),
        )
        side = min(u(30), self.height)
        sign = hbox(with_size(self.token, side), leave_empty, gap=0)
        button = leave_empty if self.button is None else centre(self.button, right, u(CHIP))
        sentence = hbox(self.sentence, with_size(leave_empty, u(GAP)), gap=0)
        arrange(hbox(with_size(sign, left), sentence, with_size(button, right), gap=0), self)


class Lines(GroupPanel):
    """Sentences below each other."""

    GAP, NEAR = 6, 4
    """Gaps between lines and between many, as on the seven-inch panel, with the rule in the
    middle."""
    MANY = 5
    """Number of lines without a button from which they are lower."""

    def __init__(self, group: ChoiceGroup, signs: Signs, say: Say, **rest: Any) -> None:
        low = len(group.choices) >= self.MANY and not any(choice.about for choice in group.choices)
        self._gap = u(self.NEAR if low else self.GAP)
        self.lines = [ChoiceLine(choice, signs, say, low) for choice in group.choices]
        super().__init__(group, signs, **rest)
        add_all(self, *self.lines)

    def body(self, width: float) -> float:
        """Return the height of all lines, each as high as it needs."""
        gaps = self._gap * max(0, len(self.lines) - 1)
        return sum(line.needed_height(width) for line in self.lines) + gaps

    def arrange(self, area: Area) -> None:
        """Lay the lines out from top to bottom."""
        lines = (with_size(line, line.needed_height(area.width)) for line in self.lines)
        arrange(vbox(*lines, leave_empty, gap=self._gap), area)


class Plates(GroupPanel):
    """Plates side by side, row by row."""

    plates: Sequence[ChoicePlate]

    def columns(self, width: float) -> int:
        """Return the number of plates side by side at a width in pixels."""
        raise NotImplementedError

    def heights(self, width: float, columns: int) -> list[float]:
        """Return the height in pixels of each row: that of its highest plate."""
        wanted = [plate.needed_height(_across(width, columns)) for plate in self.plates]
        return [max(wanted[at : at + columns]) for at in range(0, len(wanted), columns)]

    def body(self, width: float) -> float:
        """Return the height in pixels of all rows."""
        heights = self.heights(width, self.columns(width))
        return sum(heights) + u(GAP) * max(0, len(heights) - 1)

    def arrange(self, area: Area) -> None:
        """Lay the plates out row by row from the top."""
        columns = self.columns(area.width)
        rows = (
            with_size(
                hbox(*(*self.plates, *[leave_empty] * columns)[at * columns :][:columns]), high
            )
            for at, high in enumerate(self.heights(area.width, columns))
        )
        arrange(vbox(*rows, leave_empty), area)


class OptionPlates(Plates):
    """Large buttons with words, in one column or two."""

    plates: list[OptionPlate]

    def __init__(self, group: ChoiceGroup, signs: Signs, say: Say, **rest: Any) -> None:
        self.plates = [
            (LongPressOption if choice.hold else OptionPlate)(choice, signs, say)
            for choice in group.choices
        ]
        super().__init__(group, signs, **rest)
        add_all(self, *self.plates)

    def columns(self, width: float) -> int:
        """Return one column for a few choices with explanations, or two if labels leave room."""
        words = any(choice.about or choice.blocked for choice in self.group.choices)
        if len(self.plates) < 2 or (words and len(self.plates) <= 5):
            return 1
        return 2 if all(plate.least_width() <= _across(width, 2) for plate in self.plates) else 1


class SentenceTiles(Plates):
    """Sentences on plates, side by side as far as their words allow."""

    plates: list[TilePlate]

    def __init__(self, group: ChoiceGroup, signs: Signs, say: Say, **rest: Any) -> None:
        self.plates = [TilePlate(choice, signs, say) for choice in group.choices]
        super().__init__(group, signs, **rest)
        add_all(self, *self.plates)

    def columns(self, width: float) -> int:
        """Return how many have room side by side, four at most."""
        most = min(4, len(self.plates))
        fit = (
            number
            for number in range(most, 1, -1)
            if max(plate.least_width() for plate in self.plates) <= _across(width, number)
        )
        return next(fit, 1)


def _across(width: float, columns: int) -> float:
    return (width - u(GAP) * (columns - 1)) / columns


class Chips(Plates):
    """Small buttons in rows that wrap, all of one size."""

    plates: list[ChipPlate]

    def __init__(self, group: ChoiceGroup, signs: Signs, say: Say, **rest: Any) -> None:
        self._say = say
        self._signed = any(choice.sign in signs for choice in group.choices)
        # The places of the signs depend on the width.
        self.plates = []
        self._stacked: bool | None = None
        super().__init__(group, signs, **rest)

    def columns(self, width: float) -> int:
        """Return as many as the words allow, with rows of similar length.

        With signs that is up to four, or all of a few.
        """
        count = max(1, len(self.group.choices))
        alone = [choice for choice in self.group.choices if choice.sign not in self.signs]
        wide = (
            measure(choice.label, u(20), BOLD_FONT)[0]
            + (u(34) if choice.symbol and choice.label else 0)
            for choice in alone
        )
        longest = max(wide, default=0.0)
        fit = max(1, int((width + u(GAP)) // (max(u(TOUCH + 8), longest + u(20)) + u(GAP))))
        if self._signed:
            fit = min(fit, count if count <= 3 else 4)
        rows = -(-count // fit)
        # Seven chips with room for six in a row are four and three, not six and one.
        return -(-count // rows)

    def heights(self, width: float, columns: int) -> list[float]:
        """Return the same height for all rows."""
        high = u(SIGNED if self._is_stacked(width, columns) else CHIP)
        return [high] * -(-len(self.group.choices) // columns)

    def _is_stacked(self, width: float, columns: int) -> bool:
        return self._signed and width / columns < u(BESIDE)

    def arrange(self, area: Area) -> None:
        """Lay chips out row by row; make them again when their signs change places."""
        stacked = self._is_stacked(area.width, self.columns(area.width))
        if stacked != self._stacked:
            self._stacked = stacked
            for plate in self.plates:
                self.remove_widget(plate)
            self.plates = [
                ChipPlate(choice, self.signs, self._say, stacked=stacked)
                for choice in self.group.choices
            ]
            add_all(self, *self.plates)
        super().arrange(area)


class Stepper(GroupPanel):
    """Title, less, value, more in one row."""

    def __init__(self, group: ChoiceGroup, signs: Signs, say: Say, **rest: Any) -> None:
        """Take two choices, less and more, in this order; `group.value` is between them."""
        # A group that lacks a choice has a plate less, and does no harm.
        self.plates = [
            SymbolPlate(choice, symbol, say)
            for choice, symbol in zip(group.choices, ("minus", "plus"), strict=False)
        ]
        self.value = Label(
            group.value, LARGE, bold=True, tint=BRASS_LIGHT, align="center", least=18
        )
        self.name = Label(group.title, BODY, bold=True, least=18)
        super().__init__(group, signs, **rest)
        # Every group puts its title above; here it is in the row, as `name`.
        self.clear_widgets()
        add_all(self, self.name, self.value, *self.plates)

    def head(self, width: float) -> float:
        """Return 0, since the title is in the row."""
        return 0.0

    def body(self, width: float) -> float:
        """Return the height of the row."""
        return u(CHIP)

    def arrange(self, area: Area) -> None:
        """Lay the title out left, the others right."""
        less, more = [*(with_size(plate, u(66)) for plate in self.plates), None, None][:2]
        row = hbox(self.name, less, with_size(self.value, u(92)), more, gap=u(4))
        arrange(vbox(with_size(row, u(CHIP)), leave_empty, gap=0), area)


LAYOUTS: Final[
    dict[str, type[OptionPlates] | type[Chips] | type[Stepper] | type[Lines] | type[SentenceTiles]]
] = {
    WAYS: OptionPlates,
    CHIPS: Chips,
    STEPPER: Stepper,
    LINES: Lines,
    TILES: SentenceTiles,
}


def group_of(group: ChoiceGroup, signs: Signs, say: Say) -> GroupPanel:
    """Return the widget for a group in its layout.

    Raises:
        KeyError: The layout is unknown.
    """
    return LAYOUTS[group.layout](group, signs, say)


class GroupRows:
    """The groups of a page as rows of a list; unchanged ones keep their widgets and touches."""

    def __init__(self, say: Say) -> None:
        """Call `say` with a touched choice."""
        self._say = say
        self.made: list[GroupPanel] = []
        """The widgets, in the order of the groups."""

    def rows(self, groups: Iterable[ChoiceGroup], signs: Signs) -> list[GroupPanel]:
        """Return a widget for each group."""
        before, self.made = self.made, []
        for group in groups:
            same = next((one for one in before if one.group == group and one.signs == signs), None)
            # Groups can be equal, and one widget cannot be in two places.
            before = [one for one in before if one is not same]
            self.made.append(same if same is not None else group_of(group, signs, self._say))
        return self.made


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
                Stacked(
                    (
                        RowText(group.title, BODY, bold=True),
                        RowText(value_of(group), SMALL, BRASS_LIGHT),
                    )
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
