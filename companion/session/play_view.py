"""What there is to see while a round is played: its instructions, and the cards in their order."""

from __future__ import annotations

from typing import NamedTuple

from companion.session.messages import SINGLE
from companion.session.table_view import CardPicture, SeatSign
from companion.words import NOTHING, Text


class InstructionPicture(NamedTuple):
    """One instruction for hands, or a notice without a move: `number` of `total` in this round.

    `words` is the whole sentence, `why` says which rule and why, `rule` its number. `seat` is whom it concerns first, or None. `cause` are sentences: why
    it has happened now.
    """

    number: int
    total: int
    words: Text | str
    why: Text | str
    rule: str
    seat: int | None
    cause: tuple[Text, ...] = ()


class PlayedCard(NamedTuple):
    """A card of the present round, in order of priority; `state` is "coming", "now" or "played"."""

    seat: int
    name: str
    colour: str
    shape: str
    card: CardPicture
    state: str


class InstructionLine(NamedTuple):
    """One line of a page with several instructions: its number in the round, counted from 0, the piece, the words, and whether hands move something.

    `head` is what its part is called where one begins, else "". `state` is "done", "now" or "coming". `priority` is that of the card that is played,
    by which the cards are in this order, "" where none is, and `card` the card itself where it has a look of its own.
    """

    at: int
    seat: int | None
    words: Text | str
    moves: bool
    head: Text | str
    state: str
    priority: str = ""
    card: CardPicture | None = None


class ProgramRow(NamedTuple):
    """A seat's five cards in the order of the rounds: those that everybody has seen, None for the others.

    `hidden` says of each slot whether a card lies there face down. `state` is why no more cards are to come, NOTHING where they do; `out` that the piece is gone.
    """

    seat: int
    sign: SeatSign
    cards: tuple[CardPicture | None, ...]
    hidden: tuple[bool, ...]
    state: Text = NOTHING
    out: bool = False


class PlayPage(NamedTuple):
    """Playback: one page of a round. `lines` are its instructions, the present one among them, none where there is only one; `auto` are the seconds after which it goes on by itself, or None.

    `round` is the one that is shown of so many `rounds`, or one more; `cards` are in the order in which they are played, empty where none are shown. `done` is what was
    confirmed last, in a few words, "" where that was no instruction. `called` is what the part is called. `flow` is how the round is confirmed
    (`companion.session.flow`), `paused` that time does not for now.
    """

    turn: int
    round: int
    rounds: int
    part: str
    instruction: InstructionPicture
    cards: tuple[PlayedCard, ...]
    auto: float | None
    done: Text | str = ""
    called: Text = NOTHING
    lines: tuple[InstructionLine, ...] = ()
    flow: str = SINGLE
    paused: bool = False
    news: tuple[Text, ...] = ()
    """What nobody may overlook among the `lines`, in their order."""
    programs: tuple[ProgramRow, ...] = ()
    """Everybody's program as far as it is revealed, in the order of seats; none where the game has no programs."""
