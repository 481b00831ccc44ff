"""A session resumes at a new table: cards are put back, and a listener ends with the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Final, NamedTuple

import pytest

from companion.signals import (
    ASIDE,
    EMPTY,
    NO_READER,
    OK,
    PULL,
    REST,
    WELL,
    HandleMoved,
    InsertCard,
    LyingCard,
    ReaderBack,
    SetAside,
    SlotRead,
    SwapReaders,
    TakeCard,
)
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.serial import SerialTable
from companion.table.virtual import ScriptedTable, VirtualTable
from tests.table.fallback_table import Fold
from tests.table.gpio_stand import DEAD, gpio_table
from tests.table.reader_stand import Stand, await_true

KEPT: Final = {(1, 1): 14, (1, 3): 7, (2, 5): 19, (5, 1): 11, (5, 2): 21, (6, 5): 13}
"""The cards of readers when the session stopped: by seat and slot."""
LYING: Final = {(1, 2): 7, (2, 5): 19, (2, 1): 25}
"""The present cards of the real readers of seats 1 and 2: one moved, one unchanged, one new."""


class Scene(NamedTuple):
    """A table before its opening; its real readers hold `LYING`, seat 1's handle is pulled."""

    table: Table
    real: frozenset[int]
    put: Callable[[int, int, int], None]
    """Puts a card into a real reader."""
    come: Callable[[], None]
    """Lets late readers answer."""

    def restore(self) -> None:
        """Put every card back as the app does."""
        for (seat, slot), code in KEPT.items():
            self.table.do(InsertCard(seat, slot, code))


Maker = Callable[[ExitStack, bool], Scene]


def nothing() -> None:
    """Readers that send their cards, but no empty slots, at the first poll or when they `come`."""


def touch_readers(stack: ExitStack, late: bool) -> Scene:
    """Return readers on the screen only, into which touch puts cards."""
    table = VirtualTable()
    return Scene(
        table, frozenset(), lambda seat, slot, code: table.do(InsertCard(seat, slot, code)), nothing
    )


class LyingTable(ScriptedTable):
    """Readers that say what they hold, at the first poll or when they `come`.

    Of empty slots they say nothing.
    """

    def __init__(self, late: bool) -> None:
        super().__init__(() if late else (1, 2))

    def open(self) -> None:
        """Let readers answer that are not late."""
        super().open()
        if self.seats:
            self.come()

    def come(self) -> None:
        """Let both answer."""
        slots = [SlotRead(*place, OK, code) for place, code in LYING.items()]
        self.signals = [ReaderBack(1), ReaderBack(2), *slots, HandleMoved(1, PULL)]


def scripted_readers(stack: ExitStack, late: bool) -> Scene:
    """Return readers whose signals the test sends."""
    readers = LyingTable(late)

    def put(seat: int, slot: int, code: int) -> None:
        readers.signals.append(SlotRead(seat, slot, OK, code))

    return Scene(ScreenFallback(readers), frozenset({1, 2}), put, readers.come)


def readers_on_wires(stack: ExitStack, late: bool) -> Scene:
    """Return the readers' own end of the wire behind pseudo-terminals.

    Late ones have no cable yet.
    """
    stand = Stand((1, 2), 4.0)
    stack.callback(stand.close)
    for (seat, slot), code in LYING.items():
        stand.do(InsertCard(seat, slot, code))
    stand.handle(1, PULL)
    for box in stand.boxes.values() if late else ():
        with stand.lock:
            box.unplug()

    def come() -> None:
        with stand.lock:
            for box in stand.boxes.values():
                box.plug(reboot=False)

    table = ScreenFallback(SerialTable(stand.find, stand.seats(), stand.clock))
    return Scene(
        table,
        frozenset({1, 2}),
        lambda seat, slot, code: stand.do(InsertCard(seat, slot, code)),
        come,
    )


def readers_on_the_header(stack: ExitStack, late: bool) -> Scene:
    """Return mock pins; late readers have a converter without supply at first."""
    table = gpio_table(handy=False)
    table.bench.cards = {place: LyingCard(code, WELL) for place, code in LYING.items()}
    table.bench.turn(1, PULL)
    table.bench.converter.state = DEAD if late else ""

    def put(seat: int, slot: int, code: int) -> None:
        table.bench.cards[seat, slot] = LyingCard(code, WELL)

    def come() -> None:
        table.bench.converter.state = ""

    return Scene(table, frozenset({1, 2}), put, come)


MAKERS: Final[dict[str, Maker]] = {
    "virtual": touch_readers,
    "scripted": scripted_readers,
    "serial": readers_on_wires,
    "gpio": readers_on_the_header,
}
REAL: Final = sorted(set(MAKERS) - {"virtual"})


class Guest:
    """A mere listener from the opening of a table."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.fold = scene, Fold()

    def hear(self) -> Fold:
        """Return what is known up to now."""
        self.fold.take_in(self.scene.table.poll())
        return self.fold

    def until(self, condition: Callable[[Fold], bool], what: str) -> None:
        """Poll until a condition holds."""
        await_true(
            lambda: condition(self.hear()), lambda: f"{what}: {self.fold.slots} {self.fold.lost}"
        )

    def until_all_is_heard(self) -> None:
        """Poll until a new card in seat 2 and the handle of seat 1 are reported.

        Earlier signals have come by then.
        """
        self.scene.put(2, 3, 22)
        self.until(
            lambda fold: (
                fold.row(2)[2] == 22 and (not self.scene.real or fold.handles.get(1) == PULL)
            ),
            "the last card and the handle",
        )


@pytest.fixture
def guest_at() -> Iterator[Callable[..., Guest]]:
    """Return what sets scenes; their tables are closed."""
    with ExitStack() as stack:

        def sit_down(kind: str, late: bool = False) -> Guest:
            scene = MAKERS[kind](stack, late)
            stack.callback(scene.table.close)
            return Guest(scene)

        yield sit_down


def truth(real: frozenset[int]) -> dict[tuple[int, int], int]:
    """Play a late reader's seat on the screen with its cards; trust the reader when it comes."""
    kept = {place: code for place, code in KEPT.items() if place[0] not in real}
    return {**kept, **(LYING if real else {}), (2, 3): 22}


@pytest.mark.parametrize(
    "early", [True, False], ids=["before the first poll", "when readers have answered"]
)
@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_cards_are_put_back_where_no_reader_answers(
    guest_at: Callable[..., Guest], kind: str, early: bool
) -> None:
    """Restore cards at every seat and trust real readers, with slots and handle; none twice."""
    guest = guest_at(kind)
    scene = guest.scene
    scene.table.open()
    if not early:
        guest.until(
            lambda fold: all(fold.lost.get(seat) == "" for seat in scene.real), "all readers"
        )
    scene.restore()
    guest.until(lambda fold: all(fold.lost.get(seat) == "" for seat in scene.real), "all readers")
    guest.until_all_is_heard()
    assert guest.fold.cards() == truth(scene.real)
    assert {(seat, slot) for seat in scene.real for slot in range(1, 6)} <= set(guest.fold.slots), (
        "empty slots are told, too"
    )
    assert {seat for seat, reason in guest.fold.lost.items() if reason == NO_READER} == (
        set(range(3, 9)) if scene.real else set()
    )


@pytest.mark.parametrize("kind", REAL)
def test_a_reader_that_comes_later_is_believed_then(
    guest_at: Callable[..., Guest], kind: str
) -> None:
    """Until then its seat is played on the screen with the cards that lay there.

    Then it holds some of them, others, or none.
    """
    guest = guest_at(kind, late=True)
    guest.scene.table.open()
    guest.scene.restore()
    guest.until(lambda fold: all(fold.lost.get(seat) for seat in (1, 2)), "no reader answers")
    assert guest.fold.cards() == KEPT
    guest.scene.come()
    guest.until(lambda fold: fold.lost[1] == fold.lost[2] == "", "both readers")
    guest.until_all_is_heard()
    assert guest.fold.cards() == truth(guest.scene.real)
    guest.scene.table.do(InsertCard(7, 1, 14))
    guest.until(
        lambda fold: fold.row(7)[0] == 14,
        "a card that was on the screen of seat 1 can be put in elsewhere",
    )


@pytest.mark.parametrize("late", [False, True], ids=["prompt", "late"])
@pytest.mark.parametrize("kind", REAL)
def test_what_is_set_aside_at_once_stays_aside(
    guest_at: Callable[..., Guest], kind: str, late: bool
) -> None:
    """Keep a seat set aside with restored cards, also when its reader answers later.

    Used again, the reader reports what it holds.
    """
    guest = guest_at(kind, late)
    guest.scene.table.open()
    guest.scene.table.do(SetAside(1, True))
    guest.scene.restore()
    if late:
        guest.until(lambda fold: bool(fold.lost.get(2)), "nobody answers")
        guest.scene.come()
    guest.until(
        lambda fold: fold.lost.get(2) == "" and fold.lost.get(1) == ASIDE,
        "seat 2 is used, seat 1 aside",
    )
    guest.scene.put(2, 3, 22)
    guest.until(lambda fold: fold.row(2)[2] == 22, "the last card")
    assert (
        guest.fold.row(1) == [14, None, 7, None, None] and guest.fold.handles.get(1, REST) == REST
    )
    guest.scene.table.do(SetAside(1, False))
    guest.until(lambda fold: fold.lost[1] == "" and fold.handles[1] == PULL, "seat 1 is used")
    assert guest.fold.cards() == truth(guest.scene.real)


@pytest.mark.parametrize("kind", REAL)
def test_people_who_had_changed_chairs_are_where_they_were(
    guest_at: Callable[..., Guest], kind: str
) -> None:
    """Swap seats first, before any answer; then restore cards at the right seats."""
    guest = guest_at(kind)
    guest.scene.table.open()
    guest.scene.table.do(SwapReaders(2, 6))
    guest.scene.restore()
    guest.until(
        lambda fold: fold.lost.get(6) == "" and fold.lost.get(2) == NO_READER,
        "seat 6 has the reader",
    )
    guest.until(lambda fold: fold.row(6) == [25, None, None, None, 19], "what lies in it")
    guest.until(lambda fold: fold.row(2) == [None, None, None, None, 19], "seat 2 on the screen")


def test_touch_readers_know_nothing_of_being_set_aside() -> None:
    """Ignore setting aside at touch readers."""
    table = VirtualTable()
    table.open()
    for deed in (SetAside(1, True), InsertCard(1, 1, 7), SetAside(1, False), TakeCard(1, 1)):
        table.do(deed)
    assert table.poll() == (SlotRead(1, 1, OK, 7), SlotRead(1, 1, EMPTY))
