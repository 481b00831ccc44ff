"""The manual: the documents of the repository as web pages, which phones read from the table.

The pages are made with the package, out of docs/ (`write_manual` in setup.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

START: Final = "index.html"
"""The page that leads to all others."""
FOLDER: Final = Path(__file__).parent
PICTURES: Final = Path(__file__).parents[2] / "ui" / "pictures"
KINDS: Final = {".html": "text/html; charset=utf-8", ".css": "text/css", ".png": "image/png"}
"""The media types of its files."""


@cache
def manual_files() -> Mapping[str, Path]:
    """Return the files of the manual by their paths below it, none where it was not made."""
    pages = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*.html")}
    if START not in pages:
        return {}
    pictures = {f"pictures/{path.name}": path for path in PICTURES.glob("*.png")}
    return {**pages, **pictures, "manual.css": FOLDER / "manual.css"}
