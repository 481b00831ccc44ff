"""Colours, sizes and fonts, readable from a metre, in the looks that people can choose.

The usual look is dark as the inside of a clock, with brass. A colour here is the same object in
each look: `use_look` changes its parts, and screens that are built afterwards show them.

Sizes are those of the seven-inch panel: `u(47)` is 47 px in a window of 800×480 (9 mm there) and
grows with the window, so that every screen keeps its proportions. Upright windows are measured
against 450×800, which gives the dense 720×1280 panel the same millimetres. A wide window, which is
at least WIDE, has smaller letters than that proportion and shows more instead, unless the display
says that touch targets would be too small (`know_pixels`), or large letters are chosen. Call `fit`
once before widgets are built and again when the window changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from companion.content.fonts import (
    BOLD_FONT_FILE,
    SECOND_BOLD_FONT_FILE,
    SECOND_TEXT_FONT_FILE,
    TEXT_FONT_FILE,
)
from companion.content.livery import TINTS
from companion.errors import ScreenError
from companion.named_tuples import NamedTuple
from companion.session.preferences import CONTRAST, DARK, LARGE_LETTERS, LIGHT
from companion.words import text

Rgba: TypeAlias = Sequence[float]
"""Red, green, blue and alpha as shares from 0 to 1."""

LANDSCAPE, PORTRAIT = (800, 480), (450, 800)
"""The reference windows of all sizes, landscape and portrait: Touch Display 1 with 5.2 px/mm, and
Touch Display 2 with 8.3 px/mm (hardware facts, section 10)."""
SMALLEST: Final = 0.8
"""Below this scale touch targets and letters become too small: 640×384 landscape, 360×640
upright."""

WIDE: Final = (1200, 720)
"""Width and height in pixels from which a landscape window is wide."""
WIDE_BASIS, WIDE_SCALE = (1280, 800), 1.25
"""A wide window, and its scale; larger ones grow by the root of their size, so that half of the
room goes into more to see. At 1.25 BODY is 5.3 mm on a panel of ten inches with 1280×800."""
DENSE: Final = ((1280, 720),)
"""Windows that are not wide: Touch Display 2 in landscape needs the letters of a seven-inch
panel."""

TARGET, TARGET_MM = 47, 9.0
"""Least touch target in units, and in millimetres where the display says how large its pixels
are."""
TOUCH: Final = 52
"""Least height and width of a touch target; 47 is 9 mm on the seven-inch panel."""
SIGN_HIGH: Final = 36
"""Height of the signs in the head as they are drawn, as on the seven-inch panel; the touch target
is TOUCH high and reaches below it."""
GAP: Final = 8
"""Gap between neighbours, and from the border of a panel to its content."""

SMALL, BODY, LARGE, HEADING, HEADLINE = 22, 25, 29, 34, 42
"""Sizes of letters. SMALL is readable from a chair, BODY and above from a metre."""
LIST_SIZES: Final = (BODY, SMALL, 20, 18)
"""Sizes of letters in lists that become smaller until they fit, the largest first."""

TEXT_FONT, BOLD_FONT = str(TEXT_FONT_FILE), str(BOLD_FONT_FILE)
SECOND_FONT: Final = {TEXT_FONT: str(SECOND_TEXT_FONT_FILE), BOLD_FONT: str(SECOND_BOLD_FONT_FILE)}
"""The font for letters that the first one lacks, read when the first such letter is drawn."""


class Tint(list[float]):
    """A colour of the present look: the same object in all looks, with other parts in each."""

    def __eq__(self, other: object) -> bool:
        """Return whether the parts are the same; a tuple equals, too."""
        return isinstance(other, (list, tuple)) and tuple(self) == tuple(other)

    __hash__ = None


def rgba(code: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """Return the colour of a code such as "#e2b04a", with shares from 0 to 1."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, alpha


def faded(tint: Rgba, alpha: float) -> tuple[float, float, float, float]:
    """Return a colour with another alpha."""
    red, green, blue, _ = tint
    return red, green, blue, alpha


class Look(NamedTuple):
    """The colours of a look as codes; the fields have the names of the constants below."""

    night: str
    panel: str
    raised: str
    seam: str
    ivory: str
    sand: str
    bygone: str
    bygone_rim: str
    brass: str
    brass_light: str
    brass_dark: str
    good: str
    warning: str
    bad: str
    lamp: str
    tried: str
    paper: bool = False
    """Whether boards are painted as on paper, not dark."""
    letters: float = 1.0
    """The factor by which letters are larger if there is room."""


_DARK: Final = Look(
    night="#14100b",
    panel="#231c14",
    raised="#352a1c",
    seam="#6b5534",
    ivory="#f8efdd",
    sand="#d2c09c",
    bygone="#16283a",
    bygone_rim="#7db4e6",
    brass="#e0ad45",
    brass_light="#f5d58a",
    brass_dark="#8a6526",
    good="#8fd694",
    warning="#ffb84d",
    bad="#ff8073",
    lamp="#ff4236",
    tried="#4a211a",
)
LOOKS: Final[Mapping[str, Look]] = {
    DARK: _DARK,
    LIGHT: Look(
        night="#fbf6ea",
        panel="#fffdf8",
        raised="#f1e7d0",
        seam="#a08c66",
        ivory="#1b1712",
        sand="#54472f",
        bygone="#dcebf8",
        bygone_rim="#0f4a80",
        brass="#b08324",
        brass_light="#66450c",
        brass_dark="#e2c68a",
        good="#1b5e2c",
        warning="#7d4700",
        bad="#a1190f",
        lamp="#c4160b",
        tried="#ffd9d0",
        paper=True,
    ),
    LARGE_LETTERS: _DARK._replace(letters=1.2),
    CONTRAST: Look(
        night="#000000",
        panel="#000000",
        raised="#1c1c1c",
        seam="#c8c8c8",
        ivory="#ffffff",
        sand="#ececec",
        bygone="#00182e",
        bygone_rim="#9fd0ff",
        brass="#ffd23f",
        brass_light="#ffe58a",
        brass_dark="#5a4310",
        good="#8cf29a",
        warning="#ffc46b",
        bad="#ffa59c",
        lamp="#ff6a5e",
        tried="#4a0f06",
    ),
}
"""The looks of the screen, by the words of `Preferences.look`."""

NIGHT, PANEL, RAISED, SEAM = (
    Tint(rgba(code)) for code in (_DARK.night, _DARK.panel, _DARK.raised, _DARK.seam)
)
"""The background; a panel on it; something raised on a panel; the line round either."""
IVORY, SAND = Tint(rgba(_DARK.ivory)), Tint(rgba(_DARK.sand))
"""Text, and less important text."""
BYGONE, BYGONE_RIM = Tint(rgba(_DARK.bygone)), Tint(rgba(_DARK.bygone_rim))
"""A panel for going back in the race, cold where everything else is warm, and its line."""
BRASS, BRASS_LIGHT, BRASS_DARK = (
    Tint(rgba(code)) for code in (_DARK.brass, _DARK.brass_light, _DARK.brass_dark)
)
"""A bright plate for dark text; text and lines on a background; a plate under a finger."""
GOOD, WARNING, BAD, LAMP = (
    Tint(rgba(code)) for code in (_DARK.good, _DARK.warning, _DARK.bad, _DARK.lamp)
)
"""Ready, attention, error; a burning lock light. Each comes with a symbol or a word."""
TRIED: Final = Tint(rgba(_DARK.tried))
"""A slot whose light is tried."""
INK: Final[Rgba] = rgba("#14100b")
"""Text on brass, paper and the pieces' colours, and the edge of pieces; dark in every look.

Text on any other bright plate is in NIGHT.
"""

LIVERY: Final[dict[str, Rgba]] = {colour: rgba(code) for colour, code in TINTS.items()}
"""Tints of the pieces' colours, by the names of `companion.content.livery`; dark letters are
readable on each."""
NAMES: Final[dict[str, Tint]] = {colour: Tint(rgba(code)) for colour, code in TINTS.items()}
"""Tints for the names of pieces, by colour: with enough contrast for instructions (WCAG AAA)."""

_ART: Final[dict[str, Rgba]] = {
    "floor": rgba("#4f463a"),
    "seam": rgba("#37302a"),
    "ink": rgba("#17130e"),
    "paper": rgba("#f3e6c8"),
    "wall": rgba("#fff1cf"),
    "belt": rgba("#23262b"),
    "belt_fast": rgba("#1b2a3a"),
    "rail": rgba("#6f675b"),
    "arrow": rgba("#e3ad49"),
    "arrow_fast": rgba("#62c8f2"),
    "gear_left": rgba("#7fa860"),
    "gear_right": rgba("#c9824a"),
    "pit": rgba("#060504"),
    "pit_rim": rgba("#8d7a55"),
    "repair": rgba("#7fd6a4"),
    "laser": rgba("#ff5040"),
    "laser_glow": rgba("#ff5040", 0.28),
    "laser_body": rgba("#8e2a22"),
    "pusher": rgba("#b9c3cc"),
    "pusher_body": rgba("#6a7683"),
    "crusher": rgba("#a8323e"),
    "start": rgba("#a99a7d"),
    "flag": rgba("#ffffff"),
    "hazard": rgba("#f0b429"),
    "steel": rgba("#8b949d"),
    "card": rgba("#f6ecd6"),
    "card_rim": rgba("#8f6a2a"),
    "suit_red": rgba("#c01f2b"),
    "suit_black": rgba("#1a1712"),
    "goal": rgba("#e23b40"),
    "portal": rgba("#b79bff"),
    "portal_dark": rgba("#35246b"),
    "glue": rgba("#b9d13e"),
    "glue_dark": rgba("#55661a"),
    "ice": rgba("#a9dcf5"),
    "ice_dark": rgba("#1f5a80"),
    "bronze": rgba("#7a5410"),
    "bronze_pale": rgba("#d9b45c"),
    "rust": rgba("#b0241c"),
    "rust_pale": rgba("#eb9a80"),
    "moss": rgba("#3d6418"),
    "moss_pale": rgba("#a9c472"),
    "navy": rgba("#1c4a86"),
    "navy_pale": rgba("#8fb4e0"),
    "plum": rgba("#65297f"),
    "plum_pale": rgba("#c39ad6"),
    "water": rgba("#2f7fb8"),
    "water_dark": rgba("#174a70"),
    "deep": rgba("#123f7a"),
    "deep_dark": rgba("#081f42"),
    "oil": rgba("#2a2433"),
    "oil_sheen": rgba("#8a6fb0"),
    "soap": rgba("#d9e9f2"),
    "soap_dark": rgba("#7fa3b8"),
    "gas": rgba("#9fb64a"),
    "fog": rgba("#b9c3cc"),
    "radiation": rgba("#e8d83a"),
    "waste": rgba("#7fd13e"),
    "lava": rgba("#ff7a2e"),
    "lava_dark": rgba("#7a1d0c"),
    "fire": rgba("#ffcf4a"),
    "magnet": rgba("#d2494e"),
    "energy": rgba("#5ee0c8"),
    "beam_melt": rgba("#ff9a3d"),
    "beam_radio": rgba("#7be06a"),
    "beam_light": rgba("#fff7b0"),
    "ghost": rgba("#cfd8ff"),
    "grave": rgba("#8d8f98"),
    "belt_hyper": rgba("#3a2f0a"),
    "arrow_hyper": rgba("#ffe04a"),
}
ART: Final[dict[str, Rgba]] = dict(_ART)
"""The screen's tints for the colour names of `companion.art.PALETTE`."""


class _Look:
    """The look that the screen has now, dark or light; the only state of this module."""

    word = DARK
    forget: Final[list[Callable[[], object]]] = []
    """The functions that forget pictures that were painted in the look before."""


def forget_with_look(forget: Callable[[], object]) -> None:
    """Call a function whenever the look changes, to forget pictures of the look before."""
    _Look.forget.append(forget)


def use_look(word: str) -> bool:
    """Use the colours and letters of a look; return whether it is another one than before.

    Widgets that are built already keep what they have painted. An unknown word is DARK.
    """
    word = word if word in LOOKS else DARK
    if word == _Look.word:
        return False
    look = LOOKS[word]
    _Look.word = word
    for tint, code in (
        (NIGHT, look.night),
        (PANEL, look.panel),
        (RAISED, look.raised),
        (SEAM, look.seam),
        (IVORY, look.ivory),
        (SAND, look.sand),
        (BYGONE, look.bygone),
        (BYGONE_RIM, look.bygone_rim),
        (BRASS, look.brass),
        (BRASS_LIGHT, look.brass_light),
        (BRASS_DARK, look.brass_dark),
        (GOOD, look.good),
        (WARNING, look.warning),
        (BAD, look.bad),
        (LAMP, look.lamp),
        (TRIED, look.tried),
    ):
        tint[:] = rgba(code)
    _tint_names()
    if look.paper:
        from companion.press.paper import INKS

        ART.update(
            {name: rgba(code, int(code[7:] or "ff", 16) / 255) for name, code in INKS.items()}
        )
    else:
        ART.update(_ART)
    for forget in _Look.forget:
        forget()
    fit(*_Fit.size)
    return True


def present_look() -> str:
    """Return the word of the present look."""
    return _Look.word


def letter_scale() -> float:
    """Return how much larger letters are in the present look where there is room."""
    return LOOKS[_Look.word].letters


def _tint_names() -> None:
    """Mix each tint with that of text until a name in an instruction has enough contrast."""
    for colour, name in NAMES.items():
        for share in range(21):
            name[:] = [
                part + (end - part) * share / 20
                for part, end in zip(LIVERY[colour], IVORY, strict=True)
            ]
            if contrast(name, PANEL) >= 7:
                break


class _Fit:
    """The window that sizes are for."""

    scale = 1.0
    size = LANDSCAPE
    wide = False
    pixel: float | None = None
    """The millimetres of a pixel, None if unknown."""


def know_pixels(millimetres: float | None) -> None:
    """Remember how large a pixel of the display is, None if unknown; the next `fit` heeds it."""
    _Fit.pixel = millimetres


def fit(width: float, height: float) -> None:
    """Fit all sizes to a window; both sides in pixels, also fractions of them.

    The tighter side decides, so that nothing exceeds the other. Existing widgets keep their sizes.

    Raises:
        ScreenError: The window is too small; the error names the smallest size.
    """
    basis = LANDSCAPE if width >= height else PORTRAIT
    scale = min(width / basis[0], height / basis[1])
    # Nothing is set yet: after this error the sizes before still hold.
    if scale < SMALLEST:
        needed = " × ".join(str(round(side * SMALLEST)) for side in basis)
        raise ScreenError(
            text(
                "the window has {width} × {height} pixels and needs at least {needed}: make it "
                "larger, or start with --size 800x480",
                width=round(width),
                height=round(height),
                needed=needed,
            )
        )
    _Fit.size = (round(width), round(height))
    growth = min(width / WIDE_BASIS[0], height / WIDE_BASIS[1])
    small = min(scale, WIDE_SCALE * growth**0.5)
    _Fit.wide = (
        width >= max(WIDE[0], height)
        and height >= WIDE[1]
        and _Fit.size not in DENSE
        and letter_scale() == 1
        and (_Fit.pixel is None or TARGET * small * _Fit.pixel >= TARGET_MM)
    )
    _Fit.scale = small if _Fit.wide else scale


def u(size: float) -> float:
    """Return a size on the seven-inch panel in whole pixels of the current window.

    At least 1, so that the finest line is visible in the smallest window.
    """
    return float(max(1, round(size * _Fit.scale)))


def is_landscape() -> bool:
    """Return whether the window is landscape, at least as wide as it is high."""
    return _Fit.size[0] >= _Fit.size[1]


def is_wide() -> bool:
    """Return whether the window is landscape and has room for more than the seven-inch panel."""
    return _Fit.wide


def window_size() -> tuple[int, int]:
    """Return width and height of the window in pixels."""
    return _Fit.size


def need_fonts() -> None:
    """Check that all fonts exist.

    Raises:
        ScreenError: A font is missing; the error says what to do.
    """
    for font in (TEXT_FONT, BOLD_FONT, *SECOND_FONT.values()):
        if not Path(font).is_file():
            words = text(
                "the font {font} is missing in companion/content/fonts: install clockwork-derby "
                "again (make setup)",
                font=Path(font).name,
            )
            raise ScreenError(words)


def contrast(one: Rgba, other: Rgba) -> float:
    """Return the contrast of two colours as defined by the guidelines WCAG 2, from 1 to 21.

    Their order does not matter, and alpha is ignored. The guidelines ask for 4.5 (AA) or 7 (AAA).
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Rgba) -> float:
    """Return the relative luminance of a colour in sRGB by WCAG 2, from 0 to 1."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


_tint_names()
