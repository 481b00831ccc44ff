"""A table of real readers for scenes: given signals, and a session with hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.race import prefer, send
from companion.games.api import Game
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import Begin, ChooseBoard, Confirm
from companion.session.view import PROGRAM, DealPage, View
from companion.signals import (
    EMPTY,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    Counters,
    HandleMoved,
    ReaderReport,
    Signal,
    SlotRead,
    SlotReport,
)
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from companion.words import count, text

PATIENCE: Final = 2000
"""Messages after which a wanted state counts as not to be found."""


class SceneRoom:
    """A session at such readers, which hold what was put into them.

    `rows` are the codes in the slots of each seat, None for an empty slot. Every deed returns the
    room, so that deeds can be chained.
    """

    def __init__(
        self,
        players: Iterable[str],
        real: Iterable[int],
        *,
        board: str | BoardEntry = "fountain-circus",
        seed: int = 5,
        emulated: bool = False,
        game: Game | None = None,
    ) -> None:
        """Open the session.

        `real` are the seats with a reader, perhaps emulated; `board` is one of the game or another
        one; `game` is the usual one by default.
        """
        seats = tuple(real)
        emulators = count("{number} emulated reader", "{number} emulated readers", len(seats))
        self.readers = ScriptedTable(seats, emulators if emulated else text("Card readers"))
        self.emulated = emulated
        self.rows: dict[int, list[int | None]] = {
            seat: [None] * SLOTS for seat in self.readers.seats
        }
        self.loop: EventLoop = open_session(
            ScreenFallback(self.readers, (lambda deed: None) if emulated else None),
            seed=seed,
            boards=(board,) if isinstance(board, BoardEntry) else None,
            players=players,
            game=game,
        )
        if isinstance(board, str):
            self.loop.send(ChooseBoard(board))

    def begin(self) -> SceneRoom:
        """Play on to the first question or deal."""
        self.loop.send(Begin())
        self.loop.send(Confirm(self.loop.view.revision))
        return self

    def say(self, *signals: Signal) -> SceneRoom:
        """Send signals of the readers."""
        self.readers.signals += signals
        self.loop.poll(0.0)
        return self

    def put(self, seat: int, cards: dict[int, int | None]) -> SceneRoom:
        """Put cards into slots, or take them out (None)."""
        for slot, code in cards.items():
            self.rows[seat][slot - 1] = code
        return self.say(
            *(
                SlotRead(seat, slot, EMPTY if code is None else OK, code)
                for slot, code in cards.items()
            )
        )

    def program(self, seat: int, start: int | None = None) -> SceneRoom:
        """Fill the free slots of a reader with unused cards, from a place in the deck on.

        By default seat k begins at 6·k, so that rows differ.
        """
        # A card that is anywhere else on the table would be refused (6.4.3 [E147]).
        used = {code for row in self.rows.values() for code in row} | {
            reading.code
            for known in self.loop.session.readers.by_seat.values()
            for reading in known.row
        }
        free = [
            code
            for code in self.loop.session.config.game.deck[
                start if start is not None else 6 * seat :
            ]
            if code not in used
        ]
        return self.put(
            seat,
            {slot: free.pop(0) for slot, code in enumerate(self.rows[seat], 1) if code is None},
        )

    def pull(self, seat: int) -> SceneRoom:
        """Pull a handle and release it."""
        return self.say(HandleMoved(seat, PULL), HandleMoved(seat, REST))

    def until(self, wanted: Callable[[View], bool]) -> SceneRoom:
        """Play on until the view is wanted.

        Raises:
            LookupError: It never comes.
        """
        for _ in range(PATIENCE):
            view = self.loop.view
            if wanted(view):
                return self
            # Nothing is dealt before unlocked slots are empty (6.1.1).
            if isinstance(view.body, DealPage) and any(row.take for row in view.body.rows):
                self.clear()
            elif view.page == PROGRAM and (
                waiting := [
                    reader.seat
                    for reader in view.body.readers
                    if reader.kind == "reader" and reader.asked and not reader.ready
                ]
            ):
                self.program(waiting[0]).pull(waiting[0])
            else:
                self.loop.send(Confirm(view.revision))
        raise LookupError("a state for the gallery was not found: another seed may have it")

    def clear(self) -> SceneRoom:
        """Take out every card that has to come out."""
        page = self.loop.view.body
        for row in page.rows if isinstance(page, DealPage) else ():
            self.put(row.seat, dict.fromkeys(row.take))
        return self

    def report(self, seat: int, **strange: SlotReport) -> ReaderReport:
        """Return a reader's report of itself.

        `slot3=…` is for a slot that shows something else than its card.
        """
        slots = tuple(
            strange.get(f"slot{slot}")
            or SlotReport(
                EMPTY if code is None else OK, code, 9 + slot if code is None else 171 + 7 * slot
            )
            for slot, code in enumerate(self.rows[seat], 1)
        )
        # Chip ids, contrasts and counters follow from seat and slot, so that no two rows of a
        # picture are alike.
        uid = f"E6614C775B00{seat * 4919:04X}"
        counters = Counters(8123 * seat, 3 * seat % 7, seat % 3, 0.1 * (seat % 4))
        return ReaderReport(
            seat, "emulated" if self.emulated else "usb", uid, "1.0", REST, slots, counters
        )


def answering_by_handle(loop: EventLoop, seats: Iterable[int]) -> EventLoop:
    """Let handles go through answers, and push those of some seats once."""
    prefer(loop, hands_free=True)
    for seat in seats:
        send(loop, HandleMoved(seat, PUSH), HandleMoved(seat, REST))
    return loop
