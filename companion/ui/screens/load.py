"""Load: the games that are kept and not over, as groups of choices."""

from __future__ import annotations

from companion.ui.screens.deck import GroupsScreen

SCREEN = GroupsScreen
