"""What there is to see of the acceptance run of a table.

`show_certify` makes it of the run; a screen draws a reader by the words and signs of one `CertifySeat`.
"""
from __future__ import annotations

from typing import NamedTuple

from companion.session.messages import Message
from companion.session.view_menu import Choice


class CertifySeat(NamedTuple):
    """One reader in the run: whose seat, its `state` ("open", "now", "done", "gone"; in the report "done", "noted", "bad").

    `done` of `steps` tasks are over. `slots` are five words, "right" or "open", "" where no slots are asked for; `cards` says what is to be
    in them: "empty", "upright" or "turned" test cards, card k in slot k. `handle` is the position that is asked for, "" for none.
    `lights` are five choices while lights are compared: `about` says "lit" or "dark" as they should be, `chosen` that it is otherwise.
    `message` chooses this reader.
    """

    seat: int
    name: str
    colour: str
    shape: str
    state: str
    done: int
    steps: int
    slots: tuple[str, ...]
    cards: str
    handle: str
    lights: tuple[Choice, ...]
    message: Message


class CertifyLine(NamedTuple):
    """A finding of the report: the seat, what was found, what to do, and whether the table fails for it."""

    seat: int
    words: str
    repair: str
    grave: bool


class CertifyPage(NamedTuple):
    """The run at its `stage`, READERS, LIGHTS or VERDICT of the view: all readers, what it is about now in words, what to choose.

    While readers are tried `seat` is the one that is asked, `title` names it and `words` are what it is asked for; in the report `title` is
    the verdict, `outcome` its key (of `companion.certificate.report`), and `words` when and which table.
    """

    stage: str
    seats: tuple[CertifySeat, ...]
    title: str
    words: str
    choices: tuple[Choice, ...]
    lines: tuple[CertifyLine, ...]
    seat: int | None = None
    outcome: str = ""
