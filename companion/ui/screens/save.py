"""Save as: suggested names, and the keyboard for another one."""

from __future__ import annotations

from companion.ui.screens.deck import GroupsScreen

SCREEN = GroupsScreen
