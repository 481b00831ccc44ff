"""The typefaces of screen and paper: Barlow Condensed, and Roboto Condensed as a fallback.

The fallback has the letters that Barlow Condensed lacks (`companion.letters`). Barlow Condensed is
under the SIL Open Font License (OFL.txt in this folder). Roboto Condensed is version 2.138 as
packaged by Debian (fonts-roboto-unhinted), unchanged, under the Apache License (Apache-2.0.txt).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).parent
TEXT_FONT_FILE: Final = FONTS / "BarlowCondensed-Medium.ttf"
BOLD_FONT_FILE: Final = FONTS / "BarlowCondensed-Bold.ttf"
SECOND_TEXT_FONT_FILE: Final = FONTS / "RobotoCondensed-Regular.ttf"
SECOND_BOLD_FONT_FILE: Final = FONTS / "RobotoCondensed-Bold.ttf"
