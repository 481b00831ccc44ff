"""Codes: unambiguous letters, one for each person's seat, their validity, and wrong guesses."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from companion.app.loop import EventLoop, open_session
from companion.phones.codes import (
    FILE_NAME,
    FREE_GUESSES,
    GUESSES_WINDOW,
    LENGTH,
    LETTERS,
    LIFETIME,
    MAX_PIN_TRIES,
    PIN_LOCK,
    SAVE_INTERVAL,
    Codes,
    Guesses,
    PinTries,
    RateLimit,
    has_shape_of_code,
)
from companion.session.lobby.phone_access import SCREEN
from companion.session.messages import ApplyCorrection, BackToSetup, Begin, Go, HandSeat, OpenPage
from companion.session.pages.phones import (
    PhoneServiceFound,
    PhoneServiceReported,
    RenewCode,
    RenewCodes,
    ShowInvitation,
)
from companion.session.session import Session
from companion.words import NOTHING
from tests.recorded import recorded
from tests.session.evenings import begun
from tests.session.test_evening import won


class Moment:
    """A time of day that a test sets."""

    def __init__(self) -> None:
        """Begin on some day."""
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        """Return it."""
        return self.now


def by_seat(codes: Codes) -> dict[int, str]:
    """Return the code of each seat."""
    return {one.seat: one.code for one in codes.invitations({})}


def followed(session: Session, folder: Path | None = None, now: Moment | None = None) -> Codes:
    """Return the codes of a session, as after a start."""
    codes = Codes(folder, now or Moment())
    codes.follow(session)
    return codes


def test_every_persons_seat_has_one_and_so_has_the_table() -> None:
    """Give each person's seat and the table a code of unambiguous letters, all different.

    Pilots have none.
    """
    assert Codes().seat("") is None
    codes = followed(open_session(seed=1, players=("person", "steady", "person")).session)
    found = by_seat(codes)
    assert set(found) == {SCREEN, 1, 3} and len(set(found.values())) == 3
    assert all(
        len(code) == LENGTH and set(code) <= set(LETTERS) for code in found.values()
    ) and not set(LETTERS) & set("01ILO")
    for seat, code in found.items():
        assert codes.seat(code) == codes.seat(f" {code.lower()} ") == seat
        assert (
            codes.seat(code[:-1]) is None
            and codes.seat(code + "A") is None
            and codes.seat("ü" * 8) is None
        )
        assert (
            has_shape_of_code(code.lower())
            and not has_shape_of_code(code[:-1])
            and not has_shape_of_code("apple-touch-icon.png")
        )


def test_two_sessions_have_other_codes() -> None:
    """Take codes from the system's random source, not from the game's."""
    assert len({by_seat(followed(open_session(seed=1).session))[1] for _ in range(20)}) == 20


def test_another_player_gets_another_code() -> None:
    """Change the code of a seat with its player, also in a swap, and no other."""
    loop = begun(("person", "person", "person"))
    codes = followed(loop.session)
    first = by_seat(codes)
    loop.send(ApplyCorrection(HandSeat(1, "random")))
    assert codes.follow(loop.session) and set(by_seat(codes)) == {SCREEN, 2, 3}
    loop.send(ApplyCorrection(HandSeat(1, "person")))
    codes.follow(loop.session)
    second = by_seat(codes)
    assert second[1] != first[1] and (second[2], second[3], second[SCREEN]) == (
        first[2],
        first[3],
        first[SCREEN],
    )
    assert not codes.follow(loop.session)
    swapped = loop.session._replace(
        lobby=loop.session.lobby._replace(setup=loop.session.lobby.setup._replace(swaps=((1, 2),)))
    )
    assert codes.follow(swapped) and by_seat(codes)[1] != second[1]


# ---- How long they are valid ---------------------------------------------------------------------


def restarted(loop: EventLoop, folder: Path, now: Moment) -> dict[int, str]:
    """Return the codes after a restart."""
    return by_seat(followed(loop.session, folder, now))


def test_codes_outlive_a_restart_in_a_file_that_nobody_else_reads(tmp_path: Path) -> None:
    """Keep codes and the secret of PINs over a restart, in a file for their owner alone."""
    loop, now = begun(), Moment()
    before = followed(loop.session, tmp_path, now)
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
    again = followed(loop.session, tmp_path, now)
    assert by_seat(again) == by_seat(before) and again.signature("x", 1) == before.signature("x", 1)
    assert not again.follow(loop.session) and list(tmp_path.iterdir()) == [tmp_path / FILE_NAME]


def test_a_code_that_was_shown_is_covered_also_after_a_restart(tmp_path: Path) -> None:
    """Cover a code that was shown before a restart, too."""
    loop, now = begun(), Moment()
    codes = followed(loop.session, tmp_path, now)

    def heard(loop: EventLoop, codes: Codes) -> None:
        loop.send(PhoneServiceReported("10.42.0.1:8137", NOTHING, codes.invitations({})))

    def lies_open(loop: EventLoop, seat: int) -> bool:
        loop.send(ShowInvitation(seat))
        return bool(loop.view.body.shown.link)

    heard(loop, codes)
    for message in (PhoneServiceFound(called=True), OpenPage("phones")):
        loop.send(message)
    assert lies_open(loop, 1) and not codes.follow(loop.session)
    after, again = begun(), followed(loop.session, tmp_path, now)
    heard(after, again)
    for message in (PhoneServiceFound(called=True), OpenPage("phones")):
        after.send(message)
    assert not lies_open(after, 1) and lies_open(after, 2)


def test_settings_and_begin_again_keep_the_codes(tmp_path: Path) -> None:
    """Keep the codes when a race goes back to its setup, before and after a restart."""
    loop, now = open_session(seed=1, players=("person", "person")), Moment()
    codes = followed(loop.session, tmp_path, now)
    before = by_seat(codes)
    loop.send(Begin())
    assert not codes.follow(loop.session)
    loop.send(Go(loop.session.config.pages[0]))
    assert loop.session.match is None and not codes.follow(loop.session)
    loop.send(Begin())
    assert not codes.follow(loop.session) and restarted(loop, tmp_path, now) == before


def test_codes_end_with_the_game(tmp_path: Path) -> None:
    """Keep codes while the result is shown, and end them at the next setup."""
    loop, now = won(), Moment()
    codes = followed(loop.session, tmp_path, now)
    before = by_seat(codes)
    assert restarted(loop, tmp_path, now) == before
    loop.send(BackToSetup())
    assert codes.follow(loop.session) and not set(by_seat(codes).values()) & set(before.values())
    assert restarted(loop, tmp_path, now) == by_seat(codes)


def test_codes_end_twelve_hours_after_their_last_use(tmp_path: Path) -> None:
    """End codes twelve hours after their last use, which is kept to the minute over a restart."""
    loop, now = begun(), Moment()
    codes = followed(loop.session, tmp_path, now)
    before = by_seat(codes)
    now.now += LIFETIME - SAVE_INTERVAL
    codes.use(1)
    now.now += 2 * SAVE_INTERVAL
    after = restarted(loop, tmp_path, now)
    assert after[1] == before[1] and after[2] != before[2] and after[SCREEN] != before[SCREEN]
    assert codes.follow(loop.session) and by_seat(codes)[1] == before[1]
    # A computer without its own clock may start in the past.
    now.now -= 10 * LIFETIME
    assert restarted(loop, tmp_path, now)[1] == before[1]


def test_other_codes_when_somebody_asks_for_them(tmp_path: Path) -> None:
    """Make other codes on request, for one seat or all, and once over any restarts."""
    loop, now = begun(), Moment()
    codes = followed(loop.session, tmp_path, now)
    before = by_seat(codes)
    loop.send(RenewCode(1))
    assert codes.follow(loop.session)
    after = by_seat(codes)
    assert after[1] != before[1] and after[2] == before[2] and after[SCREEN] == before[SCREEN]
    assert restarted(loop, tmp_path, now) == after
    for message in (PhoneServiceFound(), OpenPage("phones"), RenewCodes()):
        loop.send(message)
    assert codes.follow(loop.session) and not set(by_seat(codes).values()) & set(after.values())
    assert by_seat(Codes(tmp_path, now, fresh=True)) == {}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"secret": 1, "codes": {}}',
        '{"secret": "ab", "codes": {"1": 5}}',
        '{"secret": "ab", "codes": {"x": {}}}',
        "[" * 100_000,
        '{"secret": "%s", "codes": {"1": {"owner": "", "letters": "../../", "used": 1}}}'
        % ("a" * 64),
        "\x00\xff",
    ],
)
def test_a_damaged_file_counts_as_none(tmp_path: Path, content: str) -> None:
    """Ignore a damaged file, and write a good one next."""
    (tmp_path / FILE_NAME).write_text(content, encoding="latin-1")
    loop, now = begun(), Moment()
    codes = followed(loop.session, tmp_path, now)
    assert all(has_shape_of_code(code) for code in by_seat(codes).values())
    assert restarted(loop, tmp_path, now) == by_seat(codes)


def test_a_disk_that_takes_nothing_stops_nobody(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Log a write error once, and keep the codes in memory."""
    (tmp_path / "file").touch()
    codes = followed(begun().session, tmp_path / "file", Moment())
    assert set(by_seat(codes)) == {SCREEN, 1, 2}
    assert capfd.readouterr().err == recorded("codes-for-phones-are-not-saved", folder=tmp_path)


def test_nothing_of_a_code_is_kept_but_in_that_file(tmp_path: Path) -> None:
    """Keep uses in seconds, owners and letters in the file, but no name and no PIN."""
    loop = begun()
    followed(loop.session, tmp_path, Moment())
    kept = json.loads((tmp_path / FILE_NAME).read_text())
    assert set(kept) == {"secret", "codes"} and all(
        set(code) == {"owner", "letters", "used", "shown"} for code in kept["codes"].values()
    )


# ---- Wrong ones ----------------------------------------------------------------------------------


def test_wrong_codes_are_answered_later_and_nobody_is_locked_out() -> None:
    """Delay answers to wrong codes per address, forget them after a while, and lock out no one."""
    guesses = Guesses()
    assert [guesses.delay("a", 0.0) for _ in range(FREE_GUESSES)] == [0.0] * FREE_GUESSES
    assert guesses.delay("a", 1.0) > 0.0 and guesses.delay("b", 1.0) == 0.0
    assert guesses.delay("a", GUESSES_WINDOW + 2.0) == 0.0


def test_five_wrong_pins_lock_a_seat_for_ten_minutes() -> None:
    """Lock a seat for ten minutes after five wrong PINs; a right one before resets the count."""
    tries = PinTries()
    for _ in range(MAX_PIN_TRIES - 1):
        tries.wrong(1, 0.0)
    assert not tries.locked(1, 0.0)
    tries.right(1)
    for _ in range(MAX_PIN_TRIES):
        assert not tries.locked(1, 5.0)
        tries.wrong(1, 5.0)
    assert tries.locked(1, 6.0) == PIN_LOCK - 1.0 and not tries.locked(2, 6.0)
    assert not tries.locked(1, PIN_LOCK + 5.0)
    tries.wrong(1, PIN_LOCK + 6.0)
    assert not tries.locked(1, PIN_LOCK + 6.0)


def test_a_few_at_once_and_then_so_many_a_second() -> None:
    """Allow a burst and then so many a second for each key; a pause restores the burst."""
    pace = RateLimit(4.0, 3)
    assert [pace.allows("a", 0.0) for _ in range(5)] == [True] * 3 + [False] * 2
    assert pace.allows("b", 0.0) and pace.allows("a", 0.25) and not pace.allows("a", 0.25)
    assert [pace.allows("a", 100.0) for _ in range(4)] == [True] * 3 + [False]
