"""The evening's one door: a message comes in, the evening after it and what is to be done go out.

`step` never raises for a message: what cannot be done is refused in words and changes nothing else. It looks at the evening and the message only, so
that the same messages lead to the same evening, on any machine and at any speed.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.session.alarms import lock_lights, persons_choose
from companion.session.commands import ShowLamps
from companion.session.confirming import on_done
from companion.session.deciding import on_decide
from companion.session.ending import on_call_house, on_call_race, on_end_evening, on_start_as_usual
from companion.session.house_messages import (
    AskDoctor, AskUpdates, CallHouse, CallPreferences, CallRace, ChooseUpdate, CloseDoctor, CloseRace, CloseUpdate, EndEvening, Examined,
    InstallUpdate, OpenDoctor, OpenRace, OpenUpdate, Prefer, RaceRecalled, SaveBundle, StartAgain, StartAsUsual, Tapped, UpdateHeard, UpdatesSeen,
)
from companion.session.menu import (
    on_because, on_choose, on_choose_flag, on_clean, on_close_menu, on_look_back, on_noticed, on_open_menu, on_propose, on_recall, on_save_report,
    on_touch_square,
)
from companion.session.messages import (
    Again, AskSeat, Because, Begin, CallTable, Certified, Certify, Choose, ChooseBoard, ChooseFlag, CleanScreen, ClearFlags, CloseCertify,
    CloseMenu, CloseTable, Confirm, Cover, Decide, Decline, Go, LookAt, LookAtSeat, LookBack, Message, NewEvening, Noticed, OpenCertify,
    OpenMenu, OpenTable, Propose, Recall, Resumed, SaveReport, SetAutoAdvance, SetColour, SetName, SetPin, SetPlayer, SetRule, SetShape, ShowCards,
    Shuffled, SuggestFlags, TakeBack, Tick, TouchSquare, TryLamp, Uncover,
)
from companion.session.moments import is_worth_keeping, moment_of
from companion.session.preferring import on_call_preferences, on_prefer
from companion.session.programming import on_back, on_cover, on_handle, on_lost, on_scanned, on_slot, on_take_back, on_uncover
from companion.session.race import on_again, on_auto, on_begin, on_new, on_shuffled, on_tick
from companion.session.returning import on_decline, on_resumed
from companion.session.session import Result, Session, replace
from companion.session.setup import on_go, on_setup
from companion.session.testing import (
    on_ask_seat, on_call, on_close, on_found, on_gone, on_lamp, on_look, on_model, on_open, on_report, on_show_cards, on_stranger, on_trouble,
)
from companion.session.view import DEAL, OVER, PROGRAM
from companion.session.welcome_messages import CorrectTouch, LayFirstGame, LeaveWelcome, OpenWelcome, ShowCrosses, StepOn, Struck, TurnScreen
from companion.signals import (
    HandleMoved, ReaderBack, ReaderFound, ReaderGone, ReaderLost, ReaderModel, ReaderReport, Scanned, SlotRead, StrangerPulled, Trouble,
)

HANDLERS: Final[Mapping[type, Callable[[Session, Any], Result]]] = {
    Go: on_go, ChooseBoard: on_setup, TouchSquare: on_touch_square, SuggestFlags: on_setup, ClearFlags: on_setup, SetPlayer: on_setup,
    SetName: on_setup, SetColour: on_setup, SetShape: on_setup, SetPin: on_setup, SetRule: on_setup, Begin: on_begin, Confirm: on_done,
    SetAutoAdvance: on_auto, Uncover: on_uncover, TakeBack: on_take_back, Cover: on_cover, Shuffled: on_shuffled, Tick: on_tick, Again: on_again,
    NewEvening: on_new, SlotRead: on_slot, HandleMoved: on_handle, ReaderLost: on_lost, ReaderBack: on_back, Scanned: on_scanned,
    OpenTable: on_open, CloseTable: on_close, ShowCards: on_show_cards, CallTable: on_call, LookAt: on_look, TryLamp: on_lamp, AskSeat: on_ask_seat, ReaderFound: on_found,
    ReaderGone: on_gone, StrangerPulled: on_stranger, Trouble: on_trouble, ReaderReport: on_report, ReaderModel: on_model,
    Resumed: on_resumed, Decline: on_decline,
    Decide: on_decide, OpenMenu: on_open_menu, CloseMenu: on_close_menu, Choose: on_choose, ChooseFlag: on_choose_flag, Propose: on_propose,
    Because: on_because, LookBack: on_look_back, Recall: on_recall, CleanScreen: on_clean, SaveReport: on_save_report, Noticed: on_noticed,
    CallPreferences: on_call_preferences, Prefer: on_prefer, EndEvening: on_end_evening, CallHouse: on_call_house, CallRace: on_call_race, StartAsUsual: on_start_as_usual,
}
"""What each message does; a new message is one line here and one function."""

FOR_THE_DOCTOR: Final = (OpenDoctor, CloseDoctor, AskDoctor, Examined, Tapped, SaveBundle)
ABOUT_UPDATES: Final = (OpenUpdate, CloseUpdate, AskUpdates, UpdatesSeen, ChooseUpdate, InstallUpdate, UpdateHeard, StartAgain)
OF_THE_CERTIFICATE: Final = (OpenCertify, CloseCertify, Certify, LookAtSeat, Certified)
"""What is said to the doctor, about updates and about an acceptance run, whose modules are read only when one is called."""

ABOUT_THE_LAST_RACE: Final = (OpenRace, RaceRecalled, CloseRace)
LEAFING: Final = (OpenMenu, CloseMenu, LookBack, Recall)
"""What is said about the race that ended last, likewise; and what means its history while it is shown."""

OF_THE_FIRST_STEPS: Final = (OpenWelcome, LeaveWelcome, StepOn, TurnScreen, Struck, CorrectTouch, ShowCrosses, LayFirstGame)
"""What is said in the first steps, likewise."""
TOLD_IN_PASSING: Final = (Tick, CloseCertify)
"""What the first steps take notice of besides."""

READ: Final = (DEAL, PROGRAM)
"""The pages on which lights say what is wrong in the readers."""


def step(session: Session, message: Message) -> Result:
    """The evening after a message, and the commands that follow from it; the lock lights are shown anew whenever they change.

    Commands are to be carried out in order; the lights come last, as they should burn after all of them.
    """
    after, commands = stepped(session, message)
    if _same_lights(session, after):
        return after, commands
    lamps = lock_lights(after)
    if lamps != after.lamps:
        return replace(after, lamps=lamps), (*commands, ShowLamps(lamps))
    return after, commands


def stepped(session: Session, message: Message) -> Result:
    """The same, whatever becomes of the lights: where an evening is only told again nobody sees them."""
    handler = _late_handler(message) if _is_leaf(session, message) else HANDLERS.get(type(message)) or _late_handler(message)
    after, commands = handler(session, message) if handler is not None else (session, ())
    # Not the message that begins the run, nor the one that ends it.
    if session.certifying is not None and after.certifying is not None:
        after, more = _heard(after, message)
        commands = (*commands, *more)
    if after.welcoming is not None and isinstance(message, TOLD_IN_PASSING):
        after, more = _welcomed(session, after, message)
        commands = (*commands, *more)
    return _remembered(session, _unattended(after)), commands


def _unattended(session: Session) -> Session:
    """Whatever comes over the page covers a hand that lay open: who looks at something else is not the one whose cards come up again below it."""
    match = session.match
    if match is None or match.open_seat is None or not (session.covered or session.held):
        return session
    return replace(session, match=match._replace(open_seat=None))


def _is_leaf(session: Session, message: Message) -> bool:
    """Whether somebody leafs through the history of the race that ended last."""
    return session.looking is not None and session.looking.race is not None and isinstance(message, LEAFING)


def _late_handler(message: Message) -> Callable[[Session, Any], Result] | None:
    """What is done with messages of which few evenings have any: every first screen would wait for what it needs."""
    if isinstance(message, ABOUT_THE_LAST_RACE + LEAFING):
        from companion.session import last_race

        return last_race.HANDLERS[type(message)]
    if isinstance(message, FOR_THE_DOCTOR):
        from companion.session import doctoring

        return doctoring.HANDLERS[type(message)]
    if isinstance(message, ABOUT_UPDATES):
        from companion.session import updating

        return updating.HANDLERS[type(message)]
    if isinstance(message, OF_THE_CERTIFICATE):
        from companion.session import certifying

        return certifying.HANDLERS[type(message)]
    if isinstance(message, OF_THE_FIRST_STEPS):
        from companion.session import welcoming

        return welcoming.HANDLERS[type(message)]
    return None


def _heard(session: Session, message: Message) -> Result:
    """The acceptance run hears of everything, too."""
    from companion.session import certifying

    return certifying.heard(session, message)


def _welcomed(before: Session, session: Session, message: Tick | CloseCertify) -> Result:
    """Time goes by in the first steps, or an acceptance run over them is left."""
    from companion.session import welcoming

    return welcoming.ticked(session, message.now) if isinstance(message, Tick) else (welcoming.certified(before, session), ())


def _same_lights(before: Session, after: Session) -> bool:
    """Whether nothing has changed by which lights could: asked for every slot that is read."""
    # Identity is enough: whatever changes makes a new value.
    if after.match is not before.match and not _same_slots(before, after):
        return False
    if after.testing is not before.testing or after.certifying is not before.certifying:
        return False
    if after.travel is not before.travel or after.returning is not before.returning:
        return False
    return after.readers is before.readers or not after.held and (after.page not in READ or after.page == PROGRAM and not persons_choose(after))


def _same_slots(before: Session, after: Session) -> bool:
    """Whether a race that has moved on wants the same of every slot: so from instruction to instruction, and where a seat gets ready."""
    left, now = before.match, after.match
    if left is None or now is None or after.page != before.page or after.setup is not before.setup:
        return False
    return now.position is left.position and now.want is left.want and now.marks == left.marks


def _remembered(before: Session, after: Session) -> Session:
    """Wherever a race moves on, the moment that it leaves becomes its past; another race begins without one."""
    left, now = before.match, after.match
    # A step without another page or position leaves no place to go back to.
    if now is left and after.page == before.page:
        return after
    # Ways back and the menu are about the race that is gone.
    if now is None or left is None or now.number != left.number:
        # One that has ended can be looked at again, and as it stood: nothing lies over it then, and nothing before it is known.
        ended = replace(before, last=None, looking=None, menu=None, testing=None, doctoring=None, updating=None, certifying=None, notice="")
        last = ended if left is not None and before.page == OVER else after.last
        return replace(after, past=None, future=(), travel=None, returning=None, menu=None, last=last, noted=())
    # Who goes back, or changes something by hand, has seen to the past already.
    if after.step == before.step or after.past is not before.past or not is_worth_keeping(before):
        return after
    return replace(after, past=moment_of(before), future=())
