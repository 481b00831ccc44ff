"""Any corrections on extended boards, at any table, fail nothing; journal and hands agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.loop import EventLoop, open_session
from companion.app.recording import GameRecorder, recall
from companion.engine.changes import Park
from companion.gallery.elements import EVERYTHING, cell, fair
from companion.games.asking import Questions
from companion.games.parts import Invariants
from companion.games.race.phrases import CLEANUP
from companion.journal.store import open_journal
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    Confirm,
    GoTo,
    Pick,
    SetRule,
    TakeBack,
    Uncover,
)
from companion.session.past.replaying import mark_of
from companion.session.past.undo_points import standing
from companion.session.view import FAILED, PLACE
from companion.signals import (
    OK,
    PULL,
    PUSH,
    REST,
    HandleMoved,
    InsertCard,
    MoveHandle,
    SlotRead,
    TakeCard,
)
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable
from tests.session.decisions import DECISIONS
from tests.session.hands import places
from tests.typed import present

SEATS = st.sampled_from((1, 2, 3))
SAID = st.one_of(
    st.builds(Uncover, SEATS),
    st.builds(TakeBack, SEATS),
    st.builds(MoveHandle, SEATS, st.sampled_from((PULL, PUSH))),
)
GOING_ON = st.sampled_from(("done", "ready", "turn", "turn"))
DEEDS = st.lists(
    st.integers(0, 9).flatmap(((GOING_ON,) * 6 + (DECISIONS,) * 3 + (SAID,)).__getitem__),
    min_size=6,
    max_size=25,
)
TABLES: Mapping[str, Callable[[], Table]] = {
    "touch": VirtualTable,
    "readers": lambda: ScreenFallback(ScriptedTable(range(1, 9))),
    "one reader": lambda: ScreenFallback(ScriptedTable((1,))),
}
BOARDS = {
    "everything": fair(*EVERYTHING),
    "cells": fair(
        *cell("A1", "A1 randomizer"),
        *cell("B1", "B1 fog"),
        *cell("C1", "C1 reset", "C1 energizer gives=boost"),
        "C1 radio_beam S",
    ),
}


def carry_out(loop: EventLoop, deed: object, wish: int) -> None:
    """Do one thing that people do."""
    if deed == "done":
        loop.send(Confirm(loop.session.revision))
    elif deed == "turn":
        for _ in range(60):
            if (
                loop.session.page in ("program", "rest")
                and loop.session.timeline.table_sync is None
            ):
                ready(loop, wish)
            elif loop.session.match is not None and loop.session.page != "over":
                loop.send(Confirm(loop.session.revision))
    elif deed == "ready":
        ready(loop, wish)
    else:
        loop.send(deed)


def ready(loop: EventLoop, wish: int) -> None:
    """Answer for every person: an offer, or any cards, on the screen or at the reader."""
    next_step = loop.session.match.next_step if loop.session.match is not None else None
    for ask in next_step.asks if isinstance(next_step, Questions) else ():
        now = present(loop.session.match).ask(ask.seat)
        if now is None or not loop.session.is_person(now.player):
            continue
        if now.offers:
            loop.send(Pick(now.seat, now.offers[wish % len(now.offers)].key))
            continue
        screen = loop.session.on_screen(now.seat)
        others = {
            reading.code
            for seat, reader in loop.session.readers.by_seat.items()
            if seat != now.seat
            for reading in reader.row
        } | {*now.program.held}
        cards = iter(
            [
                code
                for code in now.hand.codes or now.hand.among or loop.session.config.game.deck
                if code not in others
            ]
        )
        for slot in now.program.slots:
            code = now.program.held[slot - 1] if slot in now.program.locked else next(cards, None)
            if code is None:
                continue
            if screen:
                loop.send(TakeCard(now.seat, slot))
            loop.send(
                InsertCard(now.seat, slot, code) if screen else SlotRead(now.seat, slot, OK, code)
            )
        for gesture, _ in now.gestures[:1]:
            for position in (gesture, REST):
                loop.send(
                    MoveHandle(now.seat, gesture) if screen else HandleMoved(now.seat, position)
                )


def sound(loop: EventLoop) -> None:
    """Check that nothing has failed, and that instructions lead to the game's pieces."""
    session = loop.session
    assert loop.view.page != FAILED and str(loop.view.title), loop.view
    assert session.match is not None
    game, position = session.config.game, session.match.position
    assert not present(Invariants.of(game)).unsound(position) and not present(
        Invariants.of(game)
    ).breaches(position, (), game.scene(position).pieces)
    if session.page == "play" and session.timeline.table_sync is None:
        seen, real = (
            standing(
                session,
                session.match.at_instruction(len(session.match.shown.script)),
                "play",
            ).pieces,
            game.scene(position).pieces,
        )
        assert places(seen) == places(real)
        assert session.match.shown.round == CLEANUP or seen == real


def evening(
    folder: Path, entry: BoardEntry, table: str, players: tuple[str, ...]
) -> Iterator[EventLoop]:
    """Return a session with its journal, from which it replays."""
    journal = open_journal(folder / "journal.db", 0.0)
    loop = open_session(
        TABLES[table](),
        seed=3,
        players=players,
        boards=(entry,),
        record=GameRecorder(journal, 3),
        patient=True,
    )
    yield loop
    loop.close()
    for kept in journal.games():
        assert recall(journal, kept, lambda game: (entry,), every=True).drift is None
    journal.close()


@settings(max_examples=12, deadline=None)
@given(
    DEEDS,
    st.integers(0, 3),
    st.sampled_from(
        (("person", "random", "person"), ("person", "person"), ("novice", "random", "person"))
    ),
    st.sampled_from(tuple(TABLES)),
    st.sampled_from(tuple(BOARDS)),
    st.integers(0, 4),
    st.sampled_from(("stepwise", "together")),
)
def test_nothing_fails(
    deeds: list[object],
    ahead: int,
    players: tuple[str, ...],
    table: str,
    board: str,
    wish: int,
    fire: str,
) -> None:
    """Fail nothing with corrections at any moment, also during a question."""
    with TemporaryDirectory() as folder:
        for loop in evening(Path(folder), BOARDS[board], table, players):
            loop.send(SetRule("fire", fire))
            loop.send(Begin())
            assert loop.session.page == PLACE
            for deed in ["turn"] * ahead + deeds:
                carry_out(loop, deed, wish)
                loop.poll(0.0)
                sound(loop)
            REACHED.append(mark_of(loop.session))


def test_back_to_before_a_ghost_came() -> None:
    """Keep a ghost on the table until hands have removed it after an undo."""
    with TemporaryDirectory() as folder:
        for loop in evening(Path(folder), BOARDS["everything"], "one reader", ("person", "person")):
            loop.send(Begin())
            for deed in [
                *["turn"] * 2,
                *["done"] * 3,
                "turn",
                ApplyCorrection(Park(1)),
                ApplyCorrection(GoTo(7)),
                "turn",
                "turn",
            ]:
                carry_out(loop, deed, 0)
                sound(loop)


REACHED: list[str] = []
"""The race at the end of each session."""


def test_the_evenings_get_somewhere() -> None:
    """Reach races, so that the property means something."""
    assert len(REACHED) >= 12 and len({*REACHED}) > len(REACHED) / 4
