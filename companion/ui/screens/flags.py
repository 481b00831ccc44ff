"""Setup, page 2: markers on the map, by touching squares or by suggestion."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.session.messages import ClearMarkers, SuggestMarkers
from companion.session.pages.flags import MarkersPage
from companion.session.view import View
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import BODY, GOOD, SAND, SMALL, WARNING, is_landscape, u
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.button import QUIET, ChoiceButton, PushButton
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import ColumnBox, RowBox, add_all
from companion.words import Text, text


class Warnings(ColumnBox):
    """Sentences with a warning sign each, or one with a tick without a warning."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(gap=4, **rest)
        self._shown: tuple[tuple[Text, ...], Text | str] | None = None

    def show(self, warnings: tuple[Text, ...], otherwise: Text | str) -> None:
        """Show warnings, or else a sentence with good news; nothing if that is "" as well."""
        if (warnings, otherwise) == self._shown:
            return
        self._shown = warnings, otherwise
        self.clear_widgets()
        for words in warnings or ((otherwise,) if otherwise else ()):
            tint = WARNING if warnings else GOOD
            row = RowBox(gap=10)
            row.add_widget(
                Sign(
                    "warning" if warnings else "tick",
                    tint,
                    size_hint=(None, None),
                    size=(u(26), u(26)),
                    pos_hint={"center_y": 0.5},
                )
            )
            row.add_widget(Label(words, SMALL, tint=tint, least=15))
            self.add_widget(row)


class MarkersScreen(MapScreen):
    """The map to touch; beside it suggestions, the markers in words, and warnings.

    Warnings are no refusal: markers on pits and belts are allowed.
    """

    def make(self, view: View) -> Widget:
        """Make suggestions, the markers in words, and warnings."""
        page = body_of(view, MarkersPage)
        self.suggestions = {
            difficulty: ChoiceButton(label, self.send, SuggestMarkers(difficulty))
            for difficulty, label in page.suggestions
        }
        suggested = RowBox(size_hint_y=None, height=u(66 if is_landscape() else 56))
        add_all(suggested, *self.suggestions.values())
        self.clear = PushButton(
            text("Take all away"),
            self.send,
            ClearMarkers(),
            kind=QUIET,
            symbol="cross",
            size=SMALL,
        )
        self.nearer = PushButton(
            "", lambda: self.map.zoom(not self.map.near), kind=QUIET, symbol="zoom", size=SMALL
        )
        self.map.bind(near=self._label_zoom_button)
        self._label_zoom_button()
        others = RowBox(size_hint_y=None, height=u(56))
        add_all(others, self.clear, self.nearer)
        self.marker_words = Label("", BODY, least=18)
        self.warnings = Warnings(size_hint_y=1.3)
        content = ColumnBox(gap=6)
        self.label = Label(
            page.suggested, SMALL, tint=SAND, size_hint_y=None, height=u(24), least=18
        )
        add_all(
            content,
            *([self.label] if is_landscape() else []),
            suggested,
            others,
            self.marker_words,
            self.warnings,
        )
        return content

    def map_share(self) -> float:
        """Return a little more than usual, since the map is touched; warnings take some of it."""
        warnings = len(body_of(self.view, MarkersPage).warnings)
        return 0.46 if is_landscape() else 0.54 if warnings < 2 else 0.515 - 0.045 * (warnings - 1)

    def show(self, view: View) -> None:
        page = body_of(view, MarkersPage)
        assert view.board is not None
        for difficulty, button in self.suggestions.items():
            button.chosen = difficulty == page.chosen
        flags = view.board.markers
        self.marker_words.text = page.positions
        self.warnings.show(page.warnings, page.fine)
        # Each needs room for two lines.
        if self.warnings.size_hint_y != (wanted := max(1.3, 0.9 * len(page.warnings))):
            self.warnings.size_hint_y = wanted
            self.arrange()
        self.clear.disabled = not flags
        # The sentence promises it, and there is no marker that a touch beside its square would
        # remove.
        self.map.at_once = not flags

    def _label_zoom_button(self, *_: Any) -> None:
        self.nearer.text = text("Whole board") if self.map.near else text("Look closer")


SCREEN = MarkersScreen
