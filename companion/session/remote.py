"""A seat that is played at its player's own phone: what can be done there now, and what becomes of it (REQ-N1, N2).

Such a seat is a touch seat: whatever its phone asks for is done at the table, as if it was touched on the shared screen, which can take over at any time. So
what is kept of a race knows nothing of phones. A phone may also answer what is asked on the screen, where its player has a reader; the cards of a reader of its own
are put in by hands alone.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from companion.games.base import Ask
from companion.session.commands import Say
from companion.session.lobby.filling import seats_of_player
from companion.session.messages import Pick, TakeBack
from companion.session.pages.phones import RenewCode
from companion.session.pictures import can_choose_again, offered_cards
from companion.session.readers import ask_of
from companion.session.session import Match, Result, Session
from companion.signals import EMPTY, InsertCard, MoveHandle, TakeCard

Act: TypeAlias = InsertCard | TakeCard | MoveHandle | Say
BACK: Final = "back"
"""The key by which a seat that is ready chooses again."""
ALONE: Final = "alone"
"""The key by which a phone throws out the others that look at the same seat."""


class PlayAtPhone(NamedTuple):
    """A phone wants something done, by the key under which it was offered."""

    player: int
    """The seat whose private view the phone shows."""
    seat: int
    """The seat that is asked (`acts`), one of the same player's; 0 for what belongs to no question (`player_acts`)."""
    step: int
    """The step of the session that the phone showed."""
    act: str
    """The key."""
    words: str = ""
    """What was typed, for an act that takes words."""


def at_phone(session: Session, seat: int) -> bool:
    """Whether the cards of a seat are chosen at a phone now: its player looks at one, and no reader of its own takes them."""
    if not session.is_person(seat) or not session.on_screen(seat):
        return False
    return not session.house.invited.at_hand.isdisjoint(seats_of_player(session.setup, seat))


def on_play(session: Session, message: PlayAtPhone) -> Result:
    """Do it at the table; nothing where it is not offered now, as when a phone was slower than the game."""
    if not message.seat:
        deed = player_acts(session, message.player).get(message.act)
        return session, () if deed is None else (deed,)
    ask, match = ask_of(session, message.seat), session.match
    if ask is None or match is None or message.step != session.step or message.player not in seats_of_player(session.setup, ask.player):
        return session, ()
    act = acts(session, match, ask).get(message.act)
    return session, () if act is None else (act,)


def acts(session: Session, match: Match, ask: Ask) -> dict[str, Act]:
    """Everything that the player of a question may do at its phone now, each under a key of its own; nothing where no person decides."""
    if not session.is_person(ask.player) or session.held:
        return {}
    answer = match.answers.get(ask.seat)
    if answer is not None:
        return {BACK: Say(TakeBack(ask.seat))} if can_choose_again(session, ask, answer) else {}
    found: dict[str, Act] = {pick_key(offer.key): Say(Pick(ask.seat, offer.key)) for offer in (*ask.offers, *ask.besides)}
    if session.on_screen(ask.seat):
        found |= {handle_key(position): MoveHandle(ask.seat, position) for position, _ in ask.gestures}
        found |= dict(_cards(session, match, ask))
    return found


def player_acts(session: Session, seat: int) -> dict[str, Act]:
    """Everything that the phone of a seat may do besides answering, each under a key of its own."""
    if seat not in session.people:
        return {}
    mine = session.house.invited.invitation(seat)
    return {ALONE: Say(RenewCode(seat))} if mine is not None and mine.joined > 1 else {}


def _cards(session: Session, match: Match, ask: Ask) -> Iterator[tuple[str, Act]]:
    """Each card of the hand goes into the next free slot, from the left, or into the one where it must stay; each card that is in may come out again."""
    row, open_slots = session.readers[ask.seat].row, [slot for slot in ask.slots if slot not in ask.locked]
    free = next((slot for slot in open_slots if row[slot - 1].status == EMPTY), None)
    for code in offered_cards(session, match, ask) if ask.slots else ():
        slot = ask.held.index(code) + 1 if code in ask.held else free
        if slot is not None:
            yield put_key(code), InsertCard(ask.seat, slot, code)
    yield from ((take_key(slot), TakeCard(ask.seat, slot)) for slot in open_slots if row[slot - 1].status != EMPTY)


# ---- Keys ----------------------------------------------------------------------------------------------------------------


def put_key(code: int) -> str:
    """Put this card in."""
    return f"put {code}"


def take_key(slot: int) -> str:
    """Take the card out of this slot."""
    return f"take {slot}"


def handle_key(position: str) -> str:
    """Move the handle."""
    return f"handle {position}"


def pick_key(offer: str) -> str:
    """Touch one of the answers, or what can be done besides."""
    return f"pick {offer}"
