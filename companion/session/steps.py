"""The evening's one door: a message comes in, the evening after it and what is to be done go out.

`step` never raises for a message: what cannot be done is refused in words and changes nothing else.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.session.commands import ShowLamps
from companion.session.messages import (
    Again, Begin, ChooseBoard, ClearFlags, Confirm, Cover, Go, Message, NewEvening, SetAutoAdvance, SetColour, SetName, SetPlayer, SetRule,
    SetShape, Shuffled, SuggestFlags, Tick, TouchSquare, Uncover,
)
from companion.session.programming import on_back, on_cover, on_handle, on_lost, on_slot, on_uncover
from companion.session.race import on_again, on_auto, on_begin, on_confirm, on_new, on_shuffled, on_tick
from companion.session.session import Result, Session
from companion.session.setup import on_go, on_setup
from companion.signals import SLOTS, HandleMoved, Lamps, ReaderBack, ReaderLost, SlotRead

HANDLERS: Final[Mapping[type, Callable[[Session, Any], Result]]] = {
    Go: on_go, ChooseBoard: on_setup, TouchSquare: on_setup, SuggestFlags: on_setup, ClearFlags: on_setup, SetPlayer: on_setup,
    SetName: on_setup, SetColour: on_setup, SetShape: on_setup, SetRule: on_setup, Begin: on_begin, Confirm: on_confirm,
    SetAutoAdvance: on_auto, Uncover: on_uncover, Cover: on_cover, Shuffled: on_shuffled, Tick: on_tick, Again: on_again,
    NewEvening: on_new, SlotRead: on_slot, HandleMoved: on_handle, ReaderLost: on_lost, ReaderBack: on_back,
}
"""What each message does; a new message is one line here and one function."""


def step(session: Session, message: Message) -> Result:
    """The evening after a message, and the commands that follow from it; the lock lights are shown anew whenever they change."""
    handler = HANDLERS.get(type(message))
    if handler is None:
        return session, ()
    after, commands = handler(session, message)
    # Locks come from the game's position alone, so lights can change only with the race.
    if after.match is not session.match:
        lamps = lock_lights(after)
        if lamps != after.lamps:
            return replace(after, lamps=lamps), (*commands, ShowLamps(lamps))
    return after, commands


def lock_lights(session: Session) -> Lamps:
    """The lock lights as they should burn now (6.3)."""
    match = session.match
    if match is None:
        return Lamps({})
    locks = session.house.game.locks(match.position)
    return Lamps({seat: tuple(slot in locked for slot in range(1, SLOTS + 1)) for seat, locked in locks.items()})
