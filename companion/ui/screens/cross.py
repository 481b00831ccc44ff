"""A cross to be touched, alone on the whole picture, since touches may arrive anywhere; or what is done by a touch anywhere."""
from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.session.view import View
from companion.session.view_welcome import CrossPage
from companion.ui.screens.base import Screen, Send, put
from companion.ui.widgets.cross_field import CrossField


class CrossScreen(Screen):
    """The field lies over everything; head and foot are not there.

    Nobody knows yet where touches arrive, so that no button can be relied on, and none may be hit by mistake.
    """

    def __init__(self, send: Send, view: View) -> None:
        """As a screen, without its bars."""
        super().__init__(send, view)
        self.remove_widget(self.header)
        self.remove_widget(self.footer)

    def make(self, view: View) -> Widget:
        """Nothing else than the field."""
        self.field = CrossField(self.send)
        return self.field

    def show(self, view: View) -> None:
        """Another cross, or the offer."""
        assert isinstance(view.body, CrossPage)
        self.field.show(view.title, view.body)

    def arrange(self, *_: Any) -> None:
        """The field takes all the room."""
        put(self.content, *self.pos, *self.size)

    def _show_notice(self, words: str) -> None:
        """A notice would be touched in the place of a cross; it is there on the next page."""
