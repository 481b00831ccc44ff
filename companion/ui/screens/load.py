"""Load: the saved unfinished games, as groups of choices."""

from __future__ import annotations

from companion.ui.screens.deck import GroupsScreen

SCREEN = GroupsScreen
