"""How readers fare while people play: frames damaged or sent again, cables that come and go, cards that cannot be read."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.health.base import BAD, FINE, Finding
from companion.health.since import Tally
from companion.health.tallies import LONG, RECENT
from companion.health.world import World

NAME = "counters"
TITLE = "How readers fare"
WATCHED = 15.0

DAMAGED, DAMAGED_SHARE = 5, 0.02
"""Damaged frames from which on something is wrong, and their share of what is heard: on a good cable there are none."""
AGAIN, AGAIN_SHARE = 20, 0.1
"""Frames sent again from which on something is wrong, and their share: a busy machine sends a few again."""
LOSSES: Final = 3
UNREADABLE: Final = 5
MINUTE: Final = 60
CABLE: Final = (
    "Push its plug in on both sides, take another, shorter cable, and plug it into a powered hub or straight into the machine; "
    "the game goes on by touch meanwhile."
)
WIPE: Final = "Wipe the slot's window and the cards, and see that cards lie flat; the table test shows what the slot sees."


def look(world: World) -> tuple[Finding, ...]:
    """What has been heard of readers lately, by whoever listens to the table in this process."""
    tallies = world.since.tallies()
    found = tuple(finding for tally in tallies for finding in _of(tally))
    if found:
        return found
    heard = [tally.seat for tally in tallies if tally.frames]
    if not heard:
        return (Finding(NAME, FINE, "No reader with a cable has been listened to here."),)
    return (Finding(NAME, FINE, f"The reader{'s' if len(heard) > 1 else ''} of seat {', '.join(map(str, heard))} fare{'' if len(heard) > 1 else 's'} well."),)


def _of(tally: Tally) -> Iterator[Finding]:
    seat, recent, long = f"Seat {tally.seat}", f"within {RECENT // MINUTE:.0f} minutes", f"within {LONG // MINUTE:.0f} minutes"
    if len(tally.losses) >= LOSSES:
        yield Finding(NAME, BAD, f"{seat}: the reader was lost {len(tally.losses)} times {long} ({_most(tally.losses)}).", CABLE)
    whole = tally.frames + tally.damaged
    if tally.damaged >= max(DAMAGED, DAMAGED_SHARE * whole):
        yield Finding(NAME, BAD, f"{seat}: {tally.damaged} of {whole} messages of the reader came damaged {recent}.", CABLE)
    elif tally.resends >= max(AGAIN, AGAIN_SHARE * tally.frames):
        yield Finding(NAME, BAD, f"{seat}: {tally.resends} messages to the reader had to be sent again {recent}.", CABLE)
    for slot, times in enumerate(tally.unreadable, 1):
        if times >= UNREADABLE:
            yield Finding(NAME, BAD, f"{seat}, slot {slot}: a card could not be read {times} times {long}.", WIPE)


def _most(reasons: tuple[str, ...]) -> str:
    """The reason that came most often."""
    return Counter(reasons).most_common(1)[0][0]
