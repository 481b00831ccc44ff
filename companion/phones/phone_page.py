"""The content of a phone as values: `seen` makes them of a session, `page` writes them as HTML."""

from __future__ import annotations

from companion.games.scene import Face, Fact, Foreseen
from companion.named_tuples import NamedTuple
from companion.session.lobby.seat_rules import SeatRule
from companion.session.remote import NAME
from companion.session.view import BoardPicture, CardsPicture, PlayedCard, SeatSign, StandingRow
from companion.words import NOTHING, Text

JOIN = "join"
"""The key by which a phone takes a free seat (`companion.session.lobby.joining.JoinAtPhone`)."""


class CardSeen(NamedTuple):
    """A card in words."""

    words: Text
    about: Text = NOTHING
    """Its effect in a few words if its name does not tell it."""
    act: str = ""
    """Inserts the card (`companion.session.remote`), "" if impossible here."""
    face: Face | None = None
    """What is printed on it."""


class SlotSeen(NamedTuple):
    """One slot of the player's reader."""

    number: int
    card: Text = NOTHING
    """NOTHING for none."""
    locked: bool = False
    fault: Text | str = NOTHING
    """What is wrong with it."""
    act: str = ""
    """Takes the card out."""
    face: Face | None = None
    """What is printed on the card in it; None without a known card of the deck."""


class ButtonSeen(NamedTuple):
    """An act that the player may do now."""

    act: str
    words: Text | str
    about: Text | str = NOTHING
    """A few words about it."""
    answers: bool = True
    """Whether it answers the question."""


class OwnReader(NamedTuple):
    """One of a player's readers, for that player alone."""

    sign: SeatSign
    question: Text
    state: Text | str
    """How far its program is."""
    problem: Text | str
    """What the player should do about a fault."""
    slots: tuple[SlotSeen, ...]
    hand: tuple[CardSeen, ...] = ()
    foreseen: tuple[Foreseen, ...] | None = None
    """The effect of the cards in the slots, round by round; None if hidden."""
    board: BoardPicture | None = None
    """The map with that path."""
    seat: int = 0
    step: int = 0
    """With `seat`, the question that can be answered here."""
    buttons: tuple[ButtonSeen, ...] = ()
    """All acts except cards."""
    left: int | None = None
    """Seconds left for the question, None without a limit."""
    hint: Text = NOTHING
    """What a pilot would play, if the player has asked for it at this phone."""
    piece: int = 0
    """The seat whose piece it is about; the map has that piece in its middle."""


class LineSeen(NamedTuple):
    """A line that everybody may read."""

    sign: SeatSign | None
    """The seat that it is about."""
    words: Text | str
    state: str = ""
    """"done", "now", "coming", or "" if that means nothing."""
    cards: tuple[SlotSeen, ...] = ()
    """The locked slots, whose cards everybody has seen."""


class LobbySeat(NamedTuple):
    """A seat as everybody sees it during the set-up."""

    seat: int
    sign: SeatSign
    who: Text
    """Who plays it."""
    choices: Text = NOTHING
    """Unusual choices for it, such as its model."""
    ready: bool = False
    free: bool = False
    """A phone may take it."""
    mine: bool = False
    """The phone's own."""
    person: bool = False
    """A person plays it, who may be at the table."""


class OwnSeat(NamedTuple):
    """The choices of a seat's owner during the set-up.

    The keys are those of `companion.session.remote`.
    """

    name: str
    """The present name of its piece; NAME takes another one."""
    rules: tuple[SeatRule, ...] = ()
    """The game's choices for a seat: `rule_key` for each value that is not chosen."""
    key: str = NAME


class PhonePage(NamedTuple):
    """Everything on a phone."""

    title: Text | str
    said: Text | str
    """What the page is about, in one sentence."""
    owner: SeatSign | None = None
    """The seat whose private view it is, None on a second screen."""
    own: tuple[OwnReader, ...] = ()
    """The readers for the owner alone."""
    board: BoardPicture | None = None
    lines: tuple[LineSeen, ...] = ()
    """For everybody, like `cards` and `standings`."""
    cards: CardsPicture | None = None
    standings: tuple[StandingRow, ...] = ()
    counts: tuple[Fact, ...] = ()
    """Statistics of the owner, for the owner alone."""
    notes: tuple[Text, ...] = ()
    """What the owner should know about the phone, such as another phone with the same cards."""
    buttons: tuple[ButtonSeen, ...] = ()
    """Acts that answer no question (`companion.session.remote.player_acts`).

    They are sent with seat 0 and `step`.
    """
    step: int = 0
    lobby: tuple[LobbySeat, ...] = ()
    """All seats during the set-up; a phone that came by the table's code may take a free one."""
    choices: OwnSeat | None = None
    """The present choices of the owner for its seat, or None."""
    piece: int = 0
    """The seat whose piece the map has in its middle, 0 for the whole map."""
    played: tuple[PlayedCard, ...] = ()
    """The cards of the round that is played, in order."""
