"""The summary and the replay of a race, independent of going back and corrections."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.app.loop import EventLoop
from companion.engine.causes import CARD, EDGE, PUSH
from companion.engine.changes import SetDamage
from companion.engine.events import Damaged, Destroyed, FlagTouched, Moved
from companion.games.programmed.turn import RacePosition
from companion.session.messages import (
    TURN,
    ApplyCorrection,
    BackToSetup,
    Begin,
    ClosePage,
    Confirm,
    OpenPage,
    SetFlow,
    Tick,
)
from companion.session.pages.replay import (
    SPEEDS,
    ReplayPage,
    ReplayState,
    RunReplay,
    SetSpeed,
    ShowPicture,
    ShowTurn,
    replay_of,
)
from companion.session.past.history import recap_of, turn_records
from companion.session.session import Session, push_page
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.timing import waits_for_time
from companion.session.view import OVER, REPLAY, SUMMARY, BoardPicture, SummaryPage, View
from tests.recorded import recorded
from tests.session.evenings import begun, evening, play_out, shipped
from tests.session.test_going_back import back
from tests.typed import of_kind, present

BOARDS = ("fountain-circus", "gorge-crossing", "welding-shop")


def raced(board: str, turns: int, *, undone: int | None = None) -> EventLoop:
    """Return eight pilots after some turns; turn `undone` was taken back and played again."""
    loop = begun(["random"] * 8, board=shipped(board), seed=3)
    loop.send(SetFlow("steps"))
    for turn in range(1, turns + 1):
        play_out(loop, SUMMARY)
        if turn == undone:
            back(loop, TURN)
            play_out(loop, SUMMARY)
        if turn < turns:
            loop.send(Confirm(loop.session.revision))
    return loop


def counted(session: Session) -> dict[int, dict[str, int]]:
    """Return the counts of the game, by seat."""
    return {one.seat: dict(one.data) for one in recap_of(session).counts}


@pytest.mark.parametrize("board", BOARDS)
def test_counts_are_those_of_the_events_whatever_was_taken_back(board: str) -> None:
    """Counted independently in all played events; a repeated turn counts once."""
    loop = evening(["random"] * 8, board=shipped(board), seed=3)
    events: list[object] = []
    loop.on_events = lambda played: events.extend(played.events)
    loop.send(Begin())
    for turn in range(6):
        play_out(loop, SUMMARY)
        if turn < 5:
            loop.send(Confirm(loop.session.revision))
    assert loop.session.match is not None
    found, clanks = (
        counted(loop.session),
        of_kind(RacePosition, loop.session.match.position).state.clanks,
    )
    assert {seat: one["deaths"] for seat, one in found.items()} == {
        clank.seat: 3 - present(clank.lives) for clank in clanks
    }
    assert {seat: one["flags"] for seat, one in found.items()} == {
        clank.seat: clank.next_flag - 1 for clank in clanks
    }
    for what, number in (
        ("squares", Counter(event.seat for event in events if isinstance(event, Moved))),
        (
            "pushes",
            Counter(
                event.by for event in events if isinstance(event, Moved) and event.cause == PUSH
            )
            + Counter(over_the_edge(events)),
        ),
        (
            "taken",
            _points((event.seat, event.points) for event in events if isinstance(event, Damaged)),
        ),
        (
            "dealt",
            _points(
                (event.by, event.points)
                for event in events
                if isinstance(event, Damaged) and isinstance(event.by, int)
            ),
        ),
        ("flags", Counter(event.seat for event in events if isinstance(event, FlagTouched))),
    ):
        assert {seat: one[what] for seat, one in found.items() if one[what]} == dict(number), what
    sentences = [str(words) for words in recap_of(loop.session).sentences]
    assert len(sentences) == 5 and len({*sentences}) == 5
    again = raced(board, 6, undone=4)
    assert (
        counted(again.session) == found
        and [str(words) for words in recap_of(again.session).sentences] == sentences
    )


def _points(hits: object) -> Counter[int]:
    found: Counter[int] = Counter()
    for seat, points in hits:  # type: ignore[attr-defined]
        found[seat] += points
    return found


def over_the_edge(events: list[object]) -> list[int]:
    """Return the seats whose push over the edge is no step: the square was reached by a push."""
    found = []
    for at, event in enumerate(events):
        if isinstance(event, Destroyed) and event.cause == EDGE:
            steps = [other for other in events[:at] if isinstance(other, Moved)]
            came = [other for other in steps if other.end == event.square]
            if (
                steps
                and came
                and steps[-1].cause == CARD
                and steps[-1].seat != event.seat
                and came[-1] in steps[-8:]
                and came[-1].seat != event.seat
            ):
                found.append(steps[-1].seat)
    return found


def test_what_people_changed_is_told_and_counts_for_nobody() -> None:
    """Set damage is nobody's; the last sentence has the number of corrections."""
    loop = raced("fountain-circus", 2)
    before = counted(loop.session)
    for damage in (7, 2):
        loop.send(ApplyCorrection(SetDamage(1, damage), "ANNA", "agreed"))
    assert counted(loop.session) == before
    assert str(recap_of(loop.session).sentences[-1]) == recorded("2-corrections-by-hand")
    assert [record.turn for record in turn_records(loop.session)] == [1, 2]


def stood(picture: BoardPicture) -> dict[int, tuple[object, int]]:
    """Return where pieces are before a picture's moves: square and heading, by seat."""
    return {
        piece.seat: (piece.square, piece.heading if piece.square is not None else 0)
        for piece in picture.pieces
    }


def after(picture: BoardPicture) -> dict[int, tuple[object, int]]:
    """Return the same after its moves."""
    return stood(picture) | {
        move.seat: (move.end, move.after if move.end is not None else 0) for move in picture.moves
    }


@pytest.mark.parametrize("board", BOARDS[:2])
def test_every_picture_of_a_replay_begins_where_the_one_before_ended(board: str) -> None:
    """From the starts to the present over a repeated turn, at every speed, and back again."""
    loop = raced(board, 3, undone=2)
    assert loop.session.match is not None
    last = {
        piece.seat: (piece.square, piece.heading if piece.square else 0)
        for piece in loop.session.config.game.scene(loop.session.match.position).pieces
    }
    for speed in ("slow", "fast", "fastest"):
        session, _ = step(push_page(loop.session, REPLAY, replay_of(loop.session)), SetSpeed(speed))
        seen = [view_of(session)]
        while not session.open_state(REPLAY, ReplayState).over:
            picture = seen[-1].board
            session, _ = step(session, ShowPicture(1))
            seen.append(view_of(session))
            assert (
                picture is not None
                and seen[-1].board is not None
                and stood(seen[-1].board) == after(picture)
            )
        assert seen[-1].board is not None and stood(seen[-1].board) == last
    assert [view.board for view in way_back(session)] == [view.board for view in reversed(seen)]


def way_back(session: Session) -> list[View]:
    """Return all pictures from the last to the first."""
    found = [view_of(session)]
    while session.open_state(REPLAY, ReplayState)[2:4] != (0, 0):
        session, _ = step(session, ShowPicture(-1))
        found.append(view_of(session))
    return found


def ended() -> EventLoop:
    """Return a finished race of four."""
    loop = begun(["random"] * 4, board=shipped(), flags=("D5",))
    play_out(loop, OVER)
    return loop


def test_a_replay_plays_by_itself_and_changes_nothing() -> None:
    """From both end pages: time leads on while it runs, and closing it leads back."""
    loop = ended()
    race = loop.session
    assert (
        isinstance(loop.view.body, SummaryPage)
        and loop.view.body.watch == OpenPage(REPLAY)
        and len(loop.view.body.counts) == 4
    )
    loop.send(loop.view.body.watch)
    assert loop.session.open_state(REPLAY, ReplayState).runs and waits_for_time(loop.session)
    loop.poll(0.0)
    loop.poll(SPEEDS["normal"].move)
    playing = loop.session.open_state(REPLAY, ReplayState)
    assert (playing.at, playing.line) > (0, 0)
    loop.send(RunReplay(False))
    stopped = loop.session.open_state(REPLAY, ReplayState)
    assert not waits_for_time(loop.session)
    loop.send(Tick(100.0))
    loop.send(Tick(200.0))
    assert loop.session.open_state(REPLAY, ReplayState) == stopped
    loop.send(RunReplay(True))
    for second in range(300, 2000):
        loop.poll(float(second * 3))
    body = loop.view.body
    assert (
        isinstance(body, ReplayPage)
        and not body.runs
        and body.turn == body.turns + 1
        and "wins!" in str(body.lines[0].words)
    )
    loop.send(RunReplay(True))
    assert loop.session.open_state(REPLAY, ReplayState)[2:5] == (0, 0, True)
    loop.send(ClosePage(REPLAY))
    assert (
        loop.session.match == race.match
        and loop.session.timeline.past is race.timeline.past
        and not loop.session.overlays
    )
    for message in (BackToSetup(), OpenPage("last"), OpenPage(REPLAY), ShowTurn(99)):
        loop.send(message)
    assert loop.view.page == REPLAY and loop.session.open_state(REPLAY, ReplayState).over


def test_strange_wishes_change_nothing() -> None:
    """Unknown speeds and turns, and a replay of an unfinished race."""
    loop = ended()
    loop.send(OpenPage(REPLAY))
    before = loop.session.open_state(REPLAY, ReplayState)
    for message in (SetSpeed("warp"), ShowTurn("x"), ShowPicture(None), ShowTurn(True)):  # type: ignore[arg-type]
        loop.send(message)
        assert loop.session.open_state(REPLAY, ReplayState) == before
    loop.send(ShowPicture(10**9))
    assert loop.session.open_state(REPLAY, ReplayState).over
    running = begun()
    running.send(OpenPage(REPLAY))
    assert not running.session.is_open(REPLAY) and str(running.session.notice) == recorded(
        "The-game-is-not-over-yet"
    )


def test_of_a_race_that_is_not_over_only_whole_turns_are_played_again() -> None:
    """Two turns are complete, the third is not: nobody sees more of it than the table."""
    loop = raced("fountain-circus", 2)
    play_out(loop, "play")
    session = push_page(loop.session, REPLAY, replay_of(loop.session, alone=True))
    assert {stretch.turn for stretch in session.open_state(REPLAY, ReplayState).stretches} == {1, 2}
    session, _ = step(session, ShowTurn(99))
    body = view_of(session).body
    assert isinstance(body, ReplayPage) and str(body.lines[0].words) == recorded(
        "The-game-was-played-up-to"
    )
    closed, commands = step(session, ClosePage(REPLAY))
    assert closed.kept(REPLAY) is not None and [type(command).__name__ for command in commands] == [
        "QuitProgram"
    ]
