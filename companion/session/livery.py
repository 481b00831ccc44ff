"""Names, colours and shapes of the eight clanks, so that nobody is told from another by colour alone."""
from __future__ import annotations

from typing import Final

NAMES: Final = ("BRASS", "COPPER", "COBALT", "JADE", "RUBY", "SILVER", "UMBER", "VIOLET")
"""What clanks are called until somebody says otherwise, by seat."""

COLOURS: Final = ("brass", "copper", "cobalt", "jade", "ruby", "silver", "umber", "violet")
"""Colour names; the screen and the print shop give them their tints."""

SHAPES: Final = ("circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star", "cross")
"""Shape names, as drawn on the clank's back."""
