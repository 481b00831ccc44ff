"""The first steps: rotation, touch, language, readers and seats, certificate, first game.

A choice that could make the screen unusable is tried out first and undone by itself: only confirmed
choices are kept. No step is required, and without any touch the clock leads on to the crosses,
which are a page over this one (`cross`). Nothing of it is kept with a session; choices for the
screen are kept by `KeepPreferences`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from companion.named_tuples import NamedTuple
from companion.session.choices import CHIPS, WAYS, Choice, ChoiceGroup, DoctorRow
from companion.session.commands import Command, KeepPreferences, SendMessage
from companion.session.handling import Guarded
from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.lobby.device import ROTATIONS
from companion.session.lobby.first_game import BEFORE_RACE, board, first_game, players
from companion.session.messages import ClosePage, Message, OpenPage, Tick
from companion.session.pages import Page, on_close_page, on_open_page
from companion.session.pages.board import lesson_label
from companion.session.pages.certify import CertifyState
from companion.session.pages.language import languages
from companion.session.pages.table import AskSeat, CloseTable, OpenTable, testing_of
from companion.session.preferences import Preferences, language_name
from companion.session.session import Result, Session, pop_pages, push_page, show_page
from companion.session.view import (
    CERTIFY,
    CERTIFYING,
    CROSS,
    CROSSES,
    DOCTOR,
    EVERYBODY,
    GAME,
    GIVING,
    LANGUAGE,
    LESSON,
    UPRIGHT,
    WELCOME,
    WELCOME_STAGES,
    View,
)
from companion.signals import ASIDE, NO_READER, StrangerPulled
from companion.words import Text, clauses, count, listed, text

TRIED, PATIENT = 15.0, 60.0
"""The seconds of trying a rotation, and those before the first step goes on to the crosses.

A panel that is rotated answers at no other place.
"""


class WelcomeState(NamedTuple):
    stage: str = UPRIGHT
    """A stage of the view."""
    since: float | None = None
    """Since when it waits, None until a clock says so."""
    left: int | None = None
    """The whole seconds until it goes on, None where they are not shown."""
    before: Preferences | None = None
    """The earlier choices for the screen while others are tried out."""
    watching: bool = False
    """Whether the table test was opened for this step."""
    asked: int | None = None
    """The seat that is asked for automatically, None where somebody chose it."""
    certified: str = ""
    """The result of the acceptance run, in words."""


def is_seen(session: Session, page: str) -> bool:
    """Return whether this page is the uppermost, which people can touch."""
    return (
        next((overlay.page for overlay in reversed(session.overlays) if overlay.seen), "") == page
    )


def seconds_waited(since: float | None, now: float) -> float | None:
    """Return how many seconds have passed; None where the waiting begins now.

    As with a clock that was set back or that is no number.
    """
    seconds = -1.0 if since is None else now - since
    return seconds if seconds >= 0 else None


# ---- Messages ----


class StepOn(NamedTuple):
    """Go to the "next" step or "back"; on the first step "next" confirms the rotation."""

    where: str


class TurnScreen(NamedTuple):
    """Rotate the picture clockwise by 0, 90, 180 or 270 degrees, until confirmed on trial."""

    rotation: int


class SetUpFirstGame(NamedTuple):
    """Choose a small board, easy settings and the players, and go to the seats."""


# ---- Handlers ----


def on_open(session: Session) -> Result:
    """Begin with the first step."""
    # They are also opened from the doctor, which nobody wants to return to.
    after, commands = on_close_page(session, ClosePage(DOCTOR))
    return show_page(after, WELCOME, WelcomeState()), commands


def on_leave(session: Session, welcoming: WelcomeState) -> Result:
    """Close the page, and keep that the steps were seen, so that the next start skips them."""
    after, commands = _leave_step(session, welcoming)
    # A choice on trial is undone by then, and not kept along with this.
    chosen = after.lobby.preferences._replace(welcomed=True)
    keeping = () if chosen == after.lobby.preferences else (KeepPreferences(chosen),)
    return pop_pages(after, WELCOME)._replace(
        lobby=after.lobby._replace(preferences=chosen), notice=""
    ), (*commands, *keeping)


def on_step(session: Session, welcoming: WelcomeState, message: StepOn) -> Result:
    """Go to the next step or back; an unconfirmed choice is undone."""
    if message.where not in ("next", "back"):
        return session, ()
    at = WELCOME_STAGES.index(welcoming.stage) + (1 if message.where == "next" else -1)
    if at == len(WELCOME_STAGES):
        return on_leave(session, welcoming)
    commands: tuple[Command, ...] = ()
    if welcoming.stage == UPRIGHT and message.where == "next" and welcoming.before is not None:
        # This message confirms the rotation.
        welcoming, commands = (
            welcoming._replace(before=None),
            (KeepPreferences(session.lobby.preferences),),
        )
    # Any other way out does not confirm the choice on trial, so it is undone.
    after, more = _leave_step(session, welcoming)
    return _entered(after, welcoming, WELCOME_STAGES[max(0, at)], (*commands, *more))


def _leave_step(session: Session, welcoming: WelcomeState) -> Result:
    """Undo the choice on trial, close the crosses, and the table test if this step opened it."""
    preferences = session.lobby.preferences if welcoming.before is None else welcoming.before
    closing = (
        (SendMessage(CloseTable()),)
        if welcoming.watching and testing_of(session) is not None
        else ()
    )
    after = push_page(
        pop_pages(session, CROSS), WELCOME, welcoming._replace(before=None, watching=False)
    )
    return after._replace(lobby=after.lobby._replace(preferences=preferences)), closing


def _entered(
    session: Session, welcoming: WelcomeState, stage: str, commands: tuple[Command, ...]
) -> Result:
    """Begin a step; where seats are given the readers must report."""
    watching = stage == GIVING and testing_of(session) is None
    # Each step begins without findings; only the result of the certificate is remembered.
    after = show_page(
        session, WELCOME, WelcomeState(stage, watching=watching, certified=welcoming.certified)
    )
    if stage == CROSSES:
        after, _ = on_open_page(after, OpenPage(CROSS))
    return after, (*commands, *((SendMessage(OpenTable()),) if watching else ()))


def on_turn(session: Session, welcoming: WelcomeState, message: TurnScreen) -> Result:
    """Rotate the picture immediately; without confirmation it is rotated back."""
    now = session.lobby.preferences
    if (
        welcoming.stage != UPRIGHT
        or message.rotation not in ROTATIONS
        or message.rotation == now.rotation
    ):
        return session, ()
    before = now if welcoming.before is None else welcoming.before
    turned = now._replace(rotation=message.rotation)
    # After a full rotation nothing is on trial any more.
    trial = None if turned == before else before
    after = welcoming._replace(
        before=trial, since=None, left=None if trial is None else round(TRIED)
    )
    return push_page(session, WELCOME, after)._replace(
        lobby=session.lobby._replace(preferences=turned), notice=""
    ), ()


def on_first_game(session: Session, welcoming: WelcomeState, message: SetUpFirstGame) -> Result:
    """Choose the first game by messages, because the choices themselves are kept."""
    after, commands = on_leave(session, welcoming)
    return after, (*commands, *map(SendMessage, first_game(session)))


# ---- What it hears ----


def on_message(
    before: Session, session: Session, welcoming: WelcomeState, message: Message
) -> Result:
    """Count time, ask for the next seat, and note the result of an acceptance run."""
    if isinstance(message, Tick):
        return (
            _ticked(session, welcoming, message.now) if is_seen(session, WELCOME) else (session, ())
        )
    if before.is_open(LANGUAGE) and welcoming.since is not None:
        # The step could not be touched in the meantime.
        return push_page(session, WELCOME, welcoming._replace(since=None)), ()
    certifying, testing = before.state_of(CERTIFY, CertifyState), testing_of(session)
    if certifying is not None and certifying.report is not None and not session.is_open(CERTIFY):
        return push_page(
            session, WELCOME, welcoming._replace(certified=certifying.report.verdict)
        ), ()
    if (
        isinstance(message, StrangerPulled)
        and testing is not None
        and testing != testing_of(before)
    ):
        return push_page(session, WELCOME, welcoming._replace(asked=testing.asking)), ()
    return session, ()


def _ticked(session: Session, welcoming: WelcomeState, now: float) -> Result:
    """Go on without a touch after a while; ask for a seat for each reader without one."""
    if welcoming.stage == GIVING:
        return _ask_next_seat(session, welcoming)
    if welcoming.stage != UPRIGHT:
        return session, ()
    seconds, patience = (
        seconds_waited(welcoming.since, now),
        TRIED if welcoming.before is not None else PATIENT,
    )
    if seconds is None:
        return push_page(session, WELCOME, welcoming._replace(since=now)), ()
    if seconds < patience:
        left = None if welcoming.before is None else round(patience - seconds)
        if left == welcoming.left:
            return session, ()
        return push_page(session, WELCOME, welcoming._replace(left=left)), ()
    # Nobody has touched anything in time.
    if welcoming.before is None:
        return _entered(session, welcoming, CROSSES, ())
    return push_page(session, WELCOME, WelcomeState(certified=welcoming.certified))._replace(
        lobby=session.lobby._replace(preferences=welcoming.before)
    ), ()


def _ask_next_seat(session: Session, welcoming: WelcomeState) -> Result:
    """Ask for the handle of the next seat that has no reader, while readers have no seat.

    A request that nobody made ends with the last of them.
    """
    testing = testing_of(session)
    # A seat that somebody chose stays.
    if testing is None or (testing.asking is not None and testing.asking != welcoming.asked):
        return session, ()
    # By NO_READER, because an unplugged reader keeps its seat.
    free = [
        seat
        for seat, reader in session.readers.by_seat.items()
        if reader.lost == NO_READER and seat not in session.config.touch
    ]
    # Still awaited: that reader's handle was not pulled.
    if testing.asking is not None and session.readers.unknown and testing.asking in free:
        return session, ()
    asked = free[0] if session.readers.unknown and free else None
    return push_page(
        session, WELCOME, welcoming._replace(asked=asked)
    ), () if asked == testing.asking else (SendMessage(AskSeat(asked)),)


# ---- View ----


# Next and Skip send the same message; Skip is for a step that was not done.
NEXT, SKIP, BACK = (
    Choice(label, "", StepOn(where))
    for label, where in ((text("Next"), "next"), (text("Skip"), "next"), (text("Back"), "back"))
)
RULES: Final = text("Each instruction shows its rule below it.")
ON_PAPER: Final = text(
    "All rules fit on one sheet of paper. Print it on another computer; the README explains how."
)


class WelcomePage(NamedTuple):
    """One of the first steps."""

    stage: str
    """As in the view."""
    rows: tuple[DoctorRow, ...]
    """The findings."""
    groups: tuple[ChoiceGroup, ...]
    choices: tuple[Choice, ...]
    """For the foot; the last one is to be done now."""
    arrow: bool = False
    """Whether a large arrow points to the upper edge of the picture."""


Step: TypeAlias = tuple[Text, Text, WelcomePage]
"""Title, hint and page of a step."""


def welcome_view(session: Session, welcoming: WelcomeState) -> View | None:
    """Return the present step, None for the crosses, which are over this page."""
    if welcoming.stage not in STEPS:
        return None
    title, hint, page = STEPS[welcoming.stage](session, welcoming)
    view = step_view(session, WELCOME, welcoming.stage, title, hint, page)
    # Choosing a language would keep a rotation that is only on trial.
    chip = welcoming.stage != LANGUAGE and welcoming.before is None
    name = language_name(session.lobby.preferences) if chip else ""
    # The chip is in the place of the sign of the table.
    return view._replace(language=name, shows_table=not chip)


def step_view(
    session: Session, name: str, stage: str, title: Text, hint: Text, page: object
) -> View:
    """Return a step on the page with this name, with its number among all steps."""
    head = text(
        "Step {number} of {all}: {title}",
        number=WELCOME_STAGES.index(stage) + 1,
        all=len(WELCOME_STAGES),
        title=title,
    )
    return View(
        name,
        head,
        hint=hint,
        body=page,
        back=text("Leave"),
        on_back=ClosePage(WELCOME),
        on_sign=None,
        # Touches are corrected for the picture as it is mounted.
        seat=EVERYBODY,
    )


def _page(
    welcoming: WelcomeState,
    rows: tuple[DoctorRow, ...] = (),
    groups: tuple[ChoiceGroup, ...] = (),
    choices: tuple[Choice, ...] = (BACK, NEXT),
) -> WelcomePage:
    return WelcomePage(welcoming.stage, rows, groups=groups, choices=choices)


def _upright(session: Session, welcoming: WelcomeState) -> Step:
    """Return the step about the rotation."""
    now, trial = session.lobby.preferences.rotation, welcoming.left
    turns = tuple(
        Choice(label, about, TurnScreen((now + degrees) % 360), symbol=symbol)
        for label, about, degrees, symbol in (
            (text("Turn left"), text("By 90°"), 270, "undo"),
            (text("Turn right"), text("By 90°"), 90, "redo"),
            (text("Turn round"), text("Half a turn"), 180, "swap"),
        )
    )
    if welcoming.before is None:
        hint = text("The arrow must point up.")
    else:
        hint = text("It turns back in {seconds} seconds, unless you touch Yes.", seconds=trial or 0)
    page = _page(
        welcoming,
        groups=(ChoiceGroup("", WAYS, turns),),
        choices=(Choice(text("Yes, this way up"), "", StepOn("next")),),
    )
    return text("This way up?"), hint, page._replace(arrow=True)


def _language(session: Session, welcoming: WelcomeState) -> Step:
    """Return the step about the language."""
    return (
        text("Language"),
        text("Touch the language of the screen."),
        _page(welcoming, groups=(languages(session),)),
    )


def _giving(session: Session, welcoming: WelcomeState) -> Step:
    """Return the readers, and whose handle is awaited."""
    seated = [seat for seat in session.readers.by_seat if not session.on_screen(seat)]
    models = [
        seat for seat in session.readers.by_seat if session.readers.by_seat[seat].model is not None
    ]
    testing = testing_of(session)
    loose, asking = len(session.readers.unknown), testing.asking if testing is not None else None
    lost = [
        seat
        for seat, reader in session.readers.by_seat.items()
        if reader.lost not in ("", NO_READER, ASIDE) and seat not in session.config.touch
    ]
    if not seated and not loose and not lost:
        if models:
            words, state = text("Emulated readers."), "fine"
        else:
            words, state = text("No readers: cards are played on this screen."), "note"
        # There is no reader to give a seat to: emulated readers have theirs.
        row = DoctorRow(
            text("Readers"),
            state,
            words=words,
            remedy="" if models else text("Plug readers in to see them here."),
        )
        return text("Readers and seats"), text("Found:"), _page(welcoming, (row,))
    rows = []
    if loose:
        words = count("{number} reader without a seat.", "{number} readers without a seat.", loose)
        remedy = text("Pull each handle when this page asks for it.")
        rows.append(DoctorRow(text("Readers"), "bad", words=words, remedy=remedy))
    if lost:
        words = count("the reader does not answer.", "the readers do not answer.", len(lost))
        remedy = count("Check its cable.", "Check their cables.", len(lost))
        rows.append(DoctorRow(_named(lost), "bad", words=words, remedy=remedy))
    if seated:
        words = count("the reader answers.", "the readers answer.", len(seated))
        rows.append(DoctorRow(_named(seated), "fine", words=words))
    chips = tuple(
        Choice(str(seat), "", AskSeat(None if seat == asking else seat), chosen=seat == asking)
        for seat in session.readers.by_seat
        if seat not in session.config.touch
    )
    groups = (
        (
            ChoiceGroup(
                text(
                    "A reader stands in front of another seat? Touch that seat, then pull "
                    "its handle."
                ),
                CHIPS,
                chips,
            ),
        )
        if chips
        else ()
    )
    return (
        text("Readers and seats"),
        _wanted(asking, loose, lost),
        _page(welcoming, tuple(rows), groups, (BACK, SKIP if loose or lost else NEXT)),
    )


def _named(seats: list[int]) -> Text:
    """Return seats in words: "Seat 2", "Seats 2, 5"."""
    return count(
        "Seat {seats}", "Seats {seats}", len(seats), seats=listed([str(seat) for seat in seats], "")
    )


def _wanted(asking: int | None, loose: int, lost: list[int]) -> Text:
    """Return what hands are to do at the readers."""
    if asking is not None:
        return text("Pull the handle of the reader in front of seat {seat}.", seat=asking)
    if loose:
        if lost:
            return text("Touch the seat whose reader was replaced, or check the cables.")
        return text("All seats have readers. Unplug the extra ones.")
    return text("Not every reader answers.") if lost else text("All readers have seats.")


def _certifying(session: Session, welcoming: WelcomeState) -> Step:
    """Return the offer of the acceptance run, and its result."""
    readers = any(
        not session.on_screen(seat) or reader.model is not None
        for seat, reader in session.readers.by_seat.items()
    )
    if not readers:
        row = DoctorRow(
            text("Certificate"),
            "note",
            words=text("There are no readers to certify."),
            remedy=text("You can do it later from the table test."),
        )
        return text("Certify"), text("Nothing to do here."), _page(welcoming, (row,))
    rows = (_verdict(welcoming.certified),) if welcoming.certified else ()
    about = text(
        "Test cards, handles and lights. It takes a few minutes for each reader and ends with "
        "a certificate."
    )
    way = Choice(
        text("Certify again") if rows else text("Certify the table"),
        about,
        OpenPage(CERTIFY),
        symbol="tick",
    )
    return (
        text("Certify"),
        text("Try every slot, handle and light once."),
        _page(welcoming, rows, (ChoiceGroup("", WAYS, (way,)),), (BACK, NEXT if rows else SKIP)),
    )


def _verdict(word: str) -> DoctorRow:
    """Return the result of the acceptance run as a row, without what the run has explained."""
    from companion.certificate.report import FAILED, NAMES, PASSED, VERDICTS

    state = {PASSED: "fine", FAILED: "bad"}.get(word, "note")
    return DoctorRow(
        text("Certificate"),
        state,
        words=text("{verdict}. {words}", verdict=NAMES[word], words=VERDICTS[word]),
    )


def _game(session: Session, welcoming: WelcomeState) -> Step:
    """Return what a first game would be."""
    rules = DoctorRow(text("Rules"), "note", words=RULES, remedy=ON_PAPER)
    if not BEFORE_RACE.counts(session, None):
        return (
            text("First game"),
            text("Not now."),
            _page(
                welcoming,
                (DoctorRow(text("First game"), "note", words=BEFORE_RACE.refusal), rules),
                choices=(BACK, Choice(text("Finish"), "", ClosePage(WELCOME))),
            ),
        )
    who, game = players(session), session.config.game
    persons = [str(seat) for seat, player in who.items() if player == PERSON]
    pilots = sum(player not in (PERSON, NOBODY) for player in who.values())
    if pilots:
        people = text(
            "You at seat {seat}, against {pilots} pilots.", seat=persons[0], pilots=pilots
        )
    else:
        people = text("People at seats {seats}.", seats=listed(persons, ""))
    # Only settings that are easier than usual are named.
    easy = [
        text(
            "{option}: {choice}",
            option=option.title,
            choice=option.choice(game.easy[option.key]).label,
        )
        for option in game.options
        if game.easy.get(option.key, option.default) != option.default
    ]
    entry = board(session)
    rows = (
        *(
            [DoctorRow(text("Board"), "fine", words=game.wording.easiest(entry.title))]
            if entry is not None
            else []
        ),
        DoctorRow(text("Players"), "fine", words=people),
        DoctorRow(
            text("Easy settings"),
            "fine",
            words=text("{settings}.", settings=clauses(easy)),
            remedy=text("The page Settings explains each of them."),
        ),
        rules,
    )
    return (
        text("First game"),
        text("You can change all of it on the next pages."),
        _page(
            welcoming,
            rows,
            choices=(
                BACK,
                *(
                    [Choice(lesson, "", OpenPage(LESSON))]
                    if (lesson := lesson_label(session))
                    else []
                ),
                Choice(text("Begin"), "", SetUpFirstGame()),
            ),
        ),
    )


STEPS: Final[Mapping[str, Callable[[Session, WelcomeState], Step]]] = {
    UPRIGHT: _upright,
    LANGUAGE: _language,
    GIVING: _giving,
    CERTIFYING: _certifying,
    GAME: _game,
}
"""The function that returns each step, without the crosses."""

PAGE: Final = Page(
    welcome_view,
    {StepOn: on_step, TurnScreen: on_turn, SetUpFirstGame: Guarded(on_first_game, BEFORE_RACE)},
    opened=on_open,
    closed=on_leave,
    on_message=on_message,
    timed=True,
)
