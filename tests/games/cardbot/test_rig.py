"""A whole race with real cards at emulated readers on bad lines, with dirty cards and loose cables, ends as it does on the screen."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping

from companion.app.loop import EventLoop, boards_of, open_session
from companion.app.pilot_driver import PATIENCE, REACTION
from companion.games.base import Questions
from companion.games.cardbot.deck import CODE_OF_CARD
from companion.games.cardbot.engine.cards import Card
from companion.games.cardbot.engine.state import Robot
from companion.games.cardbot.stages import Race, reader_of
from companion.pilots.base import Task
from companion.pilots.racer import PILOT as RACER
from companion.session.messages import Begin, Confirm, Pick
from companion.session.session import PERSON
from companion.session.view import DEAL, OVER, PLAY, SUMMARY
from companion.signals import EMPTY, OK, PULL, PUSH, InsertCard, MoveHandle, SettleCard, TakeCard
from companion.table.urls import table_for_url
from tests.games.cardbot.rounds import cardbot
from tests.test_real_cards import Unseen

SEATS = (1, 2, 3, 4)
FAULTS = "corrupt=3%,drop=1%,unplug=5s,dirty=5%,duplicate,half"
LONGEST = 200.0
FULL = next(entry for entry in boards_of(cardbot()) if entry.key == "cardbot-full")


def race_of(loop: EventLoop) -> Race:
    """The race."""
    found = loop.session.match.position  # type: ignore[union-attr]
    assert isinstance(found, Race)
    return found


def on_the_screen() -> tuple[list[Mapping[int, tuple[Card, ...]]], list[str], tuple[Robot, ...]]:
    """The programs of a whole race, played as a racer would, the sides of its pings, and where robots stand in the end, all on the screen."""
    loop = open_session(seed=11, players=(PERSON,) * 4, game=cardbot(), boards=(FULL,))
    loop.send(Begin())
    programs, sides = list[Mapping[int, tuple[Card, ...]]](), list[str]()
    while loop.session.page != OVER:
        want, session = loop.session.match.want, loop.session  # type: ignore[union-attr]
        if session.page in (PLAY, SUMMARY) or not isinstance(want, Questions):
            loop.send(Confirm(session.step))
        elif want.asks[0].offers:
            sides.append(want.asks[0].offers[len(sides) % 2].key)
            loop.send(Pick(want.asks[0].seat, sides[-1]))
        else:
            for ask in want.asks:
                task = Task(cardbot(), want.about, ask, cardbot().redacted(race_of(loop), ask.seat))
                for slot, code in enumerate(RACER.choose(task, random.Random(1)).answer.codes, 1):
                    loop.send(InsertCard(ask.seat, slot, code or 0))
                loop.send(MoveHandle(ask.seat, PULL))
            programs.append(race_of(loop).state.programs)
    return programs, sides, race_of(loop).state.robots


class Hands:
    """Four people at emulated readers: they order cards, hand them on, put them in, and mend what lies wrong."""

    def __init__(self) -> None:
        self.loop = open_session(
            Unseen(table_for_url(f"rig:4?pace=12&faults={FAULTS}")),
            seed=2,
            players=(PERSON,) * 4,
            game=cardbot(),
            boards=(FULL,),
        )
        self.looked: dict[int, float] = {}

    def until(self, condition: Callable[[], bool], work: Callable[[], None], what: str) -> None:
        """Work until something is so."""
        end = time.monotonic() + LONGEST
        while not condition():
            assert time.monotonic() < end, (
                f"waited in vain until {what}: {self.loop.session.page}, {self.loop.session.match.remedies}"
            )  # type: ignore[union-attr]
            work()
            self.loop.poll(time.monotonic())
            time.sleep(0.002)

    def ready(self, seat: int) -> bool:
        """Whether a seat is ready, or is not asked any more."""
        match = self.loop.session.match
        assert match is not None
        return match.ask(seat) is None or seat in match.answers

    def in_time(self, seat: int) -> bool:
        """Whether it is time to look at a reader again."""
        now, remedied = time.monotonic(), seat in self.loop.session.match.remedies  # type: ignore[union-attr]
        if now - self.looked.get(seat, 0.0) < (REACTION if remedied else PATIENCE):
            return False
        self.looked[seat] = now
        return True

    def put_in(self, seat: int, codes: tuple[int, ...]) -> None:
        """Mend what is not as it should be, and pull."""
        if self.ready(seat) or not self.in_time(seat):
            return
        for slot, (code, reading) in enumerate(
            zip(codes, self.loop.session.readers[seat].row, strict=True), 1
        ):
            if reading.status == OK and reading.code != code:
                self.loop.send(TakeCard(seat, slot))
            if reading.status != OK or reading.code != code:
                self.loop.send(SettleCard(seat, slot))
                self.loop.send(InsertCard(seat, slot, code))
        self.loop.send(MoveHandle(seat, PULL))

    def push(self, seat: int) -> None:
        """Say that the own five are in order."""
        if not self.ready(seat) and self.in_time(seat):
            self.loop.send(MoveHandle(seat, PUSH))

    def empty(self) -> None:
        """Take all cards out."""
        for seat, reader in self.loop.session.readers.items():
            if (
                seat in SEATS
                and any(reading.status != EMPTY for reading in reader.row)
                and self.in_time(seat)
            ):
                for slot in range(1, 6):
                    self.loop.send(TakeCard(seat, slot))

    def asked(self) -> str:
        """The kind of question that is asked now."""
        want = self.loop.session.match.want  # type: ignore[union-attr]
        return (
            want.about
            if isinstance(want, Questions) and self.loop.session.page not in (PLAY, SUMMARY, DEAL)
            else ""
        )


def play_round(hands: Hands, programs: Mapping[int, tuple[Card, ...]], sides: list[str]) -> None:
    """One round with these programs; sides are taken off the list."""
    loop = hands.loop
    hands.until(lambda: hands.asked() == "order", hands.empty, "the cards are taken out")
    hands.looked.clear()
    hands.until(
        lambda: hands.asked() == "hand",
        lambda: [hands.push(seat) for seat in SEATS] and None,
        "everybody has pushed",
    )
    hands.looked.clear()
    lying = {
        reader_of(race_of(loop), seat): tuple(CODE_OF_CARD[card] for card in cards)
        for seat, cards in programs.items()
    }
    hands.until(
        lambda: hands.asked() != "hand",
        lambda: [hands.put_in(seat, codes) for seat, codes in lying.items()] and None,
        "all cards are in",
    )
    while loop.session.page not in (SUMMARY, OVER):
        want = loop.session.match.want  # type: ignore[union-attr]
        if loop.session.page == PLAY or not isinstance(want, Questions):
            loop.send(Confirm(loop.session.step))
        else:
            loop.send(Pick(want.asks[0].seat, sides.pop(0)))
    loop.send(Confirm(loop.session.step))
    hands.looked.clear()


def test_real_cards_end_as_cards_on_the_screen() -> None:
    """Whatever goes wrong at the readers, the robots stand where they should."""
    programs, sides, robots = on_the_screen()
    hands = Hands()
    try:
        hands.until(
            lambda: not any(hands.loop.session.readers[seat].lost for seat in SEATS),
            lambda: None,
            "all readers answer",
        )
        hands.loop.send(Begin())
        hands.loop.send(Confirm(hands.loop.session.step))
        assert hands.loop.session.match is not None and not hands.loop.session.match.deals
        for program in programs:
            play_round(hands, program, sides)
        assert (
            hands.loop.session.page == OVER
            and race_of(hands.loop).state.robots == robots
            and not sides
        )
    finally:
        hands.loop.close()
