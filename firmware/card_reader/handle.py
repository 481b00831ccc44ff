"""The handle: two switches → three positions, without their bouncing. Times are integer milliseconds of any clock."""

PULL, REST, PUSH = "P", "R", "H"
"""Towards the player, in the middle, away from the player (the last letter of push); the letters go over the wire."""

DEBOUNCE = 30
"""How long both switches must be steady until the handle has arrived."""

CHATTER = 1000
"""Switches that are not steady for so long are broken, not moved: the handle does not count as moving any longer."""


class Handle:
    """Where the handle is: `position` is PULL, REST or PUSH, and REST until the switches have said otherwise."""

    def __init__(self) -> None:
        self.position = REST
        self._seen = REST
        self._seen_at = 0
        self._left_at: int | None = None

    def look(self, pulled: bool, pushed: bool, now: int) -> str | None:
        """Take in both switches (True: closed); the new position at the moment when the handle has arrived there, else None.

        Both closed at once cannot be: a jammed switch or a short. That counts as REST, which makes nobody ready and powers nobody down.
        """
        seen = REST if pulled == pushed else PULL if pulled else PUSH
        if seen != self._seen:
            self._seen, self._seen_at = seen, now
            # Bouncing does not begin it anew, or a switch that chatters would stop the scanning for ever.
            if self._left_at is None:
                self._left_at = now
        elif self._left_at is not None and now - self._seen_at >= DEBOUNCE:
            self._left_at = None
            # One that is back where it was has not been moved.
            if seen != self.position:
                self.position = seen
                return seen
        return None

    def moving(self, now: int) -> bool:
        """Whether the handle is on its way or its switches still bounce; slots are not scanned then, for a second at most (CHATTER)."""
        return self._left_at is not None and now - self._left_at < CHATTER
