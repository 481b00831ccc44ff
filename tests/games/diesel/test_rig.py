"""A whole game with real cards at emulated readers on bad lines, with dirty cards and loose cables, ends as it does on the screen."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.app.loop import open_session
from companion.app.pilot_driver import PATIENCE, REACTION
from companion.games.base import Ask, Questions
from companion.games.diesel.engine.state import State
from companion.pilots.base import Task
from companion.pilots.steady import PILOT as STEADY
from companion.session.messages import Begin, Confirm, Pick
from companion.session.session import PERSON
from companion.session.view import OVER, PROGRAM, REST
from companion.signals import EMPTY, OK, PULL, InsertCard, MoveHandle, SettleCard, TakeCard
from companion.table.urls import table_for_url
from tests.games.diesel.tables import asks_of, diesel, evening_of
from tests.test_real_cards import Unseen

SEATS: Final = (1, 2, 3, 4)
FAULTS: Final = "corrupt=3%,drop=1%,unplug=5s,dirty=5%,duplicate,half"
LONGEST: Final = 200.0
SEED: Final = 42


class Said(NamedTuple):
    """An answer: of which seat to which question, the codes that it lays down, or the offer that it touches."""

    seat: int
    about: str
    codes: tuple[int, ...] = ()
    offer: str = ""


def on_the_screen() -> tuple[list[Said], State]:
    """The answers of a whole game, played as a steady pilot would, and how it ends, all on the screen."""
    loop, said, game = (
        open_session(seed=SEED, players=(PERSON,) * len(SEATS), game=diesel()),
        list[Said](),
        diesel(),
    )
    loop.send(Begin())
    while loop.session.page != OVER:
        match = loop.session.match
        assert match is not None
        if loop.session.page not in (PROGRAM, REST) or not isinstance(match.want, Questions):
            loop.send(Confirm(loop.session.step))
            continue
        about = match.want.about
        for ask in match.want.asks:
            answer = STEADY.choose(
                Task(game, about, ask, game.redacted(match.position, ask.seat)),
                random.Random(len(said)),
            ).answer
            said.append(
                Said(
                    ask.seat,
                    about,
                    tuple(code for code in answer.codes if code is not None),
                    answer.offer,
                )
            )
            for slot, code in enumerate(said[-1].codes, 1):
                loop.send(InsertCard(ask.seat, slot, code))
            loop.send(Pick(ask.seat, answer.offer) if answer.offer else MoveHandle(ask.seat, PULL))
    state = evening_of(loop.session).state
    loop.close()
    return said, state


class Hands:
    """Four people at emulated readers: they lay down cards, take them out again, and mend what lies wrong."""

    def __init__(self) -> None:
        self.loop = open_session(
            Unseen(table_for_url(f"rig:4?pace=12&faults={FAULTS}")),
            seed=2,
            players=(PERSON,) * len(SEATS),
            game=diesel(),
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

    def in_time(self, seat: int) -> bool:
        """Whether it is time to look at a reader again."""
        now, remedied = time.monotonic(), seat in self.loop.session.match.remedies  # type: ignore[union-attr]
        if now - self.looked.get(seat, 0.0) < (REACTION if remedied else PATIENCE):
            return False
        self.looked[seat] = now
        return True

    def lay(self, ask: Ask, codes: tuple[int, ...]) -> None:
        """Just these cards lie in a reader, and its handle is pulled."""
        match = self.loop.session.match
        if (
            match is None
            or match.ask(ask.seat) is None
            or ask.seat in match.answers
            or not self.in_time(ask.seat)
        ):
            return
        for other, reader in self.loop.session.readers.items():
            if other != ask.seat and any(
                reading.code in codes for reading in reader.row if reading.status == OK
            ):
                self.loop.send(TakeCard(other, 1))
        for slot, reading in enumerate(self.loop.session.readers[ask.seat].row, 1):
            code = codes[slot - 1] if slot <= len(codes) else None
            if reading.status != EMPTY and reading.code != code:
                self.loop.send(TakeCard(ask.seat, slot))
            if code is not None and (reading.status != OK or reading.code != code):
                self.loop.send(SettleCard(ask.seat, slot))
                self.loop.send(InsertCard(ask.seat, slot, code))
        self.loop.send(MoveHandle(ask.seat, PULL))

    def answer(self, answers: Mapping[int, Said]) -> None:
        """Everybody who is asked answers, at the reader or on the screen."""
        about = self.about()
        asks = {ask.seat: ask for ask in asks_of(self.loop.session)}
        assert set(asks) == set(answers), (about, answers)
        for seat, ask in asks.items():
            if ask.offers:
                self.loop.send(Pick(seat, answers[seat].offer))
        self.looked.clear()
        codes = {seat: _card_of(one) for seat, one in answers.items() if not asks[seat].offers}
        self.until(
            lambda: self.about() != about,
            lambda: [self.lay(asks[seat], laid) for seat, laid in codes.items()] and None,
            "all cards are in",
        )

    def about(self) -> str:
        """The kind of question that is asked now."""
        want = self.loop.session.match.want  # type: ignore[union-attr]
        return (
            want.about
            if isinstance(want, Questions) and self.loop.session.page in (PROGRAM, REST)
            else ""
        )

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


def _card_of(said: Said) -> tuple[int, ...]:
    """The cards to lay down; a scout's is touched on the screen, and put into the reader with real cards."""
    from tests.games.diesel.tables import code

    return said.codes or (code(said.offer),)


def test_real_cards_end_as_cards_on_the_screen() -> None:
    """Whatever goes wrong at the readers, the same cards lie in front of the same players, and the same one wins."""
    said, state = on_the_screen()
    hands = Hands()
    try:
        hands.until(
            lambda: not any(hands.loop.session.readers[seat].lost for seat in SEATS),
            lambda: None,
            "all readers answer",
        )
        hands.loop.send(Begin())
        while hands.loop.session.page != OVER:
            if not (about := hands.about()):
                hands.loop.send(Confirm(hands.loop.session.step))
                hands.empty()
                hands.loop.poll(time.monotonic())
                continue
            # Everybody says the same in the same order; who looks at the real cards aside waits for the one before.
            now = {
                ask.seat: next(one for one in said if one.seat == ask.seat)
                for ask in asks_of(hands.loop.session)
            }
            assert {one.about.rsplit(".", 1)[0] for one in now.values()} == {
                about.rsplit(".", 1)[0]
            }
            said = [one for one in said if not any(one is other for other in now.values())]
            hands.answer(now)
        after = evening_of(hands.loop.session).state
        assert (after.front, after.tokens, after.champion, after.derby) == (
            state.front,
            state.tokens,
            state.champion,
            state.derby,
        )
    finally:
        hands.loop.close()
