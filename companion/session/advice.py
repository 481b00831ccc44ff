"""The words of pilots: the reasons for their play, read after the turn, and hints for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.asking import Ask, Questions
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.commands import AskHint
from companion.session.handling import HELD, NO_RACE, RACING, Guarded, Handlers, Precondition
from companion.session.lobby.joining import with_phone_access
from companion.session.lobby.opponents import ADVISER, Hint
from companion.session.reader_faults import card_words
from companion.session.session import Match, Result, Session
from companion.session.timing import cards_left
from companion.signals import EMPTY, InsertCard
from companion.words import Text, sentences, text

# ---- Messages ----


@kept_as("Reasoned race turn seat why")
class PilotReasons(NamedTuple):
    """The reasons for a pilot's program in this turn, which people read after the turn."""

    race: int
    turn: int
    seat: int
    why: Text


class AskForHint(NamedTuple):
    """The person of this seat asks what a pilot would play first with these cards."""

    seat: int


class InsertHint(NamedTuple):
    """The person of this seat has all cards of the hint put into the empty slots."""

    seat: int


class AskAtPhone(NamedTuple):
    """The player of this seat asks for a hint on the phone, where nobody else sees it."""

    seat: int


class InsertHintAtPhone(NamedTuple):
    """The player of this seat has all cards of the phone's hint put into the empty slots."""

    seat: int


class HintReady(NamedTuple):
    """A pilot has found what it would play."""

    revision: int
    """The revision of the session that asked."""
    seat: int
    code: int | None
    """The code of the first card, None for no card."""
    why: Text
    codes: tuple[int | None, ...] = ()
    """All cards that it would play, by slot."""


# ---- Reasons ----


def on_pilot_reasons(session: Session, message: PilotReasons) -> Result:
    """Keep a pilot's reason, which is about secret cards, until the turn is over."""
    match = session.race
    if (
        message.race != match.number
        or message.seat not in session.lobby.setup.playing
        or not message.why
    ):
        return session, ()
    return session._replace(
        match=match._replace(reasons={**match.reasons, message.seat: (message.turn, message.why)})
    ), ()


def reasons_of(session: Session, match: Match) -> Iterator[tuple[int, Text]]:
    """Yield the pilots' reasons in the turn that is over, by seat; nothing while a turn runs."""
    if session.page == view.SUMMARY:
        yield from (
            (seat, why)
            for seat, (turn, why) in sorted(match.reasons.items())
            if turn == match.shown.turn and not session.is_person(seat)
        )


# ---- Hints ----


def gives_hints(session: Session, match: Match) -> bool:
    """Return whether the open seat can ask for a hint."""
    ask = _open_ask(session, match)
    return ask is not None and can_advise(session, match, ask)


def can_advise(session: Session, match: Match, ask: Ask) -> bool:
    """Return whether a pilot can advise a person.

    The hand is known, a slot is free, and hints are switched on.
    """
    if (
        not session.lobby.preferences.hints
        or match.cards_are_real
        or ADVISER not in session.config.pilot_labels
        or session.page not in view.ASKING
    ):
        return False
    row = session.readers.by_seat[ask.seat].row
    return bool(ask.hand.codes) and any(row[slot - 1].code is None for slot in ask.program.free)


def _open_ask(session: Session, match: Match) -> Ask | None:
    """Return the open question to the person whose hand is open."""
    if match.question.open_seat is not None and session.page in view.ASKING:
        ask = match.ask(match.question.open_seat)
    else:
        ask = None
    if ask is not None and ask.seat not in match.question.answers and session.is_person(ask.player):
        return ask
    return None


def on_ask_for_hint(session: Session, message: AskForHint) -> Result:
    """Ask a pilot for the person whose hand is open; cards in slots stay there."""
    match = session.race
    if message.seat != match.question.open_seat or not gives_hints(session, match):
        return session, ()
    ask = _open_ask(session, match)
    assert ask is not None
    return session, (AskHint(session.revision, cards_left(session, match, ask, ADVISER)),)


def on_hint_ready(session: Session, message: HintReady) -> Result:
    """Keep the hint, if the same question is still asked."""
    match = session.race
    if not isinstance(match.next_step, Questions):
        return session, ()
    hint = Hint(
        match.number, match.next_step.turn, message.seat, message.code, message.why, message.codes
    )
    hints = session.config.phone_access.hints
    # A hint for a phone is never shown on the screen.
    if message.seat in hints and hints[message.seat] is None:
        return with_phone_access(
            session, session.config.phone_access._replace(hints={**hints, message.seat: hint})
        ), ()
    return session._replace(hint=hint), ()


def on_insert_hint(session: Session, message: InsertHint) -> Result:
    """Put the cards of the hint into the empty slots of the open hand, as its person would."""
    hint = hint_of(session, session.race)
    if hint is None or hint.seat != message.seat:
        return session, ()
    return session, _insert_hint(session, hint)


def _insert_hint(session: Session, hint: Hint) -> tuple[InsertCard, ...]:
    """Return the commands that put the cards of a hint into empty slots."""
    row = session.readers.by_seat[hint.seat].row
    in_readers = {reading.code for reading in row}
    slots = [
        (slot, code)
        for slot, code in enumerate(hint.codes, 1)
        if code is not None and code not in in_readers
    ]
    return tuple(
        InsertCard(hint.seat, slot, code) for slot, code in slots if row[slot - 1].status == EMPTY
    )


def on_ask_at_phone(session: Session, message: AskAtPhone) -> Result:
    """Ask a pilot for a phone; the pilot knows no more than the player of the seat."""
    match = session.race
    ask = match.ask(message.seat)
    if ask is None or not may_ask(session, match, ask):
        return session, ()
    asked = AskHint(session.revision, cards_left(session, match, ask, ADVISER))
    return with_phone_access(
        session,
        session.config.phone_access._replace(
            hints={**session.config.phone_access.hints, ask.seat: None}
        ),
    ), (asked,)


def on_insert_hint_at_phone(session: Session, message: InsertHintAtPhone) -> Result:
    """Put the cards of the phone's hint into the empty slots, as its player would."""
    match = session.race
    ask = match.ask(message.seat)
    hint = (
        None if ask is None or not may_ask(session, match, ask) else phone_hint(session, match, ask)
    )
    return session, () if hint is None else _insert_hint(session, hint)


def may_ask(session: Session, match: Match, ask: Ask) -> bool:
    """Return whether the player of a question may get a hint on the phone."""
    asked = (
        ask.seat not in match.question.answers
        and session.is_person(ask.player)
        and session.on_screen(ask.seat)
    )
    return asked and can_advise(session, match, ask)


def phone_hint(session: Session, match: Match, ask: Ask) -> Hint | None:
    """Return the hint on the phone of a seat, as long as its card is still in the hand."""
    return _valid(session, match, ask, session.config.phone_access.hints.get(ask.seat))


def hint_words(session: Session, hint: Hint) -> Text:
    """Return the first card of a hint and the reason, in a sentence or two."""
    face = session.config.game.face(hint.code) if hint.code is not None else None
    if face is None:
        card = text("Hint: play no more cards.")
    else:
        card = text("Hint: {card} next.", card=card_words(face))
    return sentences(card, hint.why)


def hint_of(session: Session, match: Match) -> Hint | None:
    """Return the hint for the open hand, as long as its card is still in the hand."""
    ask = _open_ask(session, match)
    return None if ask is None else _valid(session, match, ask, session.hint)


def _valid(session: Session, match: Match, ask: Ask, hint: Hint | None) -> Hint | None:
    """Return the hint if it is still about this question and this hand."""
    if (
        hint is None
        or not isinstance(match.next_step, Questions)
        or (hint.race, hint.turn, hint.seat) != (match.number, match.next_step.turn, ask.seat)
    ):
        return None
    in_readers = {reading.code for reading in session.readers.by_seat[ask.seat].row}
    if hint.code is None or (hint.code in (ask.hand.codes or ()) and hint.code not in in_readers):
        return hint
    return None


HANDLERS: Final[Handlers] = {
    PilotReasons: Guarded(on_pilot_reasons, RACING),
    AskForHint: Guarded(on_ask_for_hint, RACING),
    HintReady: Guarded(on_hint_ready, Precondition(unless=(NO_RACE,), at_revision=True)),
    InsertHint: Guarded(on_insert_hint, RACING),
    AskAtPhone: Guarded(on_ask_at_phone, Precondition(unless=(NO_RACE, HELD))),
    InsertHintAtPhone: Guarded(on_insert_hint_at_phone, Precondition(unless=(NO_RACE, HELD))),
}
"""The handlers of this module's messages."""
