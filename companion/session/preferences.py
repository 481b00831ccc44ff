"""The choices for a screen, kept for the next start and independent of any race.

`companion.session.lobby.device` has the possible values.
"""

from __future__ import annotations

from typing import Final

from companion.content.languages import LANGUAGES
from companion.content.livery import COLOURS
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

ALONE, ALWAYS, NEVER = "alone", "always", "never"
"""Cases in which the map shows where a program leads; ALONE: to the only person at the table."""


NOBODY_LEADS, HOST, EVERYBODY = "nobody", "host", "everybody"
"""The people whose phones may lead a game on for all, as the button forward of the screen does."""


DARK, LIGHT, CONTRAST, LARGE_LETTERS = "dark", "light", "contrast", "large"
"""The looks of a screen: colours and size of letters."""
SILENT, INSTRUCTIONS, CAUSES = "silent", "instructions", "causes"
"""The words of a voice at this screen: nothing, instructions, or their causes, too."""
NEAR, LEFT, FAR, RIGHT = "near", "left", "far", "right"
SIDES: Final = (NEAR, LEFT, FAR, RIGHT)
"""The sides of the screen as it is mounted, clockwise as seen from above."""


@kept_as(
    "Preferences rotation language welcomed touch seen preview "
    "calm hints sound volume phones ghost leads host effects music look "
    "speech speech_volume hands_free idle turns_to_seats sides"
)
class Preferences(NamedTuple):
    """The choices made for a screen."""

    rotation: int = 0
    """The clockwise rotation of the picture, in degrees."""
    language: str = "en"
    """The code of the language."""
    welcomed: bool = False
    """Whether the first steps were completed, so that they are not shown again."""
    touch: str = "straight"
    """The mapping of touches (`companion.session.touch_transform`)."""
    seen: int = 500
    """The milliseconds for which an instruction must be visible before a touch confirms it."""
    preview: str = ALONE
    """The cases in which the map shows where a program leads."""
    calm: bool = False
    """Whether nothing on the map moves."""
    hints: bool = True
    """Whether players may ask for a pilot's advice."""
    sound: bool = True
    """Whether time that runs out is audible."""
    volume: int = 100
    """The volume of that, in percent."""
    phones: bool = False
    """Whether phones may join."""
    ghost: bool = False
    """Whether a player's phone shows where a program leads."""
    leads: str = HOST
    """NOBODY_LEADS, HOST or EVERYBODY."""
    host: int = 0
    """The seat of the host, 0 for that of the first person."""
    effects: int = 50
    """The volume of the events of a race, in percent, 0 for silence."""
    music: int = 0
    """The volume of a game's tune while it is set up, in percent, 0 for none."""
    look: str = DARK
    """DARK, LIGHT, CONTRAST or LARGE_LETTERS."""
    speech: str = SILENT
    """SILENT, INSTRUCTIONS or CAUSES."""
    speech_volume: int = 100
    """The volume of the voice, in percent."""
    hands_free: bool = False
    """Whether a pull of a handle leads on from each page that waits for a touch."""
    idle: int = 5
    """After how many minutes without anybody a race is shown, or the screen dims; 0 for never."""
    turns_to_seats: bool = False
    """Whether the picture turns to the side of the seat that acts."""
    sides: str = " ".join([NEAR] * len(COLOURS))
    """The side at which each seat sits, of SIDES, from seat 1 on."""


class PreferencesLoaded(NamedTuple):
    """The kept choices for this screen, as the app starts."""

    preferences: Preferences


class Prefer(NamedTuple):
    """Choose this for the screen, also for the next starts."""

    preferences: Preferences


def language_name(preferences: Preferences) -> str:
    """Return the name of the screen's language in that language."""
    return dict(LANGUAGES).get(preferences.language, LANGUAGES[0][1])


def are_sides(words: str) -> bool:
    """Return whether these words name a side for each seat, as `Preferences.sides`."""
    sides = words.split(" ")
    return len(sides) == len(COLOURS) and set(sides) <= set(SIDES)
