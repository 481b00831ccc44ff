"""The play on an extended board: pieces in their planes, memory, statuses, questions.

It is also what hooks look at (S2, S5, S6, S7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from companion.engine.board import Board
from companion.engine.cards import DECK, NO_CARDS, Card, Slots, card_of, cards_dealt
from companion.engine.effects import CARD_DRAWN, CARD_LONG, REGISTER_LONG, TURN_LONG
from companion.engine.element import Element, PieceView
from companion.engine.events import CardDrawn, PieceGone, Remembered, StatusBegan, StatusEnded
from companion.engine.extended.piece import CLANK, COPIES, GHOST, GHOSTS, ExtendedPiece
from companion.engine.extended.register_tables import RegisterTables, tables_of
from companion.engine.keys import LAST_REGISTER
from companion.engine.modes import flags_in, with_flags
from companion.engine.play import Play, PlayPiece
from companion.engine.race_tables import STOPPED, Place, race_tables
from companion.engine.rule_questions import Answerer, RuleQuestion
from companion.engine.state import ACTIVE, OUT, Memory, RaceState
from companion.engine.statuses import (
    AIR,
    APART,
    BURNT,
    FLYING,
    OF_WORD,
    RADIO,
    RANDOM,
    SUNK,
    VIRTUAL,
)
from companion.geometry import Heading, Square

THE_DECK: Final = "deck"
"""The owner of what is remembered about the pile: under OUT_OF_IT the cards that were in slots or
drawn in this turn."""
OUT_OF_IT: Final = "out"


class Movement:
    """A movement under way.

    `left` is its number of squares left, `counted` whether barriers may count them (B13, B14),
    `eased` whether one was taken off (B7).
    """

    __slots__ = ("counted", "eased", "left", "piece")

    def __init__(self, piece: ExtendedPiece, left: int, counted: bool, eased: bool = False) -> None:
        self.piece, self.left, self.counted, self.eased = piece, left, counted, eased


class ExtendedPlay(Play):
    """A state taken apart for registers on an extended board. It is the `PlayView` of all hooks."""

    __slots__ = (
        "air",
        "answer",
        "arrivals",
        "brief",
        "bumps",
        "card",
        "driven",
        "frames",
        "hits",
        "in_beat",
        "kept",
        "landing",
        "now",
        "once",
        "pushed",
        "register_tables",
        "stage",
        "together",
    )

    def __init__(self, state: RaceState, answer: Answerer) -> None:
        self.state = state
        self.tables = tables = race_tables(state.race)
        size = len(tables.places)
        self.at: list[PlayPiece | None] = [None] * size
        self.air: list[PlayPiece | None] = [None] * size
        self.events = []
        self.marks = None
        self.turn, self.register, self.deaths = state.turn, state.register, state.deaths
        self.over, self.winner = state.over, state.winner
        self.flags = {} if tables.in_order else flags_in(state.memory)
        self.doomed, self.entered = [], []
        self.answer = answer
        self.now = (state.turn - 1) * LAST_REGISTER + state.register + 1
        """The number of the register in the race, from 1."""
        self.kept: dict[tuple[str, str], tuple[str, int]] = {
            key: entry for key, entry in state.memory if not 0 < entry[1] < self.now
        }
        """The memory."""
        self.brief: dict[tuple[str, str], str] = {}
        """The memory of this card or beat."""
        self.once: set[tuple[int, str]] = set()
        """The pieces that were hurt by `HurtOnce` in this card or beat, each with the cause."""
        self.frames: list[Movement] = []
        """The movements under way, the inner one last."""
        self.landing: list[ExtendedPiece] = []
        """Flyers that have been hit."""
        self.pushed: list[ExtendedPiece] = []
        """The pieces displaced by pushes in this card."""
        self.bumps: list[tuple[ExtendedPiece, Element, Heading, str, int]] = []
        """The bumps into barriers, which act at the end of a beat's moves."""
        self.card: Card | None = None
        self.driven: dict[int, Card] = {}
        self.stage, self.together, self.in_beat, self.arrivals = 0, False, False, 0
        """`arrivals` counts how often any piece came onto a square."""
        self.hits: dict[Element, int] = {}
        self.everybody = [
            ExtendedPiece(clank, tables.places, self.at) for clank in (*state.clanks, *state.others)
        ]
        self.alive = [piece for piece in self.everybody if piece.status == ACTIVE]
        owners = {owner for owner, _ in self.kept}
        for piece in self.on_board():
            if piece.kind != CLANK or str(piece.seat) in owners:
                self.refresh(piece)
            else:
                self.at[piece.place] = piece
        self.register_tables: RegisterTables = tables_of(
            tables, self._redrawing(), state.register + 1
        )
        self.bottomless = self.register_tables.bottomless

    def begin_register(self) -> None:
        """Go on to the next register and forget what was kept up to the last one."""
        self.register += 1
        # Everything is ready for the first register when the state has been taken apart.
        if self.register == self.state.register + 1:
            return
        self.now += 1
        over = [key for key, entry in self.kept.items() if 0 < entry[1] < self.now]
        for key in over:
            del self.kept[key]
        owners = {owner for owner, _ in over}
        for piece in self.on_board():
            piece.direction, piece.cause = piece.heading, ""
            if str(piece.seat) in owners:
                self.refresh(piece)
        self.driven.clear()
        self.redraw()

    def arrive(self, piece: ExtendedPiece, place: Place, direction: Heading, cause: str) -> None:
        """Put a piece onto another square, after a movement of any kind."""
        piece.place, piece.square = place, self.tables.names[place]
        piece.steps += 1
        piece.direction, piece.cause = direction, cause
        self.arrivals += 1

    # ---- What hooks look at ----------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self.register_tables.board

    @property
    def left(self) -> int:
        return self.frames[-1].left if self.frames and self.frames[-1].counted else 0

    def recall(self, owner: str, word: str) -> str:
        brief = self.brief.get((owner, word))
        return brief if brief is not None else self.kept.get((owner, word), ("", 0))[0]

    def of_group(self, word: str, group: str) -> tuple[Element, ...]:
        """Return the elements of a kind in a group that are active now, in reading order."""
        return tuple(
            one
            for one in self.register_tables.active
            if one.word == word and getattr(one, "group", None) == group
        )

    def has(self, square: Square, trait: str) -> bool:
        return self.register_tables.has(square, trait)

    def standing(self, square: Square) -> PieceView | None:
        place = self.tables.places.get(square)
        return None if place is None else cast("ExtendedPiece | None", self.at[place])

    def flyer(self, square: Square) -> PieceView | None:
        place = self.tables.places.get(square)
        return None if place is None else cast("ExtendedPiece | None", self.air[place])

    def pieces(self) -> Sequence[PieceView]:
        return self.on_board()

    def wears(self, seat: int, status: str) -> str:
        return self.kept.get((str(seat), status), ("", 0))[0]

    def wear(self, status: str) -> bool:
        """Say whether any piece has a status."""
        return any(key[1] == status for key in self.kept)

    def occupied(self, square: Square, piece: PieceView) -> bool:
        """Say whether another of the piece's plane is in its way on a square.

        Pieces that are destroyed already do not count.
        """
        place = self.tables.places.get(square)
        mover = cast(ExtendedPiece, piece)
        other = None if place is None else mover.at[place]
        return other is not None and other is not mover and not self.is_doomed(other)

    def passable(self, square: Square, direction: Heading, cause: str) -> bool:
        if self.register_tables.ahead[direction][self.tables.places[square]] == STOPPED:
            return False
        return not any(
            barrier.blocks(direction, cause, self)
            for barrier in self.register_tables.gates.get((square, direction), ())
        )

    def line(self, square: Square, direction: Heading) -> tuple[Square, ...]:
        return self.register_tables.line(square, direction)

    def shot(self, piece: PieceView) -> tuple[Square, ...]:
        crossed = []
        for place in self.register_tables.shot_ray(piece.square, piece.heading)[0]:
            crossed.append(self.tables.names[place])
            if self.target(place) is not None:
                break
        return tuple(crossed)

    def target(self, place: Place) -> ExtendedPiece | None:
        """Return the piece that a shot hits on a square: a solid one, else a flyer above (3.3)."""
        piece = self.at[place]
        if piece is None or not cast(ExtendedPiece, piece).hit:
            piece = self.air[place]
        if piece is None or not cast(ExtendedPiece, piece).hit:
            return None
        return cast(ExtendedPiece, piece)

    def dealt(self, piece: PieceView) -> int:
        """Return how many cards a piece is dealt next.

        Copies get none, nor do clanks that will rest or have a random program.
        """
        own = cast(ExtendedPiece, piece)
        if own.kind != CLANK or own.announced or self.wears(own.seat, RANDOM):
            return 0
        return max(
            0,
            cards_dealt(own.damage, self.tables.rules.card_lock)
            - int(self.wears(own.seat, RADIO) or 0),
        )

    @property
    def haunted(self) -> bool:
        """Return whether ghosts are about; their seats are the highest, so the last piece tells."""
        return bool(self.alive) and self.alive[-1].seat >= GHOSTS

    def on_board(self) -> list[ExtendedPiece]:
        """Return all pieces on the board, by seat."""
        return cast(list[ExtendedPiece], self.alive)

    def drove(self, seat: int) -> Card | None:
        return self.driven.get(seat)

    # ---- Memory ----------------------------------------------------------------------------------

    def memory(self) -> Memory:
        """Return the memory as a value."""
        return tuple(sorted(self.kept.items()))

    def _redrawing(self) -> Memory:
        """Return the part of the memory that changes the board."""
        words = self.tables.remembering
        if words and self.kept:
            return tuple(sorted([entry for entry in self.kept.items() if entry[0][1] in words]))
        return ()

    def remember(self, owner: str, word: str, value: str, until: str, rule: str) -> None:
        """Keep a value, report it, and continue with the board that it changes."""
        if until == CARD_LONG:
            self.brief[owner, word] = value
            return
        before = self.kept.pop((owner, word), ("", 0))[0]
        if until == REGISTER_LONG:
            last = self.now
        elif until == TURN_LONG:
            last = self.turn * LAST_REGISTER
        else:
            last = 0
        if value:
            self.kept[owner, word] = (value, last)
        if owner.isdigit() or owner == THE_DECK or before == value:
            return
        self.events.append(Remembered(owner, word, before, value, rule))
        if word in self.tables.remembering:
            self.redraw()

    def redraw(self) -> None:
        """Continue with the tables of the board as remembered now, if that has changed."""
        self.register_tables = tables_of(self.tables, self._redrawing(), self.register)
        self.bottomless = self.register_tables.bottomless

    # ---- Statuses --------------------------------------------------------------------------------

    def begin(self, piece: ExtendedPiece, status: str, value: str, last: int, rule: str) -> None:
        """Give a piece a status, or another value of it."""
        key = str(piece.seat), status
        before = self.kept.get(key)
        if before == (value, last):
            return
        self.kept[key] = (value, last)
        self.events.append(StatusBegan(piece.seat, status, value, rule))
        # Another value does not change what the piece may do.
        if before is None:
            self.refresh(piece)

    def end(self, piece: ExtendedPiece, status: str, rule: str) -> None:
        """End a status of a piece, if it has it."""
        if self.kept.pop((str(piece.seat), status), None) is not None:
            self.events.append(StatusEnded(piece.seat, status, rule))
            self.refresh(piece)

    def refresh(self, piece: ExtendedPiece) -> None:
        """Set what the statuses of a piece allow, and its plane."""
        worn = [
            OF_WORD[word]
            for owner, word in self.kept
            if owner == str(piece.seat) and word in OF_WORD
        ]
        piece.bare = not worn
        piece.drives = all(status.drives for status in worn)
        piece.fires = piece.kind == CLANK and all(status.fires for status in worn)
        piece.hit = piece.kind != GHOST and all(status.hit for status in worn)
        piece.lit = piece.kind != GHOST and all(status.lit for status in worn)
        piece.grounded = piece.kind != GHOST and all(status.grounded for status in worn)
        planes = {status.plane for status in worn}
        piece.flies = AIR in planes
        piece.sunk = any(status.word == SUNK for status in worn)
        if piece.at[piece.place] is piece:
            piece.at[piece.place] = None
        # A plane for itself: nobody is in its way, and it is in nobody's.
        if piece.kind == GHOST or APART in planes:
            piece.at = [None] * len(self.at)
        else:
            piece.at = self.air if piece.flies else self.at
        if piece.status == ACTIVE and piece.place >= 0 and piece.at[piece.place] is None:
            piece.at[piece.place] = piece

    def shares(self, piece: ExtendedPiece) -> bool:
        """Say whether another piece is on its square, or for a flyer flies over it (3.3).

        Solid and virtual pieces count.
        """
        return any(
            other is not piece
            and other.place == piece.place
            and other.kind != GHOST
            and other.flies == piece.flies
            for other in self.on_board()
        )

    def land(self, piece: ExtendedPiece, rule: str) -> None:
        """Land a flyer; on a taken square it is virtual until it is alone (3.3)."""
        taken = self.at[piece.place] is not None
        self.end(piece, FLYING, rule)
        if taken:
            self.begin(piece, VIRTUAL, "1", 0, rule)

    # ---- Questions -------------------------------------------------------------------------------

    def ask(
        self, kind: str, what: str, seat: int, slot: int, options: tuple[str, ...], rule: str
    ) -> str:
        """Return the recorded answer to a question, or "" without anything to choose from."""
        return self.answer(RuleQuestion(kind, what, seat, slot, options, rule)) if options else ""

    def draw(self, piece: ExtendedPiece, what: str, slot: int, rule: str) -> Card | None:
        """Draw a random card and report it; None if none is left (3.9).

        It was neither in a slot nor drawn in this turn.
        """
        word = self.ask(CARD_DRAWN, what, piece.seat, slot, tuple(map(str, self.deck())), rule)
        if not word:
            return None
        card = card_of(word)
        self.note_out((card,))
        before = piece.slots[slot - 1] if slot else None
        self.events.append(CardDrawn(piece.seat, slot, before, card, rule))
        return card

    def deck(self) -> tuple[Card, ...]:
        """Return the cards that can be drawn now, by priority."""
        lying = {
            card
            for piece in self.everybody
            if piece.seat < COPIES
            for card in piece.slots
            if card is not None
        }
        noted = self.kept.get((THE_DECK, OUT_OF_IT), ("", 0))[0]
        out = lying | {card_of(word) for word in noted.split()}
        return tuple(card for card in DECK if card not in out)

    def note_out(self, cards: tuple[Card, ...]) -> None:
        """Note cards that were in slots or drawn in this turn."""
        noted = self.kept.get((THE_DECK, OUT_OF_IT), ("", 0))[0].split()
        words = sorted({*noted, *map(str, cards)}, key=lambda word: int(word.partition("@")[2]))
        if words:
            self.kept[THE_DECK, OUT_OF_IT] = (" ".join(words), self.turn * LAST_REGISTER)

    def put(self, piece: ExtendedPiece, slot: int, card: Card | None) -> None:
        """Put a card into a slot."""
        slots: Slots = piece.slots
        piece.slots = (*slots[: slot - 1], card, *slots[slot:])

    # ---- What the rules of touching and healing ask ----------------------------------------------

    def checkpoints(self) -> Sequence[bool | None]:
        return self.register_tables.checkpoints

    def repairs(self) -> Mapping[Square, int]:
        return self.register_tables.repairs

    def touching(self) -> list[PlayPiece]:
        """Return the clanks on the ground, virtual ones included.

        Flyers and clanks on bridges touch nothing.
        """
        ground = len(self.tables.board.squares)
        return [
            piece
            for piece in self.alive
            if piece.seat < COPIES and piece.place < ground and cast(ExtendedPiece, piece).grounded
        ]

    def healed(self, piece: PlayPiece) -> None:
        """Open burnt locks as soon as a point of damage is gone (3.3)."""
        assert isinstance(piece, ExtendedPiece)
        self.end(piece, BURNT, "B23")

    # ---- The end ---------------------------------------------------------------------------------

    def is_doomed(self, piece: PlayPiece) -> bool:
        """Say whether a piece is destroyed and leaves at the next settling."""
        return any(other is piece for other, _, _ in self.doomed)

    def _park(self, piece: PlayPiece, cause: str, rule: str) -> None:
        """Park a destroyed clank without statuses, and remove its copy.

        Other pieces are gone for good.
        """
        assert isinstance(piece, ExtendedPiece)
        if piece.at[piece.place] is piece:
            piece.at[piece.place] = None
        for key in [key for key in self.kept if key[0] == str(piece.seat)]:
            del self.kept[key]
        if piece.kind == CLANK:
            piece.at = self.at
            # The cards in its slots were out of the deck in this turn.
            self.note_out(tuple(card for card in piece.slots if card is not None))
            super()._park(piece, cause, rule)
            copy = next((other for other in self.alive if other.seat == piece.seat + COPIES), None)
            if copy is not None:
                self._park(copy, cause, "B26")
            return
        # It may have gone with its owner in the same moment.
        if piece not in self.alive:
            return
        self.alive.remove(piece)
        piece.status, piece.slots = OUT, NO_CARDS
        self.events.append(PieceGone(piece.seat, piece.square, rule))

    def ended(self) -> RaceState:
        state = self.frozen(self.register)
        # What was kept to the end of this register is over.
        memory = tuple(entry for entry in state.memory if not 0 < entry[1][1] <= self.now)
        return state._replace(memory=memory)

    def frozen(self, register: int) -> RaceState:
        """Return the state as a value, with all that is remembered in the middle of a register."""
        clanks = tuple([piece.frozen() for piece in self.everybody if piece.seat < COPIES])
        more = [
            piece.frozen()
            for piece in self.everybody
            if piece.seat > COPIES and piece.status == ACTIVE
        ]
        others = tuple(sorted(more, key=lambda one: one.seat))
        memory = with_flags(self.memory(), self.flags) if self.flags else self.memory()
        return RaceState(
            self.state.race,
            clanks,
            self.turn,
            register,
            self.deaths,
            self.winner,
            self.over,
            memory,
            others,
        )
