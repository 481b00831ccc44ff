"""Test that an answer after the end of its question changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.app.loop import EventLoop
from companion.games.api import Game
from companion.games.asking import Ask, Questions
from companion.session.advice import HintReady, PilotReasons
from companion.session.commands import ShowLamps
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import (
    INSTRUCTION,
    TURN,
    ApplyCorrection,
    Confirm,
    Filled,
    GoBack,
    Message,
    Pick,
    SetTimer,
    Shuffled,
    TakeBack,
    TimeUp,
    Uncover,
)
from companion.session.remote import PlayAtPhone, acts
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import ASKING, DEAL, OVER
from companion.signals import OK, REST, HandleMoved, SlotRead
from companion.testing.people import LONGEST, People
from companion.testing.playing import (
    MemoryJournal,
    begin,
    seats_possible,
    session_on_first_page,
    touches,
)
from companion.words import verbatim

TURNS = 3


def answers(session: Session, ask: Ask) -> Iterator[Message]:
    """Yield every answer to a question: at the reader, by touch, by phone, by pilots, by time."""
    match, seat = session.match, ask.seat
    assert match is not None
    for slot in ask.program.slots:
        yield SlotRead(seat, slot, OK, session.config.game.deck[slot])
    for move, _ in ask.gestures:
        yield from (HandleMoved(seat, move), HandleMoved(seat, REST))
    for offer in (*ask.offers, *ask.actions):
        yield Pick(seat, offer.key)
    yield from (Uncover(seat), TakeBack(seat), Confirm(session.revision))
    for act in acts(session, match, ask):
        yield PlayAtPhone(ask.player, seat, session.revision, act)
    why = verbatim("It is best.")
    yield HintReady(session.revision, seat, session.config.game.deck[0], why)
    yield PilotReasons(match.number, match.next_step.turn, seat, why)
    yield Filled(session.revision, seat, tuple(range(1, ask.hand.number + 1)))
    yield TimeUp(session.revision, session.lobby.setup.playing)
    yield Shuffled(session.config.game.deck)


def asks(session: Session) -> tuple[Ask, ...]:
    """Return the current questions."""
    match = session.match
    next_step = None if match is None or session.timeline.is_syncing else match.next_step
    return next_step.asks if session.page in ASKING and isinstance(next_step, Questions) else ()


def is_late(session: Session, message: Message) -> bool:
    """Return whether no current question can be meant by a message without a question's number."""
    if isinstance(message, Shuffled):
        return session.match is not None and isinstance(session.match.next_step, Questions)
    if isinstance(message, (SlotRead, HandleMoved, Pick, Uncover, TakeBack)):
        return session.page != DEAL and all(ask.seat != message.seat for ask in asks(session))
    return True


def state(session: Session) -> object:
    """Return what an answer would change."""
    match = session.match
    assert match is not None
    race = (
        match.position,
        match.next_step,
        match.question.answers,
        match.question.orders,
        match.shown.at,
        match.shown.round,
    )
    return (
        session.page,
        session.revision,
        session.timeline.number,
        session.timeline.table_sync,
        race,
    )


def play_with_deadlines(loop: EventLoop) -> Iterator[None]:
    """Play some turns in which time decides for people if it can; yields before each message."""
    for _ in range(LONGEST):
        before, match = loop.session, loop.session.match
        if match is None or before.page == OVER or match.shown.turn >= TURNS:
            return
        yield
        asked = [ask for ask in asks(before) if ask.seat not in match.question.answers]
        if asked:
            loop.send(TimeUp(before.revision, before.lobby.setup.playing))
        if asked and loop.session.revision == before.revision:
            # There is no timer for this question.
            loop.send(Pick(asked[0].seat, asked[0].offers[-1].key))
        elif not asked:
            loop.send(Confirm(before.revision))
    raise AssertionError(f"nothing goes on on {loop.session.page}")


def games(game: Game) -> Iterator[list[Session]]:
    """Yield the sessions of three games: of pilots, of people with real cards, of late people."""
    possible = seats_possible(game)
    seats = possible[min(1, len(possible) - 1)]
    pilots, people = begin(session_on_first_page(game, seats, player="novice")), People(game)
    late = session_on_first_page(game, seats, player=PERSON)
    late.send(SetTimer(seconds=5))
    begin(late)
    ways = (
        (pilots, touches(pilots, 60)),
        (people.loop, people.play(TURNS)),
        (late, play_with_deadlines(late)),
    )
    for loop, goes_on in ways:
        memory = loop.record = MemoryJournal()
        for _ in goes_on:
            pass
        yield [after for _, _, after in memory.steps]
    assert pilots.session.page == OVER


def rewound(session: Session, level: str) -> Session:
    """Return a session after a rewind, with the table in line."""
    session, _ = step(session, ApplyCorrection(GoBack(level)))
    while session.timeline.table_sync is not None:
        session, _ = step(session, Confirm(session.revision))
    return session


def later(played: list[Session], asked: Session) -> Iterator[Session]:
    """Yield sessions after a question: the next, the next one that asks, the last, and rewinds."""
    after = next(one for one in played if one.timeline.number > asked.timeline.number)
    yield after
    yield next((one for one in played if asks(one) and one.revision > asked.revision), after)
    yield played[-1]
    for level in (INSTRUCTION, TURN):
        yield step(after, ApplyCorrection(GoBack(level)))[0]
        yield rewound(after, level)


def test_late_answers_change_nothing(game: Game) -> None:
    """Late answers are tried at the next step, after rewinds and at the end."""
    for played in games(game):
        tried: dict[str, int] = {}
        for at, asked in enumerate(played[:-1]):
            kind = re.sub(r"\d+", "", asked.match.question.kind) if asked.match is not None else ""
            if not asks(asked) or kind in tried:
                continue
            said = [message for ask in asks(asked) for message in answers(asked, ask)]
            tried[kind] = 0
            for session in later(played[at:], asked):
                for message in said:
                    if is_late(session, message):
                        found, commands = step(session, message)
                        assert state(found) == state(session), (message, session.page)
                        assert all(isinstance(one, ShowLamps) for one in commands), message
                        assert found is session or view_of(found).title
                        tried[kind] += 1
        assert tried and all(tried.values())
