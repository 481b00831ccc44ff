"""A sentence for hands: large, with squares and pieces' names in tints of their own.

The text engine knows tints by markup only, so that what is shown and what is measured are two texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kivy.core.text.markup import MarkupLabel
from kivy.utils import escape_markup, get_hex_from_color

from companion.ui.speech import said
from companion.ui.theme import BRASS_LIGHT, HEADLINE, LIVERY, Rgba
from companion.ui.widgets.text import Words
from companion.words import Text

_SQUARE = re.compile(r"\b[A-Z]{1,2}[1-9][0-9]?\b")


def tinted(text: str, tint: Rgba) -> str:
    """The text in markup that gives it a tint."""
    return f"[color={get_hex_from_color(tint)}]{text}[/color]"


def marked(sentence: str, names: Mapping[str, str]) -> str:
    """The sentence in markup: squares in brass, each name in the tint of its colour (`names`: name → colour).

    What looks like markup in a sentence or a name is shown letter by letter.
    """
    text = escape_markup(sentence)
    known = {escape_markup(name): colour for name, colour in names.items() if name}
    # The longest first, or a name that another one begins with would be taken for it.
    parts = sorted((re.escape(name) for name in known), key=len, reverse=True)
    # What follows without a space goes with the word, since the text engine may begin a new line wherever a tint ends.
    words = "|".join([*(rf"(?<!\w){part}(?!\w)" for part in parts), _SQUARE.pattern])
    pattern = re.compile(rf"({words})[,.;:]?")
    return pattern.sub(
        lambda found: tinted(
            found[0], LIVERY[known[found[1]]] if found[1] in known else BRASS_LIGHT
        ),
        text,
    )


class Sentence(Words):
    """Words that show a marked sentence and are measured by its plain letters."""

    ENGINE = MarkupLabel
    LEADING = 1.0
    """Markup knows no other; a line that does not fit would be left out."""

    def __init__(self, size: int = HEADLINE, **rest: Any) -> None:
        """An empty sentence; further arguments are those of Words."""
        self._plain = ""
        super().__init__("", size, bold=True, **rest)

    def say(self, sentence: Text | str, names: Mapping[str, str]) -> None:
        """Say another sentence in the language of the screen; `names` are the pieces' names with their colours."""
        self._plain = said(sentence)
        # Setting the text measures at once, by the plain letters: they must be there.
        self.text = marked(self._plain, names)

    def plain(self) -> str:
        """The letters without marks."""
        return self._plain

    def _lettering(self) -> str:
        return tinted(self.text, self.disabled_color if self.disabled else self.color)
