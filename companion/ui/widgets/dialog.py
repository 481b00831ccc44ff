"""A sentence over everything, when there is no screen to show."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.floatlayout import FloatLayout

from companion.ui.theme import GAP, LARGE, WARNING, u
from companion.ui.widgets.bars import Sign
from companion.ui.widgets.button import PRIMARY, PushButton
from companion.ui.widgets.panel import Column, Panel
from companion.ui.widgets.text import Words


class Dialog(FloatLayout):
    """What has happened and, if there is one, the button that goes on.

    It stands where a screen has failed or the window is too small, so that it needs nothing of the evening.
    """

    def __init__(self, words: str, button: str, do: Callable[[], object], **rest: Any) -> None:
        """Without a `button` there are only the words."""
        super().__init__(**rest)
        plate = Panel(rim=WARNING, size_hint=(None, None), pad=GAP * 2)
        column = Column()
        column.add_widget(Sign("warning", WARNING, size_hint_y=None, height=u(44)))
        self.words = Words(words, LARGE, align="center", least=16)
        column.add_widget(self.words)
        if button:
            self.button = PushButton(button, do, kind=PRIMARY, size_hint_y=None, height=u(60))
            column.add_widget(self.button)
        plate.add_widget(column)
        self.add_widget(plate)
        self.bind(size=lambda _, size: self._place(plate), pos=lambda _, pos: self._place(plate))

    def _place(self, plate: Panel) -> None:
        margin = min(u(30), self.width / 20)
        plate.pos, plate.size = (self.x + margin, self.y + margin), (max(1, self.width - 2 * margin), max(1, self.height - 2 * margin))
