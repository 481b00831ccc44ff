"""What a phone shows, as values: the pages that `seen` makes of a session, and `page` writes as HTML."""

from __future__ import annotations

from companion.games.scene import Face, Fact, Foreseen
from companion.named_tuples import NamedTuple
from companion.session.lobby.seat_rules import SeatRule
from companion.session.remote import NAME
from companion.session.view import BoardPicture, CardsPicture, PlayedCard, SeatSign, StandingRow
from companion.words import NOTHING, Text

JOIN = "join"
"""The key by which a phone takes a free seat (`companion.session.lobby.joining.JoinAtPhone`), with a name."""


class CardSeen(NamedTuple):
    """A card in words, and what it does in a few where its name does not say; `act` puts it in (`companion.session.remote`), "" where that cannot be done here."""

    words: Text
    about: Text = NOTHING
    act: str = ""
    face: Face | None = None
    """What is printed on it."""


class SlotSeen(NamedTuple):
    """One slot of the own reader: its card in words, NOTHING for none; whether it is locked, and what is wrong with it; `act` takes the card out."""

    number: int
    card: Text = NOTHING
    locked: bool = False
    fault: Text | str = NOTHING
    act: str = ""
    face: Face | None = None
    """What is printed on the card in it; None where no card of the deck is known there."""


class ButtonSeen(NamedTuple):
    """Something that the player may do now: the key of its act, its label and a few words about it, and whether it answers what is asked."""

    act: str
    words: Text | str
    about: Text | str = NOTHING
    answers: bool = True


class OwnReader(NamedTuple):
    """What a player alone may see of one of its readers: what is asked, how far it is, what to do, the slots, and the cards of the hand.

    `foreseen` is where the cards in the slots lead, round by round; None where that is not shown. `board` is the map with that way. `seat` and `step` are those of
    the question that can be answered here, with `buttons` besides the cards. `left` are the seconds that are left for it, None where there is no hurry.
    """

    sign: SeatSign
    question: Text
    state: Text | str
    remedy: Text | str
    slots: tuple[SlotSeen, ...]
    hand: tuple[CardSeen, ...] = ()
    foreseen: tuple[Foreseen, ...] | None = None
    board: BoardPicture | None = None
    seat: int = 0
    step: int = 0
    buttons: tuple[ButtonSeen, ...] = ()
    left: int | None = None
    hint: Text = NOTHING
    """What a pilot would play, where the player has asked for it at this phone."""
    piece: int = 0
    """The seat whose piece it is about; the map has that piece in its middle."""


class LineSeen(NamedTuple):
    """A line that everybody may read: whom it is about, the words, and whether it is "done", "now", "coming", or "" where that means nothing."""

    sign: SeatSign | None
    words: Text | str
    state: str = ""
    cards: tuple[SlotSeen, ...] = ()
    """The locked slots, whose cards everybody has seen."""


class LobbySeat(NamedTuple):
    """A seat as everybody sees it while a game is set up."""

    seat: int
    sign: SeatSign
    who: Text
    """Who plays it."""
    choices: Text = NOTHING
    """What is chosen for it otherwise than usual, such as its model."""
    ready: bool = False
    free: bool = False
    """A phone may take it."""
    mine: bool = False
    """The phone's own."""
    person: bool = False
    """A person plays it, who may be at the table."""


class OwnSeat(NamedTuple):
    """What the owner of a seat can choose at its phone while a game is set up; the keys are those of `companion.session.remote`."""

    name: str
    """What its piece is called now: NAME takes another name."""
    rules: tuple[SeatRule, ...] = ()
    """What the game lets a seat choose: `rule_key` for each value that is not chosen."""
    key: str = NAME


class PhonePage(NamedTuple):
    """Everything on a phone."""

    title: Text | str
    said: Text | str
    """What the page is about, in one sentence."""
    owner: SeatSign | None = None
    """The seat whose private view it is, None on a second screen."""
    own: tuple[OwnReader, ...] = ()
    """What the owner alone may see."""
    board: BoardPicture | None = None
    lines: tuple[LineSeen, ...] = ()
    """What everybody may read; so are `cards` and `standings`."""
    cards: CardsPicture | None = None
    standings: tuple[StandingRow, ...] = ()
    counts: tuple[Fact, ...] = ()
    """What was counted of the owner, for the owner alone."""
    notes: tuple[Text, ...] = ()
    """What the owner should know about the phone itself, such as that another one looks at the same cards."""
    buttons: tuple[ButtonSeen, ...] = ()
    """What can be done here that answers no question (`companion.session.remote.player_acts`): seat 0 and `step` go with it."""
    step: int = 0
    lobby: tuple[LobbySeat, ...] = ()
    """All seats while a game is set up; a phone that came by the table's code may take a free one."""
    choices: OwnSeat | None = None
    """What the owner can choose for its seat now, None where there is nothing."""
    piece: int = 0
    """The seat whose piece the map has in its middle, 0 for the whole map."""
    played: tuple[PlayedCard, ...] = ()
    """The cards of the round that is played, in their order."""
