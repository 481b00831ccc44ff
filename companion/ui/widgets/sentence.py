"""A large sentence with squares and pieces' names in special tints.

The text engine knows tints by markup only, so that the shown and the measured text differ.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kivy.core.text.markup import MarkupLabel
from kivy.utils import escape_markup, get_hex_from_color

from companion.ui.i18n import translated
from companion.ui.theme import BODY, BOLD_FONT, BRASS_LIGHT, HEADLINE, NAMES, Rgba, u
from companion.ui.widgets.label import Label, measure
from companion.words import Text

_SQUARE = re.compile(r"\b[A-Z]{1,2}[1-9][0-9]?\b")


def tint_markup(text: str, tint: Rgba) -> str:
    """Return the text in markup that gives it a tint."""
    return f"[color={get_hex_from_color(tint)}]{text}[/color]"


def markup(sentence: str, names: Mapping[str, str]) -> str:
    """Return the sentence in markup: squares in brass, each name in the tint of its colour.

    `names` are names with their colours. Markup in a sentence or a name is shown letter by letter.
    """
    text = escape_markup(sentence)
    known = {escape_markup(name): colour for name, colour in names.items() if name}
    # The longest first: a name may begin with another one.
    parts = sorted((re.escape(name) for name in known), key=len, reverse=True)
    # A character that follows without a space is in the same tint, since the text engine may begin
    # a new line at the end of a tint.
    words = "|".join([*(rf"(?<!\w){part}(?!\w)" for part in parts), _SQUARE.pattern])
    pattern = re.compile(rf"({words})[,.;:]?")
    return pattern.sub(
        lambda found: tint_markup(
            found[0], NAMES[known[found[1]]] if found[1] in known else BRASS_LIGHT
        ),
        text,
    )


class Sentence(Label):
    """Words that show a marked sentence and are measured by its plain letters."""

    ENGINE = MarkupLabel
    LEADING = 1.0
    """Markup supports no other; a line that does not fit would be omitted."""

    def __init__(self, size: int = HEADLINE, **rest: Any) -> None:
        self._plain = ""
        self.needed_size = BODY
        """Size of the letters for which its box has room."""
        super().__init__("", size, bold=True, **rest)

    def say(self, sentence: Text | str, names: Mapping[str, str]) -> None:
        """Show a sentence in the language of the screen; `names` are names with their colours."""
        self._plain = translated(sentence)
        # Setting the text measures immediately, by the plain letters: they must be set before.
        self.text = markup(self._plain, names)

    def height_at(self, size: int, width: float) -> float:
        """Return the height in pixels in letters of a size, wrapped to a width in pixels."""
        return measure(self._plain, u(size), BOLD_FONT, width, self.LEADING)[1]

    def needed_height(self, width: float) -> float:
        """Return the height in pixels at a width in pixels."""
        return self.height_at(self.needed_size, width)

    def plain(self) -> str:
        """Return the letters without marks."""
        return self._plain

    def _markup(self) -> str:
        return tint_markup(self.text, self.disabled_color if self.disabled else self.color)
