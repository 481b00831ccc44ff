"""Simulated hands at one emulated reader: deeds in order, no faster than fingers. Pure.

A deed is accepted or refused immediately, by the state after all earlier deeds; then it waits for
its turn. Fingers wait for what a person would see or feel: a card is touched again, and a handle
released, only after the reader had time to notice it. Times are seconds of any clock.
"""

from __future__ import annotations

from collections import deque
from typing import Final, TypeAlias

from companion.named_tuples import NamedTuple
from companion.signals import PULL, PUSH, REST, SLOTS, WELL, LyingCard
from companion.table.rig.optics import LIES, Picture

CARD_TIME: Final = 0.06
"""Minimum seconds for a card to stay before its slot is touched again."""

BEFORE_HANDLE, HELD, AFTER_HANDLE = 0.1, 0.2, 0.1
"""Seconds from the last card to the handle, of holding it, and until the next deed."""

PATIENCE: Final = 2.0
"""Seconds that fingers wait for a reader that notices nothing."""


class FirmwareProgress(NamedTuple):
    """The last picture whose slots a reader's firmware has scanned, and whose handle it has felt.

    None if no firmware runs.
    """

    scanned: int | None = None
    felt: int | None = None


class _PlaceCard(NamedTuple):
    """Insert a card into a slot, or take it out."""

    slot: int
    card: LyingCard | None
    """None to take the card out."""


class _TurnHandle(NamedTuple):
    """Move the handle to a position; REST releases it."""

    position: str


_HandStep: TypeAlias = _PlaceCard | _TurnHandle


class ReaderHands:
    """The hands at one reader."""

    def __init__(self) -> None:
        self.picture = Picture()
        """The present state of the reader."""
        self.cards = list(self.picture.cards)
        """The cards after all deeds."""
        self._steps: deque[_HandStep] = deque()
        self._touched: dict[int, tuple[float, int]] = {}
        self._moved: tuple[float, int] | None = None
        self._is_answered = False

    def insert(self, slot: int, card: LyingCard) -> bool:
        """Insert a card; return False if the slot does not exist or is full."""
        return 1 <= slot <= SLOTS and self.cards[slot - 1] is None and self._place(slot, card)

    def take(self, slot: int) -> bool:
        """Take the card out of a slot; return False if there is none."""
        return 1 <= slot <= SLOTS and self.cards[slot - 1] is not None and self._place(slot, None)

    def settle(self, slot: int) -> bool:
        """Take a badly inserted card out and insert it well; return False if there is none."""
        card = self.cards[slot - 1] if 1 <= slot <= SLOTS else None
        return (
            card is not None
            and card.lie != WELL
            and self.take(slot)
            and self.insert(slot, card._replace(lie=WELL))
        )

    def disturb(self, slot: int, lie: str) -> bool:
        """Change how the card in a slot lies; return False if there is none or `lie` is unknown."""
        card = self.cards[slot - 1] if 1 <= slot <= SLOTS else None
        return card is not None and lie in LIES and self._place(slot, card._replace(lie=lie))

    def move_handle(self, position: str) -> bool:
        """Pull or push the handle, hold it and release it.

        Returns:
            False for another position, or if the same movement is waiting or under way and nobody
            has answered it (see `answered`).
        """
        if position not in (PULL, PUSH) or self._is_moving(position):
            return False
        self._steps += [_TurnHandle(position), _TurnHandle(REST)]
        return True

    def note_answer(self, position: str) -> None:
        """Note that the handle's position was noticed: the next movement there is a new one."""
        if position == self.picture.handle:
            self._is_answered = True

    def shine(self, sunny: bool) -> bool:
        """Switch the sun on or off immediately; return False if it is so already."""
        if sunny == self.picture.sunny:
            return False
        self.picture = self.picture.with_sun(sunny)
        return True

    def busy(self) -> bool:
        """Return whether deeds are left."""
        return bool(self._steps)

    def work(self, now: float, noticed: FirmwareProgress) -> None:
        """Do what can be done by now."""
        while self._steps and self._ready(self._steps[0], now, noticed):
            self._carry_out(self._steps.popleft(), now)

    def _is_moving(self, position: str) -> bool:
        last = list(self._steps)[-2:]
        # Only the release is left, so the handle is held at this moment.
        held = (
            last == [_TurnHandle(REST)]
            and self.picture.handle == position
            and not self._is_answered
        )
        return held or last == [_TurnHandle(position), _TurnHandle(REST)]

    def _place(self, slot: int, card: LyingCard | None) -> bool:
        self.cards[slot - 1] = card
        if not self._never_mind(slot, card):
            self._steps.append(_PlaceCard(slot, card))
        return True

    def _never_mind(self, slot: int, card: LyingCard | None) -> bool:
        """Return whether a card comes back before fingers took it out; then they leave it."""
        waiting = [
            step for step in self._steps if isinstance(step, _PlaceCard) and step.slot == slot
        ]
        if card is None or not waiting or waiting[-1].card is not None:
            return False
        before = waiting[-2].card if len(waiting) > 1 else self.picture.cards[slot - 1]
        if before != card:
            return False
        # From the right: an equal step may wait earlier.
        self._steps.reverse()
        self._steps.remove(waiting[-1])
        self._steps.reverse()
        return True

    def _ready(self, step: _HandStep, now: float, noticed: FirmwareProgress) -> bool:
        if isinstance(step, _PlaceCard):
            handle = self._is_over(self._moved, AFTER_HANDLE, now, noticed.felt)
            return handle and all(
                self._is_over(touch, CARD_TIME, now, noticed.scanned)
                for touch in self._touches_before(step)
            )
        if not self._is_over(
            self._moved, HELD if step.position == REST else AFTER_HANDLE, now, noticed.felt
        ):
            return False
        # No wait until the cards are noticed: the firmware scans all slots before it reports a
        # pull.
        return step.position == REST or all(
            now - when >= BEFORE_HANDLE for when, _ in self._touched.values()
        )

    def _touches_before(self, step: _PlaceCard) -> list[tuple[float, int]]:
        """Return the changes to be noticed before a card moves.

        These are this slot's last change, and cards moved the other way in other slots: several
        cards may go in together, or out, but no card is in two slots.
        """
        inwards = step.card is not None
        return [
            touch
            for slot, touch in self._touched.items()
            if slot == step.slot or (self.picture.cards[slot - 1] is not None) != inwards
        ]

    @staticmethod
    def _is_over(
        change: tuple[float, int] | None, least: float, now: float, noticed: int | None
    ) -> bool:
        """Return whether a change (time and picture number) had its time and was noticed."""
        if change is None:
            return True
        passed = now - change[0]
        return passed >= least and (noticed is None or noticed >= change[1] or passed >= PATIENCE)

    def _carry_out(self, step: _HandStep, now: float) -> None:
        if isinstance(step, _PlaceCard):
            self.picture = self.picture.with_card(step.slot, step.card)
            self._touched[step.slot] = now, self.picture.number
        else:
            self.picture = self.picture.with_handle(step.position)
            self._moved, self._is_answered = (now, self.picture.number), False
