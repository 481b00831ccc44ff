"""A table of real readers for the tests: it sends given signals, and records all deeds."""

from __future__ import annotations

from collections.abc import Iterable

from companion.app.loop import EventLoop, open_session
from companion.games.programmed.deck import CODES
from companion.games.programmed.turn import RacePosition
from companion.session.messages import Begin
from companion.signals import EMPTY, OK, PULL, REST, SLOTS, HandleMoved, Signal, SlotRead
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from tests.session.evenings import done, yard
from tests.typed import of_kind


class Room:
    """A session at real readers, with hands."""

    def __init__(self, players: Iterable[str], real: Iterable[int], seed: int = 1) -> None:
        self.readers = ScriptedTable(real)
        self.table = ScreenFallback(self.readers)
        self.loop: EventLoop = open_session(
            self.table, seed=seed, boards=(yard(),), players=players
        )

    def begin(self) -> Room:
        """Play on to the first question or deal."""
        self.loop.send(Begin())
        done(self.loop)
        return self

    def say(self, *signals: Signal) -> None:
        """Send signals of the readers."""
        self.readers.signals += signals
        self.loop.poll(0.0)

    def put(self, seat: int, codes: Iterable[int | None]) -> None:
        """Put cards in from slot 1; None leaves a slot empty."""
        self.say(
            *[
                SlotRead(seat, slot, EMPTY if code is None else OK, code)
                for slot, code in enumerate(codes, 1)
            ]
        )

    def clear(self, *seats: int) -> None:
        """Take every card out."""
        for seat in seats:
            self.put(seat, [None] * SLOTS)

    def move(self, seat: int, position: str = PULL) -> None:
        """Move a handle, which springs back."""
        self.say(HandleMoved(seat, position), HandleMoved(seat, REST))

    def play_turn(self) -> None:
        """Confirm everything up to the end of the turn and beyond."""
        for _ in range(400):
            if self.loop.session.page not in ("play", "summary"):
                return
            done(self.loop)
        raise AssertionError("the turn never ends")

    def hurt(self, seat: int, damage: int) -> None:
        """Give a clank damage before a deal, as if it had been shot."""
        session = self.loop.session
        assert session.match is not None
        moment = of_kind(RacePosition, session.match.position)
        position = moment._replace(
            state=moment.state.with_clank(moment.state.clank(seat)._replace(damage=damage))
        )
        self.loop.session = session._replace(
            match=session.match._replace(
                position=position, next_step=session.config.game.next_step(position)
            )
        )


FIRST, SECOND = CODES[40:45], CODES[50:55]
"""Two programs of real cards."""
