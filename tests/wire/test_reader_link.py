"""The reader's end alone: sessions, lamps, a bounded queue, and hosts that are gone or strange."""

from __future__ import annotations

from card_reader.link import QUEUE, WINDOW, ReaderLink
from card_reader.wire import LONGEST, Frame, Splitter, frame

from tests.wire.test_both_ends import BOOT, EMPTY, greeted_reader, new_reader


def said(reader: ReaderLink, now: int) -> list[Frame]:
    """Return what a reader says at a moment."""
    return Splitter().feed(reader.output(now))


def kinds(reader: ReaderLink, now: int) -> list[str]:
    """Return the kinds of frames that a reader says at a moment."""
    return [each.kind for each in said(reader, now)]


def tell(
    reader: ReaderLink, now: int, kind: str, *fields: str, session: int = 0x1F3A, boot: int = BOOT
) -> None:
    """Send a frame of the host."""
    reader.receive(frame(session, boot, kind, *fields), now)


def test_a_reader_is_silent_until_it_is_greeted() -> None:
    """Send nothing before a greeting."""
    reader = new_reader()
    for now in range(0, 10_000, 100):
        reader.slots(EMPTY)
        reader.handle("P")
        assert reader.output(now) == b""
    assert reader.host_gone(0)


def test_the_first_host_hears_no_old_stories() -> None:
    """Tell the first host the state, not earlier events."""
    reader = new_reader()
    for position in "RPRPR":
        reader.handle(position)
        reader.slots(EMPTY)
    tell(reader, 9000, "HELLO", "1", "0", boot=0)
    assert kinds(reader, 9000) == ["HI", "SLOTS", "HANDLE"]


def test_a_host_that_comes_back_hears_what_it_missed() -> None:
    """Tell a returning host that knows this boot the missed moves of the handle, then the state."""
    reader = greeted_reader()
    tell(reader, 10, "ACK", "2")
    for position in "PR":
        reader.handle(position)
    tell(reader, 60_000, "HELLO", "1", "2", session=7)
    assert [(each.kind, *each.fields[1:]) for each in said(reader, 60_000)][1:] == [
        ("HANDLE", "P", "M"),
        ("HANDLE", "R", "M"),
        ("SLOTS", "0", *["E/2"] * 5),
    ]


def test_a_late_greeting_of_an_old_session_loses_nothing() -> None:
    """Recover by WHO from a late greeting of an old session, and tell what was unacknowledged."""
    reader = greeted_reader()
    tell(reader, 10, "ACK", "2")
    reader.handle("P")
    tell(reader, 20, "HELLO", "1", "0", session=0x5555, boot=0)
    reader.output(20)
    tell(reader, 30, "PING")
    assert "WHO" in kinds(reader, 30)
    tell(reader, 40, "HELLO", "1", "2", session=9)
    assert ["3", "P", "M"] in [each.fields for each in said(reader, 40)]


def test_lamps_are_set_by_the_newest_picture_only() -> None:
    """Set lamps by the newest picture only, and confirm its number."""
    reader = greeted_reader()
    tell(reader, 10, "LAMPS", "2", "00120")
    assert [each.fields for each in said(reader, 10) if each.kind == "LIT"] == [["2"]]
    tell(reader, 20, "LAMPS", "1", "22222")
    assert reader.lamps == (0, 0, 1, 2, 0) and [
        each.fields for each in said(reader, 20) if each.kind == "LIT"
    ] == [["2"]]


def test_lamps_stay_while_the_host_is_away_and_in_a_new_session() -> None:
    """Keep lamps without a host and in a new session, which counts pictures from its start."""
    reader = greeted_reader()
    tell(reader, 10, "LAMPS", "9", "00011")
    assert not reader.host_gone(5009) and reader.host_gone(5010) and reader.lamps == (0, 0, 0, 1, 1)
    tell(reader, 6000, "HELLO", "1", "0", session=3)
    assert reader.lamps == (0, 0, 0, 1, 1) and not reader.host_gone(6000)
    tell(reader, 6010, "LAMPS", "1", "10000", session=3)
    assert reader.lamps == (1, 0, 0, 0, 0)


def test_a_wish_to_read_is_heard_once() -> None:
    """Hear a repeated request once, and name it in the answer."""
    reader = greeted_reader()
    tell(reader, 10, "ACK", "2")
    tell(reader, 10, "READ", "4")
    assert reader.read_wanted
    reader.slots(EMPTY)
    tell(reader, 20, "READ", "4")
    assert not reader.read_wanted
    assert [each.fields[:2] for each in said(reader, 20)] == [["3", "4"]]


def test_four_events_are_under_way_at_most() -> None:
    """Send four unacknowledged events at most, in order."""
    reader = greeted_reader()
    for _ in range(6):
        reader.handle("P")
    assert [each.fields[0] for each in said(reader, 10)] == ["3", "4"]
    tell(reader, 20, "ACK", "3")
    assert [each.fields[0] for each in said(reader, 20)] == ["5", "6", "7"][: WINDOW - 1]


def test_pauses_grow_to_an_end() -> None:
    """Repeat an event after 40 ms, 80 and so on, up to 400 ms, until the host is gone."""
    reader = greeted_reader()
    times = [now for now in range(1, 20_000) if reader.output(now)]
    assert times[:6] == [40, 120, 280, 600, 1000, 1400] and 4600 <= times[-1] < 5000


def test_a_full_queue_keeps_the_newest() -> None:
    """Keep the newest slots and the last moves of the handle of a thousand events, in order."""
    reader = greeted_reader()
    for count in range(1000):
        reader.slots((("O", count % 256, count // 256), *EMPTY[1:]))
        reader.handle("PRH"[count % 3])
    batches: list[list[str]] = []
    for now in range(10, 200, 10):
        heard = [each.fields for each in said(reader, now) if each.kind in ("SLOTS", "HANDLE")]
        batches += heard
        if heard:
            tell(reader, now, "ACK", heard[-1][0])
    last = batches[-QUEUE:]
    assert (
        sum(len(fields) > 3 for fields in last) == 1 and last[-2][2] == f"O{999 % 256}/{999 // 256}"
    )
    assert "".join(fields[1] for fields in last if len(fields) == 3) == "".join(
        "PRH"[count % 3] for count in range(1000 - QUEUE + 1, 1000)
    )


def test_another_version_is_answered_and_not_served() -> None:
    """Answer a host of another version with ours, and do not serve it."""
    reader = new_reader()
    reader.slots(EMPTY)
    tell(reader, 0, "HELLO", "2", "0", "more", boot=0)
    assert [(each.kind, each.fields[0]) for each in said(reader, 0)] == [("HI", "1")]
    assert reader.host_gone(0)
    tell(reader, 10, "PING")
    assert kinds(reader, 10) == ["WHO"]


def test_its_own_echo_is_not_answered() -> None:
    """Do not answer its own echo without end."""
    reader = greeted_reader()
    tell(reader, 10, "PING", session=4)
    spoken = [reader.output(10)]
    for now in range(20, 6000, 10):
        reader.receive(spoken[-1], now)
        spoken.append(reader.output(now))
    assert reader.host_gone(6000) and sum(map(len, spoken)) < 3000 and spoken[-1] == b""


def test_newer_hosts_may_say_more() -> None:
    """Skip unknown kinds and extra fields."""
    reader = greeted_reader()
    tell(reader, 10, "DANCE", "now")
    tell(reader, 10, "LAMPS", "1", "11111", "softly")
    assert reader.lamps == (1,) * 5 and reader.refused == 0 and kinds(reader, 10) == ["LIT"]


def test_a_strange_name_fits_into_the_greeting() -> None:
    """Send a valid greeting with any name of the firmware."""
    reader = ReaderLink(
        "x" * 99, "version: ö \n", -5, abilities="blink,and,much,more,that,nobody,asked,for"
    )
    tell(reader, 0, "HELLO", "1", "0", boot=0)
    assert kinds(reader, 0) == ["HI"]


def test_one_look_never_says_more_than_a_thousand_bytes() -> None:
    """Send a thousand bytes at most in one look."""
    reader = greeted_reader()
    for _ in range(9):
        reader.slots((("O", 255, 255),) * 5)
    for kind, fields in (
        ("ACK", ["2"]),
        ("LAMPS", ["1", "00000"]),
        ("PING", []),
        ("READ", ["1"]),
        ("LOOK", ["1", "5"]),
    ):
        tell(reader, 100, kind, *fields)
    reader.cells([255] * 8, [231] * 8)
    tell(reader, 100, "PING", session=8)
    tell(reader, 100, "HELLO", "1", "0")
    spoken = reader.output(100)
    assert len(spoken) <= 1000 and max(map(len, spoken.splitlines())) < LONGEST
