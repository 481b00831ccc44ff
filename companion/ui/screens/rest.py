"""Questions without cards, on the page of the readers."""

from __future__ import annotations

from companion.ui.screens.program import ProgramScreen

SCREEN = ProgramScreen
