"""What somebody does at one emulated reader, deed after deed, no faster than fingers are. Pure; times are seconds of any clock.

A deed is refused or accepted at once, by what will be there when all earlier deeds are done; then it waits for its turn. Fingers wait
for what a person would see or feel: a card is touched again, and a handle let go, only after the reader has had time to notice it.
"""

from __future__ import annotations

from collections import deque
from typing import Final, TypeAlias

from companion.named_tuples import NamedTuple
from companion.signals import PULL, PUSH, REST, SLOTS, WELL, LyingCard
from companion.table.rig.optics import LIES, Picture

CARD_TIME: Final = 0.06
"""How long a card stays where it is, at least, until the same slot is touched again."""

BEFORE_HANDLE, HELD, AFTER_HANDLE = 0.1, 0.2, 0.1
"""From the last card to the handle, how long the handle is held, and from letting it go to whatever comes next."""

PATIENCE: Final = 2.0
"""How long fingers wait for a reader that notices nothing."""


class FirmwareProgress(NamedTuple):
    """Up to which picture a reader's firmware has scanned all slots and has felt its handle; None where no firmware runs."""

    scanned: int | None = None
    felt: int | None = None


class _PlaceCard(NamedTuple):
    """A card comes into a slot, or (None) what is in it is taken out."""

    slot: int
    card: LyingCard | None


class _TurnHandle(NamedTuple):
    """The handle goes to a position; REST: it is let go."""

    position: str


_HandStep: TypeAlias = _PlaceCard | _TurnHandle


class Hands:
    """The hands at one reader: `picture` is what is there, `cards` what will be there when everything is done."""

    def __init__(self) -> None:
        self.picture = Picture()
        self.cards = list(self.picture.cards)
        self._steps: deque[_HandStep] = deque()
        self._touched: dict[int, tuple[float, int]] = {}
        self._moved: tuple[float, int] | None = None
        self._is_answered = False

    def insert(self, slot: int, card: LyingCard) -> bool:
        """Put a card into a slot; False where there is no such slot or a card in it."""
        return 1 <= slot <= SLOTS and self.cards[slot - 1] is None and self._place(slot, card)

    def take(self, slot: int) -> bool:
        """Take the card out of a slot; False where there is none."""
        return 1 <= slot <= SLOTS and self.cards[slot - 1] is not None and self._place(slot, None)

    def settle(self, slot: int) -> bool:
        """Take the card out and push it in as it should be; False where there is none, or it lies well."""
        card = self.cards[slot - 1] if 1 <= slot <= SLOTS else None
        return (
            card is not None
            and card.lie != WELL
            and self.take(slot)
            and self.insert(slot, card._replace(lie=WELL))
        )

    def disturb(self, slot: int, lie: str) -> bool:
        """The card in a slot lies like this from now on; False where there is none, or nothing lies like that."""
        card = self.cards[slot - 1] if 1 <= slot <= SLOTS else None
        return card is not None and lie in LIES and self._place(slot, card._replace(lie=lie))

    def move_handle(self, position: str) -> bool:
        """Pull or push the handle, hold it a moment and let it go; False for any other position, and for more of what is being done.

        More of it: the very same movement waits to be done, or is being done and nobody has answered it yet (see `answered`).
        """
        if position not in (PULL, PUSH) or self._is_moving(position):
            return False
        self._steps += [_TurnHandle(position), _TurnHandle(REST)]
        return True

    def answered(self, position: str) -> None:
        """Somebody has noticed that the handle is there: if it is moved there again, that means something new."""
        if position == self.picture.handle:
            self._is_answered = True

    def shine(self, sunny: bool) -> bool:
        """The sun comes in or goes, at once; False where it is so already."""
        if sunny == self.picture.sunny:
            return False
        self.picture = self.picture.with_sun(sunny)
        return True

    def busy(self) -> bool:
        """Whether something is still to be done."""
        return bool(self._steps)

    def work(self, now: float, noticed: FirmwareProgress) -> None:
        """Do what can be done by now."""
        while self._steps and self._ready(self._steps[0], now, noticed):
            self._carry_out(self._steps.popleft(), now)

    def _is_moving(self, position: str) -> bool:
        last = list(self._steps)[-2:]
        # Only letting go is left to be done, so the handle is held at this moment.
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
        """Whether a card comes back before fingers have taken it out: then they leave it there."""
        waiting = [
            step for step in self._steps if isinstance(step, _PlaceCard) and step.slot == slot
        ]
        if card is None or not waiting or waiting[-1].card is not None:
            return False
        before = waiting[-2].card if len(waiting) > 1 else self.picture.cards[slot - 1]
        if before != card:
            return False
        # From the right: a step that looks the same may wait earlier.
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
        # No waiting until the cards are noticed: the firmware scans all slots afresh before it tells a pull.
        return step.position == REST or all(
            now - when >= BEFORE_HANDLE for when, _ in self._touched.values()
        )

    def _touches_before(self, step: _PlaceCard) -> list[tuple[float, int]]:
        """What must have been noticed before a card is moved: this slot's last change, and cards moved the other way in other slots.

        Several cards may go in at once, or out, but no card is in two slots.
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
        """Whether a change (its time and its picture's number) has had its time and was noticed, as far as anybody looks."""
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
