"""Games at emulated readers with the real firmware and many faults reach the same positions."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from companion.app.pilot_questions import PATIENCE, REACTION
from companion.games import find_game, game_keys
from companion.games.api import Game
from companion.games.asking import Ask
from companion.session.messages import Confirm, Pick
from companion.session.view import DealPage
from companion.signals import EMPTY, InsertCard, MoveHandle, SettleCard, TakeCard
from companion.table.urls import table_for_url
from companion.testing.people import Cards, People, handle_signals, row_signals
from companion.testing.playing import mark
from tests.test_real_cards import Unseen

FAULTS: Final = "corrupt=3%,drop=1%,unplug=5s,dirty=5%,duplicate,half"
LONGEST: Final = 200.0


class Said(NamedTuple):
    """An answer: cards by slot and the handle's move, or the touched offer."""

    cards: Cards
    handle: str
    offer: str


Answers = defaultdict[tuple[int, str, int], list[Said]]
"""The answers in a turn to a kind of question by a seat, in order."""


class Clean(People):
    """People at readers without faults, whose answers are noted."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.said: Answers = defaultdict(list)

    def answer(self, ask: Ask) -> None:
        """Answer, and note it."""
        key = self.match.next_step.turn, self.match.question.kind, ask.seat
        if ask.offers:
            said = Said({}, "", ask.offers[-1].key)
            self.loop.send(Pick(ask.seat, said.offer))
        else:
            said = Said(self.chosen(ask), ask.gestures[0][0], "")
            self.hear(*row_signals(ask.seat, said.cards), *handle_signals(ask.seat, said.handle))
        self.said[key].append(said)


class AtRig(People):
    """The same people at emulated readers; they correct faults until the answer counts."""

    def __init__(self, game: Game, said: Answers, table: str) -> None:
        self.said, self._looked = said, dict[int, float]()
        super().__init__(game, table=Unseen(table_for_url(table)))

    def until(self, condition: Callable[[], bool], work: Callable[[], None]) -> None:
        """Work until a condition holds."""
        end = time.monotonic() + LONGEST
        while not condition():
            assert time.monotonic() < end, f"{self.view.title}"
            work()
            self.loop.poll(time.monotonic())
            time.sleep(0.002)

    def await_readers(self) -> None:
        """Wait until all readers answer."""
        self.until(
            lambda: (
                not any(self.session.readers.by_seat[seat].lost for seat in self.session.people)
            ),
            lambda: None,
        )

    def _is_time(self, seat: int) -> bool:
        """Return whether to look at a reader again."""
        now, wait = time.monotonic(), REACTION if seat in self.match.question.problems else PATIENCE
        if now - self._looked.get(seat, 0.0) < wait:
            return False
        self._looked[seat] = now
        return True

    def go_on(self) -> None:
        """Answer all questions, put readers in order, or confirm the screen."""
        self._looked.clear()
        asked, page, step = [*self.waited_for()], self.view.body, self.session.revision
        if asked:
            turn, about = self.match.next_step.turn, self.match.question.kind
            answers = {ask.seat: self.said[turn, about, ask.seat].pop(0) for ask in asked}

            def answer_all() -> None:
                """Answer every question of this step."""
                for ask in asked:
                    self._answer(ask, answers[ask.seat])

            self.until(lambda: self.session.revision != step, answer_all)
        elif isinstance(page, DealPage):
            self.until(lambda: self.session.revision != step, self._clear)
        else:
            self.loop.send(Confirm(step))

    def _answer(self, ask: Ask, said: Said) -> None:
        """Insert missing cards, and move the handle."""
        seat = ask.seat
        if seat in self.match.question.answers or not self._is_time(seat):
            return
        if said.offer:
            self.loop.send(Pick(seat, said.offer))
            return
        for slot, reading in enumerate(self.session.readers.by_seat[seat].row, 1):
            code = said.cards.get(slot)
            if reading.status != EMPTY and reading.code != code:
                self.loop.send(TakeCard(seat, slot))
            if code is not None and reading.code != code:
                self.loop.send(SettleCard(seat, slot))
                self.loop.send(InsertCard(seat, slot, code))
        self.loop.send(MoveHandle(seat, said.handle))

    def _clear(self) -> None:
        """Do what the page says, and go on when nothing is wrong."""
        page = self.view.body
        assert isinstance(page, DealPage)
        for row in page.rows:
            if row.words and self._is_time(row.seat):
                locked = {slot: card.code for slot, card in row.put if card is not None}
                for slot in row.take:
                    self.loop.send(SettleCard(row.seat, slot))
                    if slot not in locked:
                        self.loop.send(TakeCard(row.seat, slot))
                for slot, code in locked.items():
                    self.loop.send(InsertCard(row.seat, slot, code))
        if not any(row.words for row in page.rows):
            self.loop.send(Confirm(self.session.revision))


def marks(people: People, turns: int) -> list[str]:
    """Play some turns; return the hashes of all positions in order."""
    found = [mark(people.loop)]
    for _ in people.play(turns):
        if mark(people.loop) != found[-1]:
            found.append(mark(people.loop))
    return [*found, mark(people.loop)]


def compare(key: str, turns: int) -> None:
    """Play some turns at clean readers, and again at the rig.

    Raises:
        AssertionError: Positions differ.
    """
    game = find_game(key)
    assert game is not None
    clean = Clean(game)
    expected = marks(clean, turns)
    rig = AtRig(game, clean.said, f"rig:3?pace=12&faults={FAULTS}")
    try:
        assert marks(rig, turns) == expected and len(expected) > turns
    finally:
        rig.loop.close()


@pytest.mark.parametrize("key", game_keys())
def test_turns_are_the_same_whatever_goes_wrong_at_their_readers(key: str) -> None:
    """Correct all faults of three people's real cards and deals, with equal positions."""
    compare(key, 2)


@pytest.mark.parametrize("key", game_keys())
def test_long_games_are_the_same_whatever_goes_wrong_at_their_readers(key: str) -> None:
    """Do the same over most of a game."""
    compare(key, 8)
