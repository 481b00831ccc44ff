"""What something would do before it is done, in large words; and below it, quietly, who wants it and why.

Who and why may be left out, so that they are folded away at first. The buttons that do it or drop it are those of the foot.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.view_menu import Preview
from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BODY, BOLD_FONT, BRASS, BRASS_LIGHT, GAP, INK, IVORY, LARGE, PANEL, RAISED, SMALL, WARNING, u
from companion.ui.widgets.choice_plate import CHIP, text_height
from companion.ui.widgets.panel import Plate
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.text import Words

PAD, SIDE = 12, 40
"""Room around the words, and the side of the sign beside a refusal, as on the seven-inch panel."""


class PreviewPlate(Widget):
    """Title and sentences on a plate; or with a warning why it is refused. It is the row of a `Roll`, and its own widget."""

    def __init__(self, preview: Preview, names: Mapping[str, str], **rest: Any) -> None:
        """`names` are the clanks' names with their colours."""
        super().__init__(**rest)
        self._refused = bool(preview.refused)
        face, rim = (RAISED, WARNING) if self._refused else (PANEL, BRASS)
        self._plate, self._sign = Plate(face, rim, rivets=True, width=2), InstructionGroup()
        self.canvas.add(self._plate)
        self.canvas.add(self._sign)
        self.title = Words(preview.title, BODY, bold=True, tint=BRASS_LIGHT, least=SMALL)
        self.sentence = Sentence(LARGE, least=SMALL, upright="top", **({"tint": WARNING} if self._refused else {}))
        # A refusal has the tint of a warning, out of which names in tints of their own would stand.
        self.sentence.say(preview.refused or "\n".join(preview.words), {} if self._refused else names)
        self.add_widget(self.title)
        self.add_widget(self.sentence)
        self.bind(pos=self._place, size=self._place)

    def widget(self) -> Widget:
        """Itself."""
        return self

    def _inner(self, width: float) -> float:
        return width - 2 * u(PAD) - (u(SIDE + PAD) if self._refused else 0)

    def _heights(self, width: float) -> tuple[float, float]:
        """Of the title and of the sentences."""
        inner = self._inner(width)
        return text_height(self.title.text, BODY, inner, BOLD_FONT), text_height(self.sentence.plain(), LARGE, inner, BOLD_FONT, Sentence.LEADING)

    def wanted(self, width: float) -> float:
        """The height in pixels that all words need."""
        title, told = self._heights(width)
        return title + told + u(PAD) * 1.6

    def _place(self, *_: Any) -> None:
        """The title above, the sentences below it; left of both a sign where it is refused."""
        pad, side, inner = u(PAD), u(SIDE), self._inner(self.width)
        title, told = self._heights(self.width)
        left = self.x + self.width - pad - inner
        self._plate.place(*self.pos, *self.size)
        self._sign.clear()
        if self._refused:
            paint_symbol(self._sign, SYMBOLS["warning"], self.x + pad, self.y + (self.height - side) / 2, side, WARNING, RAISED)
        self.title.pos, self.title.size = (left, self.y + self.height - pad * 0.8 - title), (max(1, inner), max(1, title))
        self.sentence.pos, self.sentence.size = (left, self.y + pad * 0.8), (max(1, inner), max(1, told))


class Fold(Pressable):
    """A quiet row that says what is chosen, and unfolds the choices when it is touched."""

    def __init__(self, title: str, chosen: str, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self.label = Words(f"{title}: {chosen}" if chosen else f"{title}?", SMALL, least=17)
        super().__init__(do, **rest)
        self.add_widget(self.label)

    def place(self) -> None:
        """The words, and an arrow that says which way it goes."""
        pad, side = u(10), u(22)
        self.sign.clear()
        arrow, ground = ("up", BRASS) if self.chosen else ("down", RAISED)
        x, y = self.x + self.width - pad / 2 - side, self.y + (self.height - side) / 2
        paint_symbol(self.sign, SYMBOLS[arrow], x, y, side, self.label.color, ground)
        self.label.pos, self.label.size = (self.x + pad, self.y), (max(1, self.width - 2 * pad - side), self.height)

    def draw(self, *_: Any) -> None:
        """Dark words on brass while it is unfolded."""
        self.label.color = INK if self.chosen and self.state != "down" else IVORY
        super().draw()


class Because(Widget):
    """Who and why side by side, each to be unfolded."""

    def __init__(self, preview: Preview, opened: str, fold: Callable[[str], object], **rest: Any) -> None:
        """`opened` is "who", "why" or ""; `fold` is called with the one that was touched."""
        super().__init__(**rest)
        who, why = preview.names
        self.folds: list[Fold] = []
        for key, group, chosen in (("who", preview.who, who), ("why", preview.why, why)):
            # Who and why may be left out, and then there is nothing to unfold.
            if group.choices:
                self.folds.append(Fold(key.capitalize(), chosen, lambda key=key: fold(key)))
                self.folds[-1].choose(key == opened)
                self.add_widget(self.folds[-1])
        self.bind(pos=self._place, size=self._place)

    def widget(self) -> Widget:
        """Itself."""
        return self

    def wanted(self, width: float) -> float:
        """The height in pixels of one row, 0 where there is nothing to unfold; such a row is better left out."""
        return u(CHIP) if self.folds else 0.0

    def _place(self, *_: Any) -> None:
        """Who and why in halves of one row, or one of them in all of it."""
        gap, count = u(GAP), max(1, len(self.folds))
        wide = (self.width - gap * (count - 1)) / count
        for at, fold in enumerate(self.folds):
            fold.pos, fold.size = (self.x + at * (wide + gap), self.y), (max(1, wide), self.height)
