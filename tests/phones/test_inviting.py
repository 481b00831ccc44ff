"""Codes of phones: asking for others, for one seat or for all; and what the table sees of them."""
from __future__ import annotations

from companion.phones.codes import Codes
from companion.session.lobby.invited import SCREEN
from companion.session.messages import OpenPage
from companion.session.pages.phones import OfferPhones, RenewCode, RenewCodes
from tests.session.evenings import evening


def test_another_code_is_wanted_for_one_seat_or_for_all() -> None:
    """One count a seat: only the seats that were named get another code, and no seat that does not exist is counted."""
    loop, codes = evening(("person", "person", "person")), Codes()
    loop.send(OfferPhones(called=True))
    codes.follow(loop.session)
    before = {one.seat: one.code for one in codes.invitations({})}
    for seat in (2, 99, -1):
        loop.send(RenewCode(seat))
    assert loop.session.house.invited.renewals == {2: 1} and codes.follow(loop.session)
    after = {one.seat: one.code for one in codes.invitations({})}
    assert {seat for seat in before if before[seat] != after[seat]} == {2}
    loop.send(OpenPage("phones"))
    loop.send(RenewCodes())
    assert loop.session.house.invited.renewals == {SCREEN: 1, **{seat: 1 + (seat == 2) for seat in loop.session.house.game.seats}}
    codes.follow(loop.session)
    assert all(one.code != after[one.seat] for one in codes.invitations({}))
