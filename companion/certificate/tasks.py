"""What a table is asked to show: eight things of every reader, in order, and then seven pictures of all lights.

The order stands here alone: the run (`run`) walks along it, and judging goes by the names of the tasks.
"""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.deck import TEST_CARDS
from companion.signals import EMPTY, OK, PULL, PUSH, REST, SLOTS

REST_FIRST, PULLED, LET_GO, PUSHED, LET_GO_AGAIN = "rest", "pulled", "let go", "pushed", "let go again"
EMPTY_SLOTS, FACES, TURNED = "empty", "faces", "turned"
DONE: Final = "done"

HANDLE_TASKS: Final = {REST_FIRST: REST, PULLED: PULL, LET_GO: REST, PUSHED: PUSH, LET_GO_AGAIN: REST}
"""The tasks for a handle, and the position in which each finds it."""


class Expected(NamedTuple):
    """What a slot should answer: status, and the code where there is one.

    `code` is 0-255 with OK, None with anything else, as in `companion.signals.SlotRead`.
    """

    status: str
    code: int | None = None


SLOT_TASKS: Final[dict[str, tuple[Expected, ...]]] = {
    EMPTY_SLOTS: (Expected(EMPTY),) * SLOTS,
    FACES: tuple(Expected(OK, face) for face, _ in TEST_CARDS),
    TURNED: tuple(Expected(OK, other) for _, other in TEST_CARDS),
}
"""The tasks for slots, and what slots 1 to 5 should answer then."""

TASKS: Final = (*HANDLE_TASKS, *SLOT_TASKS, DONE)
"""Everything asked of one reader, in order: the handle first, for it needs no cards, and there is one set of test cards for the table."""

WORDS: Final = {
    REST_FIRST: "Leave the handle alone.",
    PULLED: "Pull the handle towards you.",
    LET_GO: "Let go of the handle.",
    PUSHED: "Push the handle away from you.",
    LET_GO_AGAIN: "Let go of the handle.",
    EMPTY_SLOTS: "Take every card out of the five slots.",
    FACES: "Put test cards 1 to 5 into slots 1 to 5, upright.",
    TURNED: "Turn every test card upside down, in its own slot.",
    DONE: "This reader has shown everything. Take the test cards on to the next one.",
}
"""What people are asked for at one reader."""


def following(task: str) -> str:
    """The task after a task; DONE is the last.

    DONE follows itself. ValueError for a word that is no task.
    """
    return TASKS[min(TASKS.index(task) + 1, len(TASKS) - 1)]


class Picture(NamedTuple):
    """A picture of all lights: which of a reader's five burn, and what people are asked."""

    lit: tuple[bool, ...]
    words: str


def _only(slot: int) -> Picture:
    lit = tuple(number == slot for number in range(1, SLOTS + 1))
    return Picture(lit, f"At each reader only the light of slot {slot} is on. Touch every light that is wrong.")


PICTURES: Final[tuple[Picture, ...]] = (
    Picture((True,) * SLOTS, "All lights are on. Touch every light that is off."),
    *(_only(slot) for slot in range(1, SLOTS + 1)),
    Picture((False,) * SLOTS, "All lights are off. Touch every light that is on."),
)
"""The pictures of all lights, one after another: too little power shows in the first, exchanged lights in the next five."""
