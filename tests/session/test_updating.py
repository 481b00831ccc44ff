"""The page of updates over any page: found, chosen, asked for; never during a race."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop
from companion.session.commands import AskForUpdate, AwaitUpdate, CheckForUpdates, RestartProgram
from companion.session.messages import (
    ClosePage,
    Confirm,
    Message,
    OpenPage,
    Resumed,
    StartInfo,
    Tick,
)
from companion.session.pages.doctor import DoctorPage
from companion.session.pages.table import OpenTable
from companion.session.pages.update import (
    BEFORE,
    AskUpdates,
    ChooseUpdate,
    InstallUpdate,
    StartAgain,
    UpdateHeard,
    UpdateOffer,
    UpdatePage,
    UpdatesSeen,
    UpdateState,
)
from companion.session.past.spelling import KEPT
from companion.session.session import Session, push_page
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import BOARD, DOCTOR, MENU, OVER, TABLE, UPDATE
from companion.words import text, verbatim
from tests.recorded import recorded
from tests.session.evenings import begun, evening, going_on_by_itself
from tests.session.menus import open_menu, pick
from tests.typed import serve

STICK = verbatim("on the stick")
NEW, OLD = (
    UpdateOffer("/run/media/stick/new.whl", "2.0", STICK, "newer"),
    UpdateOffer("/run/media/stick/old.whl", "0.9", STICK, "older"),
)
BAD = UpdateOffer("/run/media/stick/bad.whl", "", STICK, "refused", verbatim("It is damaged."))
SEEN = UpdatesSeen(
    "1.0",
    (
        verbatim("installation a: version 1.0, runs at the next start"),
        verbatim("installation b: version 0.8"),
    ),
    (NEW, OLD, BAD),
    before="0.8",
)
ALL = {AskUpdates, UpdatesSeen, ChooseUpdate, InstallUpdate, UpdateHeard, StartAgain}


def after(session: Session, *messages: Message) -> Session:
    """Return the session after these messages."""
    for message in messages:
        session, _ = step(session, message)
    return session


def found(seen: UpdatesSeen = SEEN, session: Session | None = None) -> Session:
    """Return the page over a session, with this result."""
    return after(session or evening().session, OpenPage("update"), seen)


def asked(session: Session | None = None) -> Session:
    """Return the page with the newest update asked for."""
    return after(found(session=session), ChooseUpdate(NEW.path), InstallUpdate())


def page(session: Session) -> UpdatePage:
    """Return the page of updates, which must be open."""
    seen = view_of(session)
    assert seen.page == UPDATE and isinstance(seen.body, UpdatePage)
    return seen.body


def labels(session: Session) -> list[str]:
    """Return the labels of the choices that can be touched, of the list and of the foot."""
    return [
        str(choice.label)
        for choice in (*page(session).offers, *page(session).choices)
        if not choice.blocked
    ]


def words(session: Session) -> str:
    """Return all words of the page."""
    body = page(session)
    return " ".join(
        [
            str(body.verdict),
            *(f"{row.title} {row.words} {row.remedy}" for row in body.rows),
            *(f"{one.label} {one.about} {one.blocked}" for one in body.offers),
        ]
    )


def test_it_is_opened_and_leads_back_to_where_one_was() -> None:
    """From the first page, from the table test, from the menu, and in safe mode from the doctor."""
    for loop, where in ((evening(), BOARD), (after_table(), TABLE)):
        assert (
            after(loop.session, OpenPage("update"), SEEN, ClosePage("update")).overlays
            == loop.session.overlays
        )
        assert (
            view_of(after(loop.session, OpenPage("update"), SEEN, ClosePage("update"))).page
            == where
        )
    race = begun()
    open_menu(race)
    pick(race, "Update", "Computer")
    assert race.view.page == UPDATE and race.view.on_back == ClosePage("update")
    assert view_of(after(race.session, ClosePage("update"))).page == MENU
    safe = after(evening().session, StartInfo(True, "Safe mode."), OpenPage("doctor"))
    doctor = view_of(safe).body
    assert isinstance(doctor, DoctorPage) and doctor.choices[-1].message == OpenPage("update")
    assert (
        page(after(safe, OpenPage("update")))
        and view_of(after(safe, OpenPage("update"), SEEN, ClosePage("update"))).page == DOCTOR
    )


def after_table() -> EventLoop:
    """Return a session in its table test."""
    loop = evening()
    loop.send(OpenTable())
    return loop


def test_everything_that_was_found_is_told() -> None:
    """The choices with their age, the refused with the reason, both slots; and the looking."""
    looking, commands = step(evening().session, OpenPage("update"))
    assert (
        commands == (CheckForUpdates(),)
        and str(page(looking).verdict) == recorded("Checking")
        and labels(looking) == []
    )
    assert step(looking, AskUpdates()) == (looking, ())
    session = found()
    assert labels(session) == ["Version 2.0", "Check again", "Back to 0.8"]
    for sentence in (
        "Newer than",
        "Version 0.9",
        "Older than",
        "--older",
        "bad.whl",
        "It is damaged.",
        "Installation a: version 1.0",
        "Installation b: version 0.8",
    ):
        assert sentence in words(session)
    assert words(found(SEEN._replace(offers=()))) == recorded("No-update-found")
    session, commands = step(session, AskUpdates())
    assert commands == (CheckForUpdates(),) and str(page(session).verdict) == recorded("Checking-2")


def test_what_is_going_to_happen_is_told_before_it_does() -> None:
    """Tell of the trial and the old version, which stays; go back to the list without a request."""
    session, commands = step(found(), ChooseUpdate(NEW.path))
    assert (
        commands == ()
        and labels(session) == ["Install"]
        and view_of(session).on_back == ChooseUpdate("")
    )
    for sentence in (
        "2.0 takes over from version 1.0",
        "every board, a short game",
        "1.0 stays beside it",
        "1.0 runs again",
    ):
        assert sentence in words(session)
    assert page(after(session, ChooseUpdate(""))) == page(found())


@pytest.mark.parametrize(
    ("path", "command"), [(NEW.path, AskForUpdate(NEW.path)), (BEFORE, AskForUpdate(""))]
)
def test_it_is_asked_for_once_and_heard_to_its_end(path: str, command: AskForUpdate) -> None:
    """Every answer but the last is followed by waiting for the next; then a restart is possible."""
    session, commands = step(after(found(), ChooseUpdate(path)), InstallUpdate())
    assert commands == (command,) and str(page(session).verdict) == recorded("Being-installed")
    assert step(session, InstallUpdate()) == (session, ())
    session, commands = step(session, UpdateHeard(7, "working", verbatim("It is being tried."), 75))
    assert commands == (AwaitUpdate(7),) and words(session) == recorded("It-is-being-tried")
    session, commands = step(
        session, UpdateHeard(7, "done", verbatim("It lies in installation b."))
    )
    assert (
        commands == ()
        and words(session) == recorded("It-lies-in-installation-b")
        and labels(session) == recorded("Start-again-now")
        and str(view_of(session).back) == recorded("Later")
    )
    assert step(session, StartAgain())[1] == (RestartProgram(),)
    assert after(session, ClosePage("update")).kept(UPDATE) is None


def test_what_fails_is_told_and_can_be_tried_again() -> None:
    """With the reason; later answers are ignored."""
    session = after(asked(), UpdateHeard(7, "failed", verbatim("Board 3 does not load.")))
    assert words(session) == recorded("Board-3-does-not-load") and labels(session) == [
        "Check again"
    ]
    assert step(session, UpdateHeard(7, "working", verbatim("x"))) == (session, ()) and step(
        session, StartAgain()
    ) == (session, ())
    assert step(session, AskUpdates())[1] == (CheckForUpdates(),)


def test_looking_that_fails_is_told() -> None:
    """Nobody waits forever."""
    loop = evening()
    loop.send(OpenPage("update"))
    loop.host.background.wait()
    loop.poll(0.0)
    assert words(loop.session) == recorded("cannot-install-updates-here") and labels(
        loop.session
    ) == ["Check again"]


def test_while_something_is_installed_the_page_stays() -> None:
    """No race may begin: there is no way back, and such a message is refused."""
    session = asked()
    assert (str(view_of(session).back), view_of(session).on_back) == ("", None)
    left, commands = step(session, ClosePage("update"))
    assert (
        commands == ()
        and left.overlays == session.overlays
        and str(view_of(left).notice) == recorded("Wait-until")
    )
    assert step(session, ChooseUpdate("")) == step(session, AskUpdates()) == (session, ())


def test_what_is_on_its_way_already_is_heard_on() -> None:
    """As after a start in the middle of it."""
    session, commands = step(
        after(evening().session, OpenPage("update")),
        SEEN._replace(heard=UpdateHeard(5, "working", verbatim("It is being tried."), 60)),
    )
    assert commands == (AwaitUpdate(5),) and words(session) == recorded("It-is-being-tried")


def test_never_with_a_race_on_the_table() -> None:
    """Everything is blocked with the reason; a finished or offered race does not matter."""
    race = begun().session
    session = found(session=race)
    assert labels(session) == ["Check again"] and words(session) == recorded(
        "A-game-is-being-played"
    )
    for path in (NEW.path, BEFORE):
        refused, commands = step(session, ChooseUpdate(path))
        assert (
            commands == ()
            and str(refused.notice) == recorded("A-game-is-being-played-2")
            and refused.overlays == session.overlays
        )
    chosen = push_page(
        session, UPDATE, session.open_state(UPDATE, UpdateState)._replace(chosen=NEW.path)
    )
    assert step(chosen, InstallUpdate())[1] == ()
    over = race._replace(page=OVER)
    assert (
        "Version 2.0" in labels(found(session=over))
        and asked(over).open_state(UPDATE, UpdateState).heard is not None
    )
    offered = after(race, Resumed(tuple(range(1, 9)), "Touch readers", "It stopped just now."))
    assert offered.timeline.resume_check is not None and "Version 2.0" in labels(
        found(session=offered)
    )


def test_one_that_waits_must_start_first() -> None:
    """So one of the two versions is known to be good."""
    session = found(SEEN._replace(waiting="1.9", before=""))
    assert labels(session) == [
        recorded("Start-again-now"),
        "Check again",
    ] and words(session) == recorded("Version-1-9-waits-for-the")
    assert str(after(session, ChooseUpdate(NEW.path)).notice) == recorded("1-9-waits")
    assert (
        step(session, StartAgain())[1] == (RestartProgram(),)
        and step(found(), StartAgain())[1] == ()
    )


def test_where_updates_come_another_way_it_is_said() -> None:
    """And nothing is offered."""
    session = found(UpdatesSeen("1.0", elsewhere=verbatim("Get newer sources.")))
    assert labels(session) == ["Check again"] and words(session) == recorded("Get-newer-sources")


@pytest.mark.parametrize(
    "message",
    [
        ChooseUpdate("/etc/passwd"),
        ChooseUpdate(BAD.path),
        ChooseUpdate(OLD.path),
        ChooseUpdate("bad"),
        InstallUpdate(),
        UpdateHeard(1, "done", verbatim("x")),
        SEEN,
        OpenPage("update"),
        StartAgain(),
    ],
)
def test_what_was_not_offered_cannot_be_had(message: Message) -> None:
    """Nothing changes."""
    session = found()
    assert step(session, message) == (session, ())


@pytest.mark.parametrize(
    "message",
    [
        ClosePage("update"),
        AskUpdates(),
        SEEN,
        ChooseUpdate(NEW.path),
        InstallUpdate(),
        UpdateHeard(1, "working", verbatim("x")),
        StartAgain(),
    ],
)
def test_where_there_is_no_such_page_nothing_happens(message: Message) -> None:
    """Results after the page was closed are dropped."""
    session = evening().session
    assert step(session, message) == (session, ())


def test_nothing_goes_on_under_it_and_nothing_is_kept() -> None:
    """No instruction is confirmed, not even by time; afterwards the race is the same."""
    before = going_on_by_itself().session
    session = after(
        before,
        OpenPage("update"),
        SEEN,
        Confirm(before.revision),
        Tick(1.0),
        Tick(9.0),
        AskUpdates(),
        SEEN,
        ClosePage("update"),
    )
    assert session._replace(notice="") == before._replace(notice="")
    assert not ALL & set(KEPT)


def test_the_shell_carries_it_out() -> None:
    """Beside the session, with answers as messages; the owner of the window restarts."""
    loop, done = evening(), list[object]()

    def update(command: object) -> Message:
        """Record the command, and answer."""
        done.append(command)
        if isinstance(command, CheckForUpdates):
            return SEEN
        return UpdateHeard(
            7, "done" if isinstance(command, AwaitUpdate) else "working", verbatim("x")
        )

    serve(loop.host, update=update)
    serve(loop.host.process, start_again=lambda: text("It starts again."))
    loop.send(OpenPage("update"))
    _home(loop)
    loop.send(ChooseUpdate(NEW.path))
    loop.send(InstallUpdate())
    _home(loop)
    _home(loop)
    assert done == [CheckForUpdates(), AskForUpdate(NEW.path), AwaitUpdate(7)] and str(
        page(loop.session).verdict
    ) == recorded("Ready")
    loop.send(StartAgain())
    assert str(loop.view.notice) == recorded("It-starts-again")


def _home(loop: EventLoop) -> None:
    """Wait until all commands are answered."""
    loop.host.background.wait()
    loop.poll(0.0)
