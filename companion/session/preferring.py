"""What is chosen for the screen itself: how it is turned, how it is touched, when touches count, and its language. The journal has none of it; the loop keeps it.

The first steps (`welcoming`) try a choice out before they keep it; this is for what can be undone at once.
"""
from __future__ import annotations

from typing import Final

from companion.content.languages import LANGUAGES
from companion.session.commands import KeepPreferences
from companion.session.house_messages import CallPreferences, Prefer
from companion.session.session import Result, Session, replace
from companion.session.touching import TOUCHES

ROTATIONS: Final = (0, 90, 180, 270)
SEEN: Final = (0, 500, 1000)
"""For how many milliseconds an instruction can have to be seen before a touch confirms it. The screen keeps the time: an evening has no clock."""


def on_call_preferences(session: Session, message: CallPreferences) -> Result:
    """As it was chosen before: it comes from where it is kept, so that there is nothing to keep."""
    return replace(session, preferences=message.preferences), ()


def on_prefer(session: Session, message: Prefer) -> Result:
    """Chosen anew, and kept where it is another choice."""
    chosen = message.preferences
    known = chosen.rotation in ROTATIONS and chosen.touch in TOUCHES and chosen.language in dict(LANGUAGES) and chosen.seen in SEEN
    if chosen == session.preferences or not known:
        return session, ()
    return replace(session, preferences=chosen, notice=""), (KeepPreferences(chosen),)
