"""Every test here opens a window, so the virtual screen comes before the first of them is read."""

from __future__ import annotations

from tests.display import open_display

open_display()
