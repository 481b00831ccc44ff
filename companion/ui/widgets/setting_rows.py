"""The settings [3]: a list with the value chosen of each, and all values of one with what they mean.

Titles, values and what they mean come with the engine's options; here is only how they lie on the screen.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.rules import Choice, Option
from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BODY, BRASS, BRASS_DARK, BRASS_LIGHT, INK, IVORY, LARGE, SAND, SMALL, lying, u
from companion.ui.widgets.badge import Chip
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.text import Words

USUAL = "usual"
"""What marks the default among the values of a setting; the list marks the settings that were changed instead."""


class SettingRow(Pressable):
    """One setting of the list: its title, the value chosen, and whether that is the usual one."""

    def __init__(self, option: Option, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called when it is touched."""
        super().__init__(do, **rest)
        self._option, self._usual = option, True
        self.title = Words(option.title, BODY, bold=True, least=18)
        self.value = Words("", BODY, bold=True, align="right", least=18)
        self.changed = Words("changed", SMALL, align="right", least=16)
        for child in (self.title, self.value, self.changed):
            self.add_widget(child)

    def show(self, word: str, opened: bool) -> None:
        """The value chosen, as the word of one of the option's choices, and whether its values are shown beside the list."""
        self.value.text = self._option.choice(word).label
        self._usual = word == self._option.default
        self.chosen = opened
        self.draw()

    def place(self) -> None:
        """Title left, value right with a word below it where it is not the usual one, an arrow where its values are shown."""
        pad, side = u(10), u(20)
        inner = max(1.0, self.width - 2 * pad - side)
        line = self.height if self._usual else self.height * 0.58
        self.title.pos, self.title.size = (self.x + pad, self.y), (inner * 0.52, self.height)
        self.value.pos, self.value.size = (self.x + pad + inner * 0.54, self.y + self.height - line), (inner * 0.44, line)
        self.changed.pos, self.changed.size = (self.value.x, self.y + u(1)), (self.value.width, max(1, self.height - line))
        self.title.color = INK if self.chosen else IVORY
        self.value.color = self.changed.color = INK if self.chosen else BRASS_LIGHT
        self.changed.opacity = 0 if self._usual else 1
        self.sign.clear()
        if self.chosen:
            paint_symbol(self.sign, SYMBOLS["next"], self.x + self.width - pad / 2 - side, self.y + (self.height - side) / 2, side, INK, BRASS)


class ValueRow(Pressable):
    """One value of a setting: its label, what it means, a tick where it is chosen, a mark where it is the usual one."""

    def __init__(self, choice: Choice, usual: bool, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called when it is touched."""
        super().__init__(do, **rest)
        self.label = Words(choice.label, LARGE, bold=True, least=20)
        self.meaning = Words(choice.meaning, SMALL, least=18)
        self.mark = Chip(USUAL, BRASS_DARK, IVORY, size=18) if usual else None
        for child in (self.label, self.meaning, *([self.mark] if self.mark is not None else [])):
            self.add_widget(child)

    def place(self) -> None:
        """Tick, label, meaning, mark."""
        pad, side, name, chip = u(8), u(24), u(100 if lying() else 84), u(62)
        self.sign.clear()
        if self.chosen:
            paint_symbol(self.sign, SYMBOLS["tick"], self.x + pad, self.y + (self.height - side) / 2, side, INK, BRASS)
        left = self.x + 2 * pad + side
        self.label.pos, self.label.size = (left, self.y), (name, self.height)
        right = self.x + self.width - pad
        if self.mark is not None:
            right -= chip
            self.mark.pos, self.mark.size = (right, self.y + (self.height - u(28)) / 2), (chip, u(28))
            right -= pad
        start = left + name + pad
        self.meaning.pos, self.meaning.size = (start, self.y + u(2)), (max(1, right - start), max(1, self.height - u(4)))
        self.label.color = INK if self.chosen else IVORY
        self.meaning.color = INK if self.chosen else SAND
