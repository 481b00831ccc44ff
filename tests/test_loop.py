"""The loop around a session: one path for screen and headless games, a fold over messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import companion.app.loop
from companion.app.chance import Chance
from companion.app.loop import EventLoop, catalogue, open_session, play_to_the_end
from companion.app.pilot_questions import PATIENCE
from companion.app.recording import GameRecorder
from companion.games.asking import Questions
from companion.journal.store import open_journal
from companion.session.messages import Begin, Confirm, Go, Message, SetAutoAdvance, SetName
from companion.session.session import Result, Session
from companion.session.steps import step
from companion.session.view import PROGRAM
from companion.signals import OK, PULL, PUSH, SLOTS, HandleMoved, InsertCard, MoveHandle, SlotRead
from companion.table.virtual import ScriptedTable, VirtualTable
from tests.typed import of_kind


def started(seed: int = 3, seats: int = 4) -> EventLoop:
    """Return a session of pilots only, placed and ready to go."""
    loop = open_session(seed=seed, players=("random",) * seats)
    loop.send(Begin())
    return loop


def test_a_change_is_told_once_and_only_when_something_looks_different() -> None:
    """Announce a view only when it differs, and once."""
    pages: list[str] = []
    loop = open_session(seed=1)
    loop.on_change = lambda: pages.append(loop.view.page)
    loop.send(Go("flags"))
    for now in range(5):
        loop.poll(float(now))
    loop.send(Go("flags"))
    loop.send(SetName(1, "BRASS"))
    assert pages == ["flags"]
    loop.send(SetName(1, "TIN"))
    assert pages == ["flags"]
    loop.send(Go("seats"))
    assert pages == ["flags", "seats"]


def test_the_view_is_drawn_up_once_for_each_moment() -> None:
    """Return the very same view until something changes."""
    loop = open_session(seed=1)
    assert loop.view is loop.view


def test_waiting_for_time_changes_nothing_visible() -> None:
    """Change nothing visible while the clock ticks, until the instruction goes on."""
    loop = started()
    loop.send(Confirm(loop.session.revision))
    loop.send(SetAutoAdvance(5.0))
    steps: list[int] = []
    loop.on_change = lambda: steps.append(loop.session.revision)
    loop.poll(0.0)
    first = len(steps)
    for tenth in range(1, 50):
        loop.poll(tenth / 10)
    assert len(steps) == first
    loop.poll(5.0)
    assert len(steps) == first + 1


def test_a_race_is_a_fold_over_its_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replay a session from its messages without table, pilots or chance, moment by moment."""
    loop = open_session(seed=8, players=("random",) * 8)
    start, said, fingerprints = loop.session, [], []

    def listening(session: Session, message: Message) -> Result:
        said.append(message)
        after, commands = step(session, message)
        fingerprints.append((after.page, after.revision))
        return after, commands

    monkeypatch.setattr(companion.app.loop, "step", listening)
    loop.send(Begin())
    play_to_the_end(loop, 6)
    session = start
    again = []
    for message in said:
        session, _ = step(session, message)
        again.append((session.page, session.revision))
    # Moments are compared by identity, so a replayed race has other objects.
    assert (
        again == fingerprints
        and session._replace(timeline=session.timeline._replace(past=None), log=None)
        == loop.session._replace(timeline=loop.session.timeline._replace(past=None), log=None)
        and session.timeline.number == loop.session.timeline.number
    )


def test_the_same_seed_deals_the_same_cards() -> None:
    """Deal the same cards by the same seed, others by another one, and new ones without a seed."""

    def hand(seed: int | None) -> tuple[int, ...] | None:
        loop = open_session(seed=seed)
        loop.send(Begin())
        loop.send(Confirm(loop.session.revision))
        assert loop.session.match is not None
        return of_kind(Questions, loop.session.match.next_step).asks[0].hand.codes

    assert hand(1) == hand(1) != hand(2)
    assert hand(None) != hand(None)


def test_chance_does_not_depend_on_who_asks_first() -> None:
    """Give every occasion its own random source, in any order of requests."""
    one, other = Chance(5), Chance(5)
    early = one.source(1, 1, "seat", 2).random()
    other.source(1, 1, "seat", 1).random()
    assert other.source(1, 1, "seat", 2).random() == early


def test_touches_reach_the_readers_and_come_back_as_signals() -> None:
    """Pass a touch on the screen through the table like a card in a real slot."""
    loop = open_session(seed=1)
    loop.send(Begin())
    loop.send(Confirm(loop.session.revision))
    loop.send(InsertCard(1, 2, 7))
    assert loop.session.readers.by_seat[1].row[1].code == 7 and loop.table.slots(1)[1] == 7  # type: ignore[attr-defined]
    loop.send(MoveHandle(1, PULL))
    assert loop.session.match is not None and 1 in loop.session.match.question.problems


def test_lamps_are_shown_on_the_table() -> None:
    """Show the lamps of the session on the table, to the end of a race."""
    table = VirtualTable()
    loop = open_session(table, seed=4, players=("random",) * 8)
    loop.send(Begin())
    while not play_to_the_end(
        loop, (loop.session.match.shown.turn if loop.session.match else 0) + 1
    ):
        assert table.lamps == loop.session.readers.lamps
        loop.send(Confirm(loop.session.revision))


def test_boards_are_known_by_any_of_their_names() -> None:
    """Find boards by slug or title as one key."""
    assert [entry.key for entry in catalogue(["Going Train", "going-train"])] == ["going-train"] * 2


def test_a_closed_evening_hears_nothing() -> None:
    """Release the table when a session is closed, and ignore later messages."""
    loop = open_session(seed=1)
    loop.close()
    loop.send(InsertCard(1, 1, 7))
    assert loop.session.readers.by_seat[1].row[0].code is None


def test_what_was_heard_counts_though_the_evening_ends_before_its_turn(tmp_path: Path) -> None:
    """Keep all messages on closing, even if a round ends before their turn.

    A round that ends early leaves nearly everything for later; the next start knows all of it.
    """
    table = ScriptedTable((1,))
    journal = open_journal(tmp_path / "journal.db", 0.0)
    loop = open_session(
        table, seed=1, players=("person", "random"), record=GameRecorder(journal, 1)
    )
    loop.send(Begin())
    loop.clock = iter(range(10**9)).__next__
    table.signals = [SlotRead(1, slot, OK, 10 * slot) for slot in range(1, SLOTS + 1)]
    loop.poll(0.0)
    assert loop.behind
    loop.close()
    kept = journal.unfinished()
    assert kept is not None
    said = [entry.text for entry in journal.entries(kept.id)]
    journal.close()
    assert sum("SlotRead" in words for words in said) == SLOTS, said


def test_a_slow_machine_hears_the_same_as_a_fast_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pilots move their handles once although each round has time for one step only.

    A waiting message is not taken for a lost one.
    """

    def heard(clock: Callable[[], float] | None) -> list[Message]:
        said: list[Message] = []

        def listening(session: Session, message: Message) -> Result:
            said.append(message)
            return step(session, message)

        monkeypatch.setattr(companion.app.loop, "step", listening)
        loop = open_session(seed=3, players=("person", *("random",) * 7))
        loop.clock = clock
        now = 0.0
        for message in (lambda: Begin(), lambda: Confirm(loop.session.revision)):
            loop.send(message())
            for _ in range(100):
                # This is longer than a pilot waits before it repeats a move.
                now += 2 * PATIENCE
                loop.poll(now)
        assert loop.view.page == PROGRAM and not loop.behind
        return said

    slow = heard(iter(range(10**9)).__next__)
    moved = [
        message.seat
        for message in slow
        if isinstance(message, HandleMoved) and message.position in (PULL, PUSH)
    ]
    assert slow == heard(None) and sorted(moved) == [2, 3, 4, 5, 6, 7, 8]
