"""The page of the acceptance run of the table, whose logic is in `companion.certificate`.

The app operates emulated readers itself. During a race the cards come out of the readers for the
run; afterwards each goes back to its slot. The messages are known from the start, but the
certificate's modules are imported only when a run begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from companion.games.asking import Row
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.commands import Command, SendMessage, WriteCertificate
from companion.session.messages import Message, Notice, Tick
from companion.session.pages import Page
from companion.session.past.rewind import with_table_sync
from companion.session.pictures import sign_of
from companion.session.reader_faults import CARDS, missing, put_back
from companion.session.session import (
    Result,
    ResumeCheck,
    Session,
    close_pages,
    pop_pages,
    push_page,
    refuse,
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
    SeatSign,
    View,
)
from companion.signals import (
    ASIDE,
    NO_READER,
    SLOTS,
    Deed,
    HandleMoved,
    Lamps,
    ReaderBack,
    SlotRead,
    Watch,
)
from companion.words import NOTHING, Text, count, text

if TYPE_CHECKING:
    # Few sessions certify; the first screen does not wait for these modules.
    from companion.certificate.emulated_person import EmulatedPerson
    from companion.certificate.report import CertificateReport
    from companion.certificate.run import (
        AgainFrom,
        CertificationRun,
        Finish,
        GoOn,
        LightSeen,
        NextPicture,
        Said,
        Seat,
    )

PACE: Final = 0.2
"""The seconds between two ticks of a run, whose waits take seconds and whose steps are drawn."""


class CertifyState(NamedTuple):
    """The run and its page."""

    run: CertificationRun
    rows: Mapping[int, Row]
    """The content of the readers before the run."""
    emulated: bool
    """Whether the app operates the readers itself."""
    person: EmulatedPerson
    seat: int | None = None
    """The selected reader, None for the next one in order."""
    report: CertificateReport | None = None
    """The report at the end."""
    kept: Notice | Text | str = NOTHING
    """The place of the saved report, in words."""


# ---- Messages ----


@kept_as("OpenCertify seats")
class OpenCertify(NamedTuple):
    """Begin an acceptance run of the table, over the present page."""

    seats: tuple[int, ...] = ()
    """The seats whose readers take part, none for all."""


@kept_as("CloseCertify")
class CloseCertify(NamedTuple):
    """Leave the acceptance run."""


class Certify(NamedTuple):
    """Answer the present question of the acceptance run."""

    said: GoOn | AgainFrom | LightSeen | NextPicture | Finish


class SelectSeat(NamedTuple):
    """Show this seat's reader in the run, or (None) the next one in order."""

    seat: int | None


class CertificateSaved(NamedTuple):
    """The report of the acceptance run is saved."""

    date: str
    words: Notice | Text | str
    """The place of the report, or the reason for which it could not be saved."""


# ---- Handlers ----


def on_open(session: Session, message: OpenCertify) -> Result:
    """Begin with the readers of these seats, or with all."""
    if session.is_open(CERTIFY):
        return session, ()
    strange = next((seat for seat in message.seats if seat not in session.readers.by_seat), None)
    if strange is not None:
        return refuse(
            session,
            text(
                "There is no seat {seat}: the seats are 1 to {last}.",
                seat=strange,
                last=max(session.readers.by_seat),
            ),
        )
    seats = tuple(dict.fromkeys(message.seats))
    if seats:
        return _begin_run(session, seats)
    # Every seat with a reader outside the screen, even an emulated or unplugged one. Emulated
    # readers are played on the screen, but have a model.
    seats = tuple(
        seat
        for seat, reader in session.readers.by_seat.items()
        if reader.lost not in (NO_READER, ASIDE)
        and (seat not in session.config.touch or reader.model is not None)
    )
    if not seats:
        return refuse(
            session,
            text(
                "There is no reader to certify: all seats are played on this screen. Plug "
                "a reader in, or give one a seat."
            ),
        )
    # By a message, because a replayed session cannot tell emulated readers from those of the
    # screen.
    return session, (SendMessage(OpenCertify(seats)),)


def _begin_run(session: Session, seats: tuple[int, ...]) -> Result:
    """Return the session with the run over the page."""
    from companion.certificate.emulated_person import EmulatedPerson
    from companion.certificate.run import begin, step

    run, deeds = begin(seats)
    for seat in seats:
        reader = session.readers.by_seat[seat]
        if reader.lost:
            continue
        # Signals report changes only, so the run first gets what is known already.
        known: tuple[Said, ...] = (
            ReaderBack(seat),
            *(SlotRead(seat, slot, *reading) for slot, reading in enumerate(reader.row, 1)),
            HandleMoved(seat, reader.handle),
        )
        for said in known:
            run, _ = step(run, said, run.now)
    # One real reader among them needs people, who then operate the emulated ones, too.
    emulated = all(session.readers.by_seat[seat].model is not None for seat in seats)
    # During the check after a start the readers may not hold the cards yet that they must hold.
    before = (
        session.readers.rows
        if session.timeline.resume_check is None
        else session.timeline.resume_check.rows
    )
    return show_page(session, CERTIFY, CertifyState(run, before, emulated, EmulatedPerson())), deeds


def on_certify(session: Session, certifying: CertifyState, message: Certify) -> Result:
    """Pass on an answer to the run."""
    return _step_run(session, certifying, message.said)


def on_select_seat(session: Session, certifying: CertifyState, message: SelectSeat) -> Result:
    """Show another reader of the run, or (None) the next one in order."""
    if message.seat is not None and message.seat not in certifying.run.seats:
        return session, ()
    return push_page(session, CERTIFY, certifying._replace(seat=message.seat)), ()


def on_close(session: Session, certifying: CertifyState, message: CloseCertify) -> Result:
    """Close the page, after the cards of a race are back in the readers.

    Without a race the readers get back what they held; in a race the session waits until every slot
    shows it (`reader_faults`).
    """
    # The page below still watches the readers.
    watched: tuple[Command, ...] = (
        () if any(session.is_open(page) for page in (TABLE, DOCTOR)) else (Watch(False),)
    )
    after = close_pages(session, CERTIFY)
    # The check of the table asks for the race's cards anyway.
    if session.timeline.resume_check is not None:
        return after, watched
    from companion.certificate.run import HANDLE_TASKS

    # The emulated readers to fill in any case: their last changes were not read yet.
    refill = {
        seat: certifying.rows[seat]
        for seat, tried in certifying.run.seats.items()
        if certifying.emulated
        and tried.task not in HANDLE_TASKS
        and session.readers.by_seat[seat].model is not None
    }
    if session.match is None:
        return after, (*watched, *put_back(after, certifying.rows, refill))
    rows = {
        seat: row for seat, row in certifying.rows.items() if seat in session.lobby.setup.playing
    }
    back = (*watched, *put_back(after, rows, refill))
    # Other commands to emulated readers are unknown in a replay, and decide nothing.
    if missing(after, rows) or any(put_back(after, rows)):
        return pop_pages(after, MENU, HISTORY)._replace(
            timeline=after.timeline._replace(resume_check=ResumeCheck(CARDS, rows=rows)),
            revision=after.revision + 1,
        ), back
    return with_table_sync(after, back)


def on_certified(session: Session, certifying: CertifyState, message: CertificateSaved) -> Result:
    """Note the date of the report and where it is saved."""
    if certifying.report is None:
        return session, ()
    report = certifying.report._replace(date=message.date)
    return push_page(session, CERTIFY, certifying._replace(report=report, kept=message.words)), ()


def on_message(
    before: Session, session: Session, certifying: CertifyState, message: Message
) -> Result:
    """Pass signals of the table and time on to the run; the rest of the session has them."""
    from companion.certificate.run import HEARD

    if isinstance(message, Tick):
        return _ticked(session, certifying, message)
    # A reader may report a seat that does not exist.
    if not isinstance(message, HEARD) or message.seat not in session.readers.by_seat:
        return session, ()
    return _step_run(session, certifying, message)


def _ticked(session: Session, certifying: CertifyState, message: Tick) -> Result:
    """Let time pass in the run; the app carries the tasks out at emulated readers.

    Its acts are commands; its reports about lights and tasks go into the run immediately, in order.
    """
    from companion.certificate.emulated_person import act

    # A clock that was set back moves the run on, too, instead of stopping it for that time.
    if certifying.run.finished or abs(message.now - certifying.run.now) < PACE:
        return session, ()
    session, commands = _step_run(session, certifying, None, message.now)
    if not certifying.emulated:
        return session, commands
    certifying = session.open_state(CERTIFY, CertifyState)
    models = {
        seat: reader.model
        for seat, reader in session.readers.by_seat.items()
        if reader.model is not None
    }
    person, acts = act(certifying.person, certifying.run, models, message.now)
    session = push_page(session, CERTIFY, certifying._replace(person=person))
    for done in acts:
        session, more = (
            (session, (done,))
            if isinstance(done, Deed)
            else _step_run(session, session.open_state(CERTIFY, CertifyState), done, message.now)
        )
        commands = (*commands, *more)
    return session, commands


def _step_run(
    session: Session, certifying: CertifyState, said: Said | None, now: float | None = None
) -> Result:
    """Return the session after one step of the run; at the end the report is written."""
    from companion.certificate.run import GoOn, step

    run, deeds = step(certifying.run, said, certifying.run.now if now is None else now)
    # A person who has finished the selected reader wants to see the next one.
    certifying = certifying._replace(
        run=run, seat=None if isinstance(said, GoOn) else certifying.seat
    )
    # A run ends the reports of readers by itself; here they go on until the page is closed, which
    # ends them.
    commands: tuple[Command, ...] = tuple(deed for deed in deeds if not isinstance(deed, Watch))
    if run.finished and certifying.report is None:
        from companion.certificate.report import report_of

        report = report_of(run, session.config.table, "")
        certifying, commands = (
            certifying._replace(report=report),
            (*commands, WriteCertificate(report)),
        )
    return push_page(session, CERTIFY, certifying), commands


def lamps(session: Session, certifying: CertifyState) -> Lamps:
    """Return only the lights to compare."""
    from companion.certificate.run import lamps as wanted

    return wanted(certifying.run)


# ---- View ----


class CertifySeat(NamedTuple):
    """One reader in the run."""

    seat: int
    sign: SeatSign
    state: str
    """"open", "now", "done" or "gone"; in the report "done", "noted" or "bad"."""
    done: int
    """The number of the `steps` tasks that are done."""
    steps: int
    slots: tuple[str, ...]
    """For each slot "right" or "open", "" where no slots are asked for."""
    cards: str
    """The test cards to put in: "empty", "upright" or "turned", card k in slot k."""
    handle: str
    """The position of the handle that is asked for, "" for none."""
    lights: tuple[Choice, ...]
    """Five choices while lights are compared: `about` is "lit" or "dark", `chosen` a difference."""
    message: Message
    """The message that selects this reader."""


class CertifyLine(NamedTuple):
    """A finding of the report: seat, finding, remedy, and whether the table fails for it."""

    seat: int
    words: Text | str
    repair: Text | str
    grave: bool


class CertifyPage(NamedTuple):
    """The run at its stage."""

    stage: str
    """READERS, LIGHTS or VERDICT of the view."""
    seats: tuple[CertifySeat, ...]
    title: Text | str
    """The selected reader; in the report the verdict."""
    words: Text | str
    """The task of the selected reader; in the report the date and the table."""
    choices: tuple[Choice, ...]
    lines: tuple[CertifyLine, ...]
    seat: int | None = None
    """The selected reader, None in other stages."""
    outcome: str = ""
    """The key of the verdict in `companion.certificate.report`."""


def certify_view(session: Session, certifying: CertifyState) -> View:
    """Return the run at its stage: readers, lights or report."""
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
        hint=hint,
        body=page,
        back=leave,
        notice=certifying.kept or session.notice,
        on_back=CloseCertify(),
        on_sign=None,
    )


def _readers_page(session: Session, certifying: CertifyState) -> tuple[Text, Text, CertifyPage]:
    """Return title, hint and page for the selected reader, or the first unfinished one."""
    from companion.certificate.run import DONE, WORDS, AgainFrom, Finish, GoOn

    run = certifying.run
    seat = run.current() if certifying.seat is None else certifying.seat
    assert seat is not None
    mine, name = run.seats[seat], session.lobby.setup.seat(seat).name
    left = sum(reader.task != DONE for reader in run.seats.values())
    title = count("Certify: {number} reader to go", "Certify: {number} readers to go", left)
    words = (
        text("The reader does not answer: {why}.", why=mine.gone) if mine.gone else WORDS[mine.task]
    )
    hint = text(
        "Test readers in any order, also several at once. Touch a reader to see its next task."
    )
    if certifying.emulated:
        hint = text("The app operates these emulated readers itself.")
    # A finished reader can be viewed, and started again.
    over = text("This reader is done.") if mine.task == DONE else NOTHING
    choices = (
        Choice(
            text("Skip this step"),
            text("I did it; the report says what the reader showed"),
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
            title=text("Seat {seat} {name}", seat=seat, name=name),
            words=words,
            choices=choices,
            lines=(),
            seat=seat,
        ),
    )


def _seat(session: Session, number: int, seat: Seat, chosen: bool) -> CertifySeat:
    """Return one reader with the wanted and the actual state of its five slots."""
    from companion.certificate.run import (
        DONE,
        EMPTY_SLOTS,
        FACES,
        HANDLE_TASKS,
        SLOT_TASKS,
        TASKS,
        TURNED,
    )

    handle = HANDLE_TASKS.get(seat.task, "")
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
        sign_of(session, number),
        state=state,
        done=TASKS.index(seat.task),
        steps=len(TASKS) - 1,
        slots=slots,
        cards=cards,
        handle=handle,
        lights=(),
        message=SelectSeat(number),
    )


def _lights_page(session: Session, run: CertificationRun, at: int) -> CertifyPage:
    """Return every reader's five lights as they should look; a touch reports a difference."""
    from companion.certificate.run import PICTURES, Finish, LightSeen, NextPicture

    seats = []
    for number in run.tested():
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
                sign_of(session, number),
                state="open",
                done=0,
                steps=0,
                slots=(),
                cards="",
                handle="",
                lights=lights,
                message=SelectSeat(number),
            )
        )
    wrong = len(run.wrong[at])
    label = text("All as shown") if not wrong else text("All but {number} as shown", number=wrong)
    choices = (
        Choice(label, "", Certify(NextPicture())),
        Choice(
            text("End and report"), text("The rest is reported as not tested"), Certify(Finish())
        ),
    )
    return CertifyPage(
        LIGHTS, tuple(seats), title=PICTURES[at].words, words="", choices=choices, lines=()
    )


def _report_page(session: Session, report: CertificateReport) -> CertifyPage:
    """Return the verdict, the readers and the findings; the button closes the run."""
    from companion.certificate.report import NAMES, repair, sentence

    seats = []
    for seat in report.seats:
        state = "bad" if seat.faults or not seat.tried else "noted" if seat.notes else "done"
        seats.append(
            CertifySeat(
                seat.seat,
                sign_of(session, seat.seat),
                state=state,
                done=0,
                steps=0,
                slots=(),
                cards="",
                handle="",
                lights=(),
                message=SelectSeat(seat.seat),
            )
        )
    lines = tuple(
        CertifyLine(finding.seat, sentence(finding), repair=repair(finding), grave=finding.grave)
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
        title=NAMES[report.verdict],
        words=head,
        choices=(Choice(text("Close"), "", CloseCertify()),),
        lines=lines,
        outcome=report.verdict,
    )


PAGE: Final = Page(
    certify_view,
    {
        CloseCertify: on_close,
        Certify: on_certify,
        SelectSeat: on_select_seat,
        CertificateSaved: on_certified,
    },
    always={OpenCertify: on_open},
    # Both are sent as messages and kept, since the race depends on them.
    opened=lambda session: (session, (SendMessage(OpenCertify()),)),
    closed=lambda session, certifying: (session, (SendMessage(CloseCertify()),)),
    # Test cards come and go, and handles are tried: readers count for the race again after the run.
    intercepts={
        **dict.fromkeys(
            (SlotRead, HandleMoved), lambda session, certifying, message: (session, ())
        ),
    },
    on_message=on_message,
    lamps=lamps,
    timed=True,
)
