"""Choices that propose something: why they cannot be touched now, and the forms of a game's changes as groups of choices.

Nothing here bounds a value: stepping beyond one is a proposal that the game refuses, and its sentence blocks the button.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.corrections import CHOICE, HEADING, LIST, NUMBER, Field, Pick
from companion.session.deciding import outcome
from companion.session.messages import Prefer, Preferences, Propose, Remedy
from companion.session.house import SEEN
from companion.session.session import Session
from companion.session.choices import CHIPS, LINES, STEPPER, Choice, ChoiceGroup
from companion.words import NOTHING, Text, text

LAYOUTS: Final[Mapping[str, str]] = {NUMBER: STEPPER, CHOICE: CHIPS, HEADING: CHIPS, LIST: LINES}
"""How each kind of field is laid out."""
ENDS: Final = (text("less"), text("more"))


def seen_group(preferences: Preferences) -> ChoiceGroup:
    """For how long an instruction must have been on this screen before a touch on Done counts; it holds at once."""
    chips = tuple(
        Choice(text("{seconds} s", seconds=f"{milliseconds / 1000:g}"), "", Prefer(preferences._replace(seen=milliseconds)), chosen=milliseconds == preferences.seen)
        for milliseconds in SEEN
    )
    return ChoiceGroup(text("On this screen, at once: Done counts after"), CHIPS, chips)


def refusal(session: Session, remedy: Remedy) -> Text | str:
    """Why something cannot be done now, NOTHING when it can.

    By trying it: the evening that comes of it is thrown away.
    """
    found = outcome(session, remedy)
    return found if isinstance(found, Text | str) else NOTHING


def choice(session: Session, label: str, remedy: Remedy, about: str = "", chosen: bool = False, symbol: str = "") -> Choice:
    """A choice that proposes something; what is so already proposes nothing."""
    if chosen:
        return Choice(label, about, Propose(None), chosen=True, symbol=symbol)
    return Choice(label, about, Propose(remedy), refusal(session, remedy), symbol=symbol)


def drawn(session: Session, field: Field) -> ChoiceGroup:
    """A field of a form as a group of choices."""
    labels = ENDS if field.kind == NUMBER else tuple(pick.label for pick in field.picks)
    choices = (_drawn(session, field.kind, pick, label) for pick, label in zip(field.picks, labels, strict=True))
    return ChoiceGroup(field.title, LAYOUTS[field.kind], tuple(choices), field.value)


def _drawn(session: Session, kind: str, pick: Pick, label: str) -> Choice:
    about = pick.about
    if pick.change is None:
        return Choice(label, about, Propose(None), pick.blocked, pick.chosen, symbol=pick.symbol)
    # Which way a piece faces is tried together with its place, by the preview.
    if kind == HEADING:
        return Choice(label, about, Propose(pick.change), chosen=pick.chosen, symbol=pick.symbol)
    return choice(session, label, pick.change, about, pick.chosen, pick.symbol)
