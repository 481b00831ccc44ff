"""Frames: intact ones are read right, damaged ones are not read, and harm no other."""

from __future__ import annotations

import random
import re
import zlib
from typing import Any

import pytest
from card_reader.wire import LONGEST, Frame, Splitter, frame, number, parse, word
from hypothesis import given
from hypothesis import strategies as st

from tests.wire.vectors import HARDWARE, VECTORS, octets

KINDS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=8)
FIELDS = st.lists(
    st.text([chr(code) for code in range(33, 127) if chr(code) != ":"], min_size=1, max_size=9),
    max_size=9,
)
FRAMES = st.builds(Frame, st.integers(0, 0xFFFF), st.integers(0, 0xFFFF), KINDS, FIELDS)


def fed(data: bytes, pieces: int = 1) -> tuple[list[Frame], int]:
    """Return the frames in some bytes that come in pieces, and how many lines were damaged."""
    splitter = Splitter()
    frames = [
        found
        for start in range(0, len(data), pieces)
        for found in splitter.feed(data[start : start + pieces])
    ]
    return frames, splitter.damaged


# ---- Golden frames -------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["intact"], ids=lambda vector: vector["line"][10:24])
def test_a_golden_frame_is_read_and_built_alike(vector: dict[str, Any]) -> None:
    """Read and build the frames that were made by hand."""
    line, meant = (
        octets(vector["line"]),
        Frame(vector["session"], vector["boot"], vector["kind"], vector["fields"]),
    )
    assert line[-9:-1] == b"%08x" % zlib.crc32(line[1:-10])
    assert parse(line) == meant
    assert frame(meant.session, meant.boot, meant.kind, *meant.fields) == line
    assert fed(line) == ([meant], 0)


@pytest.mark.parametrize("vector", VECTORS["broken"], ids=lambda vector: vector["why"])
def test_a_broken_frame_says_nothing(vector: dict[str, Any]) -> None:
    """Skip and count each kind of damage and other spellings; read the next frame."""
    line, good = octets(vector["line"]), octets(VECTORS["intact"][0]["line"])
    assert parse(line) is None
    frames, damaged = fed(line + good)
    assert frames == [parse(good)] and damaged >= 1


@pytest.mark.parametrize("vector", VECTORS["wreck"], ids=lambda vector: ascii(vector["line"][:12]))
def test_a_frame_behind_a_wreck_is_heard(vector: dict[str, Any]) -> None:
    """Read the frame behind a damaged one that lost its newline."""
    whole = parse(octets(vector["whole"]))
    assert whole is not None
    assert fed(octets(vector["line"])) == ([whole], 1)


def test_every_frame_in_the_description_is_intact() -> None:
    """Keep every example of protocol.md intact."""
    text = (HARDWARE / "protocol.md").read_text("utf-8")
    lines = re.findall(r":[0-9a-f]{8} [A-Z][^\n`]*? [0-9a-f]{8}(?=  | *\n)", text)
    assert len(lines) > 20
    assert [line for line in lines if parse(line.encode() + b"\n") is None] == []


# ---- Any frame, any bytes ------------------------------------------------------------------------


@given(FRAMES)
def test_a_frame_reads_back(said: Frame) -> None:
    """Read back what fits into a frame; refuse to build what does not."""
    length = 20 + len(" ".join([said.kind, *said.fields]))
    if length > LONGEST:
        with pytest.raises(ValueError, match="frame of"):
            frame(said.session, said.boot, said.kind, *said.fields)
        return
    line = frame(said.session, said.boot, said.kind, *said.fields)
    assert len(line) == length and parse(line) == said


@given(
    st.lists(
        FRAMES.filter(lambda said: len(" ".join([said.kind, *said.fields])) <= 100), max_size=6
    ),
    st.integers(1, 50),
)
def test_pieces_do_not_matter(said: list[Frame], pieces: int) -> None:
    """Read bytes in any pieces."""
    assert fed(
        b"".join(frame(each.session, each.boot, each.kind, *each.fields) for each in said), pieces
    ) == (said, 0)


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=200),
            st.sampled_from([octets(vector["line"]) for vector in VECTORS["intact"]]),
        )
    )
)
def test_what_is_read_is_spelt_in_one_way(pieces: list[bytes]) -> None:
    """Accept from any bytes only frames spelt as we build them, and keep no heap."""
    splitter = Splitter()
    data = b"".join(pieces)
    for found in splitter.feed(data) + splitter.feed(b"x" * 100_000) + splitter.feed(b"\n"):
        assert frame(found.session, found.boot, found.kind, *found.fields) in data


def test_a_frame_may_be_as_long_as_the_wire_allows() -> None:
    """Read 120 bytes; neither build nor read 121."""
    line = frame(1, 2, "LONG", "x" * (LONGEST - 25))
    assert len(line) == LONGEST and parse(line) is not None
    with pytest.raises(ValueError, match="121 bytes"):
        frame(1, 2, "LONG", "x" * (LONGEST - 24))


def test_a_line_without_end_is_forgotten_but_for_its_end() -> None:
    """Count a megabyte without a newline as one damaged line, and read the frame at its end."""
    good = octets(VECTORS["intact"][0]["line"])
    assert fed(b"\xaa" * 1_000_000 + good, 4096) == ([parse(good)], 1)


def test_random_bytes_are_no_frames() -> None:
    """Find no frames in a million random bytes."""
    frames, damaged = fed(random.Random(3).randbytes(1_000_000), 997)
    assert frames == [] and damaged > 1000


@given(st.text(max_size=12))
def test_numbers_have_one_spelling(text: str) -> None:
    """Read a number only in its one spelling."""
    assert number(text) == (int(text) if re.fullmatch("0|[1-9][0-9]{0,8}", text, re.ASCII) else -1)


@given(st.text(max_size=40))
def test_any_text_becomes_a_field(text: str) -> None:
    """Encode a strange name in a readable frame."""
    found = parse(frame(1, 2, "HI", word(text, 16)))
    assert found is not None and len(found.fields) == 1
