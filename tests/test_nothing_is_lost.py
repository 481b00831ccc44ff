"""Play, undo, redo, corrections, kills and restarts in any order.

A table that only follows the screen always agrees with the engine.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.engine.changes import (
    MoveFlag,
    Park,
    PutOn,
    SetDamage,
    SetLives,
    SetNextFlag,
    SetPower,
)
from companion.games.kit.edit import ChangeRule
from companion.games.programmed.corrections import EndTurn, Redeal
from companion.session.messages import (
    CARD,
    INSTRUCTION,
    START,
    TURN,
    Abort,
    Again,
    ApplyCorrection,
    ClosePage,
    GoBack,
    GoForward,
    GoTo,
    HandSeat,
    OpenPage,
    Repeat,
    SetTimer,
    SwapSeats,
    TimeUp,
    TouchSquare,
)
from companion.session.pages.history import Recall, ShowTurnEntries
from companion.session.pages.menu import Choose, CloseMenu, OpenMenu, Propose, SetReason
from companion.session.pages.table import CloseTable, OpenTable
from companion.session.past.kept_names import ROUND
from companion.session.past.replaying import mark_of
from companion.session.session import Session
from companion.session.view import OVER
from tests.kept_table import KeptTable
from tests.session.evenings import shipped, yard
from tests.typed import present

LONG = int(os.environ.get("DERBY_KILLS", "0"))
BOARDS = (yard(), shipped("fountain-circus"))
SEATS = st.integers(1, 3)
SQUARES = st.sampled_from(("A1", "B1", "C1", "C2", "D2", "E3", "A3", "B3", "E1", "Z9", "C3"))
CHANGES = st.one_of(
    st.builds(PutOn, SEATS, SQUARES, st.integers(0, 3)),
    st.builds(PutOn, SEATS, SQUARES, st.integers(0, 3)),
    st.builds(Park, SEATS),
    st.builds(SetDamage, SEATS, st.integers(0, 10)),
    st.builds(SetLives, SEATS, st.sampled_from((None, 0, 1, 3))),
    st.builds(SetNextFlag, SEATS, st.integers(1, 3)),
    st.builds(SetPower, SEATS, st.booleans(), st.booleans()),
    st.builds(MoveFlag, st.integers(1, 3), SQUARES),
    st.just(Redeal()),
    st.just(EndTurn()),
    st.just(Repeat()),
    st.builds(
        ChangeRule,
        st.sampled_from(("power_down", "lives", "flag_hit")),
        st.sampled_from(("this", "next", "inf", "2", "pass")),
    ),
    st.builds(HandSeat, SEATS, st.sampled_from(("person", "random"))),
    st.builds(SwapSeats, SEATS, SEATS),
)
GLANCES = st.one_of(
    st.builds(OpenMenu, st.sampled_from(("top", "back", "piece", "markers", "?"))),
    st.just(CloseMenu()),
    st.just(OpenPage("history")),
    st.builds(Choose, SEATS),
    st.builds(Propose, CHANGES),
    st.builds(SetReason, st.just("ANNA"), st.just("bumped")),
    st.builds(ShowTurnEntries, st.integers(0, 4)),
    st.builds(Recall, st.integers(0, 6)),
    st.just(OpenTable()),
    st.just(CloseTable()),
    st.builds(TouchSquare, SQUARES),
)


class Evening(RuleBasedStateMachine):
    """A session of one person and pilots with a real journal; its table follows the screen."""

    @initialize(
        board=st.sampled_from(BOARDS),
        players=st.sampled_from(
            (("person", "random"), ("person", "person", "random"), ("random", "random", "person"))
        ),
        words=st.sampled_from(({}, {"power_down": "this"}, {"lives": "inf", "card_lock": "off"})),
        seed=st.integers(1, 50),
    )
    def begin(self, board: Any, players: tuple[str, ...], words: dict[str, str], seed: int) -> None:
        """Place every piece on its start."""
        self.home = tempfile.TemporaryDirectory()
        self.table = KeptTable(Path(self.home.name), players, board, words, seed)
        self.table.done()

    @rule(times=st.integers(1, 12))
    def go_on(self, times: int) -> None:
        """Carry out what the screen says, and touch Done."""
        for _ in range(times):
            self.table.done()

    @rule(
        order=st.permutations(range(9)),
        handle=st.sampled_from(("pull", "pull", "pull", "push")),
        times=st.integers(0, 25),
    )
    def program(self, order: list[int], handle: str, times: int) -> None:
        """Program all seats; then play some of the turn."""
        self.table.program(order, handle)
        self.go_on(times)

    @rule(
        seats=st.lists(SEATS, max_size=3).map(tuple),
        fills=st.sampled_from(("chance", "random")),
        times=st.integers(0, 25),
    )
    def time_is_over(self, seats: tuple[int, ...], fills: str, times: int) -> None:
        """End the time of seats without a choice, with any cards in their slots; then play on."""
        self.table.loop.send(SetTimer(30, fill=fills))
        self.table.loop.send(TimeUp(self.table.loop.session.revision, seats))
        self.table.loop.send(SetTimer(0))
        self.go_on(times)

    @rule(
        level=st.sampled_from((INSTRUCTION, CARD, ROUND, TURN, TURN, START)),
        carried=st.integers(0, 9),
    )
    def go_back(self, level: str, carried: int) -> None:
        """Go back, partly carried out; forward again returns to the same place."""
        before = self.table.loop.session
        self.table.loop.send(ApplyCorrection(GoBack(level)))
        after = self.table.loop.session
        if (
            before.match is not None
            and after.timeline.past is not before.timeline.past
            and before.timeline.table_sync is None
        ):
            assert (
                after.timeline.number < before.timeline.number
                and after.timeline.future[0].match is before.match
            )
            self._there_and_back(before)
            self.table.loop.send(ApplyCorrection(GoBack(level)))
        self.go_on(carried)

    def _there_and_back(self, before: Session) -> None:
        self.table.loop.send(ApplyCorrection(GoForward()))
        again = self.table.loop.session
        assert (again.timeline.number, again.page, mark_of(again)) == (
            before.timeline.number,
            before.page,
            mark_of(before),
        ) and again.timeline.future == before.timeline.future

    @rule(
        remedy=st.one_of(
            st.just(GoForward()), st.builds(GoTo, st.integers(-1, 80)), st.just(Abort())
        )
    )
    def go_elsewhere(self, remedy: Any) -> None:
        """Go to some moment, forward, or to the start of the turn."""
        self.table.loop.send(ApplyCorrection(remedy))

    @rule(change=CHANGES)
    def change(self, change: Any) -> None:
        """Correct something by hand, or have it refused.

        After a restart because the table differs.
        """
        before = self.table.loop.session
        self.table.loop.send(ApplyCorrection(change, "ANNA", "bumped"))
        after = self.table.loop.session
        if before.timeline.resume_check is not None and after.revision != before.revision:
            self.table.board.believe(after)

    @rule()
    def skip(self) -> None:
        """Skip the rest of a register."""
        self.table.skip()

    @rule(glances=st.lists(GLANCES, max_size=4))
    def look(self, glances: list[Any]) -> None:
        """Open pages that change nothing of the race, and always have something to show."""
        before = mark_of(self.table.loop.session)
        for glance in glances:
            self.table.loop.send(glance)
            assert self.table.loop.view.title
        self.table.loop.send(CloseTable())
        self.table.loop.send(ClosePage("history"))
        while self.table.loop.session.is_open("menu"):
            self.table.loop.send(CloseMenu())
        assert mark_of(self.table.loop.session) == before

    @rule(looked=st.booleans())
    def power_cut(self, looked: bool) -> None:
        """Cut the power.

        The same race comes back at the same place, with the same cards in readers.
        """
        before = self.table.loop.session
        if before.page == OVER:
            return
        self.table.kill()
        after = self.table.loop.session
        assert (after.page, after.timeline.number, mark_of(after)) == (
            before.page,
            before.timeline.number,
            mark_of(before),
        )
        assert (
            after.lobby.setup == before.lobby.setup
            and after.readers.rows == before.readers.rows
            and after.match is not None
            and before.match is not None
        )
        assert (after.match.shown.at, after.match.shown.script) == (
            before.match.shown.at,
            before.match.shown.script,
        )
        assert (after.timeline.table_sync is None) == (before.timeline.table_sync is None) and (
            before.timeline.table_sync is None
            or present(after.timeline.table_sync).at == before.timeline.table_sync.at
        )
        if looked:
            self.go_on(2)

    @precondition(
        lambda self: (
            self.table.loop.session.page == OVER and not self.table.loop.session.timeline.is_syncing
        )
    )
    @rule()
    def once_more(self) -> None:
        """Begin another race at the same table."""
        self.table.loop.send(Again())
        self.table.done()

    @invariant()
    def the_table_is_where_the_engine_is(self) -> None:
        """Check that every clank and flag on the table is where the engine has it."""
        if hasattr(self, "table"):
            self.table.board.check(self.table.loop)

    def teardown(self) -> None:
        """Release the journal."""
        if hasattr(self, "table"):
            self.table.close()
            self.home.cleanup()


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=LONG or 12,
    stateful_step_count=50 if LONG else 20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
