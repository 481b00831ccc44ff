"""Names in journals that differ from the names in the code; other messages have their own."""

from __future__ import annotations

from typing import Final

SUGGEST_MARKERS: Final = "SuggestFlags"
CLEAR_MARKERS: Final = "ClearFlags"
"""Messages about markers."""
MARKERS: Final = "flags"
"""The key of the header under which markers stand."""
MARKER_PAGE: Final = "flags"
"""The page of the set-up for the markers."""
ROUND: Final = "register"
"""The level of going back by a round."""
