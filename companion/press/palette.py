"""Tints on paper. The floor is light, which saves toner and lets clanks and markers stand out; signs keep the hues of the screen."""
from __future__ import annotations

from typing import Final

PAPER, INK, GREY, FAINT = "#ffffff", "#1b1712", "#6f675b", "#c9c0b0"
"""Blank paper, words on it, words of less weight, thin rules."""
BRASS, BRASS_DARK, RED = "#d29a2e", "#8a6420", "#c2331f"

INKS: Final[dict[str, str]] = {
    "floor": "#e9dfc8", "seam": "#b9a983", "ink": "#1b1712", "paper": "#fffaf0", "wall": "#3a2c1b",
    "belt": "#4a4f57", "belt_fast": "#23405c", "rail": "#9aa0a6", "arrow": "#ffc247", "arrow_fast": "#7fdcff",
    "gear_left": "#5f9a4a", "gear_right": "#c9702f", "pit": "#0d0b09", "pit_rim": "#8d7a55",
    "repair": "#2f9d66", "laser": "#e22d1c", "laser_glow": "#e22d1c40", "laser_body": "#8e2a22", "pusher": "#8f9ba6",
    "pusher_body": "#56616c", "crusher": "#a8323e", "start": "#8a7a58", "flag": "#ffffff", "hazard": "#f0b429", "steel": "#7d868f",
}
"""The tints on paper for the colour names of `companion.engine.art.PALETTE`."""
