"""Simulate people with real cards: readers report what their hands do, and what goes wrong.

These people know no rules. They insert cards without a fault, do what the screen shows, and correct
what it refuses.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from companion.games.api import Game
from companion.games.asking import Ask, Questions, Reading, Row
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import Confirm, Pick
from companion.session.session import Match, Session
from companion.session.view import ASKING, DEAL, OVER, PLACE, SUMMARY, DealPage, View
from companion.signals import (
    BADCODE,
    BLANK,
    DIRTY,
    EMPTY,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    UNSTABLE,
    HandleMoved,
    ReaderBack,
    ReaderLost,
    Signal,
    SlotRead,
)
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from companion.testing.playing import begin, mark, session_on_first_page, three_seats
from companion.testing.table_hands import TableHands

CODES: Final = range(256)
"""All codes that a reader can read."""
LONGEST: Final = 2000
"""The number of actions after which a game is considered stuck."""
CABLE: Final = "the cable is out"
READY: Final = "cable when ready"
"""The mishap that leaves a seat ready."""

Cards = Mapping[int, int]
"""The code of the card in each slot."""


def handle_signals(seat: int, position: str) -> tuple[Signal, ...]:
    """Return what a reader reports when its handle is moved and springs back."""
    return HandleMoved(seat, position), HandleMoved(seat, REST)


def row_signals(seat: int, cards: Cards) -> tuple[Signal, ...]:
    """Return what a reader reports of a row of cards, slot by slot."""
    return tuple(
        SlotRead(seat, slot, OK, cards[slot]) if slot in cards else SlotRead(seat, slot, EMPTY)
        for slot in range(1, SLOTS + 1)
    )


class People:
    """People with a reader and real cards each.

    If they are `clumsy`, things go wrong at their readers before each answer.
    """

    def __init__(self, game: Game, *, clumsy: bool = False, table: Table | None = None) -> None:
        """Begin a game of three people, or of as many as it needs.

        Without a `table`, readers report what the test makes them report.
        """
        self.game, self.readers = game, ScriptedTable(range(1, 9))
        self.loop = session_on_first_page(
            game,
            three_seats(game),
            seed=3,
            player=PERSON,
            table=table or ScreenFallback(self.readers, clock=lambda: 0.0),
        )
        self.await_readers()
        begin(self.loop)
        if not self.match.cards_are_real:
            pytest.skip(f"the app deals the cards of {game.title}, also to people at readers")
        self.clumsy, self.before = clumsy, ""
        self.lay: dict[int, Mapping[int, Row]] = {}
        """The cards in the readers at each moment of the game, by its number."""
        self.happened: list[str] = []
        """The faults so far."""

    def await_readers(self) -> None:
        """Wait until all readers answer; readers made for a test need no wait."""

    @property
    def session(self) -> Session:
        return self.loop.session

    @property
    def match(self) -> Match:
        match = self.loop.session.match
        assert match is not None
        return match

    @property
    def view(self) -> View:
        return self.loop.view

    def hear(self, *signals: Signal) -> None:
        """Make readers report signals."""
        if not self.session.timeline.is_syncing:
            self.lay[self.session.timeline.number] = self.session.readers.rows
        self.readers.signals += signals
        self.loop.poll(0.0)

    def play(self, turns: int) -> Iterator[None]:
        """Play until the game is over or `turns` turns are played; yields before each action."""
        for _ in range(LONGEST):
            if self.session.page == OVER:
                return
            if self.session.page == SUMMARY and self.match.shown.turn >= turns:
                return
            self.lay[self.session.timeline.number] = self.session.readers.rows
            yield
            self.before = self.view.page
            self.go_on()
        raise AssertionError(f"nothing goes on on {self.view.page}: {self.view.title}")

    def go_on(self) -> None:
        """Do the next action: answer one question, put readers in order, or confirm the screen."""
        asked = next(self.waited_for(), None)
        if asked is not None:
            self.answer(asked)
            return
        if self.view.page == DEAL and isinstance(self.view.body, DealPage):
            step = self.session.revision
            if self.clumsy and sum(bool(row.take) for row in self.view.body.rows) > 1:
                self.stumble()
            self.clear(self.view.body)
            if self.session.revision != step:
                return
        elif self.clumsy and self.session.page not in ASKING:
            self.stumble()
        self.loop.send(Confirm(self.session.revision))

    def waited_for(self) -> Iterator[Ask]:
        """Yield the questions that must be answered, and are not."""
        next_step = self.match.next_step
        if (
            self.session.page in ASKING
            and not self.session.timeline.is_syncing
            and isinstance(next_step, Questions)
        ):
            yield from (
                ask
                for ask in next_step.asks
                if ask.must and ask.seat not in self.match.question.answers
            )

    def clear(self, page: DealPage, remembered: Mapping[int, Row] = {}) -> None:
        """Follow a page at the readers: take cards out of slots, then put others in.

        Cards that the page does not name go in as their players remember them.
        """
        self.hear(*(SlotRead(row.seat, slot, EMPTY) for row in page.rows for slot in row.take))
        self.hear(
            *(
                SlotRead(
                    row.seat,
                    slot,
                    OK,
                    remembered[row.seat][slot - 1].code if card is None else card.code,
                )
                for row in page.rows
                for slot, card in row.put
            )
        )

    def arrive(self, hands: TableHands) -> None:
        """Lead pieces and cards to another place of the game by what the screen shows.

        Piles are not counted on the way, because shuffling and dealing is only described in words.

        Raises:
            AssertionError: What the screen shows is not enough.
        """
        hands.piles = None
        for _ in range(LONGEST):
            sync = self.session.timeline.table_sync
            if sync is None:
                hands.count_piles(self.view)
                # Readers have the cards that people remember, except at and after a deal.
                lay = self.lay.get(self.session.timeline.number, {})
                if self.session.page not in (PLACE, DEAL) and not self.match.collected:
                    for seat, row in lay.items():
                        assert self.session.readers.rows[seat] == row, (
                            f"seat {seat} on {self.view.page}"
                        )
                return
            if sync.at < len(sync.script):
                hands.compare(self.view)
                hands.carry_out(self.view)
                self.loop.send(Confirm(self.session.revision))
                continue
            page = self.view.body
            assert isinstance(page, DealPage)
            self.clear(page, self.lay.get(self.session.timeline.number, {}))
            assert self.session.timeline.table_sync is None, (
                f"cards are still missing: {self.view.body}"
            )
        raise AssertionError("the table never arrives")

    def answer(self, ask: Ask) -> None:
        """Answer a question at the reader, or by a touch if there are offers."""
        if ask.offers:
            self.loop.send(Pick(ask.seat, ask.offers[-1].key))
            return
        cards, handle = self.chosen(ask), ask.gestures[0][0]
        if self.clumsy:
            # Everything goes wrong that has not yet and can now, else what did so least often.
            ways = self._wrong_ways(ask, cards)
            fresh = [way for way in ways if way not in self.happened]
            for way in fresh or [min(ways, key=self.happened.count)]:
                self.happened.append(way)
                self._go_wrong_once(ask, cards, way, ways[way])
        self.hear(*row_signals(ask.seat, cards))
        self.hear(*handle_signals(ask.seat, handle))

    def chosen(self, ask: Ask) -> Cards:
        """Return cards for a seat's reader: those in locked slots, and others without a fault."""
        rows, locked = self.session.readers.rows, [*ask.program.locked]
        free = [slot for slot in ask.program.slots if slot not in locked]
        if not ask.program.slots:
            locked = [*range(1, SLOTS + 1)]
        cards = {
            slot: reading.code
            for slot, reading in enumerate(rows[ask.seat], 1)
            if slot in locked and reading.code is not None
        }
        in_readers = {
            reading.code for seat, row in rows.items() if seat != ask.seat for reading in row
        } | {*cards.values()}
        if self.view.cards is not None:
            shown = [card.face for row in self.view.cards.rows for card in row.cards]
            in_readers |= {card.code for card in shown if card is not None}
        pile = [code for code in self.game.deck if code not in in_readers]
        random.Random(f"{self.match.next_step.turn} {ask.seat}").shuffle(pile)
        cards |= {slot: pile.pop() for slot in free}
        while pile:
            row = tuple(
                Reading(OK, cards[slot]) if slot in cards else Reading()
                for slot in range(1, SLOTS + 1)
            )
            fault = self.game.fault(self.match.position, ask.seat, {**rows, ask.seat: row})
            if fault is None:
                return cards
            wrong = [slot for slot in (fault.slot, *fault.more) if slot in free]
            assert wrong, f"no card is right in slot {fault.slot} of seat {fault.seat}"
            cards |= {slot: pile.pop() for slot in wrong}
        raise AssertionError(f"no cards are an answer of seat {ask.seat}")

    # ---- Mishaps ----

    def _go_wrong_once(self, ask: Ask, cards: Cards, way: str, signals: tuple[Signal, ...]) -> None:
        """Let one thing go wrong, check the message, and correct all but the seat's own cards."""
        rows, ready = self.session.readers.rows, [*self.match.question.answers]
        self.hear(*signals)
        assert (ask.seat in self.match.question.answers) == (way == READY), (
            f"{way}: {self.view.title}"
        )
        lost = self.session.readers.by_seat[ask.seat].lost
        assert str(lost or self.match.question.problems[ask.seat]), way
        for seat, row in rows.items():
            if seat != ask.seat and row != self.session.readers.rows[seat]:
                self.hear(*row_signals(seat, _cards(row)))
        if lost:
            self.hear(ReaderBack(ask.seat), *row_signals(ask.seat, cards))
        # People whose readers were part of it confirm again that they are ready.
        for other in [one for one in self.waited_for() if one.seat in ready]:
            self.hear(*handle_signals(other.seat, other.gestures[0][0]))

    def _wrong_ways(self, ask: Ask, cards: Cards) -> Mapping[str, tuple[Signal, ...]]:
        """Return what readers report for each mishap that is possible at this question."""
        seat, pull = ask.seat, handle_signals(ask.seat, ask.gestures[0][0])
        free = [slot for slot in cards if slot in ask.program.free]
        ways = {"cable": (*row_signals(seat, cards), ReaderLost(seat, CABLE))}
        if len(ask.gestures) == 1:
            ways["handle"] = handle_signals(seat, PUSH if ask.gestures[0][0] == PULL else PULL)
        is_last = len([*self.waited_for()]) == 1
        when_ready = (*row_signals(seat, cards), *pull)
        if not free:
            return ways if is_last else ways | {READY: (*when_ready, ReaderLost(seat, CABLE))}
        first, last = free[0], free[-1]
        others = {slot: code for slot, code in cards.items() if slot != last}
        kept = {slot: code for slot, code in cards.items() if slot in ask.program.locked}
        ways["early"] = (*row_signals(seat, kept), *pull)
        ways["gap"] = (*row_signals(seat, others), *pull)
        for status in (BLANK, DIRTY, BADCODE, UNSTABLE):
            ways[status] = (*ways["gap"][:SLOTS], SlotRead(seat, last, status), *pull)
        strange = next(code for code in CODES if self.game.face(code) is None)
        ways["foreign"] = (*row_signals(seat, {**cards, last: strange}), *pull)
        if first != last:
            ways["double"] = (*row_signals(seat, {**cards, last: cards[first]}), *pull)
        elsewhere = next(
            (
                (other, slot)
                for other in self.session.people
                for slot, reading in enumerate(self.session.readers.rows[other], 1)
                if other != seat and reading.status == EMPTY
            ),
            None,
        )
        if elsewhere is not None:
            ways["elsewhere"] = (
                *row_signals(seat, cards),
                SlotRead(*elsewhere, OK, cards[last]),
                *pull,
            )
        if not is_last:
            ways["out"] = (*when_ready, SlotRead(seat, first, EMPTY))
            ways[READY] = (*when_ready, ReaderLost(seat, CABLE))
        return ways

    def stumble(self) -> None:
        """Take cards out, move a handle and lose a cable when nothing is asked; restore all."""
        seat = min(self.session.people)
        lie = _cards(self.session.readers.rows[seat])
        before = mark(self.loop), self.session.page, self.session.timeline.number
        self.hear(*(SlotRead(seat, slot, EMPTY) for slot in lie), *handle_signals(seat, PUSH))
        self.hear(ReaderLost(seat, CABLE))
        self.hear(ReaderBack(seat), *row_signals(seat, lie))
        assert (mark(self.loop), self.session.page, self.session.timeline.number) == before


def _cards(row: Row) -> Cards:
    return {slot: reading.code for slot, reading in enumerate(row, 1) if reading.code is not None}
