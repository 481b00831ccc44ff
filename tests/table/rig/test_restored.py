"""Cards are put back into emulated readers, which start empty, with their firmware awake or not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.signals import (
    ASIDE,
    EMPTY,
    OK,
    PULL,
    REST,
    UNPLUG,
    CollectCards,
    InsertCard,
    LyingCard,
    Mischief,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    SetAside,
    SlotRead,
    TakeCard,
)
from companion.table.rig.rig import RigTable
from companion.table.rig.rig_settings import parse_rig_settings
from tests.table.rig.listening import Listener, opened

KEPT = {(1, 1): 7, (1, 2): 11, (1, 3): 13, (1, 4): 14, (1, 5): 19, (2, 5): 21, (5, 3): 22}
"""The cards of the readers; seats 1 and 2 have emulated ones."""


def restore(ear: Listener) -> None:
    """Put every card back as the app does."""
    ear.do(*(InsertCard(seat, slot, code) for (seat, slot), code in KEPT.items()))


def read_cards(ear: Listener) -> dict[tuple[int, int], int]:
    """Return which cards were reported where."""
    return {place: code for place, (_, code) in ear.read.items() if code is not None}


def really(ear: Listener, seat: int) -> list[int | None]:
    """Return the real cards of an emulated reader."""
    return [card and card.code for card in ear.models[seat].cards]


@contextmanager
def asleep(monkeypatch: pytest.MonkeyPatch, rest: str) -> Iterator[Listener]:
    """Return a table that was opened without waiting, so that no reader is awake yet."""
    monkeypatch.setattr("companion.table.rig.rig.PATIENCE", 0.0)
    table = RigTable(parse_rig_settings(rest), time.monotonic)
    table.open()
    try:
        yield Listener(table)
    finally:
        table.close()


def test_awake_readers_get_their_cards_before_anything_is_heard() -> None:
    """Put cards into awake readers first; the seat without a reader has its card on the screen."""
    with opened("2?pace=4") as ear:
        restore(ear)
        ear.until(lambda: read_cards(ear) == KEPT, "all cards are told")
        assert really(ear, 1) == [7, 11, 13, 14, 19] and really(ear, 2) == [
            None,
            None,
            None,
            None,
            21,
        ]


def test_sleeping_readers_have_their_cards_when_they_wake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show cards on the screen until a sleeping reader wakes with them; report each once."""
    with asleep(monkeypatch, "2?pace=4") as ear:
        restore(ear)
        ear.hear()
        assert read_cards(ear) == KEPT and not any(
            isinstance(signal, ReaderBack) for signal in ear.signals
        )
        ear.until(
            lambda: {ReaderBack(1), ReaderBack(2)} <= set(ear.signals), "both readers are awake"
        )
        ear.until(lambda: read_cards(ear) == KEPT, "all cards are told")
        assert really(ear, 1) == [7, 11, 13, 14, 19] and really(ear, 2) == [
            None,
            None,
            None,
            None,
            21,
        ]
        ear.do(InsertCard(3, 1, 7), InsertCard(2, 1, 22), CollectCards({1: (5,)}))
        ear.until(lambda: read_cards(ear) == {(1, 5): 19}, "all but one go")
        assert (
            SlotRead(3, 1, OK, 7) not in ear.signals and SlotRead(2, 1, OK, 22) not in ear.signals
        ), "what lies elsewhere is not put in"


def test_whoever_plays_on_while_a_reader_sleeps_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Carry what was done on the screen over to the reader that wakes, except the handle."""
    with asleep(monkeypatch, "1?pace=4") as ear:
        ear.do(
            InsertCard(1, 1, 7),
            InsertCard(1, 2, 11),
            InsertCard(1, 2, 13),
            InsertCard(5, 1, 7),
            MoveHandle(1, PULL),
            TakeCard(1, 1),
        )
        ear.hear()
        assert read_cards(ear) == {(1, 2): 11} and ear.moves(1) == [PULL, REST]
        ear.until(
            lambda: ReaderBack(1) in ear.signals and not ear.table.rig.busy(), "the reader is awake"
        )
        ear.until(lambda: read_cards(ear) == {(1, 2): 11}, "its card is told")
        ear.do(InsertCard(1, 4, 7))
        ear.until(
            lambda: ear.read.get((1, 4)) == (OK, 7), "a card that was taken out can be put in"
        )
        assert really(ear, 1) == [None, 11, None, 7, None] and ear.moves(1) == [PULL, REST]


def test_a_reader_that_is_aside_when_it_wakes_gets_no_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Give no cards to a reader that is set aside when it wakes.

    Its seat is played on the screen, with the cards that were put back there.
    """
    with asleep(monkeypatch, "2?pace=4") as ear:
        ear.do(SetAside(1, True))
        restore(ear)
        ear.until(
            lambda: {ReaderLost(1, ASIDE), ReaderBack(2)} <= set(ear.signals) and 1 in ear.models,
            "both readers are awake",
        )
        ear.until(lambda: read_cards(ear) == KEPT, "all cards are told")
        assert really(ear, 1) == [None] * 5 and really(ear, 2)[4] == 21
        ear.do(SetAside(1, False))
        ear.until(
            lambda: read_cards(ear) == {(2, 5): 21, (5, 3): 22}, "its reader is used, and empty"
        )


def test_what_is_set_aside_right_after_opening_is_aside() -> None:
    """Set a reader aside right after opening, also an awake one, before its cards are put back."""
    with opened("2?pace=4") as ear:
        ear.do(SetAside(1, True))
        restore(ear)
        ear.until(lambda: read_cards(ear) == KEPT, "all cards are told")
        assert really(ear, 1) == [None] * 5 and ReaderLost(1, ASIDE) in ear.signals


def test_a_reader_that_was_awake_and_loses_its_cable_is_believed_when_it_is_back() -> None:
    """Trust a reader that was awake and lost its cable.

    Acts on the screen do not reach it: hands cannot use a reader through the screen of
    another.
    """
    with opened("1?pace=4") as ear:
        ear.do(InsertCard(1, 1, 7))
        ear.until(lambda: ear.read.get((1, 1)) == (OK, 7), "the card is read")
        ear.forget()
        ear.do(Mischief(1, UNPLUG))
        ear.until(
            lambda: any(isinstance(signal, ReaderLost) for signal in ear.signals),
            "the cable is out",
        )
        ear.do(InsertCard(1, 2, 11), TakeCard(1, 1))
        ear.until(
            lambda: ear.read[1, 1] == (EMPTY, None) and ear.read[1, 2] == (OK, 11),
            "the screen is worked",
        )
        assert ear.models[1].cards == (LyingCard(7, "well"), None, None, None, None)
        ear.do(Mischief(1, "plug"))
        ear.until(
            lambda: SlotRead(1, 1, OK, 7) in ear.signals and ear.read[1, 2] == (EMPTY, None),
            "the reader is believed",
        )
