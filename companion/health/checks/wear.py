"""How worn the memory card is, as far as it tells: its own life time, and what the file system has counted."""
from __future__ import annotations

from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World

NAME = "wear"
TITLE = "Wear of the card"
WATCHED = 600.0

TENTH: Final = 10
"""Per cent of the life time that one step of the card's own count stands for; step 11 is beyond its life."""
OLD: Final = 9
NORMAL: Final = 1
"""The card's word on its reserve (pre_eol_info of eMMC): 1 normal, 2 a warning, 3 urgent."""
NEW_CARD: Final = "Copy the games to a stick, and use a new card."


def look(world: World) -> tuple[Finding, ...]:
    """Every card that tells its wear, and every file system with errors."""
    found = [finding for place in world.places("/sys/block/mmcblk[0-9]/device/life_time") if (finding := _of_card(world, place)) is not None]
    found += [finding for place in world.places("/sys/fs/ext4/*/errors_count") if (finding := _of_file_system(world, place)) is not None]
    return tuple(found) or (Finding(NAME, FINE, f"{_silent(world)}; no file system has counted errors."),)


def _silent(world: World) -> str:
    """Why nothing is known of wear, without a full stop."""
    cards = [place.split("/")[3] for place in world.places("/sys/block/mmcblk[0-9]/device/type") if world.text(place) == "SD"]
    if cards:
        return f"The card {cards[0]} is an SD card, which does not tell how worn it is, so copy the state folder to a stick now and then"
    return "No card tells how worn it is"


def _of_card(world: World, place: str) -> Finding | None:
    name = place.split("/")[3]
    steps = [step for word in (world.text(place) or "").split() if (step := _number(word))]
    reserve = _number(world.text(place.replace("life_time", "pre_eol_info")) or "")
    if not steps:
        return None
    # Two numbers, for the two kinds of memory on the card: the more worn one counts.
    most = max(steps)
    words = f"The card {name} has used {min(most * TENTH, 100)} % of its life"
    if most > TENTH or reserve > NORMAL + 1:
        return Finding(NAME, BAD, f"{words}; its reserve is nearly gone.", NEW_CARD)
    if most >= OLD or reserve > NORMAL:
        return Finding(NAME, NOTE, f"{words}.", NEW_CARD)
    return Finding(NAME, FINE, f"{words} at most.")


def _of_file_system(world: World, place: str) -> Finding | None:
    count, name = _number(world.text(place) or "", 10), place.split("/")[4]
    if not count:
        return None
    return Finding(NAME, BAD, f"The file system on {name} has counted {count} errors.", f"{NEW_CARD} What is there may be damaged: see the check journal.")


def _number(text: str, base: int = 16) -> int:
    try:
        return int(text, base)
    except ValueError:
        return 0
