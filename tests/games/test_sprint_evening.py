"""A race with its own board and cards and shared wins plays a whole session by its folder."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop, open_session, play_to_the_end
from companion.engine.board import Board
from companion.formats.board import write_board
from companion.games.api import Game, Plan
from companion.games.corrections import Corrections
from companion.games.scene import Face
from companion.session.choices import MenuPage
from companion.session.messages import ApplyCorrection, Begin, Confirm, GoBack, OpenPage, Uncover
from companion.session.pages.menu import OpenMenu, Propose
from companion.session.pages.replay import ShowTurn
from companion.session.past.replaying import mark_of
from companion.session.preferences import ALWAYS, Prefer
from companion.session.view import (
    CHECK,
    OFFER,
    OVER,
    PIECE,
    PLACE,
    PLAY,
    PROGRAM,
    SUMMARY,
    PlayPage,
    ProgramPage,
    SummaryPage,
    View,
)
from companion.signals import PULL, InsertCard, MoveHandle
from companion.table.urls import table_for_url
from companion.table.virtual import VirtualTable
from tests.games.proof.sprint.game import Sprint, Track
from tests.games.test_topcard_evening import Evening
from tests.layers import GAME_DOORS
from tests.recorded import recorded
from tests.session.hands import Hands, places
from tests.typed import present

DOORS = (
    *GAME_DOORS[1:],
    "companion.games.kit",
    "companion.games.race",
    "companion.engine",
    "companion.formats.board",
    "companion.errors",
    "companion.geometry",
    "companion.settings",
    "companion.signals",
    "companion.words",
)


@pytest.fixture
def evening(tmp_path: Path, sprint: Game) -> Iterator[Evening]:
    """Return two people and a pilot at touch readers, with pieces in place."""
    found = Evening(tmp_path, sprint, ("person", "person", "random"), VirtualTable)
    assert found.loop.session.page == PLACE
    found.done()
    yield found
    found.close()


def faces(loop: EventLoop, seat: int) -> list[Face]:
    """Return the cards of a seat, those that go forward first."""
    ask = present(loop.session.match).ask(seat)
    assert ask is not None and ask.hand.codes is not None
    found = [loop.session.config.game.face(code) for code in ask.hand.codes]
    return sorted(
        (face for face in found if face is not None),
        key=lambda face: not face.move.startswith("move"),
    )


def lay(evening: Evening, *seats: int) -> None:
    """Play two cards each, and the handle."""
    for seat in seats:
        for slot, face in enumerate(faces(evening.loop, seat)[:2], 1):
            evening.send(InsertCard(seat, slot, face.code))
        evening.send(MoveHandle(seat, PULL))


def shown(evening: Evening) -> list[View]:
    """Return everything that is shown of a turn, confirmed one by one."""
    found = []
    while evening.loop.session.page == PLAY:
        found.append(evening.loop.view)
        evening.done()
    return found


def put(evening: Evening, seat: int, square: str) -> None:
    """Put a runner on another square by a correction."""
    corrections = present(Corrections.of(evening.loop.session.config.game))
    change = corrections.put(present(evening.loop.session.match).position, seat, square, None)
    evening.send(ApplyCorrection(change))
    while evening.loop.session.timeline.table_sync is not None:
        evening.done()


def track_of(loop: EventLoop) -> Track:
    """Return the position; the game was loaded again, with another class of the same name."""
    return cast(Track, present(loop.session.match).position)


def squares(loop: EventLoop) -> dict[int, str]:
    """Return the squares of the runners."""
    return {runner.seat: runner.square for runner in track_of(loop).runners}


def its_board(game: Game) -> Board:
    """Return its board."""
    board = game.scene(game.begin(Plan(None, (), (1, 2), {}))).board
    assert board is not None
    return board


def test_where_cards_would_lead_it_does_not_say(evening: Evening) -> None:
    """Show no map beside cards that cannot be previewed, even on request."""
    loop = evening.loop
    loop.send(Prefer(loop.session.lobby.preferences._replace(preview=ALWAYS)))
    loop.send(Uncover(1))
    page = loop.view.body
    assert (
        isinstance(page, ProgramPage)
        and page.open_seat == 1
        and page.readers[0].hand
        and not page.foresees
        and page.preview is None
    )


def test_it_knows_the_doors_only(sprint: Game) -> None:
    """Import only parts of games and boards, and no session, screen or other game."""
    module = Path(__file__).parent / "proof" / sprint.key / "game.py"
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module is not None
            and node.module.startswith("companion")
        ):
            assert node.module.startswith(DOORS), node.module


def test_its_own_board_is_laid_out(sprint: Game) -> None:
    """Ask for no board, and show three seats, lanes and the line."""
    loop = open_session(seed=3, players=("person", "person", "person"), game=sprint)
    assert loop.session.page == "seats" and len(loop.session.lobby.setup.seats) == 3
    loop.send(Begin())
    assert (
        loop.session.page == PLACE
        and loop.view.board is not None
        and (loop.view.board.board.columns, loop.view.board.board.rows) == (3, 4)
    )
    assert [str(line.words) for line in loop.view.body.lines][:2] == recorded(
        "BRASS-seat-1-on-A1-facing"
    )
    assert [square for _, square in loop.view.board.markers] == ["A4", "B4", "C4"]


def test_a_turn_is_told_card_by_card(evening: Evening) -> None:
    """Tell two rounds card by card; obedient hands arrive at the race."""
    hands = Hands(
        places(
            evening.loop.session.config.game.scene(
                present(evening.loop.session.match).position
            ).pieces
        )
    )
    lay(evening, 1, 2)
    views = shown(evening)
    bodies = [view.body for view in views]
    assert all(isinstance(body, PlayPage) and body.rounds == 2 for body in bodies) and {
        body.round for body in bodies
    } <= {1, 2}
    assert str(views[0].title) == recorded("Turn-1-register-1") and [
        str(body.instruction.words) for body in bodies
    ] == recorded("forward-to")
    for view in views:
        assert view.board is not None
        for move in view.board.moves:
            hands.places[move.seat] = f"{move.end} {'NESW'[move.after]}"
    assert hands.places == places(
        evening.loop.session.config.game.scene(present(evening.loop.session.match).position).pieces
    )
    if evening.loop.session.page == SUMMARY:
        assert str(evening.loop.view.body.rows[0].facts[0].title) == "Row"


def test_two_win_together(evening: Evening) -> None:
    """Show both that reach the line in one round as winners, in sentence and rows."""
    put(evening, 1, "A3")
    put(evening, 2, "B3")
    lay(evening, 1, 2)
    shown(evening)
    body = evening.loop.view.body
    assert evening.loop.session.page == OVER and isinstance(body, SummaryPage)
    assert (
        set(body.winners) >= {1, 2}
        and str(body.winner).startswith("BRASS")
        and "COPPER" in str(body.winner)
    )
    assert [row.place for row in body.rows][:2] == [1, 1]
    assert (
        body.sentences and {row.seat for row in body.counts} == {1, 2, 3} and body.watch is not None
    )
    evening.send(body.watch, ShowTurn(99))
    assert evening.loop.view.page == "replay" and str(body.winner) in str(
        evening.loop.view.body.lines
    )
    assert evening.loop.view.board is not None


def test_killed_in_the_middle_of_a_round(evening: Evening) -> None:
    """Restore the same instruction after the offer and the check."""
    lay(evening, 1, 2)
    assert evening.loop.session.page == PLAY
    evening.done()
    before, mark = evening.loop.session, mark_of(evening.loop.session)
    evening.kill()
    assert (
        isinstance(evening.loop.view.body, MenuPage)
        and evening.loop.view.body.where == OFFER
        and mark_of(evening.loop.session) == mark
    )
    assert "row " in repr(evening.loop.view.body)
    evening.done()
    assert evening.loop.view.body.where == CHECK and evening.loop.view.board is not None
    evening.done()
    after = evening.loop.session
    assert (after.page, present(after.match).shown.at, present(after.match).shown.round) == (
        before.page,
        present(before.match).shown.at,
        present(before.match).shown.round,
    )


def test_going_back_is_told_to_hands(evening: Evening) -> None:
    """Send each moved runner back by one instruction, and deal as before."""
    first = {seat: [face.code for face in faces(evening.loop, seat)] for seat in (1, 2)}
    start = squares(evening.loop)
    lay(evening, 1, 2)
    shown(evening)
    moved = {seat for seat, square in squares(evening.loop).items() if square != start[seat]}
    assert moved
    evening.send(ApplyCorrection(GoBack("turn")))
    assert evening.loop.session.timeline.table_sync is not None
    lines = []
    while evening.loop.session.timeline.table_sync is not None:
        lines.append(str(evening.loop.view.body.instruction.words))
        evening.done()
    assert len(lines) >= len(moved) and all(
        " back to " in words or "turn it" in words for words in lines
    )
    assert squares(evening.loop) == start and evening.loop.session.page == PROGRAM
    assert {seat: [face.code for face in faces(evening.loop, seat)] for seat in (1, 2)} == first


def test_history_and_menu(evening: Evening) -> None:
    """Tell the history, and place a runner by touch, but not on the line."""
    put(evening, 1, "A2")
    assert squares(evening.loop)[1] == "A2"
    evening.send(OpenPage("history"))
    assert "from A1 to A2" in repr(evening.loop.view.body) or "A2" in repr(evening.loop.view.body)
    evening.send(OpenMenu(PIECE, 1))
    body = evening.loop.view.body
    assert (
        isinstance(body, MenuPage)
        and [str(group.title) for group in body.groups] == recorded("Turn-it")
        and str(evening.loop.view.title) == recorded("BRASS-on-A2-facing-N")
    )
    corrections = present(Corrections.of(evening.loop.session.config.game))
    evening.send(
        Propose(corrections.put(present(evening.loop.session.match).position, 1, "A4", None))
    )
    preview = evening.loop.view.body.preview
    assert preview is not None and str(preview.refused) == recorded("before-the-line")


def test_its_cards_and_its_board_are_printed(
    tmp_path: Path, sprint: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print twelve faces and the board by the game's key."""
    assert main(["print", "cards", "--game", "sprint", "--svg", str(tmp_path / "faces")]) == 0
    assert len(list((tmp_path / "faces").iterdir())) == len(sprint.deck) == 12
    file = tmp_path / "lanes.board.toml"
    file.write_text(write_board(its_board(sprint)), "utf-8")
    assert main(["print", "board", str(file), "-o", str(tmp_path / "board.pdf")]) == 0
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF"), capsys.readouterr().err


def test_what_would_be_is_what_comes(evening: Evening, sprint: Game) -> None:
    """Lead where the preview says."""
    position = track_of(evening.loop)
    lay(evening, 1)
    lay(evening, 2)
    if evening.loop.session.timeline.previous:
        programs = {
            seat: reader.codes
            for seat, reader in sprint.readers(
                evening.loop.session.timeline.previous.match.position
            ).items()
        }
    else:
        programs = {}
    played = present(evening.loop.session.match).position
    shown(evening)
    ended = track_of(evening.loop)
    found = Sprint().simulate(
        position,
        {
            runner.seat: program
            for runner, program in zip(ended.runners, ended.programs, strict=True)
        },
    )
    assert (
        found is not None
        and found.runners == ended.runners
        and found.stage == ended.stage
        and played is not None
        and programs is not None
    )


def test_pilots_at_emulated_readers_play_to_the_end(sprint: Game) -> None:
    """Play to the line at emulated readers with the real firmware."""
    loop = open_session(table_for_url("rig:2"), seed=5, players=("random", "random"), game=sprint)
    try:
        loop.send(Begin())
        loop.send(Confirm(loop.session.revision))

        def slept() -> float:
            time.sleep(0.002)
            return time.monotonic()

        assert play_to_the_end(loop, 120, slept)
        assert any(square in ("A4", "B4", "C4") for square in squares(loop).values())
    finally:
        loop.close()
