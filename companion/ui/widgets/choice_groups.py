"""Choices that belong together, in one of four layouts: ways, chips, less and more, lines. Each knows the height it wants.

A group is made for a `ChoiceGroup` and never changes: where a value changes, `group_of` makes another one.
"""
from __future__ import annotations

from typing import Any, Final

from companion.session.view_menu import CHIPS, LINES, STEPPER, WAYS, ChoiceGroup
from companion.ui.theme import BODY, BOLD_FONT, BRASS_LIGHT, GAP, LARGE, TOUCH, u
from companion.ui.widgets.choice_group import Group, lay_grid
from companion.ui.widgets.choice_lines import Lines
from companion.ui.widgets.choice_plate import CHIP, ChipPlate, Say, Signs, StepPlate, WayPlate
from companion.ui.widgets.text import Words, measured

SIGNED: Final = 62
"""Height of a chip with a clank's sign above its name, as on the seven-inch panel."""
BESIDE: Final = 150
"""From this width on the sign stands beside the name."""


class Ways(Group):
    """Large buttons with words, in one column or two."""

    def __init__(self, group: ChoiceGroup, signs: Signs, say: Say, **rest: Any) -> None:
        """As a group."""
        self.plates = [WayPlate(choice, signs, say) for choice in group.choices]
        super().__init__(group, signs, **rest)
        for plate in self.plates:
            self.add_widget(plate)

    def columns(self, width: float) -> int:
        """Few choices with words about them stand below each other, others side by side where their labels leave room for that."""
        words = any(choice.about or choice.blocked for choice in self.group.choices)
        if len(self.plates) < 2 or words and len(self.plates) <= 5:
            return 1
        return 2 if all(plate.least_width() <= (width - u(GAP)) / 2 for plate in self.plates) else 1

    def _heights(self, width: float) -> list[float]:
        """The height in pixels of each row in so many pixels of width: that of its highest plate."""
        columns = self.columns(width)
        across = (width - u(GAP) * (columns - 1)) / columns
        wanted = [plate.wanted(across) for plate in self.plates]
        return [max(wanted[at:at + columns]) for at in range(0, len(wanted), columns)]

    def body(self, width: float) -> float:
        """Every row as high as the higher of its two, so that their plates are of one height."""
        heights = self._heights(width)
        return sum(heights) + u(GAP) * max(0, len(heights) - 1)

    def lay(self, ceiling: float) -> None:
        """Row by row."""
        lay_grid(self.plates, self.x, ceiling, self.width, self.columns(self.width), self._heights(self.width))


class Chips(Group):
    """Small buttons in rows that wrap, all of one size."""

    def __init__(self, group: ChoiceGroup, signs: Signs, say: Say, **rest: Any) -> None:
        """As a group."""
        self._say = say
        self._signed = any(choice.sign in signs for choice in group.choices)
        # Where the signs stand is known only once there is a width.
        self.plates: list[ChipPlate] = []
        self._stacked: bool | None = None
        super().__init__(group, signs, **rest)

    def columns(self, width: float) -> int:
        """As many as the words allow, no row much shorter than the others; with signs up to four, or all of a few."""
        count = max(1, len(self.group.choices))
        alone = [choice for choice in self.group.choices if choice.sign not in self.signs]
        wide = (measured(choice.label, u(20), BOLD_FONT)[0] + (u(34) if choice.symbol and choice.label else 0) for choice in alone)
        longest = max(wide, default=0.0)
        fit = max(1, int((width + u(GAP)) // (max(u(TOUCH + 8), longest + u(20)) + u(GAP))))
        if self._signed:
            fit = min(fit, count if count <= 3 else 4)
        rows = -(-count // fit)
        # Seven where six would fit stand four and three, not six and one.
        return -(-count // rows)

    def _high(self, width: float) -> float:
        return u(SIGNED if self._is_stacked(width) else CHIP)

    def _is_stacked(self, width: float) -> bool:
        return self._signed and width / self.columns(width) < u(BESIDE)

    def body(self, width: float) -> float:
        """All rows."""
        rows = -(-len(self.group.choices) // self.columns(width))
        return rows * self._high(width) + u(GAP) * max(0, rows - 1)

    def lay(self, ceiling: float) -> None:
        """Row by row; the chips are made anew where their signs change from above to beside."""
        stacked, columns = self._is_stacked(self.width), self.columns(self.width)
        if stacked != self._stacked:
            self._stacked = stacked
            for plate in self.plates:
                self.remove_widget(plate)
            self.plates = [ChipPlate(choice, self.signs, self._say, stacked=stacked) for choice in self.group.choices]
            for plate in self.plates:
                self.add_widget(plate)
        rows = -(-len(self.plates) // columns)
        lay_grid(self.plates, self.x, ceiling, self.width, columns, [self._high(self.width)] * rows)


class Stepper(Group):
    """Title, less, value, more in one row."""

    def __init__(self, group: ChoiceGroup, signs: Signs, say: Say, **rest: Any) -> None:
        """As a group; two choices, less and more, in this order; `group.value` stands between them."""
        # A group that lacks a choice has a plate less, and does no harm.
        self.plates = [StepPlate(choice, symbol, say) for choice, symbol in zip(group.choices, ("minus", "plus"))]
        self.value = Words(group.value, LARGE, bold=True, tint=BRASS_LIGHT, align="center", least=18)
        self.name = Words(group.title, BODY, bold=True, least=18)
        super().__init__(group, signs, **rest)
        # Every group puts its title above; here it stands in the row, as `name`.
        self.clear_widgets()
        for child in (self.name, self.value, *self.plates):
            self.add_widget(child)

    def head(self, width: float) -> float:
        """The title stands in the row."""
        return 0.0

    def body(self, width: float) -> float:
        """One row."""
        return u(CHIP)

    def lay(self, ceiling: float) -> None:
        """Title left, the others right."""
        side, value, gap, high = u(66), u(92), u(4), u(CHIP)
        right, low = self.x + self.width, ceiling - high
        self.name.pos, self.name.size = (self.x, low), (max(1, self.width - 2 * side - value - 3 * gap), high)
        self.value.pos, self.value.size = (right - side - gap - value, low), (value, high)
        for plate, x in zip(self.plates, (right - 2 * side - 2 * gap - value, right - side)):
            plate.pos, plate.size = (x, low), (side, high)


LAYOUTS: Final[dict[str, type[Ways] | type[Chips] | type[Stepper] | type[Lines]]] = {WAYS: Ways, CHIPS: Chips, STEPPER: Stepper, LINES: Lines}


def group_of(group: ChoiceGroup, signs: Signs, say: Say) -> Group:
    """The widget for a group in its layout; KeyError for a layout that there is not."""
    return LAYOUTS[group.layout](group, signs, say)
