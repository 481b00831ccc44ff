"""What journals call things that the session calls otherwise by now: kept messages, their values and the header stay as they were written.

Nothing else in the session knows these names.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {"SuggestMarkers": "SuggestFlags", "ClearMarkers": "ClearFlags"}
"""Messages by their class → as they are spelled."""
MARKERS: Final = "flags"
"""The key of the header under which markers stand."""
MARKER_PAGE: Final = "flags"
"""The page of the setup on which markers are laid."""
ROUND: Final = "register"
"""How far one goes back: by a round of the turn."""
