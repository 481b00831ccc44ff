"""Test that colours can be told apart and read, and that sizes fit the window."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from companion.art import PALETTE
from companion.content.fonts import FONTS
from companion.content.livery import COLOURS, FORMER_COLOURS, OUTLINES, SHAPES
from companion.errors import ScreenError
from companion.press.paper import INKS
from companion.session.preferences import CONTRAST, DARK, LIGHT
from companion.ui import theme
from companion.ui.theme import (
    ART,
    BAD,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    BYGONE,
    BYGONE_RIM,
    GOOD,
    INK,
    IVORY,
    LAMP,
    LIVERY,
    LOOKS,
    NAMES,
    NIGHT,
    PANEL,
    RAISED,
    SAND,
    SEAM,
    TRIED,
    WARNING,
    contrast,
    fit,
    forget_with_look,
    is_landscape,
    present_look,
    rgba,
    u,
    use_look,
)

GROUNDS = {"night": NIGHT, "panel": PANEL, "raised": RAISED, "bygone": BYGONE}


def test_contrast_counts_as_the_guidelines_do() -> None:
    """Calculate contrast as WCAG does: 21 for black on white, 1 for equal colours."""
    white, black, grey = theme.rgba("#ffffff"), theme.rgba("#000000"), theme.rgba("#767676")
    assert contrast(white, black) == pytest.approx(21)
    assert contrast(grey, grey) == pytest.approx(1)
    assert contrast(white, grey) == pytest.approx(4.54, abs=0.01)


@pytest.fixture(params=LOOKS)
def look(request: pytest.FixtureRequest) -> Iterator[str]:
    """Use a look of the screen, and the usual one afterwards."""
    use_look(request.param)
    yield request.param
    use_look(DARK)


@pytest.mark.parametrize("ground", GROUNDS)
def test_words_are_readable_on_every_ground(ground: str, look: str) -> None:
    """Reach 7 (AAA) for plain words on every ground, and 4.5 (AA) for all others."""
    assert contrast(IVORY, GROUNDS[ground]) >= 7
    for tint in (SAND, BRASS_LIGHT, BYGONE_RIM, GOOD, WARNING, BAD, *NAMES.values()):
        assert contrast(tint, GROUNDS[ground]) >= 4.5


def test_instructions_are_readable_from_afar(look: str) -> None:
    """Reach 7 (AAA) for all that an instruction has: words, squares and the names of pieces."""
    for tint in (IVORY, BRASS_LIGHT, *NAMES.values()):
        assert contrast(tint, PANEL) >= 7


def test_high_contrast_reaches_seven_with_all_words() -> None:
    """Reach 7 (AAA) for warnings too, where people have asked for contrast."""
    use_look(CONTRAST)
    try:
        for tint in (SAND, GOOD, WARNING, BAD, BRASS, BRASS_LIGHT, SEAM):
            assert min(contrast(tint, ground) for ground in GROUNDS.values()) >= 7
    finally:
        use_look(DARK)


def test_words_are_readable_on_bright_plates(look: str) -> None:
    """Reach 4.5 for dark words on brass, paper and pieces, and for words on all other plates."""
    for plate in (BRASS, ART["paper"], ART["card"], *LIVERY.values()):
        assert contrast(INK, plate) >= 4.5
    for plate in (BRASS_LIGHT, BAD, LAMP):
        assert contrast(NIGHT, plate) >= 4.5
    for plate in (BRASS_DARK, TRIED):
        assert contrast(IVORY, plate) >= 4.5


def test_signs_stand_out_from_every_ground(look: str) -> None:
    """Reach 3, the WCAG minimum for graphics, for lights, and for brass on panel and ground."""
    for ground in GROUNDS.values():
        assert contrast(LAMP, ground) >= 3
    assert contrast(BRASS, PANEL) >= 3 and contrast(BRASS, NIGHT) >= 3


def test_a_colour_is_the_same_object_in_every_look() -> None:
    """Change the parts of a colour, so that modules that have imported it follow."""
    before, dark = NIGHT, tuple(NIGHT)
    assert use_look(LIGHT) and not use_look(LIGHT)
    try:
        assert before is NIGHT and tuple(NIGHT) != dark and contrast(NIGHT, IVORY) > 12
        assert ART["floor"] == rgba(INKS["floor"]) and ART["laser_glow"][3] == pytest.approx(
            0.25, abs=0.01
        )
    finally:
        assert use_look("no such look")
    assert tuple(NIGHT) == dark and present_look() == DARK


def test_pictures_of_another_look_are_forgotten() -> None:
    """Call what forgets painted pictures, once for each change."""
    called: list[str] = []
    forget_with_look(lambda: called.append(present_look()))
    for word in (LIGHT, LIGHT, DARK):
        use_look(word)
    assert called == [LIGHT, DARK]


def test_things_on_the_board_stand_out_from_it() -> None:
    """Reach 3, the WCAG minimum for graphics, for everything on the board."""
    for tint in LIVERY.values():
        assert contrast(tint, ART["floor"]) >= 3
    for name in ("wall", "hazard", "repair", "paper", "flag", "start"):
        assert contrast(ART[name], ART["floor"]) >= 3, name
    assert contrast(ART["arrow"], ART["belt"]) >= 4.5
    assert contrast(ART["arrow_fast"], ART["belt_fast"]) >= 4.5


def test_clanks_differ_by_more_than_colour() -> None:
    """Have a tint for each livery and a different outline for each shape."""
    assert set(LIVERY) == {*COLOURS, *FORMER_COLOURS} and set(OUTLINES) == set(SHAPES)
    assert all(one != other for one, other in combinations(OUTLINES.values(), 2))


def test_every_colour_of_art_has_a_tint() -> None:
    """Have a tint for every colour in which elements are drawn."""
    assert set(ART) == set(PALETTE)


@pytest.mark.parametrize(
    ("size", "touch", "flat"),
    [
        ((800, 480), 47, True),
        ((1280, 720), 70, True),
        ((1280, 800), 59, True),
        ((720, 1280), 75, False),
        ((1920, 480), 47, True),
    ],
)
def test_sizes_grow_with_the_window(size: tuple[int, int], touch: int, flat: bool) -> None:
    """Keep targets 9 mm large on known panels, and on panels of ten inches with 1280 × 800."""
    fit(*size)
    assert u(47) == touch and is_landscape() == flat


@pytest.mark.parametrize("size", [(639, 480), (800, 383), (320, 240), (359, 640)])
def test_a_window_too_small_is_refused_in_one_sentence(size: tuple[int, int]) -> None:
    """Refuse a small window in one sentence with a remedy, and keep the sizes."""
    fit(800, 480)
    with pytest.raises(
        ScreenError, match=rf"{size[0]} × {size[1]} pixels and needs at least \d+ × \d+: .*--size"
    ):
        fit(*size)
    assert u(47) == 47


def test_a_missing_font_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Name the missing file, and the command that restores it."""
    theme.need_fonts()
    monkeypatch.setattr(theme, "TEXT_FONT", str(tmp_path / "BarlowCondensed-Medium.ttf"))
    with pytest.raises(ScreenError, match=r"BarlowCondensed-Medium\.ttf is missing.*make setup"):
        theme.need_fonts()


def test_the_fonts_come_with_their_licence() -> None:
    """Ship the licences of the fonts with them."""
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text(encoding="utf-8")
    assert "Apache License" in (FONTS / "Apache-2.0.txt").read_text(encoding="utf-8")
