"""What there is to see: one frozen value per moment of the session, from which any screen can be drawn.

A view holds words and positions that are ready to show; it decides nothing. Screens compare it with the one before to see whether anything is to
be drawn anew, so that nothing in it changes by itself, such as a time. Headings are 0-3 for N E S W; colours and shapes are the
names of `companion.content.livery`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from companion.engine.board import Board
from companion.games.scene import (
    BeamPicture,
    CardMove,
    CardRow,
    Face,
    Fact,
    Foreseen,
    MovePicture,
    Piece,
    Pile,
    Works,
)
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.messages import SINGLE, Message, Notice, OpenPage
from companion.session.preferences import Preferences
from companion.words import NOTHING, Text, facts, text

BOARD, SEATS, RULES, PLACE, REST, DEAL, PROGRAM, PLAY, SUMMARY, OVER, TABLE = (
    "board",
    "seats",
    "rules",
    "place",
    "rest",
    "deal",
    "program",
    "play",
    "summary",
    "over",
    "table",
)
ASKING = (PROGRAM, REST)
"""The pages on which seats are asked: PROGRAM where cards in readers are asked for, REST for mere questions."""
MENU, ENDING, HISTORY, LOCKED, CERTIFY, DOCTOR, UPDATE, LAST, FAILED, REPLAY, REVIEW, WHERE = (
    "menu",
    "ending",
    "history",
    "locked",
    "certify",
    "doctor",
    "update",
    "last",
    "failed",
    "replay",
    "review",
    "where",
)
"""Pages that lie over the others: the debugging menu, whose screen also shows the offer to go on, the check of the table, and the question whether
to switch off (ENDING); the history; the locked screen; the acceptance run; the doctor; updates; the race that ended last; what a game has failed at; a race that is
played once more before one's eyes; a race in review; what cards lie where."""
PAUSED = "paused"
"""The page that says that the game is paused."""
TAKE_BACK = "back"
"""The handle of a ready seat on this screen, put back to where its player chooses."""
READERS, LIGHTS, VERDICT = "readers", "lights", "verdict"
"""The stages of the page CERTIFY."""
WELCOME, CROSS = "welcome", "cross"
"""The pages of the first steps, which lie over the others too: a step; a cross to be touched, or what is done by a touch anywhere."""
UPRIGHT, CROSSES, LANGUAGE, GIVING, CERTIFYING, GAME = (
    "upright",
    "crosses",
    "language",
    "giving",
    "certifying",
    "game",
)
WELCOME_STAGES = (UPRIGHT, CROSSES, LANGUAGE, GIVING, CERTIFYING, GAME)
"""The stages of the page WELCOME, in their order."""
TOP, BACK, PIECE, MARKERS, CHAIRS, TURNING, SETTINGS, OFFER, CHECK = (
    "top",
    "back",
    "piece",
    "markers",
    "seats",
    "turn",
    "settings",
    "offer",
    "check",
)
"""The places of the page MENU."""


# ---- The table ------------------------------------------------------------------------------------


class SeatSign(NamedTuple):
    """By what people tell a seat: the name, the colour and the shape of its piece."""

    name: str
    colour: str
    shape: str


class BoardPicture(NamedTuple):
    """The map: the board itself, markers as (number, square), pieces before the shown instruction, its moves and beams.

    `marks` are squares to point out, `works` what of the board is at work meanwhile. `foreseen` are the rounds of a program that only its player sees, from the first on.
    `ways` are offered, each from a square to a square beside it. `touchable` says that touching a square means something now (send `TouchSquare`).
    """

    board: Board
    markers: tuple[tuple[int, Square], ...] = ()
    pieces: tuple[Piece, ...] = ()
    """Those without a square stand in the parking row, at the place of their seat; one with a `kind` has the look of the piece that it belongs to."""
    signs: Mapping[int, SeatSign] = {}
    """By what people tell the pieces, by `Piece.seat`."""
    moves: tuple[MovePicture, ...] = ()
    beams: tuple[BeamPicture, ...] = ()
    marks: tuple[Square, ...] = ()
    touchable: bool = False
    foreseen: tuple[Foreseen, ...] = ()
    works: Works = Works()
    ways: tuple[tuple[Square, Square], ...] = ()


class CardsPicture(NamedTuple):
    """All cards on the table, before the shown instruction is carried out: a row for each seat that plays, in their order, and the piles in the middle."""

    rows: tuple[CardRow, ...] = ()
    piles: tuple[Pile, ...] = ()
    moves: tuple[CardMove, ...] = ()
    """Those of the shown instruction, from the first to the last: HAND, READER and the keys of `piles` lie outside of the rows."""
    opens: Message | None = None
    """What touching the picture says where no card is alight under the finger: it shows what lies where, large. None where it is that already, or leads nowhere."""
    signs: Mapping[int, SeatSign] = {}
    """By what people tell the seats of the rows."""
    marked: frozenset[str] = frozenset()
    """The keys of the cards that what is shown is about."""
    picks: Mapping[str, Message] = {}
    """What touching a card says that is a legal answer now, by its key: it is alight."""
    chosen: frozenset[str] = frozenset()
    """The keys of the cards that are the answer that was given; they may be touched still."""
    tells: Mapping[str, Message] = {}
    """What touching a card says where it is no answer, by its key: it asks about the card."""


# ---- A round that is played --------------------------------------------------------------------------


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
    card: Face
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
    card: Face | None = None


class ProgramRow(NamedTuple):
    """A seat's five cards in the order of the rounds: those that everybody has seen, None for the others.

    `hidden` says of each slot whether a card lies there face down. `state` is why no more cards are to come, NOTHING where they do; `out` that the piece is gone.
    """

    seat: int
    sign: SeatSign
    cards: tuple[Face | None, ...]
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


# ---- Readers, pages, and all of it ---------------------------------------------------------------------


class SlotPicture(NamedTuple):
    """One slot: the card in it (None when empty, unreadable or covered), whether a card lies there, whether it is locked, a fault in words.

    `lamp` is what its lock light does: DARK, LIT or BLINK; on an emulated reader as its bulb really shines. `asked`: a card may be put in now.
    """

    card: Face | None
    filled: bool
    locked: bool
    fault: Text | str
    lamp: int = 0
    asked: bool = True


class OfferPicture(NamedTuple):
    """An answer that can be touched (`Pick`): its key, label and a few words about it, the cards and squares that it is about, whether it is `chosen` now.

    `late`: it counts once the time is over. `lies` are the keys of the cards on the table that light up for it (`CardsPicture`), where a touch picks it too.
    """

    key: str
    label: Text
    about: Text = NOTHING
    cards: tuple[Face, ...] = ()
    squares: tuple[Square, ...] = ()
    chosen: bool = False
    late: bool = False
    lies: tuple[str, ...] = ()


class Bearing(NamedTuple):
    """How the piece stands for which a seat chooses, in words that everybody may read; each NOTHING where there is no such thing."""

    facing: Text = NOTHING
    """Its square, and which way it faces."""
    ahead: Text = NOTHING
    """How far it is to its next goal, and in which direction."""
    condition: Text = NOTHING
    """Everything else that counts in its game."""
    goal: Square | None = None
    whose: SeatSign | None = None
    """The piece of the player to whom this one belongs, None where it is a player's only one, or the first."""

    @property
    def lines(self) -> tuple[Text, ...]:
        """Return what there is to read, line by line."""
        owner = NOTHING if self.whose is None else text("Belongs to {piece}", piece=self.whose.name)
        return tuple(
            line for line in (facts([owner, self.facing]), self.ahead, self.condition) if line
        )


class ReaderPicture(NamedTuple):
    """One seat's reader while programming.

    `kind` is "touch" (played on this screen), "pilot" or "reader" (a real one). `lost` is why a seat with a reader of its own is played
    on this screen now, "" where it is not so; `aside` that somebody said so (`SetAside` with False takes the reader again). `asked` says that something is awaited from it, `ready`
    that it is committed. `state` is one short line (ready, choosing, sits out, parked …), `remedy` a sentence where something is wrong.
    `hand` holds the cards not yet in slots, only while the hand is uncovered. `finder`: the cards are real ones, so that the hand is
    every card that no reader holds, up to 84 of them in ascending order, for the player to find those in its hand. `handles` are the
    moves that mean something now, as (position, label); TAKE_BACK stands for the handle of a seat that is ready on this screen, which says `TakeBack`.
    `pin`: whoever opens it types four digits. `offers` are what can be touched instead, where they may be seen. `opens`: a touch leads to its cards or
    its offers now; `secret` that nobody else may look. `reads`: cards are asked of its reader. `left` are the seconds that are left for an answer, 0 where
    there is no hurry, out of `limit`; `drawn` are the codes of an uncovered hand in the order in which they were drawn, where a hand is shown in that order, in slots or
    not. `drives` is the piece for which the seat plays where that is another seat's, `decides` the piece whose player does where that is another one, and `passes`
    the one whose player plays the cards then. `question` says what exactly is asked, where it is not the same for all. `besides` can be touched, too, and answers nothing. `phone`: its player
    chooses at a phone of its own.
    """

    seat: int
    name: str
    colour: str
    shape: str
    kind: str
    asked: bool
    ready: bool
    state: Text | str
    remedy: Text | str
    dealt: int | None
    """How many cards it was dealt, None for a seat that is not asked."""
    slots: tuple[SlotPicture, ...]
    hand: tuple[Face, ...]
    uncovered: bool
    handle: str
    handles: tuple[tuple[str, Text], ...]
    lost: Text = NOTHING
    aside: bool = False
    finder: bool = False
    pin: bool = False
    offers: tuple[OfferPicture, ...] = ()
    opens: bool = False
    secret: bool = True
    reads: bool = True
    left: int = 0
    limit: int = 0
    drawn: tuple[int, ...] = ()
    drives: SeatSign | None = None
    decides: SeatSign | None = None
    passes: SeatSign | None = None
    question: Text = NOTHING
    besides: tuple[OfferPicture, ...] = ()
    phone: bool = False
    bearing: Bearing = Bearing()
    """How the piece stands for which it chooses; empty where nothing is asked of a person."""


class DealRow(NamedTuple):
    """One seat before the deal: which slots must be emptied, which locked cards are missing as (slot, card), and both in words.

    A missing card is None where only its player knows it. `words` is "" once the reader is as it must be; `unreadable` are slots that show a card which cannot be read.
    """

    seat: int
    name: str
    colour: str
    shape: str
    kind: str
    take: tuple[int, ...]
    put: tuple[tuple[int, Face | None], ...]
    unreadable: tuple[int, ...]
    lamps: tuple[int, ...]
    words: Text | str


class DealPage(NamedTuple):
    """Before real cards are dealt: the readers are watched until every slot that is not locked is empty, then the race goes on by itself.

    The button forward (`Confirm`) goes on although a slot is not so, for a slot that cannot be read. `aside` are cards that pilots hold in locked slots: the real ones must not be dealt.
    """

    turn: int
    rows: tuple[DealRow, ...]
    aside: tuple[Face, ...]


class TimerPicture(NamedTuple):
    """The time of those who choose: the seconds that are `left` of so many, and whether it `runs`, or has not begun yet."""

    left: int
    runs: bool
    seconds: int
    changes: bool = True
    """Whether people can choose another time. What a game gives for an answer stays."""
    stands: bool = False
    """Whether it has begun and is not counted for now."""
    words: Text = NOTHING
    """When it begins, or why it stands; NOTHING while it is counted."""


class ProgramPage(NamedTuple):
    """What seats are asked (PROGRAM, and REST for mere questions): all readers, and the seat that is open or None.

    `foresees`: the game can show on the map where the cards of that seat would lead. `preview` says in words where they do so far; None where the map
    beside them shows none of it. `timer` is None where there is none. `hints`: that seat can ask for a hint; `hint` is the one that it has, and `advised` the code of
    the card that it is about, None for none.
    """

    turn: int
    readers: tuple[ReaderPicture, ...]
    open_seat: int | None
    foresees: bool = False
    preview: Text | None = None
    timer: TimerPicture | None = None
    hints: bool = False
    hint: Text = NOTHING
    advised: int | None = None


class StandingRow(NamedTuple):
    """One line of a summary: place in the game, which equal ones share, the piece, and facts in the same columns for every line.

    `state` is its status in words where it does not go without saying, `ahead` what lies before it, `note` what has changed for it in this turn, and
    `soon` what it has to expect of the next one, each "" for nothing. `brief` is how it stands in one line.
    """

    place: int
    seat: int
    name: str
    colour: str
    shape: str
    facts: tuple[Fact, ...]
    state: Text
    ahead: Text
    note: Text
    soon: Text = NOTHING
    brief: Text = NOTHING
    placed: bool = True
    """Whether it is the first line of its player, who may have several: only that one shows the place."""

    @property
    def place_words(self) -> str:
        """The place as it is shown."""
        return f"{self.place}." if self.placed else ""


class CountRow(NamedTuple):
    """What is counted of one seat over the whole race, in the same columns for every line; `place` is that of the standings."""

    place: int
    seat: int
    name: str
    colour: str
    shape: str
    facts: tuple[Fact, ...]


class ReasonRow(NamedTuple):
    """Why a pilot played what it played in the turn that is over, in a sentence, with its piece and what the pilot is called."""

    seat: int
    name: str
    colour: str
    shape: str
    pilot: Text
    words: Text


class SummaryPage(NamedTuple):
    """After a turn, or after the race when `winner` says how it ended (a sentence, else "").

    Then `sentences` and `counts` tell what it was all about, none where the game does not say, and `watch` shows it again, `review` looks into it, None where nothing can be seen.
    `statistics` leads to all that was counted. After a turn `reasons` say why pilots played as they did, as far as they do.
    """

    turn: int
    rows: tuple[StandingRow, ...]
    winner: Text | str
    winners: tuple[int, ...]
    sentences: tuple[Text, ...] = ()
    counts: tuple[CountRow, ...] = ()
    watch: Message | None = None
    review: Message | None = None
    reasons: tuple[ReasonRow, ...] = ()
    statistics: Message | None = None
    markers: Text = NOTHING
    """All markers with their squares, after a turn."""


Body: TypeAlias = Any
"""What a page shows: a value of the page's own, which only its screen looks into."""


class View(NamedTuple):
    """One moment on the screen.

    `page` is one of the names above; `title` and `hint` are words for the head of the screen: what this is, what to do now. `body` fits
    the page (PROGRAM and REST: ProgramPage; SUMMARY, OVER and LAST: SummaryPage). `step` goes into `Confirm`. `back` and `forward` are labels
    of the two buttons, "" for none; `blocked` says why forward is not possible now, "" when it is. `on_back` and `on_forward` are what
    the buttons say where the page alone does not decide it. `notice` is a `Notice`, or as bare words the last refusal or trouble. `menu` says that the
    debugging menu can be opened here (`OpenMenu`), by holding its sign in the head, `side_door` that the button back leads
    into it. `table` says what kind of readers the table has, for the sign that is always shown; touching the sign says `on_sign`, and opens the table test, or it leads nowhere (None). `preferences` say how the screen is turned, and which language it speaks. `cards` are
    all that lie on the table, None where none do. `signs` are those of the seats that play.
    """

    page: str
    title: Text | str
    hint: Text | str
    board: BoardPicture | None
    body: Body
    step: int = 0
    back: Text | str = ""
    forward: Text | str = ""
    blocked: Text | str = ""
    notice: Notice | Text | str = ""
    table: Text | str = ""
    on_back: Message | None = None
    on_forward: Message | None = None
    menu: bool = False
    side_door: bool = False
    on_sign: Message | None = OpenPage(TABLE)
    preferences: Preferences = Preferences()
    cards: CardsPicture | None = None
    signs: Mapping[int, SeatSign] = {}
    time: TimerPicture | None = None
    """The time of those who choose, on a page that lies over theirs; None where nobody's time runs."""
    door: Choice | None = None
    """A small button in the foot that leads aside, None where there is none."""
    language: str = ""
    """The name of the screen's language, where a chip leads to all of them; "" where none does."""
