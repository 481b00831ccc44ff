"""The device: the computer, its screen, and the choices for them, independent of any race.

Replayed on another computer they would have another meaning. `companion.app.host` carries out the
commands. The first steps (`companion.session.pages.welcome`) try a choice out before it is kept;
the choices here can be undone with one touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from companion.content.languages import LANGUAGES
from companion.content.livery import COLOURS
from companion.session.choices import CHIPS, WAYS, Choice, ChoiceGroup
from companion.session.commands import KeepPreferences, LeaveSafeMode, WriteReport
from companion.session.handling import Handlers
from companion.session.messages import (
    FinishedRaceFound,
    Notice,
    OpenPage,
    SaveReport,
    ShowNotice,
    StartAsUsual,
    StartInfo,
)
from companion.session.pages import on_open_page
from companion.session.preferences import (
    ALONE,
    ALWAYS,
    CAUSES,
    CONTRAST,
    DARK,
    EVERYBODY,
    HOST,
    INSTRUCTIONS,
    LARGE_LETTERS,
    LIGHT,
    NEAR,
    NEVER,
    NOBODY_LEADS,
    SILENT,
    Prefer,
    Preferences,
    PreferencesLoaded,
    are_sides,
)
from companion.session.session import Result, Session
from companion.session.touch_transform import TOUCHES
from companion.session.view import SEAT_SIDES, WELCOME
from companion.words import NOTHING, Text, term, text

ROTATIONS: Final = (0, 90, 180, 270)
SEEN: Final = (0, 500, 1000)
"""The times for which an instruction must be visible before a touch confirms it, in milliseconds.

The screen measures the time: a session has no clock.
"""

VOLUMES: Final[Mapping[int, Text]] = {
    25: term("volume", "Soft"),
    50: text("Medium"),
    100: text("Loud"),
}
"""The volumes of sounds, in percent, in words."""
PREVIEWS: Final[Mapping[str, Text]] = {
    ALONE: text("Playing alone"),
    ALWAYS: text("Always"),
    NEVER: text("Never"),
}
"""In words, when the map shows where the open cards lead."""
LOOKS: Final[Mapping[str, Text]] = {
    DARK: text("Dark"),
    LIGHT: text("Light"),
    CONTRAST: text("High contrast"),
    LARGE_LETTERS: text("Large letters"),
}
"""In words, the looks of the screen."""
SPEECH: Final[Mapping[str, Text]] = {
    SILENT: text("Off"),
    INSTRUCTIONS: text("Instructions"),
    CAUSES: text("With causes"),
}
"""In words, what a voice says."""
LEADS: Final[Mapping[str, Text]] = {
    NOBODY_LEADS: text("Nobody"),
    HOST: text("The host"),
    EVERYBODY: text("Everybody"),
}
"""In words, who leads a game on from a phone."""
HOSTS: Final = tuple(range(len(COLOURS) + 1))
"""The seats of a host, 0 for the first person's."""


IDLES: Final = (0, 5, 15, 30)
"""The minutes without anybody after which the screen shows a race or dims, 0 for never."""


def on_preferences_loaded(session: Session, message: PreferencesLoaded) -> Result:
    """Use the kept choices; there is nothing to keep."""
    if not _are_known(message.preferences):
        return session, ()
    return session._replace(lobby=session.lobby._replace(preferences=message.preferences)), ()


def on_prefer(session: Session, message: Prefer) -> Result:
    """Use new choices, and keep them if they differ."""
    chosen = message.preferences
    if chosen == session.lobby.preferences or not _are_known(chosen):
        return session, ()
    return session._replace(lobby=session.lobby._replace(preferences=chosen), notice=""), (
        KeepPreferences(chosen),
    )


def _are_known(chosen: Preferences) -> bool:
    """Return whether each choice is one that the screen can offer."""
    switches = (
        *(chosen.welcomed, chosen.calm, chosen.hints, chosen.sound, chosen.phones, chosen.ghost),
        *(chosen.hands_free, chosen.turns_to_seats),
    )
    return (
        all(type(switch) is bool for switch in switches)
        and chosen.rotation in ROTATIONS
        and chosen.touch in TOUCHES
        and chosen.language in dict(LANGUAGES)
        and chosen.seen in SEEN
        and chosen.preview in PREVIEWS
        and chosen.volume in VOLUMES
        and chosen.leads in LEADS
        and chosen.host in HOSTS
        and chosen.effects in (0, *VOLUMES)
        and chosen.music in (0, *VOLUMES)
        and chosen.look in LOOKS
        and chosen.speech in SPEECH
        and chosen.speech_volume in VOLUMES
        and type(chosen.idle) is int
        and chosen.idle in IDLES
        and type(chosen.sides) is str
        and are_sides(chosen.sides)
    )


def _chips(
    preferences: Preferences, field: str, labels: Iterable[tuple[Any, Text]]
) -> tuple[Choice, ...]:
    """Return a chip for each value of a field of the preferences."""
    return tuple(
        Choice(
            label,
            "",
            Prefer(preferences._replace(**{field: value})),
            chosen=value == getattr(preferences, field),
        )
        for value, label in labels
    )


def seen_group(preferences: Preferences) -> ChoiceGroup:
    """Return the choice of how long an instruction must be visible before Done counts."""
    chips = _chips(
        preferences,
        "seen",
        ((time, text("{seconds} s", seconds=f"{time / 1000:g}")) for time in SEEN),
    )
    about = text("Done can be touched only after this time, so that nobody skips an instruction.")
    return ChoiceGroup(text("Delay before Done counts"), CHIPS, chips, about=about)


def preview_group(preferences: Preferences) -> ChoiceGroup:
    """Return the choice of when the map shows where the open cards lead."""
    chips = _chips(preferences, "preview", PREVIEWS.items())
    about = text(
        "While you choose cards, the map can show where they lead. Others at the table can see it."
    )
    return ChoiceGroup(text("The way of your cards on the map"), CHIPS, chips, about=about)


def has_preview(session: Session) -> bool:
    """Return whether the map shows where the open cards lead.

    By default where one person plays, since others could see it from afar.
    """
    chosen = session.lobby.preferences.preview
    return chosen == ALWAYS or (chosen == ALONE and len(session.people) == 1)


def calm_group(preferences: Preferences) -> ChoiceGroup:
    """Return the choice whether the map shows movements or only their results."""
    chips = _chips(
        preferences, "calm", ((False, text("All motion")), (True, text("Reduced motion")))
    )
    about = text("Pieces move across the map, or jump to where they arrive.")
    return ChoiceGroup(text("Motion on the map"), CHIPS, chips, about=about)


def look_group(preferences: Preferences) -> ChoiceGroup:
    """Return the choice of colours and size of letters."""
    chips = _chips(preferences, "look", LOOKS.items())
    about = text("Light suits a bright room. Phones follow the settings of their owners.")
    return ChoiceGroup(text("Colours and letters"), CHIPS, chips, about=about)


def idle_group(preferences: Preferences) -> ChoiceGroup:
    """Return the choice of when the screen dims, or shows a race by pilots on the first page."""
    chips = _chips(
        preferences,
        "idle",
        (
            (minutes, text("{minutes} min", minutes=minutes) if minutes else text("Never"))
            for minutes in IDLES
        ),
    )
    about = text(
        "The screen dims after this time without a touch or a card; on the first page pilots race "
        "until somebody touches it. That touch does nothing else."
    )
    return ChoiceGroup(text("Screen without anybody"), CHIPS, chips, about=about)


def hints_group(preferences: Preferences) -> ChoiceGroup:
    """Return the choice whether players on this screen may ask for a pilot's advice.

    People who play for points switch it off.
    """
    chips = _chips(preferences, "hints", ((True, text("On request")), (False, text("Never"))))
    about = text("Players on this screen can ask what a pilot would play with their cards.")
    return ChoiceGroup(text("Hints for cards"), CHIPS, chips, about=about)


def sound_groups(preferences: Preferences) -> tuple[ChoiceGroup, ...]:
    """Return the choices how loud the race, the timer and the music are on this screen."""
    timer = preferences.volume if preferences.sound else 0
    return (
        _volume_group(
            text("Volume of the effects"),
            text("Moves, hits and goals are heard as they are shown."),
            {volume: preferences._replace(effects=volume) for volume in (0, *VOLUMES)},
            preferences.effects,
        ),
        _volume_group(
            text("Volume of the timer"),
            text("A sound marks the start of the time, and when it is nearly over."),
            {
                0: preferences._replace(sound=False),
                **{volume: preferences._replace(sound=True, volume=volume) for volume in VOLUMES},
            },
            timer,
        ),
        _volume_group(
            text("Volume of the music"),
            text("A music box plays the tune of the game while it is set up."),
            {volume: preferences._replace(music=volume) for volume in (0, *VOLUMES)},
            preferences.music,
        ),
    )


def _volume_group(
    title: Text, about: Text, choices: Mapping[int, Preferences], chosen: int
) -> ChoiceGroup:
    """Return the choice among some volumes, 0 for silence."""
    chips = tuple(
        Choice(VOLUMES.get(volume, text("Silent")), "", Prefer(preferred), chosen=volume == chosen)
        for volume, preferred in choices.items()
    )
    return ChoiceGroup(title, CHIPS, chips, about=about)


def speech_groups(preferences: Preferences) -> tuple[ChoiceGroup, ...]:
    """Return the choices of what a voice says, how loud, and whether handles replace touches."""
    says = _chips(preferences, "speech", SPEECH.items())
    loud = _chips(preferences, "speech_volume", VOLUMES.items())
    free = _chips(
        preferences, "hands_free", ((False, text("Touch")), (True, text("Touch or handle")))
    )
    return (
        ChoiceGroup(
            text("Speech"),
            CHIPS,
            says,
            about=text("A voice says what to do, so that nobody has to look at the screen."),
        ),
        *(
            (ChoiceGroup(text("Volume of the voice"), CHIPS, loud),)
            if preferences.speech != SILENT
            else ()
        ),
        ChoiceGroup(
            text("Going on to the next turn"),
            CHIPS,
            free,
            about=text("Pull a handle instead of touching the button, also before a deal."),
        ),
    )


def turning_choices(preferences: Preferences) -> tuple[Choice, ...]:
    """Return the choices whether the picture turns to the seat that acts."""
    return tuple(
        Choice(
            label,
            about,
            Prefer(preferences._replace(turns_to_seats=turns)),
            chosen=turns == preferences.turns_to_seats,
        )
        for turns, label, about in (
            (False, text("Fixed"), text("The picture stays as it is mounted.")),
            (
                True,
                text("Turns to the seat"),
                text("Cards and questions face the player who acts."),
            ),
        )
    )


def turning_group(preferences: Preferences) -> ChoiceGroup:
    """Return the choice whether the picture turns, and the way to the places of the seats."""
    seats = Choice(
        text("Sides of the seats"),
        text("Say at which side of the screen each seat sits."),
        OpenPage(SEAT_SIDES),
        symbol="person",
    )
    still = preferences.turns_to_seats and set(preferences.sides.split(" ")) == {NEAR}
    note = text("Everybody sits at the near side, so nothing turns yet.") if still else NOTHING
    choices = (*turning_choices(preferences), seats)
    about = text("Cards and questions can face the side at which their player sits.")
    return ChoiceGroup(text("Direction of the picture"), WAYS, choices, note=note, about=about)


def screen_groups(preferences: Preferences) -> tuple[ChoiceGroup, ...]:
    """Return all choices for this screen but its language and its rotation."""
    return (
        look_group(preferences),
        *sound_groups(preferences),
        *(
            group(preferences)
            for group in (seen_group, preview_group, hints_group, calm_group, idle_group)
        ),
        *speech_groups(preferences),
        turning_group(preferences),
    )


def on_start_info(session: Session, message: StartInfo) -> Result:
    """Note the kind of start; show the first steps on a new appliance.

    Not in safe mode, and not over a waiting race.
    """
    session = session._replace(
        config=session.config._replace(
            appliance=message.appliance, safe=message.safe, quits=message.quits
        )
    )
    # A session that continues a race, or that was set up further, is not at its first page.
    new = (
        message.appliance
        and not message.safe
        and not session.lobby.preferences.welcomed
        and session.page == session.config.pages[0]
    )
    if new and session.timeline.resume_check is None:
        return on_open_page(session, OpenPage(WELCOME))
    return session, ()


def ending_label(session: Session) -> Text:
    """Return the label of the button that ends a program or switches the computer off."""
    return text("Quit") if session.config.quits else text("Switch off")


def on_finished_race_found(session: Session, message: FinishedRaceFound) -> Result:
    """Note that the journal has a finished race, which can be viewed."""
    return session._replace(config=session.config._replace(has_finished_race=True)), ()


def on_start_as_usual(session: Session, message: StartAsUsual) -> Result:
    """Leave safe mode, where the app is in it."""
    return session, (LeaveSafeMode(),) if session.config.safe else ()


def on_save_report(session: Session, message: SaveReport) -> Result:
    """Save a report about this session."""
    return session, (WriteReport(),)


def on_show_notice(session: Session, message: ShowNotice) -> Result:
    """Show words from outside the race as the notice of the present page."""
    if isinstance(message.words, (str, Text, Notice)):
        return session._replace(notice=message.words), ()
    return session, ()


HANDLERS: Final[Handlers] = {
    SaveReport: on_save_report,
    ShowNotice: on_show_notice,
    PreferencesLoaded: on_preferences_loaded,
    Prefer: on_prefer,
    StartInfo: on_start_info,
    FinishedRaceFound: on_finished_race_found,
    StartAsUsual: on_start_as_usual,
}
"""The handlers of this module's messages."""
