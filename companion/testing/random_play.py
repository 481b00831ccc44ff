"""Play any game at random by its own interface, with any cards of the deck in the readers.

Players know no rules: they put cards in until the game finds no fault with their readers.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping

from companion.games.api import Game, Position
from companion.games.asking import (
    EMPTY_ROW,
    Answer,
    Ask,
    Custody,
    Draw,
    Finished,
    PlayOn,
    Questions,
    Reading,
    Row,
)
from companion.session.lobby.arrangement import PERSON
from companion.session.lobby.setup import plan_of
from companion.session.messages import Begin
from companion.session.session import Session
from companion.signals import OK, SLOTS, TWICE
from companion.testing.playing import board_entries, seats_possible, session_on_first_page

IDLE = 100
"""Steps in a row without a question after which a game is considered stuck."""


def begun(game: Game) -> Iterator[Session]:
    """Yield a begun session for each value of each setting, on changing boards.

    The number of seats changes, too.
    """
    boards = board_entries(game)
    settings: list[Mapping[str, str]] = [{}]
    settings += [{option.key: one.word} for option in game.options for one in option.choices]
    for number, words in enumerate(settings):
        entry = boards[number % len(boards)]
        possible = seats_possible(game, entry)
        at = number % len(possible)
        for seats in (*possible[at:], *possible[:at]):
            loop = session_on_first_page(game, seats, entry=entry, words=words, player=PERSON)
            loop.send(Begin())
            if loop.session.match is not None:
                yield loop.session
                break


class RandomPlay:
    """A game that is played at random, from its beginning on."""

    def __init__(self, session: Session, seed: str, *, by_hand: bool) -> None:
        """Take over a session that has begun.

        Args:
            session: The session.
            seed: Decides all chance.
            by_hand: Whether hands hold the cards wherever they can.
        """
        self.game = session.config.game
        # The app may have dealt in the session already.
        self.position: Position = self.game.begin(plan_of(session))
        playing = session.lobby.setup.playing
        people = [seat for seat in playing if session.is_person(seat)] if by_hand else ()
        self.holders = self.game.sharing.custody(playing, people)
        self.rng = random.Random(seed)
        self.rows: dict[int, Row] = dict.fromkeys(range(1, 9), EMPTY_ROW)
        """The cards in the readers, by seat."""
        self.kept = frozenset[int]()
        """The cards that stayed in readers at the last deal."""

    def questions(self) -> Iterator[Questions]:
        """Yield the next questions, then answer them at random, until the game is over."""
        while (asked := self._until_asked()) is not None:
            yield asked
            self.position = self.after(self.answers(asked))

    def _until_asked(self) -> Questions | None:
        for _ in range(IDLE):
            next_step = self.game.next_step(self.position)
            if isinstance(next_step, Questions):
                return next_step
            if isinstance(next_step, Finished):
                return None
            if isinstance(next_step, PlayOn):
                self.position = self.game.play(self.position).position
            elif isinstance(next_step, Draw):
                drawn = self._shuffled(range(next_step.number))
                self.position = self.game.dealt(self.position, drawn).position
            else:
                self.rows |= {seat: _row(codes) for seat, codes in next_step.held.items()}
                held = [code for codes in next_step.held.values() for code in codes]
                self.kept = frozenset(code for code in held if code is not None)
                by_app = Custody.APP in self.holders.values()
                shuffled = self._shuffled(self.game.deck) if by_app else None
                self.position = self.game.dealt(self.position, shuffled, self.holders).position
        raise AssertionError(f"{self.game.title} asks nothing more")

    def _shuffled(self, cards: range | tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.rng.sample(cards, len(cards)))

    # ---- Answers ----

    def answers(self, asked: Questions) -> Mapping[int, Answer]:
        """Return answers at random, with cards in which the game finds no fault."""
        asks = [ask for ask in asked.asks if ask.must or self.rng.random() < 0.5]
        for ask in asks:
            if ask.program.slots and not ask.offers:
                # Any cards of the deck, most of them where cards are asked for.
                cards = self._shuffled(self.game.deck)
                self.rows[ask.seat] = tuple(
                    Reading(OK, cards[slot])
                    if self.rng.random() < (0.9 if slot in ask.program.slots else 0.1)
                    else Reading()
                    for slot in range(1, SLOTS + 1)
                )
        for _ in range(IDLE):
            # A card that one seat takes may be missing at another one.
            if not [ask for ask in asks if self._correct(ask)]:
                return {ask.seat: self._answer(ask) for ask in asks}
        raise AssertionError(f"the readers never come right: {self.rows}")

    def _correct(self, ask: Ask) -> bool:
        """Change the cards of a reader until they have no fault; return whether they had one."""
        tried, had_one = set[int](), False
        while (fault := self.game.fault(self.position, ask.seat, self.rows)) is not None:
            had_one = True
            for slot in (fault.slot, *fault.more):
                code = ask.program.held[slot - 1] if slot in ask.program.locked else None
                if slot in ask.program.free:
                    code = self.rows[ask.seat][slot - 1].code
                    self._put(ask.seat, slot, None)
                    # A card that is in two readers stays in this one, unless it must in the other.
                    if fault.kind != TWICE or code is None or code in self.kept:
                        code = self._another_card(ask, tried)
                    tried.add(code)
                self._put(ask.seat, slot, code)
        return had_one

    def _another_card(self, ask: Ask, tried: Collection[int]) -> int:
        """Return a card that was not tried, of the hand or of the cards that it may have."""
        cards = self.game.deck if ask.hand.among is None else ask.hand.among
        if ask.hand.codes is not None:
            cards = (*ask.hand.codes, *ask.hand.own)
        shown = {reading.code for row in self.rows.values() for reading in row}
        own = {self.rows[ask.seat][slot - 1].code for slot in ask.program.free}
        left = [code for code in cards if code not in {*own, *tried, *self.kept}]
        assert left, f"no card is right in the reader of seat {ask.seat}"
        return self.rng.choice([code for code in left if code not in shown] or left)

    def _put(self, seat: int, slot: int, code: int | None) -> None:
        """Fill or empty a slot; there is only one of each card."""
        for other, row in self.rows.items():
            self.rows[other] = tuple(
                Reading() if reading.code is not None and reading.code == code else reading
                for reading in row
            )
        row = self.rows[seat]
        self.rows[seat] = (*row[: slot - 1], *_row([code]), *row[slot:])

    def _answer(self, ask: Ask) -> Answer:
        if ask.offers:
            return Answer("", offer=self.rng.choice(ask.offers).key)
        move, _ = self.rng.choice(ask.gestures)
        return Answer(move, tuple(reading.code for reading in self.rows[ask.seat]))

    def after(self, answers: Mapping[int, Answer]) -> Position:
        """Return the position after these answers."""
        return self.game.answered(self.position, answers).position


def _row(codes: Iterable[int | None]) -> Row:
    """Return what slots with these codes show."""
    return tuple(Reading() if code is None else Reading(OK, code) for code in codes)
