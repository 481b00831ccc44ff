"""Whether the fonts that screen and paper are set in are there."""
from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.content.fonts import BOLD_FONT_FILE, TEXT_FONT_FILE
from companion.health.base import BAD, FINE, Finding
from companion.health.world import World

NAME = "fonts"
TITLE = "Fonts"
WATCHED = 0.0

FILES: Final = (TEXT_FONT_FILE, BOLD_FONT_FILE)
BEGINNING: Final = b"\0\1\0\0"
"""The first bytes of every TrueType font."""


def look(world: World) -> tuple[Finding, ...]:
    """Each font's file, and how it begins."""
    broken = [path.name for path in FILES if not _is_font(path)]
    if broken:
        return (Finding(NAME, BAD, f"Fonts are missing or damaged: {', '.join(broken)}.", "Install Clockwork Derby again."),)
    return (Finding(NAME, FINE, "Both fonts are there."),)


def _is_font(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(BEGINNING)) == BEGINNING
    except OSError:
        return False
