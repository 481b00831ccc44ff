"""Starts out of safe mode, counted in one byte of the chip's memory, so that a reader that falls into it again and again stays there.

That memory outlasts a lost supply, and it wears. Nothing else writes to it, and this module only when a reader starts out of safe mode, and
once more when it has run well for a minute after that.
"""

PLACE = 0
"""The one byte that is used, of 4096."""
MOST = 3
"""Starts out of safe mode without a minute of running well between them."""
HEALTHY = 60000
"""Milliseconds after which a reader runs well."""
_NONE = 0xA0
"""What stands there when nothing is counted; one more for each start. A new chip has 255 there, and another programme may have left anything."""

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
"""Reasons for safe mode that nobody wished and that can pass. The others come back at each start, or somebody wanted them."""


def can_pass(reason: object, reasons: object) -> bool:
    """Return whether a start may help against this reason, one of CircuitPython's `reasons`; some versions lack some of them."""
    return reason is not None and reason in [
        getattr(reasons, name) for name in _PASSING if hasattr(reasons, name)
    ]


def counted(memory: bytes | bytearray) -> int:
    """Return how many starts are counted in the chip's memory."""
    count = memory[PLACE] - _NONE
    return count if 0 < count <= MOST else 0


def may_start(memory: bytearray) -> bool:
    """Count one more start; return False where there were too many, or where the memory does not keep the count."""
    count = counted(memory)
    if count >= MOST:
        return False
    memory[PLACE] = _NONE + count + 1
    return counted(memory) == count + 1


class Health:
    """Forgets the count once the reader has run for a minute; `now` is in milliseconds."""

    def __init__(self, memory: bytearray, now: int) -> None:
        """Begin to wait, where there is anything to forget."""
        self._memory = memory
        self._due = now + HEALTHY if counted(memory) else None

    def step(self, now: int) -> None:
        """Look whether it is time."""
        if self._due is not None and now >= self._due:
            self._due = None
            self._memory[PLACE] = _NONE
