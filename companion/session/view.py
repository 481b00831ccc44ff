"""The view: one frozen value for each moment of a session, from which any screen is drawn.

A view holds words and positions that are ready to show; it decides nothing. Screens compare it with
the previous one to find changes, so it contains nothing that changes by itself, such as a time.
Headings are 0 to 3 for N, E, S and W; colours and shapes are names of `companion.content.livery`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

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
"""The pages on which seats answer: PROGRAM with cards in readers, REST for other questions."""
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
"""The pages over the race's page.

MENU is the debugging menu; its screen also shows the offer to go on, the check of the table, and
the question whether to switch off (ENDING). HISTORY, LOCKED, CERTIFY, DOCTOR and UPDATE are the
pages of these names. LAST is the race that ended last, FAILED a failure of the game, REPLAY a race
that is played again, REVIEW its review, WHERE the cards and where they are.
"""
STORY = "story"
"""The page over the playback that shows the whole round before hands move."""
TAGS = "tags"
"""The page on which people say which card each tag is on."""
LESSON = "lesson"
"""The page of the played first lesson."""
SEAT_SIDES = "sides"
"""The page on which people say at which side of the screen each seat sits."""
PAUSED = "paused"
"""The page that says that the game is paused."""
EVERYBODY: Final = 0
"""`View.seat` of a page for everybody, for which the picture is not turned."""
TAKE_BACK = "back"
"""The handle of a ready seat on this screen that takes its answer back."""
READERS, LIGHTS, VERDICT = "readers", "lights", "verdict"
"""The stages of the page CERTIFY."""
WELCOME, CROSS = "welcome", "cross"
"""The pages of the first steps: one step, and a cross or the result of a touch."""
UPRIGHT, CROSSES, LANGUAGE, GIVING, CERTIFYING, GAME = (
    "upright",
    "crosses",
    "language",
    "giving",
    "certifying",
    "game",
)
WELCOME_STAGES = (UPRIGHT, CROSSES, LANGUAGE, GIVING, CERTIFYING, GAME)
"""The stages of the page WELCOME, in order."""
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


# ---- The table ----


class SeatSign(NamedTuple):
    """The signs of a seat: the name, the colour and the shape of its piece."""

    name: str
    colour: str
    shape: str


class BoardPicture(NamedTuple):
    """The map before the instruction that is shown."""

    board: Board
    markers: tuple[tuple[int, Square], ...] = ()
    """Each marker's number and square."""
    pieces: tuple[Piece, ...] = ()
    """Pieces without a square are on the parking row. One with a `kind` looks like its owner's."""
    signs: Mapping[int, SeatSign] = {}
    """The signs of the pieces, by `Piece.seat`."""
    moves: tuple[MovePicture, ...] = ()
    """The moves of the instruction."""
    beams: tuple[BeamPicture, ...] = ()
    marks: tuple[Square, ...] = ()
    """The squares to point out."""
    touchable: bool = False
    """Whether touching a square counts now (`TouchSquare`)."""
    foreseen: tuple[Foreseen, ...] = ()
    """The rounds of a program that only its player sees, from the first on."""
    works: Works = Works()
    """The elements of the board that are at work."""
    ways: tuple[tuple[Square, Square], ...] = ()
    """The ways that are offered, each from a square to its neighbour."""
    drama: str = ""
    """One of `companion.games.scene.DRAMAS` for what is shown large, "" for the usual."""
    focus: Square | None = None
    """The square where that happens, on which the map looks closely."""


class CardsPicture(NamedTuple):
    """All cards on the table before the instruction that is shown."""

    rows: tuple[CardRow, ...] = ()
    """A row for each seat that plays, in order."""
    piles: tuple[Pile, ...] = ()
    """The piles in the middle."""
    moves: tuple[CardMove, ...] = ()
    """The moves of the instruction, in order; HAND, READER and piles are outside of the rows."""
    opens: Message | None = None
    """The message of a touch where no card is alight, which opens the large picture of all cards.

    None on that picture, or where there is none.
    """
    signs: Mapping[int, SeatSign] = {}
    """The signs of the seats of the rows."""
    marked: frozenset[str] = frozenset()
    """The keys of the cards that the instruction is about."""
    picks: Mapping[str, Message] = {}
    """The messages of cards that are a legal answer now, by key; these cards are alight."""
    chosen: frozenset[str] = frozenset()
    """The keys of the cards in the given answer; they can still be touched."""
    tells: Mapping[str, Message] = {}
    """The messages of cards that are no answer, by key; a touch asks about the card."""


# ---- A round that is played ----


class InstructionPicture(NamedTuple):
    """One instruction for hands, or a notice without a move."""

    number: int
    """Its number of `total` in this round."""
    total: int
    words: Text | str
    """The whole sentence."""
    why: Text | str
    """The rule and its reason."""
    rule: str
    """The number of the rule."""
    seat: int | None
    """The seat that it concerns first, or None."""
    cause: tuple[Text, ...] = ()
    """Sentences about why it has happened now."""


class PlayedCard(NamedTuple):
    """A card of the present round, in order of priority; `state` is "coming", "now" or "played"."""

    seat: int
    card: Face
    state: str


class InstructionLine(NamedTuple):
    """One line of a page with several instructions."""

    at: int
    """Its number in the round, counted from 0."""
    seat: int | None
    words: Text | str
    moves: bool
    """Whether hands move something."""
    head: Text | str
    """The title of its part where one begins, else ""."""
    state: str
    """"done", "now" or "coming"."""
    priority: str = ""
    """The priority of the card that is played, by which the lines are sorted; "" without one."""
    card: Face | None = None
    """The card itself, where it has its own picture."""


class ProgramRow(NamedTuple):
    """A seat's five cards in the order of the rounds."""

    seat: int
    cards: tuple[Face | None, ...]
    """The cards that everybody has seen, None for the others."""
    hidden: tuple[bool, ...]
    """Whether a card is face down in the slot."""
    state: Text = NOTHING
    """The reason for which no more cards come, NOTHING where they do."""
    out: bool = False
    """Whether the piece is out of the game."""


class PlayPage(NamedTuple):
    """One page of the playback of a round."""

    turn: int
    round: int
    """The round of `rounds`, or one more for what follows the last."""
    rounds: int
    part: str
    instruction: InstructionPicture
    cards: tuple[PlayedCard, ...]
    """In the order in which they are played, empty where none are shown."""
    auto: float | None
    """The seconds until it goes on automatically, or None."""
    done: Text | str = ""
    """The instruction confirmed last, in a few words; "" where that was none."""
    called: Text = NOTHING
    """The title of the part."""
    lines: tuple[InstructionLine, ...] = ()
    """The instructions of the page, none where there is only one."""
    flow: str = SINGLE
    """The flow by which the round is confirmed (`companion.session.flow`)."""
    paused: bool = False
    """Whether automatic confirmation is paused."""
    news: tuple[Text, ...] = ()
    """The events of the `lines` that nobody may miss, in order."""
    programs: tuple[ProgramRow, ...] = ()
    """The revealed part of all programs, by seat; none in games without programs."""
    sounds: tuple[str, ...] = ()
    """The sounds as the page appears, at most three words of `companion.games.sounds`."""
    drama: str = ""
    """One of `companion.games.scene.DRAMAS` if the instruction is shown large."""
    headline: tuple[Text, ...] = ()
    """The drama in a few words."""
    watch: Message | None = None
    """The message that shows the whole round first, None where that is over or impossible."""


# ---- Readers, pages, and all of it ----


class SlotPicture(NamedTuple):
    """One slot of a reader."""

    card: Face | None
    """The card in it, None when it is empty, unreadable or covered."""
    filled: bool
    """Whether a card is in it."""
    locked: bool
    fault: Text | str
    """The fault, in words."""
    lamp: int = 0
    """Its lock light: DARK, LIT or BLINK; on an emulated reader the real state of the bulb."""
    asked: bool = True
    """Whether a card may be put in now."""


class OfferPicture(NamedTuple):
    """An answer that can be touched (`Pick`)."""

    key: str
    label: Text
    about: Text = NOTHING
    """A few words about it."""
    cards: tuple[Face, ...] = ()
    """The cards that it is about."""
    squares: tuple[Square, ...] = ()
    """The squares that it is about."""
    chosen: bool = False
    """Whether it is chosen now."""
    late: bool = False
    """Whether it counts once the time is over."""
    table_cards: tuple[str, ...] = ()
    """The keys of the cards in `CardsPicture` that light up for it; touching one picks it, too."""
    current: bool = False
    """Whether the pull of a handle takes it now (`companion.session.hands_free`)."""


class Bearing(NamedTuple):
    """The public state of the piece for which a seat chooses; each part may be NOTHING."""

    facing: Text = NOTHING
    """Its square and its direction."""
    ahead: Text = NOTHING
    """The distance and the direction of its next goal."""
    condition: Text = NOTHING
    """Other facts that count in its game."""
    goal: Square | None = None
    whose: SeatSign | None = None
    """The player's first piece, None where this is the first or the only one."""

    @property
    def lines(self) -> tuple[Text, ...]:
        """Return the lines to read."""
        owner = NOTHING if self.whose is None else text("Belongs to {piece}", piece=self.whose.name)
        return tuple(
            line for line in (facts([owner, self.facing]), self.ahead, self.condition) if line
        )


class ReaderPicture(NamedTuple):
    """One seat's reader while cards are chosen."""

    seat: int
    kind: str
    """"touch" (on this screen), "pilot" or "reader" (a real one)."""
    asked: bool
    """Whether something is awaited from it."""
    ready: bool
    """Whether its answer is given."""
    state: Text | str
    """One short line: ready, choosing, parked …"""
    problem: Text | str
    """A sentence where something is wrong."""
    dealt: int | None
    """The number of cards it was dealt, None for a seat that is not asked."""
    slots: tuple[SlotPicture, ...]
    hand: tuple[Face, ...]
    """The cards that are not in slots, only while the hand is uncovered."""
    uncovered: bool
    handle: str
    handles: tuple[tuple[str, Text], ...]
    """The possible moves of the handle, as (position, label).

    TAKE_BACK is the handle of a ready seat on this screen, which sends `TakeBack`.
    """
    lost: Text = NOTHING
    """The reason to play a seat with a reader on this screen now, NOTHING where it is not so."""
    aside: bool = False
    """Whether somebody chose that (`SetAside` with False uses the reader again)."""
    finder: bool = False
    """Whether cards are real, and the hand is all cards that no reader holds.

    Up to 84 cards in ascending order, among which the player finds its own.
    """
    pin: bool = False
    """Whether four digits must be typed to open it."""
    offers: tuple[OfferPicture, ...] = ()
    """The answers that can be touched, where they may be seen."""
    opens: bool = False
    """Whether a touch leads to its cards or its offers now."""
    secret: bool = True
    """Whether nobody else may look."""
    reads: bool = True
    """Whether its reader is asked for cards."""
    left: int = 0
    """The seconds left for an answer, out of `limit`; 0 without a limit."""
    limit: int = 0
    drawn: tuple[int, ...] = ()
    """The codes of an uncovered hand in the order drawn, where it is shown in that order."""
    drives: SeatSign | None = None
    """The piece for which the seat plays, where it is another seat's."""
    decides: SeatSign | None = None
    """The piece whose player decides, where it is another one."""
    passes: SeatSign | None = None
    """The piece whose player then plays the cards."""
    question: Text = NOTHING
    """The exact question, where it is not the same for all."""
    optional_actions: tuple[OfferPicture, ...] = ()
    """Touchable offers that are no answers."""
    phone: bool = False
    """Whether its player chooses on a phone."""
    bearing: Bearing = Bearing()
    """The state of the piece for which it chooses; empty where no person is asked."""
    by_handle: bool = False
    """Whether its handle goes through the `offers`, or `optional_actions` beside its answer."""
    numbered: tuple[Text, ...] = ()
    """The answers of a secret choice that is made by the lights of its reader, by number."""


class DealRow(NamedTuple):
    """One seat before the deal."""

    seat: int
    kind: str
    take: tuple[int, ...]
    """The slots that must be emptied."""
    put: tuple[tuple[int, Face | None], ...]
    """The missing locked cards, as (slot, card); None where only the player knows the card."""
    unreadable: tuple[int, ...]
    """The slots with a card that cannot be read."""
    lamps: tuple[int, ...]
    words: Text | str
    """The work that is to be done, in words; "" once the reader is in order."""


class DealPage(NamedTuple):
    """The readers before real cards are dealt, until every slot that is not locked is empty.

    The race then goes on by itself. `Confirm` goes on anyway, for a slot that cannot be read.
    """

    turn: int
    rows: tuple[DealRow, ...]
    aside: tuple[Face, ...]
    """The cards of pilots in locked slots, which must not be dealt."""


LAST_SECONDS: Final = 10
"""The last seconds of a timer, which are highlighted and ticked."""


class TimerPicture(NamedTuple):
    """The time in which people choose."""

    left: int
    """The seconds that are left of `seconds`."""
    runs: bool
    """Whether the time has begun."""
    seconds: int
    changes: bool = True
    """Whether people can choose another time; a time limit of the game is fixed."""
    stands: bool = False
    """Whether it has begun and is stopped."""
    words: Text = NOTHING
    """The moment of its beginning, or the reason for its stop; NOTHING while it runs."""


class ProgramPage(NamedTuple):
    """The page of a question (PROGRAM or REST): all readers, and the open seat."""

    turn: int
    readers: tuple[ReaderPicture, ...]
    open_seat: int | None
    """The seat whose cards are shown, or None."""
    foresees: bool = False
    """Whether the game can show on the map where the cards of that seat lead."""
    preview: Text | None = None
    """The forecast so far, in words; None where the map shows none of it."""
    timer: TimerPicture | None = None
    """None without a time limit."""
    hints: bool = False
    """Whether that seat can ask for a hint."""
    hint: Text = NOTHING
    """The hint that it has."""
    advised: int | None = None
    """The code of the card that the hint is about, None for none."""


class StandingRow(NamedTuple):
    """One line of a summary."""

    place: int
    """The place in the game; equal ones share a place."""
    seat: int
    facts: tuple[Fact, ...]
    """Facts, in the same columns for every line."""
    state: Text
    """The status in words, where it is not the usual one."""
    ahead: Text
    """The way that is left, NOTHING for none."""
    note: Text
    """The changes for it in this turn, NOTHING for nothing."""
    soon: Text = NOTHING
    """The effects that it has to expect of the next turn, NOTHING for nothing."""
    brief: Text = NOTHING
    """Its state in one line."""
    placed: bool = True
    """Whether it is its player's first line, which alone shows the place."""

    @property
    def place_words(self) -> str:
        """The place in words."""
        return f"{self.place}." if self.placed else ""


class CountRow(NamedTuple):
    """The statistics of one seat over the whole race."""

    place: int
    """The place in the standings."""
    seat: int
    sign: SeatSign
    facts: tuple[Fact, ...]
    """Facts, in the same columns for every line."""


class ReasonRow(NamedTuple):
    """The reasons for a pilot's program in the turn that is over."""

    seat: int
    pilot: Text
    """The name of the pilot."""
    words: Text
    """The reason in a sentence."""


class SummaryPage(NamedTuple):
    """The summary of a turn, or of the race when it has ended."""

    turn: int
    rows: tuple[StandingRow, ...]
    winner: Text | str
    """The outcome of the race, "" after a turn."""
    winners: tuple[int, ...]
    sentences: tuple[Text, ...] = ()
    """The summary of the race, none where the game does not give one."""
    counts: tuple[CountRow, ...] = ()
    watch: Message | None = None
    """The message that shows the race again, None where that is impossible."""
    review: Message | None = None
    """The message that opens the review, None without one."""
    reasons: tuple[ReasonRow, ...] = ()
    """After a turn, the reasons that pilots give."""
    statistics: Message | None = None
    """The message that opens all statistics."""
    markers: Text = NOTHING
    """All markers with their squares, after a turn."""
    other: Message | None = None
    """The message that offers the other boards to the same people, None without any."""
    tournament: Text = NOTHING
    """The standings of the tournament after this race, NOTHING without one."""
    begin_tournament: Message | None = None
    """The message that offers a tournament with this race as its first, None for no offer."""


Body: TypeAlias = Any
"""The content of a page: a value that only the screen of the page looks into."""


class View(NamedTuple):
    """One moment on the screen."""

    page: str
    """One of the names above."""
    title: Text | str
    """For the head of the screen: what this is."""
    hint: Text | str
    """For the head of the screen: what to do now."""
    body: Body
    """The content: ProgramPage on PROGRAM and REST, SummaryPage on SUMMARY, OVER and LAST."""
    board: BoardPicture | None = None
    """The map, None for a page without one."""
    revision: int = 0
    """The number that goes into `Confirm`; `view_of` sets it for every page."""
    back: Text | str = ""
    """The label of the button back, "" for none."""
    forward: Text | str = ""
    """The label of the button forward, "" for none."""
    blocked: Text | str = ""
    """The reason for which forward is not possible now, "" when it is."""
    notice: Notice | Text | str = ""
    """A `Notice`, or bare words for the last refusal or trouble; by default the session's."""
    table: Text | str = ""
    """The kind of readers that the table has, for the sign in the head; `view_of` sets it."""
    shows_notice: bool = True
    """Whether the last notice of the session is over it."""
    shows_table: bool = True
    """Whether the sign of the table is in the head."""
    on_back: Message | None = None
    """The message of the button back, where it is not that of the page."""
    on_forward: Message | None = None
    """The message of the button forward, where it is not that of the page."""
    menu: bool = False
    """Whether the debugging menu opens here, by holding its sign in the head (`OpenMenu`)."""
    side_door: bool = False
    """Whether the button back leads into that menu."""
    on_sign: Message | None = OpenPage(TABLE)
    """The message of touching the sign of the table, None where it leads nowhere."""
    preferences: Preferences = Preferences()
    """The rotation and the language of the screen, among others."""
    cards: CardsPicture | None = None
    """All cards on the table, None where there are none."""
    signs: Mapping[int, SeatSign] = {}
    """The signs of the seats that play."""
    time: TimerPicture | None = None
    """The time of a question below this page; None where no time runs."""
    door: Choice | None = None
    """A small button in the foot that leads to another page, None for none."""
    language: str = ""
    """The name of the screen's language where a chip leads to the choice of languages, else ""."""
    tune: str = ""
    """The key of the game whose tune belongs to this page, "" for none."""
    say_again: int = 0
    """The number of times that a voice was asked to say again what is shown."""
    seat: int | None = None
    """The seat that the page concerns alone, or EVERYBODY; None where the picture stays as it was
    turned for the page before."""
    turns: Mapping[int, int] = {}
    """The clockwise turn of the picture for each seat, in degrees; empty where it never turns."""
