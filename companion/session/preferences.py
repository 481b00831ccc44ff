"""What is chosen for a screen, and what is said about it: kept for the next start, and with no race (`companion.session.lobby.house` says what there is to choose)."""

from __future__ import annotations

from companion.content.languages import LANGUAGES
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

ALONE, ALWAYS, NEVER = "alone", "always", "never"
"""When the map beside the cards of a seat shows the way that they would lead: a player alone has nobody else who could see it."""


NOBODY_LEADS, HOST, EVERYBODY = "nobody", "host", "everybody"
"""Whose phone may lead a game on for all, as the button forward of the screen does."""


@kept_as(
    "Preferences rotation language welcomed touch seen preview "
    "calm hints sound volume phones ghost leads host"
)
class Preferences(NamedTuple):
    """The choices made for a screen.

    They are by how many degrees clockwise its picture is turned (`rotation`), the `language` of its words, by its code, and whether the
    first steps were `welcomed`, so that they are not shown again; how the panel's `touch`es are moved before they count, for how many milliseconds an instruction
    must be `seen` before one confirms it; when it shows where a program would lead (`preview`); that nothing on the map moves (`calm`); whether who programs
    may ask what a pilot would play (`hints`); whether time that runs out is heard (`sound`), and how loud, in percent (`volume`); whether `phones` may
    join, and whether a player's own one shows where a program leads (`ghost`).
    """

    rotation: int = 0
    language: str = "en"
    welcomed: bool = False
    touch: str = "straight"
    seen: int = 500
    preview: str = ALONE
    calm: bool = False
    hints: bool = True
    sound: bool = True
    volume: int = 100
    phones: bool = False
    ghost: bool = False
    leads: str = HOST
    """Whose phones lead a game on: NOBODY_LEADS, HOST or EVERYBODY."""
    host: int = 0
    """The seat of the host, 0 for that of the first person."""


class CallPreferences(NamedTuple):
    """What was chosen for this screen before, as the app starts."""

    preferences: Preferences


class Prefer(NamedTuple):
    """Choose this for the screen from now on, also at the next start."""

    preferences: Preferences


def language_name(preferences: Preferences) -> str:
    """Return what the language of the screen calls itself."""
    return dict(LANGUAGES).get(preferences.language, LANGUAGES[0][1])
