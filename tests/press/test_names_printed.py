"""Names in other alphabets on paper, read back by another library."""

from __future__ import annotations

import re

import pytest

from companion.letters import runs
from companion.press.letters import text_width
from companion.press.marks import LEFT, MIDDLE, RIGHT, Document, SheetSide, TextLine
from companion.press.pdf import pdf
from companion.press.svg import svg
from tests.pixels import darkest
from tests.press.prints import picture, words
from tests.test_letters import BLOCKS, letters

NAMES = (
    "ŁUKASZ",
    "ΓΙΩΡΓΟΣ",
    "ЕКАТЕРИНА",
    "JÜRGEN",
    "DVOŘÁK",
    "Γιώργος",
    "Қуаныш",
    "Ngô Đình",
    "[b]ЕЛЕНА & Co",
)


def page(*lines: str, bold: bool = True, align: str = LEFT, x: float = 5) -> SheetSide:
    """Return a page with lines of words below one another."""
    return SheetSide(
        120,
        10 + 8 * len(lines),
        tuple(
            TextLine(line, x, 5 + 8 * at, 5, bold=bold, align=align)
            for at, line in enumerate(lines)
        ),
    )


@pytest.mark.parametrize("bold", [True, False])
def test_names_can_be_read_again(bold: bool) -> None:
    """Read every name back from the file, in embedded fonts alone."""
    data = pdf(Document("Test", (page(*NAMES, bold=bold),)))
    assert all(name in words(data) for name in NAMES)
    weight = b"Bold" if bold else b"Medium"
    assert {name.partition(b"+")[2] for name in re.findall(rb"/BaseFont /(\S+)", data)} == {
        b"BarlowCondensed-" + weight,
        b"RobotoCondensed-" + weight.replace(b"Medium", b"Regular"),
    }


@pytest.mark.parametrize("script", BLOCKS)
def test_every_letter_can_be_printed(script: str) -> None:
    """Print every letter, and read it back."""
    found = [*letters(script)]
    data = pdf(
        Document(
            "Test", (page(*("".join(found[at : at + 20]) for at in range(0, len(found), 20))),)
        )
    )
    read = words(data)
    assert [letter for letter in found if letter not in read] == []


@pytest.mark.parametrize(
    ("align", "x", "begins"), [(LEFT, 20, 20.0), (MIDDLE, 60, None), (RIGHT, 100, None)]
)
def test_words_of_both_fonts_stand_where_they_are_measured(
    align: str, x: float, begins: float | None
) -> None:
    """Begin and end the ink of a line where its width says."""
    line = "HANNA ЕКАТЕРИНА HANNA"
    assert len(runs(line)) == 3
    seen = (
        picture(pdf(Document("Test", (page(line, align=align, x=x),))), dots=20)
        .convert("L")
        .point(lambda grey: 255 if grey < 128 else 0)
    )
    width = text_width(line, 5, bold=True)
    left = begins if begins is not None else x - width * (0.5 if align == MIDDLE else 1)
    box = seen.getbbox()
    assert (
        box is not None and abs(box[0] / 20 - left) < 0.6 and abs(box[2] / 20 - left - width) < 0.6
    )


def test_what_no_font_has_is_drawn_as_a_sign_and_stays_in_the_text() -> None:
    """Draw a sign for letters that no font has; an SVG keeps the letters."""
    empty, signed = (
        darkest(picture(pdf(Document("Test", (page(line),)))).convert("L")) for line in ("", "李")
    )
    assert signed < 100 < empty and "李" in svg(page("李"), "Test").decode()
