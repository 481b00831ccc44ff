"""What the debugging menu does: each remedy carried out, or refused in a sentence; its preview asks the same function (rulebook 12).

Remedies are values of `messages`, or changes of the game (`companion.games.corrections`); REMEDIES says what each of the first does, the game what
comes of the others. Whatever moves a piece or a card at the table leads over `travel`, so that hands are told before the race goes on.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any, Final

from companion.games.corrections import PLACE, SETTING, VALUE
from companion.session import view
from companion.session.changing import RULE, changed, forget_pin, hand_seat, swap_seats
from companion.session.commands import Command
from companion.session.messages import Abort, Confirm, Decide, ForgetPin, GoBack, GoForward, GoTo, HandSeat, Repeat, Skip, SwapSeats
from companion.session.moments import is_stop, moment_of, moments, turn_of
from companion.session.race import on_confirm
from companion.session.session import Made, Match, Result, Session, laid, lifted, refused, replace
from companion.session.travel import go_back, go_forward, go_to
from companion.words import NOTHING, Text, text

NO_RACE: Final = text("No race is running.")
LONGEST: Final = 40
"""Letters of a name or a reason that are kept."""
NOT_PLAYED: Final = text("No instructions are shown now.")
FIRST_CHECK: Final = text("First go on with the race that was found, and through the check of the table.")
AT_THE_CHECK: Final = (PLACE, VALUE)
"""What the table may turn out to be other than the race has it, when people look."""
FIRST_PLACE: Final = text("First bring the table to where it must be.")


def outcome(session: Session, remedy: object, who: str = "", why: str = "") -> Result | Text:
    """The evening after a remedy, or in a sentence why it cannot be; whatever is asked for, nothing is raised.

    Previews and the menu's choices ask it too, whether they can be touched, and throw the evening away.
    """
    kind = session.house.game.corrections.changes.get(type(remedy))
    make = REMEDIES.get(type(remedy)) if kind is None else changed
    if session.match is None or session.setting_up:
        return NO_RACE
    # A race that is only offered is not touched; at the check itself only the table may turn out otherwise.
    if session.returning is not None and (session.returning.stage == view.OFFER or kind not in AT_THE_CHECK):
        return FIRST_CHECK
    if make is None:
        return text("The menu cannot do this.")
    return make(session, session.match, remedy, said(who), said(why))


def on_decide(session: Session, message: Decide) -> Result:
    """Do it, and away with the menu as soon as there is something for hands to do; where it cannot be, say why."""
    made = outcome(session, message.remedy, message.who, message.why)
    if isinstance(made, Text):
        return refused(session, made)
    after, commands = made
    return lay_aside(session, after, message), commands


def lay_aside(before: Session, after: Session, message: Decide) -> Session:
    """Without the pages from which something can be done; who has set something may want to set more, and finds the menu again."""
    kind = before.house.game.corrections.changes.get(type(message.remedy))
    several = kind in (VALUE, SETTING) or isinstance(message.remedy, (HandSeat, ForgetPin))
    menu = after.kept(view.MENU)
    if menu is None or after.travel is not before.travel or after.page != before.page or not several:
        return lifted(after, view.MENU, view.HISTORY)
    return lifted(laid(after, view.MENU, menu._replace(proposed=None)), view.HISTORY)


def said(words: object) -> str:
    """What somebody has said, short and in one line; "" for what is no text."""
    return " ".join(words[:LONGEST].split()) if isinstance(words, str) else ""


# ---- In time -------------------------------------------------------------------------------------------------------------


def _unless_refused(session: Session, result: Result) -> Result | Text:
    """What travelling has made of it, or its refusal, which is in the notice."""
    after, _ = result
    # Whatever is carried out counts the step on; a refusal leaves everything but the notice.
    return after.notice if after.step == session.step else (replace(after, again=None), result[1])


def _go_back(session: Session, match: Match, remedy: GoBack, who: str, why: str) -> Result | Text:
    if not isinstance(remedy.level, str):
        return text("One can go back by an instruction, a card, a part of the turn, a turn, or to the start.")
    return _unless_refused(session, go_back(session, remedy.level))


def _go_to(session: Session, match: Match, remedy: GoTo, who: str, why: str) -> Result | Text:
    # For isinstance True would be a number.
    if type(remedy.number) is not int:
        return text("The places of a race are numbered.")
    return _unless_refused(session, go_to(session, remedy.number))


def _go_forward(session: Session, match: Match, remedy: GoForward, who: str, why: str) -> Result | Text:
    return _unless_refused(session, go_forward(session))


def _abort(session: Session, match: Match, remedy: Abort, who: str, why: str) -> Result | Text:
    """Back to where this turn began (5)."""
    turn = turn_of(moment_of(session))
    # The present comes first, and going back leads somewhere else.
    _, *earlier = takewhile(lambda moment: turn_of(moment) == turn, moments(session))
    start = next((moment for moment in reversed(earlier) if is_stop(moment)), None)
    return text("Nothing has happened in this turn yet.") if start is None else _unless_refused(session, go_to(session, start.number))


# ---- In a round ----------------------------------------------------------------------------------------------------------


def _playing(session: Session) -> Text:
    """Why instructions cannot be passed over or repeated now, NOTHING when they can."""
    if session.travel is not None or session.returning is not None:
        return FIRST_PLACE
    return NOTHING if session.page == view.PLAY else NOT_PLAYED


def _repeat(session: Session, match: Match, remedy: Repeat, who: str, why: str) -> Result | Text:
    """The instruction before, shown only: what hands have done stays done."""
    shown = match.at if session.again is None else session.again
    hindered = _playing(session) or (NOTHING if shown > 0 else text("This is the first instruction: there is none before it."))
    return hindered or (replace(session, again=shown - 1, step=session.step + 1, notice=""), ())


def _skip(session: Session, match: Match, remedy: Skip, who: str, why: str) -> Result | Text:
    """As if Done was touched for every instruction that is left; what they say is for hands to see to."""
    hindered = _playing(session)
    if hindered:
        return hindered
    made = Made(tuple(told.text for told in match.script[match.at:]), RULE, None, who, why)
    after, commands = replace(session, again=None), list[Command]()
    # The next round may follow on the same page, with a script of its own: there it ends.
    while after.page == view.PLAY and after.match is not None and after.match.script is match.script:
        after, more = on_confirm(after, Confirm(after.step))
        commands += more
    # One moment for all of them, so that going back by one leads to where they were passed over.
    return replace(after, past=moment_of(session, made), future=()), tuple(commands)


REMEDIES: Final[Mapping[type, Callable[[Session, Match, Any, str, str], Result | Text]]] = {
    GoBack: _go_back, GoTo: _go_to, GoForward: _go_forward, Abort: _abort, Repeat: _repeat, Skip: _skip, HandSeat: hand_seat,
    SwapSeats: swap_seats, ForgetPin: forget_pin,
}
"""How each remedy that is no change of the game is carried out; a new one is one line here and one function."""
