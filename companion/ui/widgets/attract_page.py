"""A race by pilots on the whole map, with a sentence how to begin."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.session.pages.story import StoryBeat
from companion.ui.layout import arrange, leave_empty, split, vbox, with_padding, with_size
from companion.ui.theme import (
    BODY,
    BRASS_LIGHT,
    GAP,
    HEADING,
    HEADLINE,
    NIGHT,
    SAND,
    is_landscape,
    u,
)
from companion.ui.widgets.label import Label
from companion.ui.widgets.map.board_map import BoardMap
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.sentence import Sentence
from companion.words import Text, sentences, text

SHARE, UPRIGHT_SHARE = 0.56, 0.62
"""The share of the map, of a landscape window's width or of an upright one's height."""


class AttractPage(Widget):
    """The map and the words beside or below it."""

    def __init__(self, title: Text | str, lively: bool, **rest: Any) -> None:
        """Name the game; `lively` lets pieces move on the map."""
        super().__init__(size_hint=(None, None), **rest)
        self.map = BoardMap(lively=lively)
        self.title = Label(title, HEADLINE, bold=True, tint=BRASS_LIGHT, least=HEADING)
        self.begin = Label(text("Touch the screen to play."), HEADING, bold=True, least=BODY)
        self.story = Sentence(BODY, tint=SAND, upright="top", least=18)
        self._ground = Rectangle()
        self.canvas.before.add(Color(*NIGHT))
        self.canvas.before.add(self._ground)
        add_all(self, self.map, self.title, self.begin, self.story)
        self.bind(pos=self._place, size=self._place)

    @property
    def seconds(self) -> float:
        """Return the seconds of the movement that has just begun."""
        return self.map.motion_seconds

    def show(self, beat: StoryBeat) -> None:
        """Show another moment of the race, in words and on the map."""
        signs = () if beat.board is None else beat.board.signs.values()
        self.story.say(
            sentences(*(line.words for line in beat.lines[:3])),
            {sign.name: sign.colour for sign in signs},
        )
        if beat.board is not None:
            first = self.map.picture is None
            self.map.show(beat.board)
            if first:
                self.map.zoom(False)

    def _place(self, *_: Any) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size
        words = vbox(
            with_size(leave_empty, u(GAP)),
            with_size(self.title, u(64)),
            with_size(self.begin, u(96 if is_landscape() else 56)),
            self.story,
            with_size(leave_empty, u(GAP)),
        )
        arrange(
            split(
                self.map,
                with_padding(words, u(GAP), 0),
                SHARE if is_landscape() else UPRIGHT_SHARE,
            ),
            self,
        )
