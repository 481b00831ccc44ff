"""What is remembered of letters is what Kivy would measure."""
from __future__ import annotations

import pytest

from companion.ui.theme import BOLD_FONT, TEXT_FONT
from companion.ui.window import Wish, open_window

PIECES = ("Done", "e", " ", "  two  blanks ", "SEAT 8 · 1,234 → ÄÖÜ…", "VAWATo fi l", "A sentence that is as long as a line of a page may ever become on any screen.")


@pytest.mark.parametrize("font", [TEXT_FONT, BOLD_FONT])
@pytest.mark.parametrize("size", [8, 18, 18.4, 23.333, 57.6])
def test_what_is_remembered_is_what_kivy_measures(font: str, size: float) -> None:
    """A single line without laying it out, and every paragraph twice: measured, and from memory."""
    open_window(Wish((800, 480), smooth=False))
    from kivy.core.text import Label as Letters
    from kivy.core.text import LabelBase

    from companion.ui.letters import extents
    from companion.ui.widgets.text import measured

    for piece in PIECES:
        letters = Letters(text=piece, font_size=size, font_name=font, line_height=0.92)
        letters.resolve_font_name()
        assert extents(font, size)(piece) == letters.get_extents(piece) == letters.get_cached_extents()(piece)
        assert measured(piece, size, font) == letters.render()
    for width in (60, 200, 640):
        letters = Letters(text=" ".join(PIECES), font_size=size, font_name=font, text_size=(width, None), line_height=0.92)
        letters.resolve_font_name()
        found = letters.render()
        with pytest.MonkeyPatch.context() as forgetting:
            forgetting.setattr(LabelBase, "get_cached_extents", lambda label: label.get_extents)
            assert letters.render() == found == measured(letters.text, size, font, width)
