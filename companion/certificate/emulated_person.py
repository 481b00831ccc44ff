"""A person at emulated readers who carries out the tasks of a run and looks at the lights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.certificate.run import (
    DONE,
    EMPTY_SLOTS,
    FACES,
    HANDLE_TASKS,
    PICTURES,
    PULLED,
    PUSHED,
    SLOT_TASKS,
    TURNED,
    CertificationRun,
    GoOn,
    LightSeen,
    NextPicture,
)
from companion.named_tuples import NamedTuple
from companion.signals import SLOTS, InsertCard, MoveHandle, ReaderModel, TakeCard

Act: TypeAlias = InsertCard | TakeCard | MoveHandle | GoOn | LightSeen | NextPicture

LOOKING: Final = 0.8
"""Seconds until wrong lights are taken for faulty."""


class EmulatedPerson(NamedTuple):
    """The state of such a person. All seconds are those of the clock given to `act`."""

    patience: float = 3.0
    """The seconds that a reader may take to notice an act."""
    done: Mapping[int, tuple[str, float]] = {}
    """The task last done at each seat, and when."""
    picture: tuple[int, float] | None = None
    """The picture of lights looked at, and since when."""


def act(
    person: EmulatedPerson, run: CertificationRun, models: Mapping[int, ReaderModel], now: float
) -> tuple[EmulatedPerson, tuple[Act, ...]]:
    """Return the person and the acts now, in order; nothing while it waits for a reader.

    `models` are the emulated readers by seat, as `ReaderModel` last showed them.
    """
    if run.finished:
        return person, ()
    if run.picture is not None:
        return _look(person, run, run.picture, models, now)
    acts: list[Act] = []
    reached = dict(person.done)
    for seat in run.tested():
        task, since = reached.get(seat, ("", now))
        if run.seats[seat].task != task:
            task = run.seats[seat].task
            # The task has not begun until then, so that its patience does not run.
            if task == FACES:
                # There is one set of test cards for all readers.
                others = [other for other in models if other != seat]
                in_use = any(reached.get(other, ("",))[0] in (FACES, TURNED) for other in others)
                if in_use or any(card for other in others for card in models[other].cards):
                    continue
            reached[seat] = task, now
            if task in (PULLED, PUSHED):
                acts.append(MoveHandle(seat, HANDLE_TASKS[task]))
            # Also when all is done: another reader waits for the cards.
            if task in (EMPTY_SLOTS, FACES, TURNED, DONE) and seat in models:
                acts += [
                    TakeCard(seat, slot)
                    for slot, card in enumerate(models[seat].cards, 1)
                    if card is not None
                ]
            if task in (FACES, TURNED):
                acts += [
                    InsertCard(seat, slot, SLOT_TASKS[task][slot - 1].code or 0)
                    for slot in range(1, SLOTS + 1)
                ]
        elif task != DONE and now - since > person.patience:
            reached[seat] = task, now
            acts.append(GoOn(seat))
    return person._replace(done=reached), tuple(acts)


def _look(
    person: EmulatedPerson,
    run: CertificationRun,
    at: int,
    models: Mapping[int, ReaderModel],
    now: float,
) -> tuple[EmulatedPerson, tuple[Act, ...]]:
    """Look at all lights, touch the wrong ones, and go on."""
    # The lights of a new picture are looked at in the next call, since they have only just been
    # requested.
    if person.picture is None or person.picture[0] != at:
        return person._replace(picture=(at, now)), ()
    wrong = [
        LightSeen(seat, slot)
        for seat in run.tested()
        if seat in models
        for slot, bulb in enumerate(models[seat].bulbs, 1)
        if any(bulb) != PICTURES[at].lit[slot - 1]
    ]
    if wrong and now - person.picture[1] < LOOKING:
        return person, ()
    return person, (*wrong, NextPicture())
