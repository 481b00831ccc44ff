"""Choices that propose something: why they cannot be touched now, and the values of a clank as they are or as they are proposed.

Nothing here bounds a value: stepping beyond one is a proposal that the game refuses, and its sentence blocks the button.
"""
from __future__ import annotations

from typing import Final

from companion.engine.changes import PutOn, SetDamage, SetLives, SetNextFlag, SetPower
from companion.engine.geometry import HEADINGS
from companion.games.base import Sheet
from companion.session.deciding import outcome
from companion.session.house_messages import Prefer, Preferences
from companion.session.messages import Propose, Remedy
from companion.session.preferring import SEEN
from companion.session.session import Session
from companion.session.view_menu import CHIPS, STEPPER, Choice, ChoiceGroup

MOST_LIVES: Final = 3
"""As many as a race begins with at most."""
# Resting now and next too is not offered: people push again in the turn they rest (6.5.7).
POWERS: Final = {"Awake": (False, False), "Rests now": (True, False), "Rests next": (False, True)}
"""What a clank can do this turn and the next, as `SetPower` says it."""


def seen_group(preferences: Preferences) -> ChoiceGroup:
    """For how long an instruction must have been on this screen before a touch on Done counts; it holds at once."""
    chips = tuple(
        Choice(f"{milliseconds / 1000:g} s", "", Prefer(preferences._replace(seen=milliseconds)), chosen=milliseconds == preferences.seen)
        for milliseconds in SEEN
    )
    return ChoiceGroup("On this screen, at once: Done counts after", CHIPS, chips)


def refusal(session: Session, remedy: Remedy) -> str:
    """Why something cannot be done now, "" when it can.

    By trying it: the evening that comes of it is thrown away.
    """
    found = outcome(session, remedy)
    return found if isinstance(found, str) else ""


def choice(session: Session, label: str, remedy: Remedy, about: str = "", chosen: bool = False, symbol: str = "") -> Choice:
    """A choice that proposes something; what is so already proposes nothing."""
    if chosen:
        return Choice(label, about, Propose(None), chosen=True, symbol=symbol)
    return Choice(label, about, Propose(remedy), refusal(session, remedy), symbol=symbol)


def stepper(session: Session, title: str, value: str, less: Remedy | None, more: Remedy | None, now: tuple[Remedy, ...]) -> ChoiceGroup:
    """Less, value, more; None where it goes no further that way. `now` is what would change nothing: stepping there drops the proposal."""
    return ChoiceGroup(title, STEPPER, (_end(session, "less", less, now), _end(session, "more", more, now)), value)


def _end(session: Session, label: str, remedy: Remedy | None, now: tuple[Remedy, ...]) -> Choice:
    if remedy is None:
        return Choice(label, "", Propose(None), "There is no limit already.")
    # Back at what holds already there is nothing left to propose.
    return Choice(label, "", Propose(None)) if remedy in now else choice(session, label, remedy)


def heading_chips(session: Session, put: PutOn) -> ChoiceGroup:
    """Which way a clank shall face that is put down."""
    headings = enumerate(("north", "east", "south", "west"))
    return ChoiceGroup("Facing", CHIPS, tuple(
        Choice(HEADINGS[heading], "", Propose(put._replace(heading=heading)), chosen=heading == put.heading, symbol=symbol)
        for heading, symbol in headings
    ))


def damage_stepper(session: Session, seat: int, damage: int) -> ChoiceGroup:
    """Damage, one point at a time."""
    now = SetDamage(seat, sheet_of(session, seat).damage)
    return stepper(session, "Damage", str(damage), SetDamage(seat, damage - 1), SetDamage(seat, damage + 1), (now,))


def lives_stepper(session: Session, seat: int, lives: int | None) -> ChoiceGroup:
    """Lives, one at a time; from no limit down to as many as a race has at most."""
    now = SetLives(seat, sheet_of(session, seat).lives)
    if lives is None:
        # More than no limit there is not.
        return stepper(session, "Lives", "no limit", SetLives(seat, MOST_LIVES), None, (now,))
    return stepper(session, "Lives", str(lives), SetLives(seat, lives - 1), SetLives(seat, lives + 1), (now,))


def flag_stepper(session: Session, seat: int, flag: int) -> ChoiceGroup:
    """The flag to touch next."""
    now = SetNextFlag(seat, sheet_of(session, seat).next_flag)
    return stepper(session, "Next flag", str(flag), SetNextFlag(seat, flag - 1), SetNextFlag(seat, flag + 1), (now,))


def power_chips(session: Session, seat: int, down: bool, announced: bool) -> ChoiceGroup:
    """Awake, or resting in this turn or the next."""
    sheet = sheet_of(session, seat)
    chips = []
    for label, power in POWERS.items():
        so = power == (down, announced)
        now = power == (sheet.down, sheet.announced)
        # What holds in the race drops the proposal; what is proposed is the one that shows as chosen.
        chips.append(Choice(label, "", Propose(None), chosen=so) if now else choice(session, label, SetPower(seat, *power), chosen=so))
    return ChoiceGroup("Power", CHIPS, tuple(chips))


def sheet_of(session: Session, seat: int) -> Sheet:
    """What a clank has now; a race must run."""
    assert session.match is not None
    return session.house.game.sheet(session.match.position, seat)
