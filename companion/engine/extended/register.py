"""One register on an extended board."""
from __future__ import annotations

from companion.engine.asking import Answerer
from companion.engine.events import Event
from companion.engine.state import State


def extended_register(state: State, answer: Answerer) -> tuple[State, tuple[Event, ...]]:
    """Play the next register."""
    raise NotImplementedError
