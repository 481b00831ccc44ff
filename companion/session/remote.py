"""A seat that is played on its player's phone: what the phone offers, and its effects.

Such a seat is a touch seat (REQ-N1, N2): each act of its phone counts as the same touch on the
shared screen, which can take over at any time. So a kept race knows nothing about phones. A phone
may also answer questions of the screen where its player has a reader; the cards of a real reader
are put in by hand only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from companion.games.asking import Ask
from companion.named_tuples import NamedTuple
from companion.names import tidied
from companion.session.advice import AskAtPhone, InsertHintAtPhone, may_ask, phone_hint
from companion.session.answers import ask_of
from companion.session.commands import SendMessage
from companion.session.handling import Handlers
from companion.session.lobby.arrangement import NOBODY
from companion.session.lobby.extra_seats import seats_of_player
from companion.session.lobby.joining import SetReady, named_refusal, with_phone_access
from companion.session.lobby.seat_rules import SetSeatRule, seat_rules
from companion.session.messages import Pick, SetName, SetPlayer, TakeBack
from companion.session.pages.phones import RenewCode
from companion.session.phone_lead import LABELS, race_acts
from companion.session.pictures import can_choose_again, offered_cards
from companion.session.session import Match, Result, Session, all_but
from companion.signals import EMPTY, InsertCard, MoveHandle, TakeCard
from companion.words import NOTHING

Act: TypeAlias = InsertCard | TakeCard | MoveHandle | SendMessage
BACK: Final = "back"
"""The key by which a ready seat chooses again."""
HINT, LAY = "hint", "lay"
"""The keys to ask for a hint, shown on the phone alone, and to put its cards into the slots."""
ALONE: Final = "alone"
"""The key by which a phone disconnects the others that look at the same seat."""
READY, UNREADY, NAME, LEAVE = "ready", "unready", "name", "leave"
"""The keys of the set-up: ready, not ready, name the piece (with words), leave the seat."""


class PlayAtPhone(NamedTuple):
    """An act on a phone, by the key under which it was offered."""

    player: int
    """The seat whose private view the phone shows."""
    seat: int
    """The seat of the question (`acts`), one of the player's; 0 for other acts (`player_acts`)."""
    revision: int
    """The revision of the session that the phone showed."""
    act: str
    """The key."""
    words: str = ""
    """The text that was typed, for an act that takes words."""


def at_phone(session: Session, seat: int) -> bool:
    """Return whether a seat's cards are chosen on a phone, without a real reader, now."""
    if not session.is_person(seat) or not session.on_screen(seat):
        return False
    return not session.config.phone_access.at_hand.isdisjoint(
        seats_of_player(session.lobby.setup, seat)
    )


def on_play(session: Session, message: PlayAtPhone) -> Result:
    """Carry the act out at the table, or ignore it where it is no longer offered.

    A phone may be slower than the game.
    """
    if not message.seat:
        return _on_player_act(session, message)
    ask, match = ask_of(session, message.seat), session.match
    if (
        ask is None
        or match is None
        or message.revision != session.revision
        or message.player not in seats_of_player(session.lobby.setup, ask.player)
    ):
        return session, ()
    act = acts(session, match, ask).get(message.act)
    return session, () if act is None else (act,)


def is_offered(session: Session, message: PlayAtPhone) -> bool:
    """Return whether a phone may do this now."""
    after, commands = on_play(session, message)
    return after is not session or bool(commands)


def acts(session: Session, match: Match, ask: Ask) -> dict[str, Act]:
    """Return the acts for a question, by key; none where no person decides."""
    if (
        not session.is_person(ask.player)
        or session.timeline.is_syncing
        or session.timeline.game_paused
    ):
        return {}
    answer = match.question.answers.get(ask.seat)
    if answer is not None:
        back = can_choose_again(session, ask, answer)
        return {BACK: SendMessage(TakeBack(ask.seat))} if back else {}
    found: dict[str, Act] = {
        pick_key(offer.key): SendMessage(Pick(ask.seat, offer.key))
        for offer in (*ask.offers, *ask.actions)
    }
    if session.on_screen(ask.seat):
        found |= {
            handle_key(position): MoveHandle(ask.seat, position) for position, _ in ask.gestures
        }
        found |= dict(_cards(session, match, ask))
    if may_ask(session, match, ask):
        found[HINT] = SendMessage(AskAtPhone(ask.seat))
        if phone_hint(session, match, ask) is not None:
            found[LAY] = SendMessage(InsertHintAtPhone(ask.seat))
    return found


def player_acts(session: Session, seat: int) -> dict[str, Act]:
    """Return the acts of a seat's phone that answer no question, by key."""
    if seat not in session.people:
        return {}
    mine = session.config.phone_access.invitation(seat)
    found: dict[str, Act] = (
        {ALONE: SendMessage(RenewCode(seat))} if mine is not None and mine.joined > 1 else {}
    )
    if not session.setting_up:
        return {**found, **race_acts(session, seat)}
    ready = seat in session.config.phone_access.ready
    found |= {
        UNREADY if ready else READY: SendMessage(SetReady(seat, not ready)),
        NAME: SendMessage(SetName(seat, "")),
        LEAVE: SendMessage(SetPlayer(seat, NOBODY)),
    }
    for rule in seat_rules(session, seat):
        found |= {
            rule_key(rule.key, choice.word): SendMessage(SetSeatRule(seat, rule.key, choice.word))
            for choice in rule.choices
            if not choice.chosen
        }
    return found


def _on_player_act(session: Session, message: PlayAtPhone) -> Result:
    """Carry out an act without a question; only the phone shows the refusal of a name."""
    seat, access = message.player, session.config.phone_access
    deed = player_acts(session, seat).get(message.act)
    # An act that leads on belongs to the page that the phone showed; all others are always
    # possible.
    if deed is None or (message.act in LABELS and message.revision != session.revision):
        return session, ()
    why = named_refusal(session, seat, message.words) if message.act == NAME else NOTHING
    if why:
        return with_phone_access(
            session, session.config.phone_access._replace(replies={**access.replies, seat: why})
        ), ()
    if seat in access.replies:
        session = with_phone_access(
            session,
            session.config.phone_access._replace(replies=all_but(seat, access.replies)),
        )
    return session, (
        SendMessage(SetName(seat, tidied(message.words))) if message.act == NAME else deed,
    )


def _cards(session: Session, match: Match, ask: Ask) -> Iterator[tuple[str, Act]]:
    """Yield the acts for cards: into the next free slot or the required one, and out again."""
    row, open_slots = (
        session.readers.by_seat[ask.seat].row,
        ask.program.free,
    )
    free = next((slot for slot in open_slots if row[slot - 1].status == EMPTY), None)
    for code in offered_cards(session, match, ask) if ask.program.slots else ():
        slot = ask.program.held.index(code) + 1 if code in ask.program.held else free
        if slot is not None:
            yield put_key(code), InsertCard(ask.seat, slot, code)
    yield from (
        (take_key(slot), TakeCard(ask.seat, slot))
        for slot in open_slots
        if row[slot - 1].status != EMPTY
    )


# ---- Keys ----


def put_key(code: int) -> str:
    """Return the key to put this card in."""
    return f"put {code}"


def take_key(slot: int) -> str:
    """Return the key to take the card out of this slot."""
    return f"take {slot}"


def handle_key(position: str) -> str:
    """Return the key to move the handle."""
    return f"handle {position}"


def rule_key(rule: str, word: str) -> str:
    """Return the key to choose a value for one of the seat's settings."""
    return f"rule {rule} {word}"


def pick_key(offer: str) -> str:
    """Return the key to touch one of the answers or the other offers."""
    return f"pick {offer}"


HANDLERS: Final[Handlers] = {
    PlayAtPhone: on_play,
}
"""The handlers of this module's messages."""
