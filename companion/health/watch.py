"""What is watched while people play: some checks look again and again in a thread of their own, and what is new is told and recorded."""
from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from companion.health.base import BAD, FINE, NOTE, Check, Finding, Look, State, check, hung, names
from companion.health.record import record
from companion.health.since import NOTHING, Since
from companion.health.world import World
from companion.signals import Trouble

IDLE: Final = 5.0
"""Seconds until it is asked again whether anything is due, where nothing is watched."""
CALM: Final = 3
"""Looks in a row that must be well before a trouble is over, so that a value at the limit is not told again and again."""
ROOM: Final = 120
"""Letters that fit into the status bar of a seven-inch panel."""
MORE: Final = "Doctor says what to do."
PATIENCE: Final = 15.0
"""Seconds that a look may take while people play: a machine that is busy answers late, and nobody waits for it as they do for the doctor."""
WORST: Final = (BAD, NOTE, FINE)


class Watched:
    """One check as it was last told: its state and words, how often it has been better since, when it looks again; the `look` that goes on."""

    def __init__(self, check: Check) -> None:
        self.check = check
        self.state: State = FINE
        self.words = ""
        self.better = 0
        self.due = 0.0
        self.look: Look | None = None


class Watch:
    """Looks at every check with a rhythm (`WATCHED`), and tells as Trouble what turns bad and, with empty words, what is over.

    Notes are not told, since nothing hinders the game, but recorded like the rest. `poll` may be called from any one thread; `clock` tells
    seconds. `checks` are all that the house has unless told otherwise; each look may take `patience` seconds.
    """

    def __init__(
        self, world: World, clock: Callable[[], float] = time.monotonic, checks: Sequence[Check] | None = None, patience: float = PATIENCE,
    ) -> None:
        self._world, self._clock, self._given, self._patience = world, clock, checks, patience
        self._watched: list[Watched] | None = None
        self._news: SimpleQueue[Trouble] = SimpleQueue()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Look in a thread of its own from now on."""
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more; a look that is going on is not waited for. Closing twice is harmless."""
        self._over.set()

    def poll(self) -> tuple[Trouble, ...]:
        """What is new since the last call, in order.

        Words are empty where a trouble is over. Each is told once: whoever shows them remembers.
        """
        news = []
        while not self._news.empty():
            news.append(self._news.get_nowait())
        return tuple(news)

    def look(self) -> float:
        """Look at everything that is due now; the seconds until something is due again.

        The thread calls it again and again; whoever has a clock of their own calls it by hand.
        """
        if self._watched is None:
            # In the watching thread: the first look imports the checks, which takes its time on a slow card.
            self._watched = [Watched(module) for module in self._checks() if module.WATCHED > 0]
        for watched in self._watched:
            if watched.due <= self._clock() and not self._over.is_set():
                self._take(watched, self._found(watched))
                # From the end of the look, so that a slow check leaves the machine time for the game.
                watched.due = self._clock() + watched.check.WATCHED
        return max(min((one.due for one in self._watched), default=self._clock() + IDLE) - self._clock(), 0.0)

    def _found(self, watched: Watched) -> tuple[Finding, ...]:
        """What a check finds. One that still has not answered since it was asked before is not asked again, and not waited for."""
        patience = 0.0 if watched.look is not None else self._patience
        watched.look = watched.look or Look(watched.check, self._world)
        found = watched.look.found(patience)
        if found is None:
            return (hung(watched.check.NAME, self._patience),)
        watched.look = None
        return found

    def _run(self) -> None:
        wait = 0.0
        while not self._over.wait(wait):
            wait = self.look()

    def _checks(self) -> Sequence[Check]:
        if self._given is not None:
            return self._given
        return [module for name in names() if (module := _loaded(name)) is not None]

    def _take(self, watched: Watched, findings: tuple[Finding, ...]) -> None:
        """Compare with what was told last; a state that has become better must stay so for a while."""
        state: State = min((finding.state for finding in findings), key=WORST.index)
        told = [finding for finding in findings if finding.state == state]
        words = _together(told)
        # Worse is told at once, better only when it has stayed so, and the same state once more where its reason is another one.
        worse = WORST.index(state) < WORST.index(watched.state)
        other = state == watched.state != FINE and _gist(words) != _gist(watched.words)
        watched.better = watched.better + 1 if WORST.index(state) > WORST.index(watched.state) else 0
        if worse or other or watched.better >= CALM:
            self._tell(watched, state, words, told)

    def _tell(self, watched: Watched, state: State, words: str, told: Sequence[Finding]) -> None:
        name, before = watched.check.NAME, watched.state
        watched.state, watched.words, watched.better = state, words, 0
        # First the record: it has notes as well, and all of the words.
        record(self._world.state, self._world.now(), f"{name} {state}: {words}")
        if state == BAD:
            self._news.put(Trouble(f"health {name}", _in_short(told)))
        elif before == BAD:
            self._news.put(Trouble(f"health {name}", ""))


def watching(folder: Path, since: Since = NOTHING) -> Watch:
    """A watch over this machine that has begun, and records in the state folder; `since` is what this process learns meanwhile."""
    watch = Watch(World(state=folder, since=since))
    watch.start()
    return watch


def _loaded(name: str) -> Check | None:
    """A check's module, None where it cannot be loaded: the doctor tells that."""
    try:
        return check(name)
    except ImportError:
        return None


def _together(findings: Sequence[Finding]) -> str:
    """What they say, and what to do, which is said once however many things it mends."""
    return " ".join(filter(None, (*(finding.words for finding in findings), *dict.fromkeys(finding.remedy for finding in findings))))


def _in_short(findings: Sequence[Finding]) -> str:
    """As many of them as a status bar has room for, at least what the first has found; the doctor and the record tell all."""
    for count in range(len(findings), 0, -1):
        words = _together(findings[:count])
        if len(words) <= ROOM:
            return words
    return f"{findings[0].words} {MORE}"


def _gist(words: str) -> str:
    """What a sentence says but for its numbers and lists of numbers, which change from look to look."""
    # Else "81 °C" after "80 °C" would be news.
    return re.sub(r"[\d\s,.]+", " ", words)
