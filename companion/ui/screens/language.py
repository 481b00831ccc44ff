"""The languages of the screen, as a group of choices."""

from __future__ import annotations

from companion.ui.screens.deck import GroupsScreen

SCREEN = GroupsScreen
