"""What is known of one place at a table of real readers, whoever plays there."""
from __future__ import annotations

from dataclasses import dataclass, field

from companion.signals import NO_READER, REST, ReaderModel, SlotRead


@dataclass(slots=True)
class Place:
    """What is known of one place: whether its own reader answers and is set aside, why it is lost, what it last told of its slots,
    handle and model, and what was told about it ("": it is used; None: nothing yet).

    `wakes`: an emulated reader is about to answer there for the first time. `reason` is half a sentence, "" while the reader answers.
    `row` has slot 1 to 5 of the own reader, as it told them last, also while it is aside or lost; empty until it has answered.
    """

    wakes: bool = False
    answers: bool = False
    aside: bool = False
    reason: str = NO_READER
    told: str | None = None
    row: list[SlotRead] = field(default_factory=list)
    handle: str = REST
    model: ReaderModel | None = None

    @property
    def used(self) -> bool:
        """Whether the place is played with its own reader."""
        return self.answers and not self.aside

    def holds(self, code: int) -> bool:
        """Whether its own reader is used and shows this card."""
        return self.used and any(read.code == code for read in self.row)
