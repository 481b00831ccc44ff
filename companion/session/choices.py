"""Choices beside a map, each with the message that touching it sends: the debugging menu, the offer to go on, the check of the table.

A screen needs to know no remedy: it draws a choice and sends its message.
"""
from __future__ import annotations

from typing import NamedTuple

from companion.session.messages import Message
from companion.signals import Deed
from companion.words import Text


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


WAYS, STEPPER, CHIPS, LINES = "ways", "stepper", "chips", "lines"
"""How choices are laid out: large buttons with words; less, value, more in a row; small ones side by side; lines to read with a small button."""


class ChoiceGroup(NamedTuple):
    """Choices that belong together under a title ("" for none), laid out as one of WAYS, STEPPER, CHIPS, LINES.

    A STEPPER has two choices, less and more, and shows `value` between them. LINES are sentences (`label`) with a button whose word is
    `about`; where that is "" there is no button.
    """

    title: Text | str
    layout: str
    choices: tuple[Choice, ...]
    value: Text | str = ""


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
