"""The last finished race, shown like one that has just ended."""

from __future__ import annotations

from companion.ui.screens.over import OverScreen

SCREEN = OverScreen
