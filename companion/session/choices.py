"""What several pages show: choices beside a map, each with the message that touching it sends, and what was found out, as rows to be read.

A screen needs to know no remedy: it draws a choice and sends its message.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.commands import Checked
from companion.session.messages import Message
from companion.signals import Deed
from companion.words import Text, text


class Choice(NamedTuple):
    """Something to touch: its label, a few words about it ("" for none), and what touching it says.

    `blocked` says why it cannot be touched now, "" when it can; `chosen` that it is the one that holds. `sign` is the seat whose piece's
    sign stands beside it, or None; `symbol` the name of a symbol of `companion.ui.paint`, or "".
    """

    label: Text | str
    about: Text | str
    message: Message | Deed
    blocked: Text | str = ""
    chosen: bool = False
    sign: int | None = None
    symbol: str = ""
    hold: bool = False
    """Whether it counts only once a finger has stayed on it for a while."""


WAYS, STEPPER, CHIPS, LINES, TILES = "ways", "stepper", "chips", "lines", "tiles"
"""How choices are laid out: large buttons with words; less, value, more in a row; small ones side by side; lines to read with a small button; sentences
on plates that are touched to put right what they say."""


class ChoiceGroup(NamedTuple):
    """Choices that belong together under a title ("" for none), laid out as one of WAYS, STEPPER, CHIPS, LINES, TILES.

    A STEPPER has two choices, less and more, and shows `value` between them. LINES are sentences (`label`) with a button whose word is
    `about`; where that is "" there is no button.
    """

    title: Text | str
    layout: str
    choices: tuple[Choice, ...]
    value: Text | str = ""
    about: Text | str = ""
    """What is decided here, in a sentence below the title."""
    note: Text | str = ""
    """What the chosen one means, in a sentence below the choices."""


class Preview(NamedTuple):
    """What something would do before it is done: sentences, or why it is `refused`, the one refused or the other done.

    `do` is what the button says that does it, `drop` what takes the proposal away; `label` is the word on the button. `who` and `why` are
    chips to say who wants it and why, which may be left out; `names` are the chosen words of both, as (who, why).
    """

    title: Text | str
    words: tuple[Text | str, ...]
    refused: Text | str
    label: Text | str
    do: Message
    drop: Message
    who: ChoiceGroup
    why: ChoiceGroup
    names: tuple[Text | str, Text | str]


class MenuPage(NamedTuple):
    """A map beside groups of choices: the debugging menu at one of its places (`where`), the offer to go on, the check of the table.

    While `preview` is not None it is shown instead of the groups, except for those in `adjust`, by which the proposal is changed, such as
    the heading of a piece that is being placed.
    """

    where: str
    groups: tuple[ChoiceGroup, ...]
    preview: Preview | None = None
    adjust: tuple[ChoiceGroup, ...] = ()


FINE, NOTE, BAD = "fine", "note", "bad"
"""The states of a finding."""
GRAVITY: Final = (BAD, NOTE, FINE)
"""The states, the gravest first."""


class DoctorRow(NamedTuple):
    """One finding: what was looked at, its `state` ("fine", "note" or "bad"), what was found, and what to do ("" for nothing)."""

    title: Text | str
    state: str
    words: Text | str
    remedy: Text | str


def row_of(found: Checked) -> DoctorRow:
    """What one check has found, to be read."""
    return DoctorRow(found.title, found.state, found.words, found.remedy)


def judged_taps(taps: int, doubled: int) -> Checked:
    """What it means that so many taps arrived, some of them twice."""
    if not doubled:
        return Checked(
            "taps",
            text("Taps"),
            FINE,
            text("{taps} taps arrived, each of them once.", taps=taps),
            text("If you have tapped more or less often, clean the glass and try again."),
        )
    return Checked(
        "taps",
        text("Taps"),
        BAD,
        text(
            "{doubled} of {taps} taps arrived twice: two input providers read the same touchscreen.",
            doubled=doubled,
            taps=taps,
        ),
        text(
            "Unplug a second touch cable, remove SDL_MOUSE_TOUCH_EVENTS from the environment, and start again; Touch in this list names the screens."
        ),
    )
