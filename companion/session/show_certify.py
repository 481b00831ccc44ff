"""The acceptance run as a view: what is asked now, every reader at a glance, the lights to compare, and what came of it.

Read only when a run has begun. The words for tasks, lights and findings are the certificate's own.
"""
from __future__ import annotations

from typing import Final

from companion.certificate.report import VERDICTS, Report, repair, sentence, NAMES
from companion.certificate.run import DONE, EMPTY_SLOTS, FACES, HANDLE_TASKS, PICTURES, SLOT_TASKS, TASKS, TURNED, WORDS, AgainFrom, Finish, GoOn, LightSeen, NextPicture, Run, Seat
from companion.session import view
from companion.session.messages import Certify, CloseCertify, LookAtSeat
from companion.session.overlays import Certifying
from companion.session.session import Session
from companion.session.view import View
from companion.session.view_certify import CertifyLine, CertifyPage, CertifySeat
from companion.session.view_menu import Choice
from companion.signals import SLOTS
from companion.words import NOTHING, Text, count, text

ANY_ORDER: Final = text("In any order, several readers at once. Touch a reader to see what is asked there.")


def certify_view(session: Session, certifying: Certifying) -> View:
    """The run at its stage: readers, lights, or the report."""
    run, report = certifying.run, certifying.report
    if report is not None:
        title, hint, page = text("Certificate: {verdict}", verdict=NAMES[report.verdict]), VERDICTS[report.verdict], _report_page(session, certifying, report)
    elif run.picture is not None:
        title, hint, page = text("Lights {number} of {all}", number=run.picture + 1, all=len(PICTURES)), PICTURES[run.picture].words, _lights_page(session, run, run.picture)
    else:
        title, hint, page = _readers(session, certifying)
    return View(
        view.CERTIFY, title, hint, None, page, session.step, text("Close"), "", "", certifying.kept or session.notice, session.house.table,
        on_back=CloseCertify(),
    )


def _readers(session: Session, certifying: Certifying) -> tuple[Text, Text, CertifyPage]:
    """Title, hint and page while readers are tried: the one that was touched, else the first that has something left."""
    run = certifying.run
    seat = run.current() if certifying.seat is None else certifying.seat
    assert seat is not None
    mine, name = run.seats[seat], session.setup.seat(seat).name
    left = sum(reader.task != DONE for reader in run.seats.values())
    title = count("Certify: {number} reader to go", "Certify: {number} readers to go", left)
    words = text("The reader does not answer: {why}.", why=mine.gone) if mine.gone else WORDS[mine.task]
    hint = text("The app works these emulated readers itself.") if certifying.emulated else ANY_ORDER
    # It can be looked at all the same, and begun anew.
    over = text("This reader has shown everything.") if mine.task == DONE else NOTHING
    choices = (
        Choice(text("Go on anyway"), text("It was done; the report will say what the reader showed"), Certify(GoOn(seat)), blocked=over),
        Choice(text("Again"), text("Begin this reader anew"), Certify(AgainFrom(seat))), Choice(text("End here"), text("The rest is told as not tried"), Certify(Finish())),
    )
    seats = tuple(_seat(session, number, run.seats[number], number == seat) for number in run.tested())
    return title, hint, CertifyPage(view.READERS, seats, text("Seat {seat} {name}", seat=seat, name=name), words, choices, (), seat)


def _seat(session: Session, number: int, seat: Seat, chosen: bool) -> CertifySeat:
    """One reader with its five slots as they should be and are."""
    setup = session.setup.seat(number)
    # The last of TASKS is DONE itself, which is no step.
    done = TASKS.index(seat.task)
    state = "gone" if seat.gone else "done" if seat.task == DONE else "now" if chosen else "open"
    wanted = SLOT_TASKS.get(seat.task)
    slots = tuple("" if wanted is None else "right" if shown == wished else "open" for shown, wished in zip(seat.slots, wanted or seat.slots, strict=True))
    handle = HANDLE_TASKS.get(seat.task, "")
    cards = {EMPTY_SLOTS: "empty", FACES: "upright", TURNED: "turned"}.get(seat.task, "")
    return CertifySeat(
        number, setup.name, setup.colour, setup.shape, state, done, len(TASKS) - 1, slots, cards, handle, (), LookAtSeat(number),
    )


def _lights_page(session: Session, run: Run, at: int) -> CertifyPage:
    """Every reader's five lights as they should look; a touch says that one is otherwise."""
    seats = []
    for number in run.tested():
        setup = session.setup.seat(number)
        lights = tuple(
            Choice("otherwise" if (number, slot) in run.wrong[at] else "", "lit" if PICTURES[at].lit[slot - 1] else "dark",
                   Certify(LightSeen(number, slot)), chosen=(number, slot) in run.wrong[at])
            for slot in range(1, SLOTS + 1)
        )
        seats.append(CertifySeat(number, setup.name, setup.colour, setup.shape, "open", 0, 0, (), "", "", lights, LookAtSeat(number)))
    told = len(run.wrong[at])
    label = text("All as shown") if not told else text("All but {number} as shown", number=told)
    choices = (Choice(label, "", Certify(NextPicture())), Choice(text("End here"), text("The rest is told as not tried"), Certify(Finish())))
    return CertifyPage(view.LIGHTS, tuple(seats), PICTURES[at].words, "", choices, ())


def _report_page(session: Session, certifying: Certifying, report: Report) -> CertifyPage:
    """Verdict, readers and findings; the button leaves the run."""
    seats = []
    for told in report.seats:
        setup = session.setup.seat(told.seat)
        state = "bad" if told.faults or not told.tried else "noted" if told.notes else "done"
        seats.append(CertifySeat(told.seat, setup.name, setup.colour, setup.shape, state, 0, 0, (), "", "", (), LookAtSeat(told.seat)))
    lines = tuple(CertifyLine(finding.seat, sentence(finding), repair(finding), finding.grave) for finding in report.findings)
    minutes, seconds = divmod(report.seconds, 60)
    head = text("{date}\n{table}, {minutes} min {seconds:02} s", date=report.date or text("Today"), table=report.table, minutes=minutes, seconds=seconds)
    return CertifyPage(view.VERDICT, tuple(seats), NAMES[report.verdict], head, (Choice(text("Close"), "", CloseCertify()),), lines, outcome=report.verdict)
