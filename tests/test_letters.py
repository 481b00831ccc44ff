"""The letters of names: what the fonts have, which font draws what, and what cannot be shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from companion.content import fonts
from companion.letters import FIRST, SECOND, code_points, runs, unshown

FIRST_FILES, SECOND_FILES = (
    (fonts.TEXT_FONT_FILE, fonts.BOLD_FONT_FILE),
    (fonts.SECOND_TEXT_FONT_FILE, fonts.SECOND_BOLD_FONT_FILE),
)
BLOCKS = {
    "LATIN": (0x20, 0x24F),
    "LATIN ADDITIONAL": (0x1E00, 0x1EFF),
    "GREEK": (0x370, 0x3FF),
    "CYRILLIC": (0x400, 0x52F),
}


def letters(script: str) -> Iterator[str]:
    """Yield every letter of a block, by its name in Unicode."""
    low, high = BLOCKS[script]
    block = map(chr, range(low, high + 1))
    # A letter that becomes another one when normalised does not count.
    yield from (
        letter
        for letter in block
        if unicodedata.name(letter, "").startswith(script.partition(" ")[0])
        and letter.isalpha()
        and unicodedata.is_normalized("NFC", letter)
    )


@pytest.mark.parametrize(("files", "table"), [(FIRST_FILES, FIRST), (SECOND_FILES, SECOND)])
def test_the_tables_are_those_of_the_fonts(files: tuple[Path, ...], table: str) -> None:
    """Match the tables with every font file, except for invisible characters."""
    for file in files:
        with TTFont(file) as font:
            assert {code for code in font.getBestCmap() if chr(code).isprintable()} == set(
                code_points(table)
            ), file.name


@pytest.mark.parametrize("script", BLOCKS)
def test_every_letter_is_drawn_by_a_font_that_has_it(script: str) -> None:
    """Draw every letter by a font that has it, alone and in a word with all others."""
    tables = {False: set(code_points(FIRST)), True: set(code_points(SECOND))}
    found = list(letters(script))
    assert len(found) > (70 if script == "GREEK" else 200)
    for text in (*found, "".join(found)):
        assert "".join(run.text for run in runs(text)) == text and not unshown(text)
        assert all(
            ord(letter) in tables[run.second] for run in runs(text) for letter in run.text
        ), text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ŁUKASZ DVOŘÁK", [("ŁUKASZ DVOŘÁK", False)]),
        # One word is set in one font, though Barlow Condensed has an Ω; alone it is its own.
        ("ΓΙΩΡΓΟΣ 5 Ω", [("ΓΙΩΡΓΟΣ", True), (" 5 Ω", False)]),
        ("[b]ЕЛЕНА & Co", [("[b]ЕЛЕНА", True), (" & Co", False)]),
        # Marks are joined with their letters where there is such a letter, and never drawn apart
        # from them.
        ("Jose\u0301", [("José", False)]),
        ("И\u0306", [("Й", True)]),
        ("Б\u0302", [("Б\u0302", True)]),
        # A replacement sign stands for each letter that cannot be shown, with any marks.
        (
            "李李 A 👍\ufe0f ЯН李",
            [("��", True), (" A ", False), ("�", True), (" ", False), ("ЯН�", True)],
        ),
    ],
)
def test_words_are_set_in_one_font(text: str, expected: list[tuple[str, bool]]) -> None:
    """Set each word in the first font that has all its letters."""
    assert [(run.text, run.second) for run in runs(text)] == expected


def test_what_no_font_has_is_named_once() -> None:
    """Name each missing letter once, in order, composed with its marks."""
    assert (
        unshown("李 Anna 李🤖 e\u0301 שלום") == ("李", "🤖", "ש", "ל", "ו", "ם")
        and unshown("ŁUKASZ ΓΙΩΡΓΟΣ Ώ ЕКАТЕРИНА Ț Ấ") == ()
    )
