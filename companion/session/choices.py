"""Parts of several pages: choices, each with the message of touching it, and findings as rows.

The screen knows nothing about corrections: it draws a choice and sends its message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.corrections import CHOICE, HEADING, LIST, NUMBER, Field
from companion.named_tuples import NamedTuple
from companion.session.commands import CheckResult
from companion.session.messages import Message
from companion.signals import Deed
from companion.words import Text, text


class Choice(NamedTuple):
    """A choice that can be touched."""

    label: Text | str
    about: Text | str
    """A few words about it, "" for none."""
    message: Message | Deed
    """The message that touching it sends."""
    blocked: Text | str = ""
    """The reason for which it cannot be touched now, "" when it can."""
    chosen: bool = False
    """Whether it is the one in force."""
    sign: int | None = None
    """The seat whose sign is shown beside it, or None."""
    symbol: str = ""
    """The name of a symbol of `companion.ui.paint`, or ""."""
    hold: bool = False
    """Whether a finger has to stay on it for a while."""


WAYS, STEPPER, CHIPS, LINES, TILES = "ways", "stepper", "chips", "lines", "tiles"
"""The layouts of choices.

WAYS: large buttons with words. STEPPER: less, value, more in a row. CHIPS: small buttons in a row.
LINES: lines to read with a small button. TILES: sentences on tiles; a touch changes what they say.
"""
FIELD_LAYOUTS: Final[Mapping[str, str]] = {
    NUMBER: STEPPER,
    CHOICE: CHIPS,
    HEADING: CHIPS,
    LIST: LINES,
}
"""The layout of each kind of field of a form."""


class ChoiceGroup(NamedTuple):
    """Choices that belong together."""

    title: Text | str
    """"" for none."""
    layout: str
    """One of WAYS, STEPPER, CHIPS, LINES and TILES."""
    choices: tuple[Choice, ...]
    """A STEPPER has two, less and more.

    LINES have a sentence as `label`, and `about` on the button.
    """
    value: Text | str = ""
    """The value that a STEPPER shows between its choices."""
    about: Text | str = ""
    """The subject of the decision, in a sentence below the title."""
    note: Text | str = ""
    """The meaning of the present choice, in a sentence below the choices."""


def pick_labels(field: Field) -> tuple[Text | str, ...]:
    """Return the label of each pick of a field."""
    if field.kind == NUMBER:
        return text("less"), text("more")
    return tuple(pick.label for pick in field.picks)


class CorrectionPreview(NamedTuple):
    """The effect of a correction, shown before it is done."""

    title: Text | str
    words: tuple[Text | str, ...]
    """The effects in sentences; empty where it is refused."""
    refused: Text | str
    """The reason for which it is impossible, "" where it is possible."""
    label: Text | str
    """The label of the button that does it."""
    do: Message
    """The message of that button."""
    drop: Message
    """The message that drops the proposal."""
    who: ChoiceGroup
    """Chips to say who wants it; optional."""
    why: ChoiceGroup
    """Chips to say why; optional."""
    names: tuple[Text | str, Text | str]
    """The chosen words of both, as (who, why)."""


class MenuPage(NamedTuple):
    """A map beside groups of choices.

    For the debugging menu, the offer to go on and the check of the table.
    """

    where: str
    """The place of the debugging menu."""
    groups: tuple[ChoiceGroup, ...]
    preview: CorrectionPreview | None = None
    """Shown in place of the groups, where it is not None."""
    adjust: tuple[ChoiceGroup, ...] = ()
    """Groups that change the proposal and stay beside it, such as the heading of a placed piece."""


def delete_or_keep(delete: Message, keep: Message) -> tuple[ChoiceGroup, ...]:
    """Return the question whether to delete something for good, as the only choices."""
    return (
        ChoiceGroup(
            "",
            WAYS,
            (
                Choice(text("Delete it"), "", delete, symbol="cross"),
                Choice(text("Keep it"), "", keep, symbol="tick"),
            ),
        ),
    )


FINE, NOTE, BAD = "fine", "note", "bad"
"""The states of a finding."""
GRAVITY: Final = (BAD, NOTE, FINE)
"""The states, the worst first."""


class DoctorRow(NamedTuple):
    """One finding of the doctor."""

    title: Text | str
    """The subject of the check."""
    state: str
    """"fine", "note" or "bad"."""
    words: Text | str
    """The finding in words."""
    remedy: Text | str = ""
    """The remedy, "" for none."""


def row_of(found: CheckResult) -> DoctorRow:
    """Return the row that shows the result of a check."""
    return DoctorRow(found.title, found.state, words=found.words, remedy=found.remedy)


def judged_taps(taps: int, doubled: int) -> CheckResult:
    """Return the finding for a number of taps of which some arrived twice."""
    if not doubled:
        return CheckResult(
            "taps",
            text("Taps"),
            FINE,
            text("{taps} taps arrived, each once.", taps=taps),
            text("If you tapped more or fewer times, clean the glass and try again."),
        )
    return CheckResult(
        "taps",
        text("Taps"),
        BAD,
        text(
            "{doubled} of {taps} taps arrived twice: two input providers read the same "
            "touchscreen.",
            doubled=doubled,
            taps=taps,
        ),
        text(
            "Unplug a second touch cable, remove SDL_MOUSE_TOUCH_EVENTS from the environment, "
            "and start again. Touch in this list names the screens."
        ),
    )
