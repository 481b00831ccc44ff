"""The typeface of screen and paper, Barlow Condensed (SIL Open Font License, OFL.txt beside it)."""
from __future__ import annotations

from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).parent
TEXT_FONT_FILE: Final = FONTS / "BarlowCondensed-Medium.ttf"
BOLD_FONT_FILE: Final = FONTS / "BarlowCondensed-Bold.ttf"
