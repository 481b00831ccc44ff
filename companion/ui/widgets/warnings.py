"""Warnings as a list: each with its sign, as large as the room allows.

They hinder nobody, so that they stand beside what they are about and not in a notice over it.
"""
from __future__ import annotations

from typing import Any

from companion.ui.theme import GOOD, SMALL, WARNING, u
from companion.ui.widgets.bars import Sign
from companion.ui.widgets.panel import Column, Row
from companion.ui.widgets.text import Words


class Warnings(Column):
    """Sentences with a warning sign each, or one with a tick when there is nothing to warn of."""

    def __init__(self, **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(gap=4, **rest)
        self._shown: tuple[tuple[str, ...], str] | None = None

    def show(self, warnings: tuple[str, ...], otherwise: str) -> None:
        """Other warnings, or else this sentence, which is good news; nothing where that is "" as well."""
        if (warnings, otherwise) == self._shown:
            return
        self._shown = warnings, otherwise
        self.clear_widgets()
        for words in warnings or ((otherwise,) if otherwise else ()):
            tint = WARNING if warnings else GOOD
            row = Row(gap=10)
            row.add_widget(Sign("warning" if warnings else "tick", tint, size_hint=(None, None), size=(u(26), u(26)), pos_hint={"center_y": 0.5}))
            row.add_widget(Words(words, SMALL, tint=tint, least=17))
            self.add_widget(row)
