"""The host's end alone: greetings, silence, other readers, lamps until they are confirmed."""

from __future__ import annotations

import pytest
from card_reader.wire import Frame, Splitter, frame

from companion.table.serial.link import SILENCE, HostLink
from companion.table.serial.messages import ForeignDevice, Greeting, HandleMessage, WrongVersion
from tests.recorded import recorded
from tests.typed import of_kind, present
from tests.wire.test_both_ends import BOOT, greeted_host


def said(host: HostLink, now: float) -> list[Frame]:
    """Return what a host says at a moment."""
    return Splitter().feed(host.output(now))


def kinds(host: HostLink, now: float) -> list[str]:
    """Return the kinds of frames that a host says at a moment."""
    return [each.kind for each in said(host, now)]


def frame_from_reader(kind: str, *fields: str, session: int = 0x1F3A, boot: int = BOOT) -> bytes:
    """Return something that a reader says."""
    return frame(session, boot, kind, *fields)


def greeting(
    version: str = "1", slots: str = "5", lamps: str = "5", session: int = 0x1F3A, boot: int = BOOT
) -> bytes:
    """Return a HI."""
    return frame_from_reader(
        "HI", version, "0.2.0", "E66", slots, lamps, "1", "blink,buzz", session=session, boot=boot
    )


def times(host: HostLink, kind: str, until: float) -> list[float]:
    """Return when a host says a kind of frame, if asked every hundredth of a second."""
    return [now / 100 for now in range(round(until * 100)) if kind in kinds(host, now / 100)]


def test_hello_is_said_until_it_is_answered() -> None:
    """Send HELLO at once, soon again, and then every 0.4 s until it is answered."""
    assert times(HostLink(0, 0.0), "HELLO", 2.0) == pytest.approx(
        [0, 0.05, 0.15, 0.35, 0.75, 1.15, 1.55, 1.95], abs=0.05
    )


def test_the_reader_says_who_it_is() -> None:
    """Pass on all facts of a reader in its greeting."""
    host = HostLink(0x1F3A, 0.0)
    assert host.identity is None
    heard = host.receive(greeting(), 0.1)
    assert heard == (Greeting(present(host.identity)),) and isinstance(heard[0], Greeting)
    assert host.identity == ("E66", "0.2.0", BOOT, 5, 5, ("blink", "buzz"))
    assert (heard[0].uid, heard[0].version) == ("E66", "0.2.0")
    assert host.receive(greeting(), 0.2) == ()


@pytest.mark.parametrize(
    ("version", "older", "remedy"),
    [("0", "reader is older", "firmware install"), ("2", "app is older", "update")],
)
def test_another_version_names_what_to_do(version: str, older: str, remedy: str) -> None:
    """Say once which side is older and what helps; use the reader as soon as it is flashed.

    It does not count as lost.
    """
    host = HostLink(0x1F3A, 0.0)
    found = host.receive(greeting(version), 0.1)
    assert len(found) == 1 and isinstance(found[0], WrongVersion)
    assert (
        older in str(found[0].words)
        and remedy in str(found[0].words)
        and (found[0].uid, found[0].version) == ("E66", "0.2.0")
    )
    assert host.receive(greeting(version), 1.5) == () and not host.lost(2.0)
    assert kinds(host, 2.0) == ["HELLO"]
    assert [type(heard) for heard in host.receive(greeting(), 2.1)] == [Greeting]


@pytest.mark.parametrize(("slots", "lamps"), [("4", "5"), ("5", "8"), ("0", "0")])
def test_a_reader_of_another_size_is_refused(slots: str, lamps: str) -> None:
    """Refuse other numbers of slots or lamps once, with what was found."""
    host = HostLink(0x1F3A, 0.0)
    found = host.receive(greeting(slots=slots, lamps=lamps) * 3, 0.1)
    assert (
        len(found) == 1
        and isinstance(found[0], ForeignDevice)
        and f"{slots} slots and {lamps} lamps" in str(found[0].words)
    )
    assert host.identity is None


def test_a_device_that_talks_otherwise_is_told() -> None:
    """Name a device once that answers otherwise, or echoes."""
    host = HostLink(0x1F3A, 0.0)
    found = [
        word
        for now in range(0, 400, 10)
        for word in host.receive(b"ok\r\n" + host.output(now / 100), now / 100)
    ]
    assert [type(word) for word in found] == [ForeignDevice]
    assert host.lost(2.0)


def test_nothing_is_said_of_a_silent_line_but_that_it_is_lost() -> None:
    """Say nothing of a silent line but that it is lost."""
    host = HostLink(0, 0.0)
    assert not any(host.receive(b"", now / 10) for now in range(100))
    assert not host.lost(SILENCE - 0.01) and host.lost(SILENCE)


def test_silence_is_noticed_within_two_seconds() -> None:
    """Ask a quiet reader several times; then report it lost, and greet in a new session."""
    host = greeted_host()
    asked = times(host, "PING", 1.59)
    assert asked == pytest.approx([0.5, 0.55, 0.65, 0.85, 1.25], abs=0.03)
    assert host.lost(SILENCE) and SILENCE < 2
    hello = said(host, SILENCE)
    assert (
        [each.kind for each in hello] == ["HELLO"]
        and hello[0].session != 0x1F3A
        and hello[0].boot == BOOT
    )


def test_a_sign_of_life_is_enough() -> None:
    """Keep a reader that answers, asked twice a second."""
    host = greeted_host()
    pings = 0
    for now in range(1, 1000):
        if "PING" in kinds(host, now / 100):
            pings += 1
            host.receive(frame_from_reader("PONG", "00000"), now / 100)
        assert not host.lost(now / 100)
    assert 18 <= pings <= 20 and host.counters(10.0).resends == 0


def test_next_due_is_neither_late_nor_idle() -> None:
    """Send the same at the announced times as at all times."""
    eager, lazy, now = greeted_host(), greeted_host(), 0.0
    by_need = []
    while now < 3:
        by_need += [(now, each.kind) for each in said(lazy, now)]
        assert lazy.next_due(now) > now
        now = lazy.next_due(now)
    all_the_time = [
        (tick / 1000, kind) for tick in range(3000) for kind in kinds(eager, tick / 1000)
    ]
    assert [kind for _, kind in by_need] == [kind for _, kind in all_the_time] and 8 < len(
        by_need
    ) < 20
    assert [time for time, _ in by_need] == pytest.approx(
        [time for time, _ in all_the_time], abs=0.01
    )


def test_events_are_heard_once_and_in_order() -> None:
    """Acknowledge a repeated event without passing it on, and hold no early one."""
    host = greeted_host()
    early, first = (
        frame_from_reader("HANDLE", "2", "R", "M"),
        frame_from_reader("HANDLE", "1", "P", "M"),
    )
    assert host.receive(early, 0.1) == ()
    assert host.receive(first + first + early, 0.2) == (
        HandleMessage("pull", True),
        HandleMessage("rest", True),
    )
    assert host.receive(first, 0.3) == ()
    assert [(each.kind, each.fields) for each in said(host, 0.3)] == [
        ("ACK", ["2"])
    ] and host.last == (BOOT, 2)


def test_other_sessions_are_not_heard() -> None:
    """Ignore frames and greetings of earlier hosts."""
    host = HostLink(0x1F3A, 0.0)
    assert (
        host.receive(greeting(session=0x1F3B) + frame_from_reader("HANDLE", "1", "P", "M"), 0.1)
        == ()
    )
    host = greeted_host()
    assert (
        host.receive(
            frame_from_reader("HANDLE", "1", "P", "M", session=1)
            + frame_from_reader("WHO", session=1),
            0.1,
        )
        == ()
    )
    assert host.counters(0.1).silent == pytest.approx(0.1)


@pytest.mark.parametrize(
    "word",
    [
        frame_from_reader("WHO"),
        frame_from_reader("WHO", boot=7),
        frame_from_reader("SLOTS", "1", "0", *["E/2"] * 5, boot=7),
        frame_from_reader("PONG", "00000", boot=7),
    ],
)
def test_a_reader_that_started_anew_is_greeted_anew(word: bytes) -> None:
    """Greet again after one frame of another boot; restart counting, and send lamps again."""
    host = greeted_host()
    host.show((0, 0, 0, 0, 1))
    host.receive(frame_from_reader("HANDLE", "1", "P", "M") + word, 0.1)
    hello = said(host, 0.1)
    assert [(each.kind, each.boot, each.fields) for each in hello] == [("HELLO", BOOT, ["1", "1"])]
    heard = host.receive(
        greeting(session=hello[0].session, boot=7)
        + frame_from_reader("HANDLE", "1", "P", "M", session=hello[0].session, boot=7),
        0.2,
    )
    assert [type(each) for each in heard] == [Greeting, HandleMessage]
    assert kinds(host, 0.2) == ["ACK", "LAMPS"]


def test_a_reader_that_forgets_every_greeting_keeps_nobody_busy() -> None:
    """Greet a forgetful reader ten times a second at most."""
    host, greetings = HostLink(0x1F3A, 0.0), 0
    host.show((0, 1, 2, 0, 0))
    for now in (step / 1000 for step in range(10_000)):
        for word in said(host, now):
            greetings += word.kind == "HELLO"
            host.receive(
                greeting(session=word.session)
                if word.kind == "HELLO"
                else frame_from_reader("WHO", session=word.session),
                now,
            )
    assert 10 <= greetings <= 101


def test_lamps_are_sent_until_they_are_confirmed() -> None:
    """Repeat the newest lamps with growing pauses until confirmed.

    Old confirmations do not count.
    """
    host = greeted_host()
    host.show((0, 0, 1, 2, 0))
    assert times(host, "LAMPS", 0.5) == pytest.approx([0, 0.05, 0.15, 0.35], abs=0.03)
    assert host.counters(0.5).resends == 3
    host.show((1, 1, 1, 1, 1))
    host.receive(frame_from_reader("LIT", "1"), 0.5)
    assert [each.fields for each in said(host, 0.5) if each.kind == "LAMPS"] == [["2", "11111"]]
    host.receive(frame_from_reader("LIT", "2"), 0.51)
    host.show((1, 1, 1, 1, 1))
    assert "LAMPS" not in kinds(host, 0.9)


def test_lamps_that_burn_otherwise_are_sent_again() -> None:
    """Correct lamps that differ in the reader's heartbeat."""
    host = greeted_host()
    host.show((0, 0, 0, 0, 1))
    host.output(0.1)
    host.receive(frame_from_reader("LIT", "1") + frame_from_reader("PONG", "00001"), 0.2)
    assert "LAMPS" not in kinds(host, 0.3)
    host.receive(frame_from_reader("PONG", "11111"), 0.4)
    assert [each.fields for each in said(host, 0.4) if each.kind == "LAMPS"] == [["2", "00001"]]


def test_a_wish_is_repeated_until_slots_answer_it() -> None:
    """Repeat a request for slots until those after it come."""
    host = greeted_host()
    host.ask_read()
    assert kinds(host, 0.1) == ["READ"]
    host.receive(frame_from_reader("SLOTS", "1", "0", *["E/2"] * 5), 0.11)
    assert kinds(host, 0.2) == ["ACK", "READ"]
    host.receive(frame_from_reader("SLOTS", "2", "1", *["E/2"] * 5), 0.21)
    assert kinds(host, 0.4) == ["ACK"]


def test_a_wish_outlives_a_new_session() -> None:
    """Repeat a request in a new session or after a restart of the reader."""
    host = HostLink(0x1F3A, 0.0)
    host.ask_read()
    assert kinds(host, 0.0) == ["HELLO"]
    host.receive(greeting(), 0.1)
    assert kinds(host, 0.1) == ["READ"]
    host.receive(frame_from_reader("WHO"), 0.2)
    hello = said(host, 0.2)[0]
    host.receive(greeting(session=hello.session, boot=7), 0.3)
    assert kinds(host, 0.3) == ["READ"]


def test_a_reader_that_talks_nonsense_only_is_told() -> None:
    """Say once what to do about a reader that sends only invalid values."""
    host = greeted_host()
    found = [
        word
        for _ in range(60)
        for word in host.receive(frame_from_reader("SLOTS", "1", "0", "O999/1", *["E/2"] * 4), 0.1)
    ]
    assert [type(word) for word in found] == [ForeignDevice] and str(
        of_kind(ForeignDevice, found[0]).words
    ) == recorded("firmware-install")


def test_newer_readers_may_say_more() -> None:
    """Skip unknown kinds and extra fields."""
    more = (
        frame_from_reader("HI", "1", "0.2.0", "E66", "5", "5", "1", "-", "more")
        + frame_from_reader("DANCE", "1")
        + frame_from_reader("HANDLE", "1", "P", "M", "softly")
    )
    heard = HostLink(0x1F3A, 0.0).receive(more, 0.1)
    assert [type(word) for word in heard] == [Greeting, HandleMessage]
    assert isinstance(heard[0], Greeting) and heard[0].identity.abilities == ()
