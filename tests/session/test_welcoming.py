"""The first steps: when they are shown, what each does, what is kept and what is undone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.gallery.first_steps import struck
from companion.session.messages import ClosePage, Confirm, Message, OpenPage, StartInfo, Tick
from companion.session.pages.certify import OpenCertify
from companion.session.pages.cross import CROSSES, CorrectTouch, CrossTouch, ShowCrosses
from companion.session.pages.table import CloseTable, OpenTable
from companion.session.pages.welcome import SetUpFirstGame, StepOn, TurnScreen, WelcomeState
from companion.session.past.spelling import KEPT
from companion.session.preferences import Preferences, PreferencesLoaded
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.touch_transform import TOUCHES, move_point
from companion.session.view import BOARD, CROSS, MENU, WELCOME, WELCOME_STAGES
from tests.recorded import recorded
from tests.session.evenings import begun, evening, going_on_by_itself
from tests.session.first_steps import NEXT, choices, cross, new, page, pass_time
from tests.session.menus import open_menu, pick
from tests.typed import serve

OF_THE_STEPS = (StepOn, TurnScreen, CrossTouch, CorrectTouch, ShowCrosses, SetUpFirstGame)


# ---- When they are shown, and how they are closed ----


@pytest.mark.parametrize(
    ("house", "chosen", "shown"),
    [
        (StartInfo(True), Preferences(), True),
        (StartInfo(False), Preferences(), False),
        (StartInfo(True, "Safe mode."), Preferences(), False),
        (StartInfo(True), Preferences(welcomed=True), False),
    ],
)
def test_they_are_shown_by_themselves_on_a_new_appliance_only(
    house: StartInfo, chosen: Preferences, shown: bool
) -> None:
    """Not on a laptop, not in safe mode, not again."""
    loop = evening()
    loop.send(PreferencesLoaded(chosen))
    loop.send(house)
    assert (loop.view.page == WELCOME) == shown


def test_a_race_is_not_covered_by_them() -> None:
    """The start that finds a race shows that."""
    loop = begun()
    before = loop.view.page
    loop.send(StartInfo(True))
    assert loop.view.page == before


def test_they_are_left_at_every_step_and_do_not_come_again() -> None:
    """That they were seen is kept; opened again they begin at the first step."""
    for steps in range(len(WELCOME_STAGES)):
        loop, kept = new(*[NEXT] * steps)
        loop.send(ClosePage("welcome"))
        assert loop.view.page == BOARD and kept == [Preferences(welcomed=True)]
        loop.send(StartInfo(True))
        assert loop.view.page == BOARD
        loop.send(OpenPage("welcome"))
        assert page(loop.view).stage == WELCOME_STAGES[0]
        loop.send(ClosePage("welcome"))
        assert len(kept) == 1, "nothing new, nothing to be kept"


def test_every_step_says_which_it_is_and_leads_on_and_back() -> None:
    """The last one leads out, the first one nowhere back."""
    loop, kept = new()
    titles = [str(loop.view.title)]
    for _ in WELCOME_STAGES[1:]:
        loop.send(NEXT)
        titles.append(str(loop.view.title))
    assert [title.split(":")[0] for title in titles] == [
        f"Step {number} of 6" for number in range(1, 7)
    ]
    for title in titles[-2::-1]:
        loop.send(StepOn("back"))
        assert str(loop.view.title) == title
    loop.send(StepOn("back"))
    assert str(loop.view.title) == titles[0]
    for _ in WELCOME_STAGES:
        loop.send(NEXT)
    assert loop.view.page == BOARD and kept[-1].welcomed


def test_a_newcomer_opens_them_from_the_doctor_and_the_menu() -> None:
    """They lead back to where they were opened."""
    loop = evening()
    serve(loop.host, examine=tuple)
    loop.send(OpenTable())
    loop.send(OpenPage("doctor"))
    loop.send(
        next(
            choice.message
            for choice in loop.view.body.choices
            if str(choice.label) == "First steps"
        )
    )
    assert page(loop.view)
    loop.send(ClosePage("welcome"))
    assert loop.view.page == "table"
    race = begun()
    open_menu(race)
    pick(race, "First steps", "Table and screen")
    assert page(race.view)
    race.send(ClosePage("welcome"))
    assert race.view.page == MENU


def test_nothing_goes_on_under_them_and_nothing_of_them_is_kept_of_a_race() -> None:
    """Afterwards the race is the same, and none of their messages is in the journal."""
    loop = going_on_by_itself()
    before = loop.session
    loop.send(OpenPage("welcome"))
    for message in (
        Confirm(before.revision),
        Tick(1.0),
        Tick(9.0),
        NEXT,
        Tick(10.0),
        CrossTouch(0.5, 0.5, 0.1, 0.1),
    ):
        loop.send(message)
    loop.send(ClosePage("welcome"))
    assert loop.session._replace(
        lobby=loop.session.lobby._replace(preferences=before.lobby.preferences), notice=""
    ) == before._replace(notice="")
    assert not set(OF_THE_STEPS) & set(KEPT)


@pytest.mark.parametrize(
    "message",
    [
        ClosePage("welcome"),
        NEXT,
        TurnScreen(90),
        CrossTouch(0.1, 0.1, 0.1, 0.1),
        CorrectTouch(),
        ShowCrosses(),
        SetUpFirstGame(),
    ],
)
def test_where_they_are_not_shown_nothing_happens(message: Message) -> None:
    """A finger that was too slow."""
    session = evening().session
    assert step(session, message) == (session, ())


# ---- The picture ----


def test_a_turned_picture_goes_back_by_itself() -> None:
    """It is rotated with a countdown, and after fifteen seconds rotated back; nothing is kept."""
    loop, kept = new(TurnScreen(90))
    assert loop.view.preferences.rotation == 90 and str(loop.view.hint) == recorded("15-seconds")
    now = pass_time(loop, 5.0)
    assert str(loop.view.hint) == recorded("10-seconds")
    loop.poll(now + 9.9)
    assert loop.view.preferences.rotation == 90
    loop.poll(now + 10.0)
    assert (
        loop.view.preferences.rotation == 0 and kept == [] and "seconds" not in str(loop.view.hint)
    )


def test_a_turned_picture_stays_where_somebody_says_that_it_is_right() -> None:
    """A confirmation keeps it. Another rotation restarts the time, the old one ends it."""
    loop, kept = new(TurnScreen(90))
    now = pass_time(loop, 14.0)
    loop.send(choices(loop.view)["Turn right"].message)
    now = pass_time(loop, 14.0, now)
    assert loop.view.preferences.rotation == 180 and kept == []
    loop.send(choices(loop.view)["Yes, this way up"].message)
    assert kept == [Preferences(rotation=180)] and loop.view.page == CROSS
    loop.send(StepOn("back"))
    pass_time(loop, 20.0, now)
    assert loop.view.preferences.rotation == 180
    for label in ("Turn left", "Turn round", "Turn left"):
        loop.send(choices(loop.view)[label].message)
    assert loop.view.preferences.rotation == 180 and "seconds" not in str(loop.view.hint)


def test_leaving_while_it_is_tried_out_turns_it_back() -> None:
    """On any way out of the step without a confirmation."""
    loop, kept = new(TurnScreen(270))
    loop.send(ClosePage("welcome"))
    assert loop.view.preferences == Preferences(welcomed=True) and kept == [
        Preferences(welcomed=True)
    ]


@pytest.mark.parametrize("rotation", [45, -90, 360, 0])
def test_only_turns_by_a_quarter(rotation: int) -> None:
    """Nothing else happens."""
    loop, _ = new()
    before = loop.session
    loop.send(TurnScreen(rotation))
    assert loop.session is before


def test_who_cannot_touch_anything_comes_to_the_crosses() -> None:
    """After a minute, since a mirrored panel may answer at no other place."""
    loop, _ = new()
    pass_time(loop, 59.0)
    assert loop.view.page == WELCOME
    pass_time(loop, 61.0)
    assert loop.view.page == CROSS


# ---- The touch ----


def test_five_crosses_that_are_hit() -> None:
    """One after another at their places; then all is fine."""
    loop, kept = new(NEXT)
    for place, message in zip(CROSSES, struck("straight"), strict=True):
        assert cross(loop.view).place == place
        loop.send(message)
    (row,) = page(loop.view).rows
    assert (
        row.state == "fine"
        and kept == []
        and list(choices(loop.view)) == ["Back", "Check again", "Next", "0 s", "0.5 s", "1 s"]
    )
    loop.send(ShowCrosses())
    assert cross(loop.view).place == CROSSES[0]


@pytest.mark.parametrize("panel", sorted(set(TOUCHES) - {"straight"}))
def test_a_panel_that_lies_otherwise_is_corrected_and_checked(panel: str) -> None:
    """It is offered for a touch anywhere, and kept once the crosses are hit with it."""
    loop, kept = new(NEXT, *struck(panel))
    offer = cross(loop.view).anywhere
    assert offer is not None and cross(loop.view).place is None
    loop.send(offer.message)
    chosen = loop.view.preferences.touch
    assert kept == [] and move_point(chosen, *move_point(panel, 0.2, 0.7)) == pytest.approx(
        (0.2, 0.7)
    )
    for message in struck("straight"):
        loop.send(message)
    assert kept == [Preferences(touch=chosen)] and "corrected" in str(page(loop.view).rows[0].words)


def test_a_correction_that_is_not_right_goes_back() -> None:
    """The crosses are not hit with it: it is undone, also when the page is closed."""
    loop, kept = new(NEXT, *struck("mirrored"), CorrectTouch(), *struck("half"))
    assert (
        loop.view.preferences == Preferences()
        and kept == []
        and "Correct it" not in choices(loop.view)
    )
    loop, kept = new(NEXT, *struck("mirrored"), CorrectTouch(), NEXT)
    assert loop.view.preferences == Preferences() and kept == []


def test_an_offer_that_nobody_takes_goes() -> None:
    """The words stay, with a button; nothing is changed."""
    loop, _ = new(NEXT, *struck("swapped"))
    pass_time(loop, 21.0)
    assert "Correct it" in choices(loop.view) and loop.view.preferences == Preferences()


def test_a_cross_that_nobody_touches_is_passed_over() -> None:
    """After twenty seconds each; without any touch they begin again, for a later person."""
    loop, _ = new(NEXT)
    now = 1000.0
    for at in (1, 2, 3, 4, 0, 1):
        now = pass_time(loop, 20.0, now)
        assert cross(loop.view).place == CROSSES[at]
    for message in struck("straight")[1:4]:
        loop.send(message)
    pass_time(loop, 20.0, now)
    assert [row.state for row in page(loop.view).rows] == ["fine", "bad"]
    assert str(page(loop.view).rows[1].words) == recorded("No-touch-has-arrived-at-the")


@pytest.mark.parametrize(
    "odd",
    [
        CrossTouch(float("nan"), 0.1, 0.1, 0.1),
        CrossTouch(0.1, 9.0, 0.1, 0.1),
        CrossTouch(0.1, 0.1, 0.0, 0.1),
        CrossTouch(0.1, 0.1, 0.1, 2.0),
        CrossTouch(0.1, 0.1, 0.1, 0.1, -1),
    ],
)
def test_touches_that_cannot_be_are_not_believed(odd: CrossTouch) -> None:
    """The same cross waits."""
    loop, _ = new(NEXT, odd)
    assert cross(loop.view).place == CROSSES[0]


ANYTHING: st.SearchStrategy[Message] = st.one_of(
    st.sampled_from(
        [
            OpenPage("welcome"),
            ClosePage("welcome"),
            NEXT,
            StepOn("back"),
            StepOn("up"),
            CorrectTouch(),
            ShowCrosses(),
            SetUpFirstGame(),
            OpenPage("doctor"),
            ClosePage("doctor"),
            OpenTable(),
            CloseTable(),
            StartInfo(True),
            StartInfo(False),
            OpenCertify(),
        ]
    ),
    st.builds(TurnScreen, st.sampled_from([0, 90, 180, 270, 7])),
    st.builds(
        CrossTouch, st.floats(0, 1), st.floats(0, 1), st.just(0.1), st.just(0.1), st.integers(0, 2)
    ),
    st.builds(Tick, st.floats(0, 1000) | st.floats()),
)


@given(st.lists(ANYTHING, max_size=40))
def test_whatever_is_touched_there_is_a_way_out_and_nothing_unproved_is_kept(
    messages: list[Message],
) -> None:
    """After any messages a view leads out, and anything on trial is undone."""
    session: Session = evening().session
    for message in messages:
        session, _ = step(session, message)
        view = view_of(session)
        if view.page in (WELCOME, CROSS):
            assert view.on_back == ClosePage("welcome")
            trial = session.open_state(WELCOME, WelcomeState).before
            session_left, _ = step(session, ClosePage("welcome"))
            assert (
                session_left.kept(WELCOME) is None
                and session_left.kept(CROSS) is None
                and session_left.lobby.preferences.welcomed
            )
            assert trial is None or session_left.lobby.preferences == trial._replace(welcomed=True)


def test_a_clock_that_is_no_number_begins_the_waiting_anew() -> None:
    """It neither keeps nor undoes a rotation."""
    loop, _ = new(TurnScreen(90))
    for now in (float("inf"), float("inf"), float("nan"), 5.0, 3.0, float("nan"), 10.0):
        loop.send(Tick(now))
    assert loop.view.preferences.rotation == 90 and loop.view.page == WELCOME
