"""Codes and wrong ones: letters that nobody mistakes, one for each person's seat, other ones as soon as somebody else plays it."""
from __future__ import annotations

from companion.app.loop import open_session
from companion.phones.codes import LENGTH, LETTERS, MOST_FROM_ONE, MOST_IN_ALL, WINDOW, Codes, WrongCodes
from companion.session.lobby.invited import SCREEN
from companion.session.messages import Decide, HandSeat
from tests.session.evenings import begun


def codes_by_seat(codes: Codes) -> dict[int, str]:
    """The code of each seat."""
    return {one.seat: one.code for one in codes.invitations({})}


def test_every_persons_seat_has_one_and_the_second_screen() -> None:
    """No pilot's; all of them different, of letters that are not taken for one another."""
    codes = Codes()
    assert codes.seat("") is None
    codes.follow(open_session(seed=1, players=("person", "steady", "person")).session)
    found = codes_by_seat(codes)
    assert set(found) == {SCREEN, 1, 3} and len(set(found.values())) == 3
    assert all(len(code) == LENGTH and set(code) <= set(LETTERS) for code in found.values()) and not set(LETTERS) & set("01ILO")
    for seat, code in found.items():
        assert codes.seat(code) == codes.seat(f" {code.lower()} ") == seat
        assert codes.seat(code[:-1]) is None and codes.seat(code + "A") is None and codes.seat("ü" * 6) is None


def test_two_evenings_have_other_codes() -> None:
    """They come from the system's own chance, not from that of the game."""
    found = set()
    for _ in range(20):
        codes = Codes()
        codes.follow(open_session(seed=1).session)
        found.add(codes_by_seat(codes)[1])
    assert len(found) == 20


def test_another_player_gets_another_code() -> None:
    """Also when two change places; the others keep theirs."""
    loop, codes = begun(("person", "person", "person")), Codes()
    codes.follow(loop.session)
    first = codes_by_seat(codes)
    loop.send(Decide(HandSeat(1, "random")))
    assert codes.follow(loop.session) and set(codes_by_seat(codes)) == {SCREEN, 2, 3}
    loop.send(Decide(HandSeat(1, "person")))
    codes.follow(loop.session)
    second = codes_by_seat(codes)
    assert second[1] != first[1] and (second[2], second[3], second[SCREEN]) == (first[2], first[3], first[SCREEN])
    assert not codes.follow(loop.session)
    swapped = loop.session._replace(setup=loop.session.setup._replace(swaps=((1, 2),)))
    assert codes.follow(swapped) and codes_by_seat(codes)[1] != second[1]


def test_wrong_codes_count_for_a_while() -> None:
    """Of one phone by itself, and all together."""
    wrong = WrongCodes()
    for _ in range(MOST_FROM_ONE):
        assert not wrong.too_many("a", 0.0)
        wrong.came("a", 0.0)
    assert wrong.too_many("a", WINDOW) and not wrong.too_many("b", 1.0) and not wrong.too_many("a", WINDOW + 0.1)
    for number in range(MOST_IN_ALL):
        wrong.came(f"c{number}", 100.0)
    assert wrong.too_many("d", 101.0) and not wrong.too_many("d", 161.0)
