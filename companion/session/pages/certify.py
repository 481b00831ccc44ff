"""The acceptance run of the table, over whatever page is shown: the run itself is `companion.certificate`, here it meets the session.

Emulated readers are worked by the app itself. While a race runs its cards come out of the readers for this; when the run is left, everything
goes back to where it lay, slot by slot. What is said to it is known at every start, but the certificate is read only when a run begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from companion.games.asking import Row
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.alarms import CARDS, missing, put_back
from companion.session.choices import Choice
from companion.session.commands import Command, Say, WriteCertificate
from companion.session.messages import Message, Notice, Tick
from companion.session.pages import Page
from companion.session.past.travel import carried_on
from companion.session.readers import reported
from companion.session.session import (
    Reader,
    Result,
    Returning,
    Session,
    close_pages,
    laid,
    lifted,
    refused,
    replace,
    show_page,
)
from companion.session.view import (
    CERTIFY,
    DOCTOR,
    HISTORY,
    LIGHTS,
    MENU,
    READERS,
    TABLE,
    VERDICT,
    View,
)
from companion.signals import (
    ASIDE,
    DEEDS,
    NO_READER,
    SLOTS,
    HandleMoved,
    Lamps,
    ReaderBack,
    ReaderReport,
    SlotRead,
    Watch,
)
from companion.words import NOTHING, Text, count, text

if TYPE_CHECKING:
    # Few sessions certify; the first screen does not wait for these.
    from companion.certificate.emulated import EmulatedPerson
    from companion.certificate.report import Report
    from companion.certificate.run import (
        AgainFrom,
        Finish,
        GoOn,
        LightSeen,
        NextPicture,
        Run,
        Said,
        Seat,
    )

PACE: Final = 0.2
"""Seconds between two ticks that a run takes notice of: what it waits for takes seconds, and each of its steps has a view to be drawn."""


class Certifying(NamedTuple):
    """The run, what the readers held before it, and whether the app works the readers itself.

    `seat` is the reader that is looked at, None for whichever is next; `report` what came of it, and `kept` where that lies, in words.
    """

    run: Run
    rows: Mapping[int, Row]
    emulated: bool
    person: EmulatedPerson
    seat: int | None = None
    report: Report | None = None
    kept: Notice | Text | str = NOTHING


# ---- What is said --------------------------------------------------------------------------------------------------------


@kept_as("OpenCertify seats")
class OpenCertify(NamedTuple):
    """Begin an acceptance run of the table, over whatever page is shown now; `seats` are those whose readers take part, none for all there are."""

    seats: tuple[int, ...] = ()


@kept_as("CloseCertify")
class CloseCertify(NamedTuple):
    """Leave the acceptance run."""


class Certify(NamedTuple):
    """An answer to what the acceptance run asks."""

    said: GoOn | AgainFrom | LightSeen | NextPicture | Finish


class LookAtSeat(NamedTuple):
    """In the acceptance run: show this seat's reader, or (None) whichever is next."""

    seat: int | None


class Certified(NamedTuple):
    """The report of the acceptance run is kept: its date, and in `words` where it lies, or why it could not be written."""

    date: str
    words: Notice | Text | str


# ---- What it does --------------------------------------------------------------------------------------------------------


def on_open(session: Session, message: OpenCertify) -> Result:
    """Begin with these readers; without seats all that there are are meant."""
    if session.kept(CERTIFY) is not None:
        return session, ()
    strange = next((seat for seat in message.seats if seat not in session.readers), None)
    if strange is not None:
        return refused(
            session,
            text(
                "There is no seat {seat}: the seats are 1 to {last}.",
                seat=strange,
                last=max(session.readers),
            ),
        )
    seats = tuple(dict.fromkeys(message.seats))
    return _begun(session, seats) if seats else _asked_for(session)


def _begun(session: Session, seats: tuple[int, ...]) -> Result:
    """The run lies over the page."""
    from companion.certificate.emulated import EmulatedPerson
    from companion.certificate.run import begin, step

    run, deeds = begin(seats)
    for said in (said for seat in seats for said in _known(seat, session.readers[seat])):
        run, _ = step(run, said, run.now)
    # One real reader among them needs people, who then work the emulated ones too.
    emulated = all(session.readers[seat].model is not None for seat in seats)
    # In the check after a start the readers may not hold yet what they must hold again.
    before = session.rows if session.returning is None else session.returning.rows
    return show_page(session, CERTIFY, Certifying(run, before, emulated, EmulatedPerson())), deeds


def _asked_for(session: Session) -> Result:
    """Begin with every reader that there is. Said, not done: what is kept of a session does not know emulated readers from the screen's."""
    seats = tuple(seat for seat in session.readers if _has_reader(session, seat))
    if not seats:
        return refused(
            session,
            text(
                "There is no reader to certify: all seats are played on this screen. Plug "
                "a reader in, or give one a seat."
            ),
        )
    return session, (Say(OpenCertify(seats)),)


def _has_reader(session: Session, seat: int) -> bool:
    """Whether a seat has a reader outside the screen that is used, be it emulated, be its cable out.

    A seat of touch readers has none; emulated readers are worked through the screen, but have a model.
    """
    reader = session.readers[seat]
    return reader.lost not in (NO_READER, ASIDE) and (
        seat not in session.house.touch or reader.model is not None
    )


def _known(seat: int, reader: Reader) -> tuple[Said, ...]:
    """What was told of a reader before the run: signals tell changes only, so what has lain there all the time would never be heard by it."""
    if reader.lost:
        return ()
    return (
        ReaderBack(seat),
        *(SlotRead(seat, slot, *reading) for slot, reading in enumerate(reader.row, 1)),
        HandleMoved(seat, reader.handle),
    )


def on_certify(session: Session, certifying: Certifying, message: Certify) -> Result:
    """Somebody answers what is asked."""
    return _stepped(session, certifying, message.said)


def on_look_at_seat(session: Session, certifying: Certifying, message: LookAtSeat) -> Result:
    """Show another reader of the run, or (None) whichever is next."""
    if message.seat is not None and message.seat not in certifying.run.seats:
        return session, ()
    return laid(session, CERTIFY, certifying._replace(seat=message.seat)), ()


def on_close(session: Session, certifying: Certifying, message: CloseCertify) -> Result:
    """Back to where one was; the cards of a race first.

    Without a race the readers get back what they held; in one the session waits until every slot shows it (`alarms`).
    """
    # What lies below goes on watching.
    watched: tuple[Command, ...] = (
        () if any(session.kept(page) is not None for page in (TABLE, DOCTOR)) else (Watch(False),)
    )
    after = close_pages(session, CERTIFY)
    # The check of the table asks for the race's cards anyhow.
    if session.returning is not None:
        return after, watched
    anew = _anew(session, certifying)
    if session.match is None:
        return after, (*watched, *put_back(after, certifying.rows, anew))
    rows = {seat: row for seat, row in certifying.rows.items() if seat in session.setup.playing}
    back = (*watched, *put_back(after, rows, anew))
    # What the app does at emulated readers besides is not known where a session is told again, and decides nothing.
    if missing(after, rows) or any(put_back(after, rows)):
        return replace(
            lifted(after, MENU, HISTORY), returning=Returning(CARDS, rows=rows), step=after.step + 1
        ), back
    return carried_on(after, back)


def _anew(session: Session, certifying: Certifying) -> Mapping[int, Row]:
    """The emulated readers that are filled anew, whatever they show: what was done there a moment ago has not been read yet."""
    from companion.certificate.run import HANDLE_TASKS

    return {
        seat: certifying.rows[seat]
        for seat, tried in certifying.run.seats.items()
        if certifying.emulated
        and tried.task not in HANDLE_TASKS
        and session.readers[seat].model is not None
    }


def on_certified(session: Session, certifying: Certifying, message: Certified) -> Result:
    """The report has its date, and lies somewhere."""
    if certifying.report is None:
        return session, ()
    report = certifying.report._replace(date=message.date)
    return laid(session, CERTIFY, certifying._replace(report=report, kept=message.words)), ()


def heard(before: Session, session: Session, message: Message) -> Result:
    """What the table says, and time, for the run; the rest of the session has heard it already."""
    from companion.certificate.run import HEARD

    certifying = session.kept(CERTIFY)
    if isinstance(message, Tick):
        return _ticked(session, certifying, message)
    # A reader may say that it sits where there is no seat.
    if not isinstance(message, HEARD) or message.seat not in session.readers:
        return session, ()
    return _stepped(session, certifying, message)


def _ticked(session: Session, certifying: Certifying, message: Tick) -> Result:
    """Time goes by; at emulated readers the app does what is asked.

    What it does there are deeds; what it says of lights and tasks goes into the run at once, in the order in which it was said.
    """
    from companion.certificate.emulated import act

    # A clock that was set back moves the run on too, instead of holding it up for as long as it was set back.
    if certifying.run.finished or abs(message.now - certifying.run.now) < PACE:
        return session, ()
    session, commands = _stepped(session, certifying, None, message.now)
    if not certifying.emulated:
        return session, commands
    certifying = session.kept(CERTIFY)
    models = {
        seat: reader.model for seat, reader in session.readers.items() if reader.model is not None
    }
    person, acts = act(certifying.person, certifying.run, models, message.now)
    session = laid(session, CERTIFY, certifying._replace(person=person))
    for done in acts:
        session, more = (
            (session, (done,))
            if isinstance(done, DEEDS)
            else _stepped(session, session.kept(CERTIFY), done, message.now)
        )
        commands = (*commands, *more)
    return session, commands


def _stepped(
    session: Session, certifying: Certifying, said: Said | None, now: float | None = None
) -> Result:
    """The session after the run has gone one step; at its end the report is to be written."""
    from companion.certificate.run import GoOn, step

    run, deeds = step(certifying.run, said, certifying.run.now if now is None else now)
    # Who has gone on at the reader that is looked at wants to see the next one.
    certifying = certifying._replace(
        run=run, seat=None if isinstance(said, GoOn) else certifying.seat
    )
    # A run ends its reports by itself; here they go on until its page is left, which says so.
    commands: tuple[Command, ...] = tuple(deed for deed in deeds if not isinstance(deed, Watch))
    if run.finished and certifying.report is None:
        from companion.certificate.report import report_of

        report = report_of(run, session.house.table, "")
        certifying, commands = (
            certifying._replace(report=report),
            (*commands, WriteCertificate(report)),
        )
    return laid(session, CERTIFY, certifying), commands


def lamps(session: Session, certifying: Certifying) -> Lamps:
    """Only the lights that are compared burn."""
    from companion.certificate.run import lamps as wanted

    return wanted(certifying.run)


# ---- What there is to see ------------------------------------------------------------------------------------------------


class CertifySeat(NamedTuple):
    """One reader in the run: whose seat, its `state` ("open", "now", "done", "gone"; in the report "done", "noted", "bad").

    `done` of `steps` tasks are over. `slots` are five words, "right" or "open", "" where no slots are asked for; `cards` says what is to be
    in them: "empty", "upright" or "turned" test cards, card k in slot k. `handle` is the position that is asked for, "" for none.
    `lights` are five choices while lights are compared: `about` says "lit" or "dark" as they should be, `chosen` that it is otherwise.
    `message` chooses this reader.
    """

    seat: int
    name: str
    colour: str
    shape: str
    state: str
    done: int
    steps: int
    slots: tuple[str, ...]
    cards: str
    handle: str
    lights: tuple[Choice, ...]
    message: Message


class CertifyLine(NamedTuple):
    """A finding of the report: the seat, what was found, what to do, and whether the table fails for it."""

    seat: int
    words: Text | str
    repair: Text | str
    grave: bool


class CertifyPage(NamedTuple):
    """The run at its `stage`, READERS, LIGHTS or VERDICT of the view: all readers, what it is about now in words, what to choose.

    While readers are tried `seat` is the one that is asked, `title` names it and `words` are what it is asked for; in the report `title` is
    the verdict, `outcome` its key (of `companion.certificate.report`), and `words` when and which table.
    """

    stage: str
    seats: tuple[CertifySeat, ...]
    title: Text | str
    words: Text | str
    choices: tuple[Choice, ...]
    lines: tuple[CertifyLine, ...]
    seat: int | None = None
    outcome: str = ""


def certify_view(session: Session, certifying: Certifying) -> View:
    """The run at its stage: readers, lights, or the report."""
    from companion.certificate.report import NAMES, VERDICTS
    from companion.certificate.run import PICTURES

    run, report = certifying.run, certifying.report
    leave = text("Leave the test") if report is None else text("Close")
    if report is not None:
        title, hint, page = (
            text("Certificate: {verdict}", verdict=NAMES[report.verdict]),
            VERDICTS[report.verdict],
            _report_page(session, report),
        )
    elif run.picture is not None:
        title, hint, page = (
            text("Lights {number} of {all}", number=run.picture + 1, all=len(PICTURES)),
            PICTURES[run.picture].words,
            _lights_page(session, run, run.picture),
        )
    else:
        title, hint, page = _readers_page(session, certifying)
    return View(
        CERTIFY,
        title,
        hint,
        None,
        page,
        session.step,
        leave,
        "",
        "",
        certifying.kept or session.notice,
        session.house.table,
        on_back=CloseCertify(),
        on_sign=None,
    )


def _readers_page(session: Session, certifying: Certifying) -> tuple[Text, Text, CertifyPage]:
    """Title, hint and page while readers are tried: the one that was touched, else the first that has something left."""
    from companion.certificate.run import DONE, WORDS, AgainFrom, Finish, GoOn

    run = certifying.run
    seat = run.current() if certifying.seat is None else certifying.seat
    assert seat is not None
    mine, name = run.seats[seat], session.setup.seat(seat).name
    left = sum(reader.task != DONE for reader in run.seats.values())
    title = count("Certify: {number} reader to go", "Certify: {number} readers to go", left)
    words = (
        text("The reader does not answer: {why}.", why=mine.gone) if mine.gone else WORDS[mine.task]
    )
    hint = text("In any order, several readers at once. Touch a reader to see its next task.")
    if certifying.emulated:
        hint = text("The app works these emulated readers by itself.")
    # It can be looked at all the same, and begun anew.
    over = text("This reader is done.") if mine.task == DONE else NOTHING
    choices = (
        Choice(
            text("Skip this step"),
            text("I did it; the report will name what the reader showed"),
            Certify(GoOn(seat)),
            blocked=over,
        ),
        Choice(text("Restart reader"), text("Its steps begin again"), Certify(AgainFrom(seat))),
        Choice(
            text("End and report"), text("The rest is reported as not tested"), Certify(Finish())
        ),
    )
    seats = tuple(
        _seat(session, number, run.seats[number], number == seat) for number in run.tested()
    )
    return (
        title,
        hint,
        CertifyPage(
            READERS,
            seats,
            text("Seat {seat} {name}", seat=seat, name=name),
            words,
            choices,
            (),
            seat,
        ),
    )


def _seat(session: Session, number: int, seat: Seat, chosen: bool) -> CertifySeat:
    """One reader with its five slots as they should be and are."""
    from companion.certificate.run import (
        DONE,
        EMPTY_SLOTS,
        FACES,
        HANDLE_TASKS,
        SLOT_TASKS,
        TASKS,
        TURNED,
    )

    setup, handle = session.setup.seat(number), HANDLE_TASKS.get(seat.task, "")
    state = "gone" if seat.gone else "done" if seat.task == DONE else "now" if chosen else "open"
    wanted = SLOT_TASKS.get(seat.task)
    slots = tuple(
        "" if wanted is None else "right" if shown == wished else "open"
        for shown, wished in zip(seat.slots, wanted or seat.slots, strict=True)
    )
    cards = {EMPTY_SLOTS: "empty", FACES: "upright", TURNED: "turned"}.get(seat.task, "")
    # The last of TASKS is DONE itself, which is no step.
    return CertifySeat(
        number,
        setup.name,
        setup.colour,
        setup.shape,
        state,
        TASKS.index(seat.task),
        len(TASKS) - 1,
        slots,
        cards,
        handle,
        (),
        LookAtSeat(number),
    )


def _lights_page(session: Session, run: Run, at: int) -> CertifyPage:
    """Every reader's five lights as they should look; a touch says that one is otherwise."""
    from companion.certificate.run import PICTURES, Finish, LightSeen, NextPicture

    seats = []
    for number in run.tested():
        setup = session.setup.seat(number)
        lights = tuple(
            Choice(
                "otherwise" if (number, slot) in run.wrong[at] else "",
                "lit" if PICTURES[at].lit[slot - 1] else "dark",
                Certify(LightSeen(number, slot)),
                chosen=(number, slot) in run.wrong[at],
            )
            for slot in range(1, SLOTS + 1)
        )
        seats.append(
            CertifySeat(
                number,
                setup.name,
                setup.colour,
                setup.shape,
                "open",
                0,
                0,
                (),
                "",
                "",
                lights,
                LookAtSeat(number),
            )
        )
    told = len(run.wrong[at])
    label = text("All as shown") if not told else text("All but {number} as shown", number=told)
    choices = (
        Choice(label, "", Certify(NextPicture())),
        Choice(
            text("End and report"), text("The rest is reported as not tested"), Certify(Finish())
        ),
    )
    return CertifyPage(LIGHTS, tuple(seats), PICTURES[at].words, "", choices, ())


def _report_page(session: Session, report: Report) -> CertifyPage:
    """Verdict, readers and findings; the button leaves the run."""
    from companion.certificate.report import NAMES, repair, sentence

    seats = []
    for told in report.seats:
        setup = session.setup.seat(told.seat)
        state = "bad" if told.faults or not told.tried else "noted" if told.notes else "done"
        seats.append(
            CertifySeat(
                told.seat,
                setup.name,
                setup.colour,
                setup.shape,
                state,
                0,
                0,
                (),
                "",
                "",
                (),
                LookAtSeat(told.seat),
            )
        )
    lines = tuple(
        CertifyLine(finding.seat, sentence(finding), repair(finding), finding.grave)
        for finding in report.findings
    )
    minutes, seconds = divmod(report.seconds, 60)
    head = text(
        "{date}\n{table}, {minutes} min {seconds:02} s",
        date=report.date or text("Today"),
        table=report.table,
        minutes=minutes,
        seconds=seconds,
    )
    return CertifyPage(
        VERDICT,
        tuple(seats),
        NAMES[report.verdict],
        head,
        (Choice(text("Close"), "", CloseCertify()),),
        lines,
        outcome=report.verdict,
    )


PAGE: Final = Page(
    certify_view,
    {
        CloseCertify: on_close,
        Certify: on_certify,
        LookAtSeat: on_look_at_seat,
        Certified: on_certified,
    },
    always={OpenCertify: on_open},
    # Both are said, since what a race comes to depends on them, so that they are kept.
    opened=lambda session: (session, (Say(OpenCertify()),)),
    closed=lambda session, certifying: (session, (Say(CloseCertify()),)),
    # Test cards come and go, and handles are tried: what lies in the readers means something again when the run is left.
    takes={
        **dict.fromkeys(
            (SlotRead, HandleMoved), lambda session, certifying, message: (session, ())
        ),
        ReaderReport: reported,
    },
    heard=heard,
    lamps=lamps,
    timed=True,
)
