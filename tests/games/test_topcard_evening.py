"""A game without a board plays a whole session by its folder alone."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop, go_on, open_session, play_to_the_end
from companion.app.recording import GameRecorder
from companion.app.startup import recall_whole
from companion.games.api import Game
from companion.journal.store import open_journal
from companion.session.choices import MenuPage
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    Confirm,
    GoBack,
    OpenPage,
    Pick,
    SetFlow,
    Uncover,
)
from companion.session.pages.menu import CloseMenu, OpenMenu, Propose
from companion.session.past.replaying import mark_of
from companion.session.view import (
    CHECK,
    DEAL,
    OFFER,
    OVER,
    PIECE,
    PLAY,
    PROGRAM,
    REST,
    SUMMARY,
    DealPage,
)
from companion.signals import EMPTY, OK, PULL, HandleMoved, InsertCard, MoveHandle, SlotRead
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.urls import table_for_url
from companion.table.virtual import ScriptedTable, VirtualTable
from tests.games.proof.topcard.game import Table as CardTable
from tests.games.proof.topcard.game import TopCard
from tests.recorded import recorded
from tests.session.quiz import left, wait
from tests.typed import present


class Evening:
    """A session of a game with a journal in a folder, whose app can be killed."""

    def __init__(
        self, folder: Path, game: Game, players: tuple[str, ...], readers: Callable[[], Table]
    ) -> None:
        self.folder, self.readers = folder, readers
        self.journal = open_journal(folder / "journal.db", time.time())
        self.loop: EventLoop = open_session(
            readers(),
            players=players,
            game=game,
            record=GameRecorder(self.journal, 3),
            patient=True,
        )
        self.send(Begin())

    def send(self, *messages: object) -> None:
        """Send messages, and wait until they are kept."""
        for message in messages:
            self.loop.send(message)
            self.loop.poll(0.0)

    def done(self) -> None:
        """Touch the button that confirms."""
        self.send(Confirm(self.loop.session.revision))

    def kill(self) -> None:
        """Cut the power: what is on the disk is all that is left."""
        copy = self.folder / "copy.db"
        shutil.copy(self.folder / "journal.db", copy)
        for ending in ("-wal",):
            if (self.folder / f"journal.db{ending}").exists():
                shutil.copy(self.folder / f"journal.db{ending}", f"{copy}{ending}")
        self.close()
        self.journal = open_journal(copy, time.time())
        kept = self.journal.unfinished()
        assert kept is not None
        recalled = recall_whole(self.journal, kept)
        record = GameRecorder(self.journal, recalled.seed, going_on=(kept.id, recalled.messages))
        self.loop = go_on(recalled, record, self.readers(), 0, patient=True)

    def close(self) -> None:
        """Close everything."""
        self.loop.close()
        self.journal.close()


@pytest.fixture
def evening(tmp_path: Path, topcard: Game) -> Iterator[Evening]:
    """Return two people and a pilot at touch readers, each with three cards."""
    found = Evening(tmp_path, topcard, ("person", "person", "random"), VirtualTable)
    assert found.loop.session.page == PROGRAM, found.loop.view
    yield found
    found.close()


def hand(loop: EventLoop, seat: int) -> tuple[int, ...]:
    """Return the cards of a seat."""
    ask = present(loop.session.match).ask(seat)
    assert ask is not None and ask.hand.codes is not None
    return ask.hand.codes


def lay(evening: Evening, seat: int, place: int = 0) -> None:
    """Play a card into slot 1, and the handle."""
    evening.send(InsertCard(seat, 1, hand(evening.loop, seat)[place]), MoveHandle(seat, PULL))


def table_of(loop: EventLoop) -> CardTable:
    """Return the position; the game was loaded again, with another class of the same name."""
    return cast(CardTable, present(loop.session.match).position)


def points(loop: EventLoop) -> list[int]:
    """Return the points of all seats."""
    return list(table_of(loop).points)


def turn(evening: Evening, *stakes: str) -> None:
    """Play cards and stakes of all, up to the end of the turn."""
    for seat in (1, 2):
        lay(evening, seat)
    for seat, stake in enumerate(stakes, 1):
        evening.send(Uncover(seat), Pick(seat, stake))
    while evening.loop.session.page == PLAY:
        evening.done()


# ---- The setup, a turn, the end ------------------------------------------------------------------


def test_no_board_is_asked_for(topcard: Game) -> None:
    """Begin where the game wants, and go on to the first card."""
    loop = open_session(seed=3, players=("person", "person"), game=topcard)
    assert (
        loop.session.page == "seats"
        and str(loop.view.forward) == recorded("Begin")
        and loop.view.board is None
    )
    loop.send(Begin())
    assert (
        loop.session.page == PROGRAM
        and loop.view.board is None
        and str(loop.view.title) == recorded("Turn-1-one-card")
    )


def test_a_whole_game_in_views(evening: Evening) -> None:
    """Show cards, secret stakes, results, standings and winner, without a board."""
    pages, turns = [], 0
    while evening.loop.session.page != OVER:
        assert turns < 30
        turn(evening, "double", "single")
        pages.append(evening.loop.session.page)
        turns += 1
        if evening.loop.session.page == SUMMARY:
            assert [str(row.facts[0].words) for row in evening.loop.view.body.rows] == [
                f"{each} point{'' if each == 1 else 's'}"
                for each in sorted(points(evening.loop), reverse=True)
            ]
            evening.done()
    assert set(pages[:-1]) <= {SUMMARY} and max(points(evening.loop)) >= 3
    body = evening.loop.view.body
    assert str(body.winner).endswith("wins!") and body.rows[0].place == 1
    # It has no story of its course and no board to watch: its standing is all.
    assert (
        body.sentences == body.counts == ()
        and body.watch is None
        and all(str(row.brief) for row in body.rows)
    )


def test_the_stakes_are_secret_and_in_time(evening: Evening) -> None:
    """Keep stakes secret for twenty seconds; then a stake is single."""
    for seat in (1, 2):
        lay(evening, seat)
    assert evening.loop.session.page == REST and left(evening.loop)[:2] == [20, 20]
    evening.send(Uncover(1))
    assert [str(offer.label) for offer in evening.loop.view.body.readers[0].offers] == recorded(
        "Double"
    )
    evening.send(Pick(1, "double"))
    assert "double'" not in repr(evening.loop.view)
    wait(evening.loop, 10.0, 20.0)
    position = table_of(evening.loop)
    assert evening.loop.session.page == PLAY and position.doubled in ((1,), (1, 3))


# ---- Nothing is lost -----------------------------------------------------------------------------


def test_killed_in_the_middle_of_the_stakes(evening: Evening) -> None:
    """Restore cards and stakes after a kill; the time begins again."""
    turn(evening, "single", "single")
    evening.done()
    for seat in (1, 2):
        lay(evening, seat)
    evening.send(Pick(1, "double"))
    wait(evening.loop, 0.0, 5.0)
    before, mark = evening.loop.session, mark_of(evening.loop.session)
    evening.kill()
    body = evening.loop.view.body
    assert (
        isinstance(body, MenuPage) and body.where == OFFER and mark_of(evening.loop.session) == mark
    )
    evening.done()
    assert evening.loop.view.body.where == CHECK and evening.loop.view.board is None
    wait(evening.loop, 100.0, 30.0)
    evening.done()
    after = evening.loop.session
    assert (
        after.page == REST
        and not after.timeline.is_syncing
        and after.match is not None
        and before.match is not None
    )
    assert (
        after.match.question.answers == before.match.question.answers
        and left(evening.loop)[1] == 20
    )
    evening.send(Pick(2, "single"))
    assert evening.loop.session.page == PLAY


def test_killed_after_the_time_was_up_it_is_not_up_twice(evening: Evening) -> None:
    """Keep what followed from the clock, and replay it without one."""
    for seat in (1, 2):
        lay(evening, seat)
    wait(evening.loop, 0.0, 20.0)
    assert evening.loop.session.page == PLAY
    mark, at = mark_of(evening.loop.session), present(evening.loop.session.match).shown.at
    evening.kill()
    evening.done()
    evening.done()
    assert (
        evening.loop.session.page == PLAY
        and mark_of(evening.loop.session) == mark
        and present(evening.loop.session.match).shown.at == at
    )


def test_a_failure_loses_nothing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a failing game's race in place, also on disk, and resume once repaired."""
    for seat in (1, 2):
        lay(evening, seat)
    evening.send(Pick(1, "double"))
    mark = mark_of(evening.loop.session)

    def play(*arguments: object) -> None:
        raise LookupError("no such card")

    with monkeypatch.context() as patch:
        patch.setattr(type(evening.loop.session.config.game), "play", play)
        evening.send(Pick(2, "double"))
        body = evening.loop.view.body
        assert isinstance(body, MenuPage) and str(body.groups[0].choices[0].label) == recorded(
            "Top-Card-has-failed-play-ends"
        )
        assert mark_of(evening.loop.session) == mark
        evening.kill()
    assert evening.loop.view.body.where == OFFER and mark_of(evening.loop.session) == mark
    evening.done()
    evening.done()
    evening.send(Pick(2, "double"))
    assert evening.loop.session.page == PLAY


def test_going_back_puts_cards_and_points_back(evening: Evening) -> None:
    """Restore cards and points on touch readers by undo, which can be undone."""
    codes = hand(evening.loop, 1)[0], hand(evening.loop, 2)[0]
    turn(evening, "single", "single")
    assert sum(points(evening.loop)) >= 1
    evening.done()
    assert evening.loop.session.readers.by_seat[1].row[0].status == EMPTY
    evening.send(ApplyCorrection(GoBack("turn")))
    session = evening.loop.session
    assert (
        session.page == PROGRAM
        and session.match is not None
        and session.match.next_step.turn == 1
        and points(evening.loop) == [0, 0, 0]
    )
    turn(evening, "double", "single")
    assert evening.loop.session.page == SUMMARY and codes is not None


def test_hands_are_told_which_cards_go_back(tmp_path: Path, topcard: Game) -> None:
    """Name on the screen which real card goes back into which slot; go on when it is there."""
    scripted = ScriptedTable((1, 2))
    loop = open_session(
        ScreenFallback(scripted), seed=3, players=("person", "person"), game=topcard
    )

    def say(*signals: object) -> None:
        scripted.signals += signals  # type: ignore[arg-type]
        loop.poll(0.0)

    loop.send(Begin())
    first, second = topcard.deck[3], topcard.deck[9]
    assert loop.session.page == PROGRAM
    for seat, code in ((1, first), (2, second)):
        say(SlotRead(seat, 1, OK, code), HandleMoved(seat, PULL), HandleMoved(seat, "rest"))
    assert loop.session.page == REST
    for seat in (1, 2):
        loop.send(Uncover(seat))
        loop.send(Pick(seat, "single"))
    while loop.session.page == PLAY:
        loop.send(Confirm(loop.session.revision))
    assert points(loop) == [0, 1]
    loop.send(Confirm(loop.session.revision))
    assert (
        loop.session.page == DEAL
        and isinstance(loop.view.body, DealPage)
        and loop.view.body.rows[0].take == (1,)
    )
    for seat in (1, 2):
        say(SlotRead(seat, 1, EMPTY))
    assert loop.session.page == PROGRAM
    # Back to the end of that turn: its cards must lie there again.
    for _ in range(5):
        if loop.session.timeline.table_sync is None:
            loop.send(ApplyCorrection(GoBack("instruction")))
    assert (
        loop.session.timeline.table_sync is not None
        and loop.session.page == SUMMARY
        and str(loop.view.title) == recorded("Going-back")
    )
    assert [str(row.words) for row in loop.view.body.rows] == recorded("Put-top-4-back-into-slot")
    say(SlotRead(1, 1, OK, first))
    assert loop.session.timeline.table_sync is not None
    say(SlotRead(2, 1, OK, second))
    assert (
        loop.session.timeline.table_sync is None
        and loop.view.page == SUMMARY
        and points(loop) == [0, 1]
    )


# ---- The history, the menu, print, what would be -------------------------------------------------


def test_the_history_tells_the_turns(evening: Evening) -> None:
    """Tell the turns in the history, and as a command's lines."""
    turn(evening, "single", "single")
    evening.send(OpenPage("history"))
    assert evening.loop.view.page == "history" and "wins 1 point" in repr(evening.loop.view.body)


def test_points_are_put_right_in_the_menu(evening: Evening) -> None:
    """Change points by a form with a number, told and undone."""
    evening.send(OpenMenu(PIECE, 2))
    body = evening.loop.view.body
    assert isinstance(body, MenuPage) and body.where == PIECE
    numbers = [group for group in body.groups if str(group.title) == "Points"]
    assert len(numbers) == 1
    more = numbers[0].choices[-1]
    evening.send(more.message)
    preview = evening.loop.view.body.preview
    assert (
        preview is not None
        and str(preview.label) == recorded("Set")
        and "has 1 points" in " ".join(map(str, preview.words))
    )
    evening.send(preview.do)
    assert points(evening.loop) == [0, 1, 0]
    evening.send(CloseMenu(), CloseMenu(), ApplyCorrection(GoBack("instruction")))
    assert points(evening.loop) == [0, 0, 0]
    evening.send(Propose(None))


def test_its_cards_are_printed(
    tmp_path: Path, topcard: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print its whole deck by its key, and name an unknown game."""
    assert main(["print", "cards", "--game", "topcard", "-o", str(tmp_path / "cards.pdf")]) == 0
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF")
    assert main(["print", "cards", "--game", "topcard", "--svg", str(tmp_path / "faces")]) == 0
    faces = sorted(path.name for path in (tmp_path / "faces").iterdir())
    assert (
        len(faces) == len(topcard.deck)
        and faces[0] == "001-top.svg"
        and "Top Card" in (tmp_path / "faces" / "001-top.svg").read_text()
    )
    assert main(["print", "cards", "--game", "chess", "-o", str(tmp_path / "no.pdf")]) != 0
    assert "topcard" in capsys.readouterr().err


def test_what_would_be_is_what_comes(evening: Evening) -> None:
    """Gain the previewed points."""
    position = table_of(evening.loop)
    cards = {seat: (hand(evening.loop, seat)[0], None, None, None, None) for seat in (1, 2)}
    third = present(position.hands[2])[0]
    found = TopCard().simulate(position, {**cards, 3: (third, None, None, None, None)})
    turn(evening, "single", "single")
    played = table_of(evening.loop)
    if played.cards[2] == third and 3 not in played.doubled:
        assert found is not None and found.points == played.points
    assert found is not None and sum(found.points) == 1


# ---- Emulated readers ----------------------------------------------------------------------------


def test_pilots_at_emulated_readers_play_to_the_end(topcard: Game) -> None:
    """Play to the winner at emulated readers with the real firmware."""
    loop = open_session(table_for_url("rig:2"), seed=5, players=("random", "random"), game=topcard)
    try:
        loop.send(Begin())

        def slept() -> float:
            time.sleep(0.002)
            return time.monotonic()

        assert play_to_the_end(loop, 60, slept)
        assert max(points(loop)) >= 3
    finally:
        loop.close()


# ---- The reveal ----------------------------------------------------------------------------------


@pytest.mark.parametrize("flow", ["list", "steps", "single", "watch"])
def test_no_result_is_told_while_its_cards_lie_face_down(evening: Evening, flow: str) -> None:
    """Tell points only with their cards face up, in any batching, and not before."""
    evening.send(SetFlow(flow))
    for round in (1, 2):
        for seat in (1, 2):
            lay(evening, seat)
        cards = evening.loop.view.cards
        assert cards is not None and all(
            card.down and card.face is None for row in cards.rows for card in row.cards
        )
        for seat in (1, 2):
            evening.send(Uncover(seat), Pick(seat, "single"))
        assert evening.loop.session.page == PLAY
        while evening.loop.session.page == PLAY:
            view = evening.loop.view
            assert "wins" in str(view.body.instruction.words) and view.cards is not None
            shown = [card for row in view.cards.rows for card in row.cards]
            assert len(shown) == 3 and not any(card.down or card.face is None for card in shown)
            evening.done()
        if round == 1:
            evening.done()
