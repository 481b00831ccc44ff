"""A bad line does exactly the damage it is asked for."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.table.rig.rig_settings import LONGEST, Faults, Mangler

FRAMES = [f":1f3a9c01 PING {number} 5d0c2f41\n".encode() for number in range(1000)]
PIECES = st.lists(st.binary(max_size=20))


@given(PIECES)
def test_a_good_line_changes_nothing(pieces: list[bytes]) -> None:
    """Pass every byte without delay if there are no line faults."""
    line = Mangler(Faults(unplug=1.0, dirty=1.0, half=1.0), Random(1))
    assert [line.feed(piece) for piece in pieces] == pieces


@given(PIECES, st.integers(0, 9))
def test_bytes_may_come_in_any_pieces(pieces: list[bytes], seed: int) -> None:
    """Give the same result for any cuts of the stream."""
    faults = Faults(corrupt=0.3, drop=0.3, duplicate=0.3)
    data = b"\n".join(pieces)[:LONGEST]
    whole, cut = Mangler(faults, Random(seed)), Mangler(faults, Random(seed))
    assert whole.feed(data) == b"".join(
        cut.feed(data[place : place + 1]) for place in range(len(data))
    )


def test_each_fault_happens_as_often_as_it_should() -> None:
    """Damage about 30 of 1000 frames at 3 %, each fault in its own way."""

    def carried(**chances: float) -> list[bytes]:
        line = Mangler(Faults(**chances), Random(5))
        return [line.feed(frame) for frame in FRAMES]

    dropped = carried(drop=0.03)
    assert 15 <= dropped.count(b"") <= 45 and all(
        out in (b"", frame) for out, frame in zip(dropped, FRAMES, strict=True)
    )
    doubled = carried(duplicate=0.03)
    assert 15 <= sum(out == 2 * frame for out, frame in zip(doubled, FRAMES, strict=True)) <= 45
    damaged = b"".join(carried(corrupt=0.03))
    assert 15 <= sum(frame not in damaged for frame in FRAMES) <= 60
    assert b"".join(carried(corrupt=1.0)) not in b"".join(FRAMES)


def test_noise_without_an_end_is_not_held_back() -> None:
    """Hold a frame until it is whole, but not for ever."""
    line = Mangler(Faults(drop=0.01), Random(1))
    assert line.feed(b"x" * 200) == b"" and line.feed(b"x" * 100) == b"x" * 300


def test_an_interrupted_line_forgets() -> None:
    """Forget half a frame after an interruption."""
    line = Mangler(Faults(drop=1e-9), Random(1))
    line.feed(b"half a fr")
    line.cut()
    assert line.feed(FRAMES[0]) == FRAMES[0]
