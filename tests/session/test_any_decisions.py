"""Any corrections in any order raise nothing, and obedient hands arrive where the game is.

The history knows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.loop import EventLoop
from companion.games.asking import Questions
from companion.games.race.game import RaceGame
from companion.session.choices import MenuPage
from companion.session.messages import ApplyCorrection, ClosePage, Confirm, OpenPage, Skip
from companion.session.pages.history import HistoryPage, Recall
from companion.session.pages.menu import CloseMenu, MenuState, OpenMenu, Propose
from companion.session.past.undo_points import standing, undo_points
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import View
from companion.signals import PULL, MoveHandle
from tests.session.decisions import DECISIONS, LEAFING, REMEDIES
from tests.session.evenings import begun, fill, shipped
from tests.session.hands import PARKING, Hands, places, plain_moves
from tests.session.test_any_messages import conserved
from tests.typed import of_kind, present

GOING_ON = st.sampled_from(("done", "done", "turn", "ready"))
OFTEN = (GOING_ON,) * 4 + (DECISIONS,) * 5 + (LEAFING,)
"""The kinds of deeds, as often as each comes out of ten."""
DEEDS = st.lists(st.integers(0, 9).flatmap(OFTEN.__getitem__), min_size=10, max_size=50)


class Table:
    """Hands at a table that move pieces and flags as each view says, before they touch Done."""

    def __init__(self, loop: EventLoop) -> None:
        self.loop = loop
        assert loop.session.match is not None
        self.hands = Hands(
            places(standing(loop.session, loop.session.match, loop.session.page).pieces)
        )

    def deed(self, deed: object) -> None:
        """Do one thing that people do; pages of the menu move nothing."""
        if deed == "done":
            self.done()
        elif deed == "turn":
            for _ in range(80):
                if (
                    self.loop.session.page in ("play", "summary")
                    or self.loop.session.timeline.table_sync is not None
                ):
                    self.done()
        elif deed == "ready":
            self.ready()
        else:
            if isinstance(deed, ApplyCorrection) and isinstance(deed.correction, Skip):
                self.skip()
            self.loop.send(deed)
        if self.loop.session.page == "place" and self.loop.session.timeline.table_sync is None:
            # The whole layout is told there.
            self.hands = Hands(
                places(
                    of_kind(RaceGame, self.loop.session.config.game).pieces(
                        present(self.loop.session.match).position
                    )
                )
            )

    def done(self) -> None:
        """Close what is over the page, do as it says, and touch Done."""
        session = self.loop.session
        for page in ("locked", "ending", "history"):
            self.loop.send(ClosePage(page))
        while self.loop.session.is_open("menu"):
            self.loop.send(CloseMenu())
        seen = self.loop.view
        if seen.page == "play" and session.timeline.repeated is None:
            self.hands.carry_out(list(moves(seen)), seen.body.instruction.words)
        self.loop.send(Confirm(self.loop.session.revision))

    def skip(self) -> None:
        """Do everything that the screen will not show any more."""
        session = self.loop.session
        if (
            session.page == "play"
            and session.timeline.table_sync is None
            and session.match is not None
        ):
            for instruction in session.match.shown.script[session.match.shown.at :]:
                self.hands.carry_out(plain_moves(instruction), instruction.words)

    def ready(self) -> None:
        """Fill every asked reader and pull its handle."""
        next_step = present(self.loop.session.match).next_step
        for ask in (
            next_step.asks
            if isinstance(next_step, Questions) and self.loop.session.page in ("program", "rest")
            else ()
        ):
            if present(self.loop.session.match).ask(ask.seat) == ask:
                if ask.program.slots and ask.hand.codes:
                    fill(self.loop, ask.seat)
                self.loop.send(MoveHandle(ask.seat, PULL))


def moves(seen: View) -> Iterator[Mapping[str, object]]:
    """Yield the moves that a view shows, in plain words."""
    assert seen.board is not None
    for move in seen.board.moves:
        yield {
            "clank": move.seat,
            "from": move.start or PARKING,
            "to": move.end or PARKING,
            "heading": "NESW"[move.after],
        }


def sound(table: Table) -> None:
    """Check that the table is as the session believes, and that there is a view."""
    session, seen = table.loop.session, table.loop.view
    assert seen.title and session.match is not None
    if isinstance(seen.body, MenuPage):
        assert seen.body.groups
    if session.timeline.table_sync is None and session.page not in ("play", "place"):
        assert table.hands.places == places(
            of_kind(RaceGame, session.config.game).pieces(session.match.position)
        )
    if session.page == "play" and session.timeline.table_sync is None:
        assert table.hands.places == places(standing(session, session.match, session.page).pieces)
        ended = session.match.at_instruction(len(session.match.shown.script))
        shown, real = (
            standing(session, ended, "play").pieces,
            of_kind(RaceGame, session.config.game).pieces(session.match.position),
        )
        assert shown == real
    chain(session)
    conserved(table.loop)


def chain(session: Session) -> None:
    """Check that the moments count down to the start, each with a page and a race."""
    numbers = [point.number for point in undo_points(session)]
    assert numbers == list(range(numbers[0], -1, -1)) and numbers[0] == session.timeline.number
    assert session.match is not None and session.match.next_step is not None
    assert session.lobby.setup.markers == of_kind(RaceGame, session.config.game).flags(
        session.match.position
    )


@settings(max_examples=150)
@given(
    DEEDS,
    st.sampled_from(("next", "this")),
    st.sampled_from((("person", "random", "person"), ("random", "random", "person"))),
    st.integers(0, 5),
)
def test_hands_arrive_where_the_game_is(
    deeds: list[object], power_down: str, players: tuple[str, ...], seed: int
) -> None:
    """Arrive where the game is after corrections at any moment."""
    loop = begun(players, words={"power_down": power_down}, seed=seed)
    table = Table(loop)
    for deed in deeds:
        before = loop.session
        table.deed(deed)
        sound(table)
        REACHED.append(type(deed) is ApplyCorrection and loop.session.revision > before.revision)


REACHED: list[bool] = []
"""Whether each deed was a correction that was applied."""


def test_the_examples_decide_something() -> None:
    """Apply some corrections, so that the property means something."""
    assert len(REACHED) >= 1000 and sum(REACHED) > len(REACHED) / 10


@settings(max_examples=60)
@given(st.lists(st.one_of(GOING_ON, DECISIONS), min_size=5, max_size=25), REMEDIES)
def test_the_preview_refuses_what_the_decision_refuses(deeds: list[object], remedy: object) -> None:
    """Refuse the same in preview and correction at any moment, without a change by looking."""
    table = Table(begun(("person", "random", "person"), board=shipped("going-train")))
    for deed in deeds:
        table.deed(deed)
    session = table.loop.session
    proposed = session._replace(overlays=())
    for message in (OpenMenu(), Propose(remedy)):
        proposed, _ = step(proposed, message)
    assert (
        proposed.kept("menu") is not None
        and proposed.open_state("menu", MenuState).proposed == remedy
        and proposed.match is session.match
    )
    body = view_of(proposed).body
    assert isinstance(body, MenuPage) and body.preview is not None
    decided, _ = step(proposed, ApplyCorrection(remedy))
    assert (decided.revision == proposed.revision) == bool(body.preview.refused)
    assert not body.preview.refused or str(decided.notice) == str(body.preview.refused)
    assert body.preview.refused or body.preview.words


@settings(max_examples=60)
@given(DEEDS)
def test_every_turn_of_the_history_can_be_read(deeds: list[object]) -> None:
    """Show all turns with all entries, each with a map."""
    table = Table(begun(("person", "random", "random")))
    for deed in deeds:
        table.deed(deed)
    loop = table.loop
    loop.send(ClosePage("locked"))
    loop.send(OpenPage("history"))
    while isinstance(loop.view.body, HistoryPage):
        page = loop.view.body
        for number, row in enumerate(page.rows):
            assert row.words and row.when and (row.rule or not row.by_hand)
            loop.send(Recall(number))
            assert loop.view.board is not None and len(loop.view.board.pieces) == 3
        if page.earlier is None:
            assert page.turn == 1
            break
        loop.send(page.earlier.message)
