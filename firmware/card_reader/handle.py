"""The handle: two switches → three positions, debounced.

Times are integer milliseconds of any clock.
"""

PULL, REST, PUSH = "P", "R", "H"
"""Towards the player, in the middle, away from the player (H as in push); letters on the wire."""

DEBOUNCE = 30
"""How long both switches must be steady until the handle has arrived."""

CHATTER = 1000
"""Switches that are not steady for so long are broken: the handle no longer counts as moving."""


class DebouncedHandle:
    """The handle. `position` is PULL, REST or PUSH, REST until the switches say otherwise."""

    def __init__(self) -> None:
        self.position = REST
        self._seen = REST
        self._seen_at = 0
        self._left_at: int | None = None

    def look(self, pulled: bool, pushed: bool, now: int) -> str | None:
        """Take in both switches (True: closed); return a new position on arrival, else None.

        Both closed means a jammed switch or a short. It counts as REST, which makes nobody ready
        and powers nobody down.
        """
        seen = REST if pulled == pushed else PULL if pulled else PUSH
        if seen != self._seen:
            self._seen, self._seen_at = seen, now
            # Bouncing does not restart it, or a chattering switch would stop scanning for ever.
            if self._left_at is None:
                self._left_at = now
        elif self._left_at is not None and now - self._seen_at >= DEBOUNCE:
            self._left_at = None
            # A handle that is back has not moved.
            if seen != self.position:
                self.position = seen
                return seen
        return None

    def moving(self, now: int) -> bool:
        """Return whether the handle is moving or bouncing.

        Slots are not scanned then, at most for CHATTER.
        """
        return self._left_at is not None and now - self._left_at < CHATTER
