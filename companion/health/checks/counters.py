"""How readers fare while people play: frames damaged, sent again or far too many, cables that come and go, cards that cannot be read."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.health.base import BAD, FINE, Finding
from companion.health.since import Tally
from companion.health.tallies import LONG, RECENT
from companion.health.world import World
from companion.signals import FLOODING

NAME = "counters"
TITLE = "How readers fare"
WATCHED = 15.0

DAMAGED, DAMAGED_SHARE = 5, 0.02
"""Damaged frames from which on something is wrong, and their share of what is heard: on a good cable there are none."""
AGAIN, AGAIN_SHARE = 20, 0.1
"""Frames sent again from which on something is wrong, and their share: a busy machine sends a few again."""
LOSSES: Final = 3
"""Times that a reader is lost, within LONG seconds, from which on it is no accident."""
UNREADABLE: Final = 5
"""Cards of one slot that lay unread for a while, within LONG seconds, from which on it is the slot rather than a card."""
MINUTE: Final = 60
CABLE: Final = "Look at plug and cable, or use a powered hub."
MAD: Final = "Unplug it and plug it in again; if that comes back, run `clockwork-derby firmware install` for it."
WIPE: Final = "Wipe its window and the cards."


def look(world: World) -> tuple[Finding, ...]:
    """What has been heard of readers lately, by whoever listens to the table in this process; one finding for each kind of fault."""
    tallies = world.since.tallies()
    found = tuple(finding for judge in (_floods, _losses, _damaged, _again, _unreadable) for finding in judge(tallies))
    if found:
        return found
    heard = [tally for tally in tallies if tally.frames]
    if not heard:
        return (Finding(NAME, FINE, "No reader with a cable has been listened to here."),)
    return (Finding(NAME, FINE, f"{_seats(heard)}: what the reader{'s' if len(heard) > 1 else ''} tell{'' if len(heard) > 1 else 's'} arrives."),)


def _floods(tallies: Sequence[Tally]) -> Iterator[Finding]:
    bad = [tally for tally in tallies if FLOODING in tally.losses]
    if bad:
        yield Finding(NAME, BAD, f"{_seats(bad)}: reader set aside lately ({FLOODING}).", MAD)


def _losses(tallies: Sequence[Tally]) -> Iterator[Finding]:
    # Floods have been told of already, and no cable is to blame for them.
    losses = {tally: [why for why in tally.losses if why != FLOODING] for tally in tallies}
    bad = [tally for tally in tallies if len(losses[tally]) >= LOSSES]
    if bad:
        worst = max(bad, key=lambda tally: len(losses[tally]))
        why = Counter(losses[worst]).most_common(1)[0][0]
        yield Finding(NAME, BAD, f"{_seats(bad)}: reader lost {len(losses[worst])} times {_within(LONG)} ({why}).", CABLE)


def _damaged(tallies: Sequence[Tally]) -> Iterator[Finding]:
    bad = [tally for tally in tallies if _is_damaged(tally)]
    if bad:
        worst = max(bad, key=lambda tally: tally.damaged / (tally.frames + tally.damaged))
        words = f"{worst.damaged} of {worst.frames + worst.damaged} messages damaged {_within(RECENT)}"
        yield Finding(NAME, BAD, f"{_seats(bad)}: {words}.", CABLE)


def _is_damaged(tally: Tally) -> bool:
    """`frames` are those that arrived whole. A share of many, and at least a few: one damaged frame of ten at the start is no fault of the cable."""
    return tally.damaged >= max(DAMAGED, DAMAGED_SHARE * (tally.frames + tally.damaged))


def _again(tallies: Sequence[Tally]) -> Iterator[Finding]:
    # Damaged frames are sent again as well: that cable has been told of already.
    bad = [tally for tally in tallies if tally.resends >= max(AGAIN, AGAIN_SHARE * tally.frames) and not _is_damaged(tally)]
    if bad:
        most = max(tally.resends for tally in bad)
        yield Finding(NAME, BAD, f"{_seats(bad)}: {most} messages sent again {_within(RECENT)}.", CABLE)


def _unreadable(tallies: Sequence[Tally]) -> Iterator[Finding]:
    for tally in tallies:
        for slot, times in enumerate(tally.unreadable, 1):
            if times >= UNREADABLE:
                yield Finding(NAME, BAD, f"Seat {tally.seat}, slot {slot}: cards not read {times} times {_within(LONG)}.", WIPE)


def _seats(tallies: Sequence[Tally]) -> str:
    """Whose readers they are."""
    return f"Seat{'s' if len(tallies) > 1 else ''} {', '.join(str(tally.seat) for tally in tallies)}"


def _within(seconds: float) -> str:
    return f"in {seconds // MINUTE:.0f} minutes"
