"""A dialog: an event or a question, and the buttons that answer it."""

from __future__ import annotations

from typing import Any

from companion.ui.theme import IVORY, LARGE, SAND, SEAM, SMALL, WARNING, u
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Panel, RowBox, add_all
from companion.words import Text


class Dialog(Panel):
    """Words on a plate, over buttons side by side.

    It is independent of the session, so that it can replace a screen that has failed.
    """

    def __init__(
        self,
        words: Text | str,
        *buttons: PushButton,
        note: Text | str = "",
        warns: bool = False,
        **rest: Any,
    ) -> None:
        """Make it; `note` is in small letters below the words, `warns` adds a sign above them."""
        super().__init__(rim=WARNING if warns else SEAM, rivets=False, **rest)
        if warns:
            self.add_widget(Sign("warning", WARNING, size_hint_y=None, height=u(44)))
        self.words = Label(words, LARGE, align="center", tint=IVORY, least=16)
        self.add_widget(self.words)
        if note:
            self.add_widget(Label(note, SMALL, align="center", tint=SAND))
        if buttons:
            row = RowBox(size_hint_y=None, height=u(60))
            add_all(row, *buttons)
            self.add_widget(row)
