"""Remembered extents of letters equal Kivy's, and each letter is drawn by a font that has it."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.ui.theme import BOLD_FONT, TEXT_FONT
from companion.ui.window import Wish, open_window
from tests.drawing import drawing
from tests.test_letters import BLOCKS, letters
from tests.typed import present

PIECES = (
    "Done",
    "e",
    " ",
    "  two  blanks ",
    "SEAT 8 · 1,234 → ÄÖÜ…",
    "VAWATo fi l",
    "A sentence that is as long as a line of a page may ever become on any screen.",
)


@pytest.mark.parametrize("font", [TEXT_FONT, BOLD_FONT])
@pytest.mark.parametrize("size", [8, 18, 18.4, 23.333, 57.6])
def test_what_is_remembered_is_what_kivy_measures(font: str, size: float) -> None:
    """Measure a single line and every paragraph as Kivy does, the second time from memory."""
    open_window(Wish((800, 480), smooth=False))
    from kivy.core.text import Label as Letters
    from kivy.core.text import LabelBase

    from companion.ui.letters import extents
    from companion.ui.widgets.label import measure

    for piece in PIECES:
        label = Letters(text=piece, font_size=size, font_name=font, line_height=0.92)
        label.resolve_font_name()
        assert (
            extents(font, size)(piece)
            == label.get_extents(piece)
            == label.get_cached_extents()(piece)
        )
        assert measure(piece, size, font) == label.render()
    for width in (60, 200, 640):
        label = Letters(
            text=" ".join(PIECES),
            font_size=size,
            font_name=font,
            text_size=(width, None),
            line_height=0.92,
        )
        label.resolve_font_name()
        found = label.render()
        with pytest.MonkeyPatch.context() as forgetting:
            forgetting.setattr(LabelBase, "get_cached_extents", lambda label: label.get_extents)
            assert label.render() == found == measure(label.text, size, font, width)


@pytest.mark.parametrize("font", [TEXT_FONT, BOLD_FONT])
@pytest.mark.parametrize("size", [14, 22, 42.5])
def test_words_of_both_fonts_are_measured_as_they_are_drawn(font: str, size: float) -> None:
    """Measure words in two fonts as their parts, without markup, and draw them to their end."""
    open_window(Wish((800, 480), smooth=False))
    from kivy.core.text import Label as Letters

    from companion.ui.letters import extents

    measure = extents(font, size)
    assert measure("HANNA ЕКАТЕРИНА [b]ΓΙΩΡΓΟΣ[/b]") == (
        sum(measure(part)[0] for part in ("HANNA ", "ЕКАТЕРИНА", " ", "[b]ΓΙΩΡΓΟΣ[/b]")),
        measure("A")[1],
    )
    for name in ("ЕКАТЕРИНА", "ΓΙΩΡΓΟΣ", "HANNA ЙЁЯ", "李"):
        drawn = Letters(text=name, font_size=size, font_name=font)
        drawn.refresh()
        assert present(drawn.texture).size == measure(name)
        columns = _inked(drawn.texture)
        assert (
            columns
            and columns[0] <= size / 4
            and columns[-1] >= present(drawn.texture).width - 1 - size / 4
        )


@pytest.mark.parametrize("font", [TEXT_FONT, BOLD_FONT])
def test_two_hyphens_of_a_command_stay_two(font: str) -> None:
    """Show two hyphens apart, as they have to be typed."""
    open_window(Wish((800, 480), smooth=False))
    from kivy.core.text import Label as Letters

    drawn = Letters(text="--", font_size=40, font_name=font)
    drawn.refresh()
    columns = _inked(drawn.texture)
    assert any(right - left > 1 for left, right in pairwise(columns)), "one long dash"


def test_each_letter_has_a_picture_of_its_own() -> None:
    """Draw every letter without the sign for missing ones."""
    open_window(Wish((800, 480), smooth=False))
    from kivy.core.text import Label as Letters

    def picture(letter: str) -> bytes:
        drawn = Letters(text=letter, font_size=30, font_name=BOLD_FONT)
        drawn.refresh()
        return bytes(present(drawn.texture).pixels)

    lacking = {picture("\ufffd"), picture("\U0001f916"), picture("李")}
    assert len(lacking) == 1
    seen = [picture(letter) for script in BLOCKS for letter in letters(script)]
    assert lacking.isdisjoint(seen)


def _inked(texture: Any) -> list[int]:
    """Return the columns of a picture that are not empty."""
    width, height = texture.size
    pixels = texture.pixels
    return [
        x for x in range(width) if any(pixels[(y * width + x) * 4 + 3] > 40 for y in range(height))
    ]


PAINTED = """
import sys
from pathlib import Path
from companion.ui.window import Wish, open_window
window = open_window(Wish((800, 480), smooth=False))
from kivy.base import EventLoop
from companion.ui.picture import save_picture, settle
from companion.ui.widgets.panel import place_widget
from companion.ui.widgets.label import Label
EventLoop.ensure_window()
EventLoop.start()
for at, name in enumerate(sys.argv[2:]):
    words = Label(name, align="center")
    window.add_widget(words)
    place_widget(words, 200, 100 * at, 400, 100)
    settle()
    # SDL keeps the files of its fonts open.
    print(sorted({link.resolve().stem for link in Path("/proc/self/fd").iterdir() \
if link.resolve().suffix == ".ttf"}))
save_picture(window, Path(sys.argv[1]))
"""


def test_words_are_seen_in_the_middle_of_their_box(tmp_path: Path, repository: Path) -> None:
    """Paint names of each font in the middle of their box; open the second font when needed."""
    order = [
        sys.executable,
        "-c",
        PAINTED,
        str(tmp_path / "words.png"),
        "BRASS",
        "ЕКАТЕРИНА",
        "ΓΙΩΡΓΟΣ",
    ]
    done = subprocess.run(
        order,
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=drawing(),
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.splitlines() == [
        "['BarlowCondensed-Medium']",
        *["['BarlowCondensed-Medium', 'RobotoCondensed-Regular']"] * 2,
    ]
    with Image.open(tmp_path / "words.png") as picture:
        for at in range(3):
            box = (
                picture.convert("L")
                .crop((200, 380 - 100 * at, 600, 480 - 100 * at))
                .point(lambda grey: 255 if grey > 150 else 0)
                .getbbox()
            )
            assert (
                box is not None
                and abs(box[0] + box[2] - 400) < 8
                and abs(box[1] + box[3] - 100) < 16
                and box[2] - box[0] > 40
            )
