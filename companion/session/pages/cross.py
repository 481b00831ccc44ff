"""The second of the first steps: crosses to touch, which reveal how the touch panel is mounted.

The page is over the first steps (`welcome`) at this step. A correction is tried out, and kept only
after crosses were touched with it. A cross that nobody touches is passed over after a while.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.choices import Choice, judged_taps, row_of
from companion.session.commands import CheckResult, KeepPreferences
from companion.session.lobby.device import seen_group
from companion.session.messages import Message, Tick
from companion.session.pages import Page
from companion.session.pages.welcome import (
    BACK,
    NEXT,
    SKIP,
    StepOn,
    WelcomePage,
    WelcomeState,
    is_seen,
    on_step,
    seconds_waited,
    step_view,
)
from companion.session.session import Result, Session, push_page, show_page
from companion.session.touch_transform import STRAIGHT, TOUCHES, correct, move_point
from companion.session.view import CROSS, WELCOME, View
from companion.session.view import CROSSES as TOUCH
from companion.words import NOTHING, Text, count, listed, text

# Four near the corners and one in the middle; no two of the eight symmetries map all of them alike.
CROSSES: Final = ((0.1, 0.86), (0.9, 0.86), (0.5, 0.5), (0.9, 0.14), (0.1, 0.14))
"""The places of the crosses."""
PLACES: Final = (
    text("at the top left"),
    text("at the top right"),
    text("in the middle"),
    text("at the bottom right"),
    text("at the bottom left"),
)
# Three on a diagonal still fit two symmetries, so in addition only one may fit.
ENOUGH: Final = 3
"""The number of touches that reveal the orientation of a panel."""
WORDS: Final[Mapping[str, Text]] = {
    "quarter": text("The touch panel is rotated by 90°."),
    "half": text("The touch panel is turned upside down."),
    "three-quarters": text("The touch panel is rotated by 90°."),
    "mirrored": text("The touch panel is mirrored: left and right are swapped."),
    "flipped": text("The touch panel is mirrored: top and bottom are swapped."),
    "swapped": text("The touch panel is mirrored and rotated by 90°."),
    "counter-swapped": text("The touch panel is mirrored and rotated by 90°."),
}
"""The finding about the panel for each correction."""
SILENT: Final = 20.0
"""The seconds after which an untouched cross counts as silent."""


class CrossState(NamedTuple):
    """The touches of the crosses."""

    struck: tuple[CrossTouch | None, ...] = ()
    """The touches so far, None for a cross that nobody touched."""
    found: tuple[CheckResult, ...] = ()
    """The findings that follow from them."""
    amiss: str = ""
    """The correction, "" where it is unknown or none is needed."""
    offered: bool = False
    """Whether a touch anywhere accepts the correction."""
    since: float | None = None
    """Since when a touch is awaited, None until a clock says so."""


# ---- Messages ----


class CrossTouch(NamedTuple):
    """A finger came down while a cross was shown; all lengths are fractions of the picture."""

    x: float
    """From the left."""
    y: float
    """From below."""
    wide: float
    """A finger's width as a fraction of the picture's width."""
    high: float
    """A finger's width as a fraction of the picture's height."""
    doubled: int = 0
    """The number of touches that arrived twice since the last one."""


class CorrectTouch(NamedTuple):
    """Correct touches from now on as the crosses have shown, and show the crosses again."""


class ShowCrosses(NamedTuple):
    """Check the touch panel again."""


# ---- Handlers ----


def on_open(session: Session) -> Result:
    """Show the first cross, if the first steps are at this step."""
    welcoming = session.state_of(WELCOME, WelcomeState)
    if welcoming is None or welcoming.stage != TOUCH:
        return session, ()
    return push_page(session, CROSS, CrossState()), ()


def on_close(session: Session, crossing: CrossState) -> Result:
    """Go on without the crosses."""
    return on_step(session, session.open_state(WELCOME, WelcomeState), StepOn("next"))


def on_struck(session: Session, crossing: CrossState, message: CrossTouch) -> Result:
    """Note a touch while a cross is shown."""
    if crossing.found:
        return session, ()
    # On or near the picture, of a finger's size.
    is_possible = (
        all(map(isfinite, message))
        and all(-1 < place < 2 for place in message[:2])
        and 0 < message.wide < 1
        and 0 < message.high < 1
        and 0 <= message.doubled < 100
    )
    return _next_cross(session, crossing, message) if is_possible else (session, ())


def _next_cross(session: Session, crossing: CrossState, struck: CrossTouch | None) -> Result:
    """Show the next cross, or after the last one the result; without any touch begin again."""
    taps, welcoming = (*crossing.struck, struck), session.open_state(WELCOME, WelcomeState)
    if len(taps) < len(CROSSES) or not any(taps):
        # Without any touch nobody is there, or the cable is unplugged: a later person finds the
        # first cross.
        return push_page(session, CROSS, CrossState(taps if len(taps) < len(CROSSES) else ())), ()
    found, amiss = judge_crosses(taps, welcoming.before is not None)
    if welcoming.before is None:
        return push_page(session, CROSS, CrossState(taps, found, amiss, offered=bool(amiss))), ()
    session = push_page(session, WELCOME, welcoming._replace(before=None))
    # Offered for a touch anywhere only once: after a wrong correction nothing is offered that way.
    if found[0].state == "fine":
        return push_page(session, CROSS, CrossState(taps, found, amiss)), (
            KeepPreferences(session.lobby.preferences),
        )
    # The correction on trial is wrong, so it is undone.
    return push_page(session, CROSS, CrossState(taps, found))._replace(
        lobby=session.lobby._replace(preferences=welcoming.before)
    ), ()


def on_correct(session: Session, crossing: CrossState, message: CorrectTouch) -> Result:
    """Correct touches on trial; it is kept only after the crosses have proved it."""
    now = session.lobby.preferences
    if not crossing.amiss:
        return session, ()
    right = now._replace(touch=correct(now.touch, now.rotation, crossing.amiss))
    trying = push_page(
        session, WELCOME, session.open_state(WELCOME, WelcomeState)._replace(before=now)
    )
    return push_page(trying, CROSS, CrossState())._replace(
        lobby=trying.lobby._replace(preferences=right), notice=""
    ), ()


def on_crosses(session: Session, crossing: CrossState, message: ShowCrosses) -> Result:
    """Begin again with the first cross."""
    return (show_page(session, CROSS, CrossState()), ()) if crossing.found else (session, ())


def on_message(before: Session, session: Session, crossing: CrossState, message: Message) -> Result:
    """Count time, because no step waits for a touch forever."""
    if (
        not isinstance(message, Tick)
        or (crossing.found and not crossing.offered)
        or not is_seen(session, CROSS)
    ):
        return session, ()
    seconds = seconds_waited(crossing.since, message.now)
    if seconds is None:
        return push_page(session, CROSS, crossing._replace(since=message.now)), ()
    if seconds < SILENT:
        return session, ()
    if crossing.offered:
        return push_page(session, CROSS, crossing._replace(offered=False)), ()
    return _next_cross(session, crossing, None)


# ---- What the crosses show ----


def judge_crosses(
    struck: Sequence[CrossTouch | None], again: bool
) -> tuple[tuple[CheckResult, ...], str]:
    """Return the findings and the correction, "" where none is needed or it is unknown.

    Args:
        struck: The touches of the five crosses in order, None for a cross that nobody touched.
        again: Whether this is the check of a correction.
    """
    felt = [(cross, one) for cross, one in zip(CROSSES, struck, strict=True) if one is not None]
    fitting = [
        touch for touch in TOUCHES if felt and all(_fits(touch, cross, one) for cross, one in felt)
    ]
    if STRAIGHT in fitting:
        if again:
            words = text("Touches are corrected now and match the finger.")
        else:
            words = text("Touches match the finger.")
        found, correction = CheckResult("touch", text("Touch"), "fine", words, ""), ""
    elif len(fitting) == 1 and len(felt) >= ENOUGH:
        remedy = text("You can correct it here.")
        found = CheckResult("touch", text("Touch"), "bad", WORDS[fitting[0]], remedy)
        correction = fitting[0]
    else:
        found, correction = _shift_finding(felt), ""
    findings = [found]
    silent = [place for place, one in zip(PLACES, struck, strict=True) if one is None]
    if silent and felt:
        findings.append(
            CheckResult(
                "silent",
                text("No answer"),
                "bad",
                text("No touch was detected {places}.", places=listed(silent, "")),
                text(
                    "Check again. If nothing changes, clean the glass there and make sure that no "
                    "frame presses on it."
                ),
            )
        )
    doubled = sum(one.doubled for _, one in felt)
    if doubled:
        # Other touches may have arrived twice, too, but only these are counted.
        findings.append(judged_taps(len(felt), min(doubled, len(felt))))
    return tuple(findings), correction


def _fits(touch: str, cross: tuple[float, float], one: CrossTouch) -> bool:
    """Return whether a corrected touch is within a finger's width of its cross."""
    x, y = move_point(touch, one.x, one.y)
    return abs(x - cross[0]) <= one.wide and abs(y - cross[1]) <= one.high


def _shift_finding(felt: Sequence[tuple[tuple[float, float], CrossTouch]]) -> CheckResult:
    """Return the finding about touches beside the crosses: all shifted alike, or not."""
    if not felt:
        return CheckResult(
            "touch",
            text("Touch"),
            "bad",
            text("No touch was detected."),
            text("Check the cable of the touch panel, and start again."),
        )
    # In finger widths, which are the same in both directions, unlike fractions of a picture.
    off = [((one.x - cross[0]) / one.wide, (one.y - cross[1]) / one.high) for cross, one in felt]
    across, up = (sum(way[axis] for way in off) / len(off) for axis in (0, 1))
    # Nobody hits a cross exactly: within one width it is the same shift.
    if all(abs(x - across) <= 1 and abs(y - up) <= 1 for x, y in off):
        return CheckResult(
            "touch",
            text("Touch"),
            "bad",
            text("Every touch is offset: {distance}.", distance=_far(across, up)),
            text("Align the panel with the picture, or set the display to its native resolution."),
        )
    worst = max(range(len(off)), key=lambda at: max(map(abs, off[at])))
    place = PLACES[CROSSES.index(felt[worst][0])]
    return CheckResult(
        "touch",
        text("Touch"),
        "bad",
        text(
            "Touches do not match the finger: {distance} ({place}).",
            place=place,
            distance=_far(*off[worst]),
        ),
        text(
            "Check again, with one finger and clean glass. If nothing changes, the panel is "
            "broken or belongs to another display."
        ),
    )


def _far(across: float, up: float) -> Text:
    """Return the distance in finger widths."""
    ways = (
        (across, text("to the right"), text("to the left")),
        (up, text("too high"), text("too low")),
    )
    parts = []
    for off, more, less in ways:
        if abs(off) >= 0.5:
            number = max(1, round(abs(off)))
            distance = count("a finger's breadth", "{number} fingers' breadths", number)
            parts.append(text("{distance} {way}", distance=distance, way=more if off > 0 else less))
    return listed(parts) or text("less than a finger's breadth")


# ---- View ----


class CrossPage(NamedTuple):
    """A page with one cross only.

    Without a cross people cannot be sure to hit a button, so a touch anywhere accepts the offer.
    """

    words: Text | str
    place: tuple[float, float] | None = None
    """The place of the cross, as fractions from the left and from below."""
    skip: Choice | None = None
    """The choice to go on without the cross."""
    anywhere: Choice | None = None
    """The choice made by a touch anywhere."""


def cross_view(session: Session, crossing: CrossState) -> View:
    """Return a cross to touch, or the result."""
    if not crossing.found:
        at, tried = (
            len(crossing.struck),
            session.open_state(WELCOME, WelcomeState).before is not None,
        )
        if tried:
            words = text("Corrected: touch the middle of the cross again.")
        else:
            words = text("Touch the middle of the cross.")
        title = text("Touch, cross {number} of {all}", number=at + 1, all=len(CROSSES))
        return step_view(session, CROSS, TOUCH, title, NOTHING, CrossPage(words, CROSSES[at], SKIP))
    rows = tuple(map(row_of, crossing.found))
    if crossing.offered:
        # A person who can touch this may not hit any button.
        offer = CrossPage(
            rows[0].words, anywhere=Choice(text("Touch anywhere to correct it"), "", CorrectTouch())
        )
        return step_view(session, CROSS, TOUCH, text("Touch"), NOTHING, offer)
    correct = (Choice(text("Correct it"), "", CorrectTouch()),) if crossing.amiss else ()
    fine = all(row.state == "fine" for row in rows)
    page = WelcomePage(
        TOUCH,
        rows,
        groups=(seen_group(session.lobby.preferences),),
        choices=(BACK, Choice(text("Check again"), "", ShowCrosses()), *correct, NEXT),
    )
    return step_view(
        session,
        WELCOME,
        TOUCH,
        text("Touch"),
        text("All crosses were touched.") if fine else text("Result of the test:"),
        page,
    )


PAGE: Final = Page(
    cross_view,
    {CrossTouch: on_struck, CorrectTouch: on_correct, ShowCrosses: on_crosses},
    opened=on_open,
    closed=on_close,
    on_message=on_message,
    timed=True,
)
