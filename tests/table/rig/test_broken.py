"""Readers that are broken on purpose: how to ask for it, and what the real firmware reports."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.errors import TableError
from companion.signals import (
    BADCODE,
    DARK,
    DIRTY,
    EMPTY,
    LIT,
    OK,
    PULL,
    PUSH,
    REST,
    CellsSeen,
    InsertCard,
    Lamps,
    MeasureCells,
    MoveHandle,
    TakeCard,
)
from companion.table.rig.rig_settings import (
    SOUND,
    Defects,
    RigSettings,
    parse_rig_settings,
    read_broken,
)
from tests.table.rig.listening import Listener, opened

# ---- Words ---------------------------------------------------------------------------------------


def test_everything_that_can_be_broken_has_a_word() -> None:
    """Break each part by its word at its reader, and several at one; other readers are unbroken."""
    broken = dict(
        read_broken(
            (
                "light@3.2, weak@2.4.6,weak@2.4.7=25%,blind@2.1.8,swapped@1.2-4,stuck@5.pull,"
                "open@5.push,crossed@6,lamps@7"
            ),
            8,
        )
    )
    assert broken == {
        1: Defects(cables=(1, 4, 3, 2, 5)),
        2: Defects(sensors=((4, 6, 0.4), (4, 7, 0.25), (1, 8, 0.0))),
        3: Defects(lights=(2,)),
        5: Defects(stuck=(PULL,), open=(PUSH,)),
        6: Defects(crossed=True),
        7: Defects(turned=True),
    }
    assert read_broken("", 8) == read_broken(" ", 8) == ()


def test_cables_may_be_exchanged_more_than_once() -> None:
    """Exchange cables twice: slot 1 in the place of 2, 2 in that of 3, 3 in that of 1."""
    assert dict(read_broken("swapped@1.1-2,swapped@1.1-3", 1)) == {
        1: Defects(cables=(2, 3, 1, 4, 5))
    }


def test_it_stands_in_the_url_beside_what_goes_wrong_by_chance() -> None:
    """Combine it with random faults in the URL; its own equals signs do no harm."""
    settings = parse_rig_settings("3?broken=weak@2.4.6=25%,light@3.1&faults=half&pace=2")
    assert settings.defects(2) == Defects(sensors=((4, 6, 0.25),)) and settings.defects(
        3
    ) == Defects(lights=(1,))
    assert settings.defects(1) == SOUND and settings.faults.half == 0.02 and settings.pace == 2.0
    assert parse_rig_settings("8").broken == () == RigSettings().broken


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("ligth@3.2", "did you mean 'light'"),
        ("fuse@1", "expected some of light, weak, blind, swapped, stuck, open, crossed, lamps"),
        ("light", "expected it as light@3.2"),
        ("light@3", "expected it as light@3.2"),
        ("light@3.2.1", "expected it as light@3.2"),
        ("light@9.1", "found seat 9 in 'light@9.1', expected 1 to 4"),
        ("light@5.1", "seat 5"),
        ("light@0.1", "seat 0"),
        ("light@1.6", "slot 6"),
        ("weak@1.1.9", "found cell 9 in 'weak@1.1.9', expected 1 to 8"),
        ("weak@1.1.1=0%", "1 to 99 per cent"),
        ("weak@1.1.1=100%", "1 to 99"),
        ("weak@1.1.1=", "weak@2.4.6=25%"),
        ("weak@1.1.1=half", "1 to 99"),
        ("blind@1.1.1=40%", "expected it as blind@2.4.6"),
        ("light@0001.1", "seat 0001"),
        ("light@².1", "expected it as"),
        ("swapped@1.2-2", "two different slots"),
        ("swapped@1.2-6", "found slot 6"),
        ("swapped@1.2", "swapped@1.2-4"),
        ("stuck@1.up", "stuck@5.pull"),
        ("stuck@1", "stuck@5.pull"),
        ("crossed@1.2", "crossed@6"),
        ("light@1.1,light@1.1", "one word for one place"),
        ("weak@1.1.1,blind@1.1.1", "weak@1.1.1 and blind@1.1.1"),
        ("stuck@1.pull,open@1.pull", "leave one out"),
        ("swapped@1.2-4,swapped@1.4-2", "swapped@1.2-4 and swapped@1.4-2"),
        ("light@1.1,,light@1.2", "found ''"),
        (",", "found ''"),
    ],
)
def test_what_cannot_be_broken_is_named(words: str, sentence: str) -> None:
    """Name an unknown word or place, and two words for one place, with what was expected."""
    with pytest.raises(TableError, match="broken: found") as fault:
        parse_rig_settings(f"4?broken={words}")
    assert sentence in str(fault.value)


# ---- The real firmware ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ear() -> Iterator[Listener]:
    """Return three broken readers, which all tests share."""
    words = (
        "light@1.2,weak@1.4.1,weak@1.4.2=70%,blind@1.5.8,crossed@1,swapped@2.2-4,lamps@2,"
        "light@2.1,open@2.push,stuck@3.pull"
    )
    with opened(f"3?pace=4&broken={words}") as ear:
        ear.until(lambda: len(ear.read) == 15, "all slots are told")
        assert set(ear.read.values()) == {(EMPTY, None)}
        yield ear


def cells(ear: Listener, seat: int, slot: int) -> CellsSeen:
    """Return what the cells of a slot see now."""
    ear.forget()
    ear.do(MeasureCells(seat, slot))

    def seen() -> list[CellsSeen]:
        return [signal for signal in ear.signals if isinstance(signal, CellsSeen)]

    ear.until(seen, f"slot {slot} of seat {seat} is looked at")
    assert seen()[0][:2] == (seat, slot)
    return seen()[0]


def test_weak_and_blind_sensors_spoil_some_words_and_show_in_the_levels(ear: Listener) -> None:
    """Show weak and blind sensors in the levels.

    A card that is black there reads as usual, which is why levels are checked; one that is white
    does not.
    """
    ear.do(InsertCard(1, 3, 0b11100000), InsertCard(1, 4, 0b11000001), InsertCard(1, 5, 0b00001101))
    ear.until(
        lambda: (
            [ear.read[1, slot] for slot in (3, 4, 5)]
            == [(OK, 0b11100000), (DIRTY, None), (BADCODE, None)]
        ),
        "two are not read",
    )
    sound, weak, blind = (cells(ear, 1, slot) for slot in (3, 4, 5))
    assert all(150 < level < 190 for level in sound.levels[:3]) and all(
        level < 32 for level in sound.levels[3:]
    )
    assert (
        0.3 < weak.levels[0] / weak.levels[7] < 0.5 and 0.6 < weak.levels[1] / weak.levels[7] < 0.8
    )
    assert blind.levels[7] == 0 and blind.rooms[7] > max(blind.rooms[:7]) and blind.levels[4] > 150
    ear.do(*(TakeCard(1, slot) for slot in (3, 4, 5)), InsertCard(1, 4, 0b00000111))
    ear.until(lambda: ear.read[1, 4] == (OK, 0b00000111), "a word that is black there is read")
    ear.do(TakeCard(1, 4))
    ear.until(lambda: ear.read[1, 4] == (EMPTY, None), "it is out again")


def test_exchanged_cables_tell_a_card_at_the_other_slot(ear: Listener) -> None:
    """Read a card at the other slot if cables are exchanged, with its light; others are right."""
    ear.do(InsertCard(2, 2, 7), InsertCard(2, 3, 11))
    ear.until(lambda: (ear.read[2, 4], ear.read[2, 3]) == ((OK, 7), (OK, 11)), "both are read")
    assert (
        ear.read[2, 2] == (EMPTY, None)
        and min(cells(ear, 2, 4).levels[5:]) > 150
        and max(cells(ear, 2, 2).levels) < 32
    )
    ear.do(TakeCard(2, 2), TakeCard(2, 3))
    ear.until(lambda: ear.read[2, 4] == (EMPTY, None), "the first is out again")


def test_lights_that_are_dead_or_turned_round(ear: Listener) -> None:
    """Keep a dead light dark; with a reversed strip slot 5 shines for slot 1."""
    red, dark = (63, 0, 0), (0, 0, 0)
    ear.table.show(
        Lamps({1: (LIT,) * 5, 2: (LIT, DARK, DARK, DARK, LIT), 3: (LIT, DARK, DARK, DARK, DARK)})
    )
    ear.until(
        lambda: ear.models[1].bulbs == (red, dark, red, red, red), "all but the dead one shine"
    )
    ear.until(
        lambda: ear.models[2].bulbs == (dark, dark, dark, dark, red),
        "the dead light of a turned strip is that of its slot",
    )
    ear.until(
        lambda: ear.models[3].bulbs == (red, dark, dark, dark, dark), "a sound strip is right"
    )
    ear.table.show(Lamps({2: (LIT, DARK, DARK, LIT, DARK)}))
    ear.until(
        lambda: ear.models[2].bulbs == (dark, red, dark, dark, red),
        "slots 1 and 4 shine at 5 and 2",
    )


def test_switches_that_are_stuck_open_or_crossed(ear: Listener) -> None:
    """Report a pull as a push if crossed, no push if open, and a constant pull if stuck.

    Pulled and pushed together counts as rest.
    """
    ear.forget()
    ear.do(MoveHandle(1, PULL), MoveHandle(2, PUSH), MoveHandle(2, PULL), MoveHandle(3, PUSH))
    ear.until(
        lambda: len(ear.moves(1)) >= 2 and len(ear.moves(2)) >= 2 and len(ear.moves(3)) >= 2,
        "all handles are told",
    )
    assert (ear.moves(1), ear.moves(2), ear.moves(3)) == ([PUSH, REST], [PULL, REST], [REST, PULL])
    assert all(reader.troubles == [] for reader in ear.table.rig.readers.values())
