"""Play a game of people by messages alone, in which hidden cards can be exchanged.

A sitting keeps all its steps, so it can be saved as the app saves it, and repeated from the last
shuffle with the cards in another order.
"""

from __future__ import annotations

import copy
import random
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from companion.app.chance import Chance
from companion.app.loop import EventLoop
from companion.app.recording import GameRecorder
from companion.games.api import Game
from companion.games.asking import Answer, Ask, Questions
from companion.games.scene import Instruction
from companion.journal.store import Journal
from companion.named_tuples import NamedTuple
from companion.pilots.base import pilots
from companion.session.commands import AskShuffle, Command, SendMessage
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import (
    Begin,
    Confirm,
    Message,
    Pick,
    SetPin,
    Shuffled,
    Uncover,
)
from companion.session.session import Session
from companion.session.steps import step
from companion.session.view import ASKING, OVER, PLAY
from companion.signals import EMPTY, OK, PULL, REST, CollectCards, HandleMoved, SlotRead
from companion.table.urls import table_for_url
from companion.testing.playing import session_on_first_page, three_seats

PIN: Final = "4715"
"""The PIN of the first seat, which only its player may read."""
SEED: Final = 90210
"""The seed of a saved sitting; no report may contain it."""
TRIES: Final = 30
"""Pairs of hidden cards that are tried in exchanged places."""
LATER: Final = 2
"""The number of finished turns at the last moment of a game."""
STEPS: Final = 90
"""Touches on Done after which a game without secret questions is left."""


def tells(words: str, secret: str) -> bool:
    """Return whether a text contains some digits as a value of their own.

    Inside of a seed, a moment or a key they stand there by chance.
    """
    return bool(re.search(rf"(?<![\w.]){re.escape(secret)}(?!\w)", words))


class MessageStep(NamedTuple):
    """One message, the session before and after it, and its commands."""

    before: Session
    message: Message
    after: Session
    commands: tuple[Command, ...]


class PlayedSession:
    """A session of people, all its steps, and its last shuffle."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.steps: tuple[MessageStep, ...] = ()
        self.shuffles: tuple[PlayedSession, ...] = ()
        """The sitting before each shuffle."""
        self._waiting: deque[Message] = deque()
        self._sent: tuple[Message, ...] = ()
        """All messages from outside."""

    def fork(self) -> PlayedSession:
        """Return a copy that continues from here independently."""
        other = copy.copy(self)
        other._waiting = deque(self._waiting)
        return other

    def send(self, *messages: Message) -> None:
        """Send messages, and answer what the session asks for."""
        self._sent += messages
        for message in messages:
            self._waiting.append(message)
            self._settle()

    def _settle(self) -> None:
        while self._waiting:
            if isinstance(self._waiting[0], Shuffled):
                self.shuffles += (self.fork(),)
            message, before = self._waiting.popleft(), self.session
            self.session, commands = step(before, message)
            self.steps += (MessageStep(before, message, self.session, commands),)
            for command in commands:
                if isinstance(command, CollectCards):
                    self._waiting.extend(_collect_signals(before, command))
                elif isinstance(command, AskShuffle):
                    self._waiting.append(Shuffled(command.codes))
                elif isinstance(command, SendMessage):
                    self._waiting.append(command.message)

    def cards_of(self, number: int) -> tuple[int, ...]:
        """Return the cards of a shuffle in order."""
        shuffled = self.shuffles[number]._waiting[0]
        assert isinstance(shuffled, Shuffled)
        return shuffled.codes

    def shuffled_again(
        self, number: int, change: Mapping[int, int], goes_on: Callable[[PlayedSession], bool]
    ) -> PlayedSession:
        """Return the same sitting with some cards of one shuffle exchanged.

        It ends after the first message for which `goes_on` is false.
        """
        other = self.shuffles[number].fork()
        cards = tuple(change.get(code, code) for code in self.cards_of(number))
        other._waiting[0] = Shuffled(cards)
        later = self._sent[len(other._sent) :]
        other._settle()
        for message in later:
            if not goes_on(other):
                break
            other.send(message)
        return other

    @property
    def asks(self) -> tuple[Ask, ...]:
        return current_questions(self.session)

    @property
    def hands(self) -> Mapping[int, tuple[int, ...]]:
        """The hands of the seats that are asked."""
        return {ask.seat: ask.hand.codes or () for ask in self.asks}

    @property
    def answers(self) -> Mapping[int, Answer]:
        """The answers so far."""
        match = self.session.match
        return {} if match is None else match.question.answers

    @property
    def turn(self) -> int:
        match = self.session.match
        return 0 if match is None else match.shown.turn

    def saved(self, journal: Journal) -> EventLoop:
        """Save all steps in a journal; return the loop that the app would have now. Close it."""
        record = GameRecorder(journal, SEED, clock=lambda: 0.0)
        for before, message, after, commands in self.steps:
            record.keep(before, message, after, commands)
        record.wait()
        table = table_for_url("virtual:")
        return EventLoop(table, self.session, pilots(), Chance(SEED), record=record)


def _collect_signals(session: Session, command: CollectCards) -> Iterator[Message]:
    """Yield what readers report while hands collect the cards that do not stay."""
    for seat, reader in session.readers.by_seat.items():
        for slot, reading in enumerate(reader.row, 1):
            if reading.status != EMPTY and slot not in command.keep.get(seat, ()):
                yield SlotRead(seat, slot, EMPTY, None)


def answer(ask: Ask, last: bool = False) -> Iterator[Message]:
    """Yield the messages by which a seat gives its first (or last) possible answer."""
    if ask.offers:
        yield from uncover(ask)
        yield Pick(ask.seat, ask.offers[-1 if last else 0].key)
        return
    hand = list(ask.hand.codes or ())
    yield from empty_reader(ask)
    for slot, code in zip(ask.program.free, reversed(hand) if last else hand, strict=False):
        yield SlotRead(ask.seat, slot, OK, code)
    yield from pull(ask.seat)


def empty_reader(ask: Ask) -> Iterator[SlotRead]:
    """Yield the messages that empty a seat's reader but for cards that stay."""
    yield from (SlotRead(ask.seat, slot, EMPTY, None) for slot in ask.program.free)


def uncover(ask: Ask) -> Iterator[Message]:
    """Yield the message that uncovers a seat's offers."""
    yield Uncover(ask.seat, PIN if ask.seat == 1 else "")


def pull(seat: int) -> Iterator[Message]:
    """Yield the messages by which a seat pulls and releases its handle."""
    yield from (HandleMoved(seat, PULL), HandleMoved(seat, REST))


def set_up(game: Game) -> Session:
    """Return a session in which people are about to begin; the first of them has a PIN."""
    loop = session_on_first_page(game, three_seats(game), player=PERSON)
    loop.send(SetPin(1, PIN))
    return loop.session


@lru_cache
def secret_moments(game: Game) -> Mapping[str, PlayedSession]:
    """Return the first moments of secret questions for cards and offers, and those of a later turn.

    All tests of a process share them: continue with a fork.
    """
    sitting, found = PlayedSession(set_up(game)), dict[str, PlayedSession]()
    sitting.send(Begin())
    for _ in range(STEPS):
        if sitting.turn > LATER or sitting.session.page == OVER:
            break
        asks = sitting.asks if sitting.session.page in ASKING else ()
        for kind in {"offers" if ask.offers else "cards" for ask in asks if ask.secret}:
            first = found.setdefault(kind, sitting.fork())
            if sitting.turn > first.turn:
                later = found.setdefault(f"{kind} later", sitting.fork())
                if sitting.turn > later.turn:
                    found[f"{kind} later"] = sitting.fork()
        sitting.send(*(message for ask in sitting.asks if ask.must for message in answer(ask)))
        sitting.send(Confirm(sitting.session.revision))
    return found


@lru_cache
def with_other_hands(usual: PlayedSession, viewer: int) -> PlayedSession:
    """Return the sitting with other cards in others' hands, and the same in the viewer's.

    They are found by trying, because only the game knows which place of the deck goes to whom, and
    whether its last shuffle dealt the hands. It is the same sitting if nobody else has hidden
    cards. All tests of a process share it: continue with a fork.
    """
    for number in reversed(range(len(usual.shuffles))):
        found = _exchange_cards(usual, number, viewer)
        if found is not usual:
            return found
    return usual


def _exchange_cards(usual: PlayedSession, number: int, viewer: int) -> PlayedSession:
    """Exchange as many cards of one shuffle as possible; return the same sitting if none can be."""
    found, change = usual, dict[int, int]()
    hands, cards, rng = usual.hands, usual.cards_of(number), random.Random(viewer)
    known = [_known_to(step, viewer) for step in usual.steps]
    for _ in range(TRIES):
        held = [code for seat, hand in hands.items() if seat != viewer for code in hand]
        hidden = [code for code in cards if code not in {*hands.get(viewer, ()), *change}]
        held = [code for code in held if code in hidden]
        if not held or len(hidden) < 2:
            break
        first = rng.choice(held)
        second = rng.choice([code for code in hidden if code != first])
        tried = {**change, first: second, second: first}
        same = _Same(known, viewer, len(usual.shuffles[number].steps))
        other = usual.shuffled_again(number, tried, same.holds)
        if same.holds(other) and len(other.steps) == len(known) and other.hands != hands:
            found, change = other, tried
    return found


class _Same:
    """Compares a running sitting with what a viewer knows of another one."""

    def __init__(self, known: Sequence[object], viewer: int, compared: int) -> None:
        self._known, self._viewer, self._compared = known, viewer, compared

    def holds(self, sitting: PlayedSession) -> bool:
        """Return whether the viewer has seen and heard the same until now."""
        while self._compared < len(sitting.steps):
            at = self._compared
            if at == len(self._known) or self._known[at] != _known_to(
                sitting.steps[at], self._viewer
            ):
                return False
            self._compared += 1
        return True


def _known_to(step: MessageStep, viewer: int) -> object:
    """Return the message, the instructions, and the viewer's cards."""
    return (
        None if isinstance(step.message, Shuffled) else step.message,
        [str(instruction.text) for instruction in current_instructions(step.after)],
        [ask.hand.codes for ask in current_questions(step.after) if ask.seat == viewer],
    )


def current_instructions(session: Session) -> tuple[Instruction, ...]:
    """Return the instructions that hands carry out now."""
    match = session.match
    return () if match is None or session.page != PLAY else match.shown.script


def current_questions(session: Session) -> tuple[Ask, ...]:
    """Return the current questions of a session."""
    next_step = None if session.match is None else session.match.next_step
    return next_step.asks if isinstance(next_step, Questions) else ()
