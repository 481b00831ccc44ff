"""The question who powers down, which is asked at the readers, too."""

from __future__ import annotations

from companion.ui.screens.program import ProgramScreen

SCREEN = ProgramScreen
