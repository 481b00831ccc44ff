"""Choices as lines to read, each with a small button where there is something to do about it.

The fourth layout of `choice_groups`, which stands here because of the sentences.
"""
from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.session.view_menu import Choice, ChoiceGroup
from companion.ui.theme import BODY, BOLD_FONT, GAP, SEAM, SMALL, TOUCH, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.choice_group import Group
from companion.ui.widgets.choice_plate import CHIP, ChipPlate, Say, Signs, text_height
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.text import measured


class Line(Widget):
    """A sentence, the sign of whom it is about before it, a small button after it where it has one.

    The choice's `label` is the sentence, its `about` the word on the button, "" for none.
    """

    def __init__(self, choice: Choice, signs: Signs, say: Say, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        facts = signs.get(choice.sign) if choice.sign is not None else None
        self.token = Token(*facts) if facts is not None else None
        # Without signs: the sign stands before the sentence already.
        self.button = ChipPlate(choice, {}, say, word=choice.about) if choice.about else None
        self.sentence = Sentence(BODY, least=SMALL)
        self.sentence.say(choice.label, {name: colour for name, colour, _ in signs.values()})
        self._rule = Rectangle()
        self.canvas.add(Color(*SEAM))
        self.canvas.add(self._rule)
        for child in (self.token, self.sentence, self.button):
            if child is not None:
                self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def _sides(self) -> tuple[float, float]:
        """What sign and button take."""
        wide = max(u(TOUCH + 14), measured(self.button.label.text, u(BODY), BOLD_FONT)[0] + u(20)) if self.button is not None else 0
        return u(40) if self.token is not None else 0, wide

    def wanted(self, width: float) -> float:
        """The height in pixels for the sentence, in its smallest letters, and the button."""
        left, right = self._sides()
        needed = text_height(self.sentence.plain(), SMALL, width - left - right - u(GAP), BOLD_FONT, Sentence.LEADING)
        return max(u(CHIP) if right else u(38), needed + u(6))

    def _place(self, *_: Any) -> None:
        """Sign left, button right, the sentence between them; the rule lies in the gap to the next line."""
        left, right = self._sides()
        self._rule.pos, self._rule.size = (self.x, self.y - u(3)), (self.width, 1)
        if self.token is not None:
            side = u(30)
            self.token.pos, self.token.size = (self.x, self.y + (self.height - side) / 2), (side, side)
        self.sentence.pos, self.sentence.size = (self.x + left, self.y), (max(1, self.width - left - right - u(GAP)), self.height)
        if self.button is not None:
            self.button.pos, self.button.size = (self.x + self.width - right, self.y + (self.height - u(CHIP)) / 2), (right, u(CHIP))


class Lines(Group):
    """Sentences below each other."""

    GAP = 6
    """Between lines, as on the seven-inch panel, with the rule in its middle."""

    def __init__(self, group: ChoiceGroup, signs: Signs, say: Say, **rest: Any) -> None:
        """As a group."""
        self.lines = [Line(choice, signs, say) for choice in group.choices]
        super().__init__(group, signs, **rest)
        for line in self.lines:
            self.add_widget(line)

    def body(self, width: float) -> float:
        """Every line as high as it needs."""
        return sum(line.wanted(width) + u(self.GAP) for line in self.lines)

    def lay(self, ceiling: float) -> None:
        """From top to bottom."""
        for line in self.lines:
            high = line.wanted(self.width)
            ceiling -= high + u(self.GAP)
            line.size, line.pos = (self.width, high), (self.x, ceiling + u(self.GAP))
