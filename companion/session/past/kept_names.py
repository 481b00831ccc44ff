"""What journals call things that the session calls otherwise by now. Other messages say their kept names themselves."""

from __future__ import annotations

from typing import Final

SUGGEST_MARKERS: Final = "SuggestFlags"
CLEAR_MARKERS: Final = "ClearFlags"
"""Messages about markers."""
MARKERS: Final = "flags"
"""The key of the header under which markers stand."""
MARKER_PAGE: Final = "flags"
"""The page of the setup on which markers are laid."""
ROUND: Final = "register"
"""How far one goes back: by a round of the turn."""
