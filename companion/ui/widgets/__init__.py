"""Widgets of the screens: words, buttons, panels, badges, bars, the map."""
