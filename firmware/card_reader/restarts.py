"""Count starts out of safe mode in one byte of the chip's memory, to stop a reader that repeats it.

That memory survives a loss of power, and it wears. Nothing else writes to it. This module does so
only when a reader starts out of safe mode, and once more after it has run well for a minute.
"""

PLACE = 0
"""The one byte that is used, of 4096."""
MOST = 3
"""Maximum number of starts out of safe mode without a minute of running well between them."""
HEALTHY = 60000
"""Milliseconds after which a reader runs well."""
_NONE = 0xA0
"""The byte for a count of 0; one more for each start.

A new chip has 255 there, another application may leave any value.
"""

_PASSING = (
    "BROWNOUT",
    "FLASH_WRITE_FAIL",
    "GC_ALLOC_OUTSIDE_VM",
    "HARD_FAULT",
    "INTERRUPT_ERROR",
    "NLR_JUMP_FAIL",
    "NO_HEAP",
    "SDK_FATAL_ERROR",
    "STACK_OVERFLOW",
    "WATCHDOG",
)
"""Unwanted reasons for safe mode that can pass.

The others return at each start, or somebody wanted them.
"""


def can_pass(reason: object, reasons: object) -> bool:
    """Return whether a start may help against this reason, one of CircuitPython's `reasons`.

    Some versions lack some of them.
    """
    return reason is not None and reason in [
        getattr(reasons, name) for name in _PASSING if hasattr(reasons, name)
    ]


def restart_count(memory: bytes | bytearray) -> int:
    """Return how many starts are counted in the chip's memory."""
    count = memory[PLACE] - _NONE
    return count if 0 < count <= MOST else 0


def may_start(memory: bytearray) -> bool:
    """Count one more start.

    Return False after too many, or if the memory does not keep the count.
    """
    count = restart_count(memory)
    if count >= MOST:
        return False
    memory[PLACE] = _NONE + count + 1
    return restart_count(memory) == count + 1


class RestartReset:
    """Clears the count once the reader has run for a minute; `now` is in milliseconds."""

    def __init__(self, memory: bytearray, now: int) -> None:
        """Start waiting if there is a count."""
        self._memory = memory
        self._due = now + HEALTHY if restart_count(memory) else None

    def step(self, now: int) -> None:
        """Clear the count when it is time."""
        if self._due is not None and now >= self._due:
            self._due = None
            self._memory[PLACE] = _NONE
