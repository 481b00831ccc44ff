"""The engine's private working copy of a state: quick to change in one call, never seen outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.board import OUTSIDE
from companion.engine.cards import NO_CARDS, Card, Slots
from companion.engine.events import Destroyed, Event
from companion.engine.modes import Flags, flags_in, with_flags
from companion.engine.race_tables import BEYOND, Place, RaceTables, race_tables
from companion.engine.state import ACTIVE, OUT, PARKED, Checkpoint, Clank, RaceState
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple


class PlayPiece:
    """A clank in mid-play; its fields are those of `Clank`, in the same order, and its `place`.

    A destroyed clank keeps the square on which that happened, which another clank may occupy by
    then; `Play.at` says who is where.
    """

    __slots__ = (
        "announced",
        "checkpoints",
        "damage",
        "death",
        "down",
        "hand",
        "heading",
        "lives",
        "locked",
        "next_flag",
        "place",
        "seat",
        "slots",
        "square",
        "status",
    )
    seat: int
    status: str
    square: Square
    heading: Heading
    damage: int
    lives: int | None
    next_flag: int
    checkpoints: tuple[Checkpoint, ...]
    down: bool
    announced: bool
    death: int
    locked: tuple[int, ...]
    slots: Slots
    hand: tuple[Card, ...] | None
    place: Place

    def __init__(self, clank: Clank, places: dict[Square, Place]) -> None:
        (
            self.seat,
            self.status,
            square,
            self.heading,
            self.damage,
            self.lives,
            self.next_flag,
            self.checkpoints,
            self.down,
            self.announced,
            self.death,
            self.locked,
            self.slots,
            self.hand,
        ) = clank
        # The place of a clank that is off the board is never used.
        self.square, self.place = (OUTSIDE, BEYOND) if square is None else (square, places[square])

    def frozen(self) -> Clank:
        """Return the clank as a value."""
        return tuple.__new__(
            Clank,
            (
                # A clank off the board has no square, even if its piece keeps one.
                self.seat,
                self.status,
                self.square if self.status == ACTIVE else None,
                self.heading,
                self.damage,
                self.lives,
                self.next_flag,
                self.checkpoints,
                self.down,
                self.announced,
                self.death,
                self.locked,
                self.slots,
                self.hand,
            ),
        )


class PlayStep(NamedTuple):
    """One step that people carry out, such as a card or a beat, and the state after it."""

    events: tuple[Event, ...]
    state: RaceState


class Play:
    """A state taken apart for playing."""

    __slots__ = (
        "alive",
        "at",
        "bottomless",
        "deaths",
        "doomed",
        "entered",
        "events",
        "everybody",
        "flags",
        "marks",
        "over",
        "register",
        "state",
        "tables",
        "turn",
        "winner",
    )

    def __init__(self, state: RaceState) -> None:
        self.state = state
        self.tables: RaceTables = race_tables(state.race)
        places = self.tables.places
        self.everybody = [PlayPiece(clank, places) for clank in state.clanks]
        """All pieces in seat order."""
        self.alive = [piece for piece in self.everybody if piece.status == ACTIVE]
        """The active pieces in seat order."""
        # An empty table by place, reused if possible: on a large board it takes long to make one.
        self.at: list[PlayPiece | None]
        """Place → piece or None."""
        try:
            self.at = self.tables.spare.pop()
        # Not checked before: another thread might take the last one in between.
        except IndexError:
            self.at = [None] * len(places)
        for piece in self.alive:
            self.at[piece.place] = piece
        self.events: list[Event] = []
        self.marks: list[tuple[int, RaceState]] | None = None
        """The states where a step ended, each with the number of events so far; None if no steps
        are wanted."""
        self.turn, self.register, self.deaths = state.turn, state.register, state.deaths
        self.over, self.winner = state.over, state.winner
        self.doomed: list[tuple[PlayPiece, str, str]] = []
        """The pieces that this step or stage destroyed, each with cause and rule."""
        self.entered: list[PlayPiece] = []
        """The pieces that came onto a square in this step or stage; kept only if something is
        touched on pass."""
        self.bottomless: frozenset[Place] = self.tables.bottomless
        self.flags: dict[int, Flags] = {} if self.tables.in_order else flags_in(state.memory)
        """The flags that each seat has touched, where they count in any order."""

    def begin_register(self) -> None:
        """Go on to the next register."""
        self.register += 1

    def ended(self) -> RaceState:
        """Return the state as a value, when all is played."""
        for piece in self.alive:
            self.at[piece.place] = None
        self.tables.spare.append(self.at)
        return self.frozen(self.register)

    def frozen(self, register: int) -> RaceState:
        """Return the state as a value, with `register` as the last one played."""
        clanks = tuple([piece.frozen() for piece in self.everybody])
        memory = with_flags(self.state.memory, self.flags) if self.flags else self.state.memory
        return tuple.__new__(
            RaceState,
            (
                self.state.race,
                clanks,
                self.turn,
                register,
                self.deaths,
                self.winner,
                self.over,
                memory,
                (),
            ),
        )

    def mark(self) -> None:
        """End a step here, if steps are wanted and anything has happened since the last one.

        Until all is played the register before counts as the last one, and a clank destroyed in
        this register keeps its program in its slots, since readers of such a state look for the
        cards of the current register.
        """
        # The beginning of a register is no step by itself.
        if self.marks is None or len(self.events) <= (self.marks[-1][0] if self.marks else 1):
            return
        state = self._saved(self.frozen(self.state.register))
        if self.deaths != self.state.deaths:
            clanks = [
                clank._replace(slots=before.slots)
                if clank.status != ACTIVE == before.status and not before.down
                else clank
                for clank, before in zip(state.clanks, self.state.clanks, strict=True)
            ]
            state = state._replace(clanks=tuple(clanks))
        self.marks.append((len(self.events), state))

    def _saved(self, state: RaceState) -> RaceState:
        """Return the same state, reusing clanks unchanged since the last step, to save memory.

        A race keeps thousands of steps.
        """
        before = self.marks[-1][1].clanks if self.marks else self.state.clanks
        clanks = [old if old == new else new for old, new in zip(before, state.clanks, strict=True)]
        return state._replace(clanks=tuple(clanks))

    def steps(self) -> tuple[PlayStep, ...]:
        """Return everything that was played, step by step.

        The last one ends where all is played.
        """
        ended = self._saved(self.ended())
        marks = [mark for mark in self.marks or () if mark[0] < len(self.events)]
        marks.append((len(self.events), ended))
        starts = [0, *(end for end, _ in marks)]
        return tuple(
            [
                PlayStep(tuple(self.events[start:end]), state)
                for start, (end, state) in zip(starts, marks, strict=False)
            ]
        )

    def checkpoints(self) -> Sequence[bool | None]:
        """Return by place whether it is a checkpoint on the present board."""
        return self.tables.checkpoints

    def repairs(self) -> Mapping[Square, int]:
        """Return the repair on each square of the present board."""
        return self.tables.repairs

    def touching(self) -> list[PlayPiece]:
        """Return the pieces that touch and are repaired: all active ones on base boards."""
        return self.alive

    def healed(self, piece: PlayPiece) -> None:
        """Note that a piece has lost damage; nothing comes of it on base boards."""

    def doom(self, piece: PlayPiece, cause: str, rule: str) -> None:
        """Mark a piece as destroyed; it leaves when the step or stage is settled (8.3 [E135]).

        Only the first cause is reported. Until then it stays where it is and takes part in
        everything that happens at the same time.
        """
        if all(other is not piece for other, _, _ in self.doomed):
            self.doomed.append((piece, cause, rule))

    def settle(self) -> None:
        """Take destroyed pieces off the board, the lower seat first (8.3, 8.6 [E167]).

        Their order in `doomed` must not matter: it depends on the order of squares and lists (0.4).
        """
        for piece, cause, rule in sorted(self.doomed, key=lambda doom: doom[0].seat):
            self._park(piece, cause, rule)
        self.doomed.clear()

    def _park(self, piece: PlayPiece, cause: str, rule: str) -> None:
        """Park a destroyed piece, with a life less and without locks, cards and power down.

        See 8.3-8.5, 6.5.8 [E134, E157, E171, E176].
        """
        # Two may have come into one pit, or a follower onto the square from which this one went
        # over the edge.
        if self.at[piece.place] is piece:
            self.at[piece.place] = None
        self.alive.remove(piece)
        self.deaths += 1
        piece.death = self.deaths
        if piece.lives is not None and self.tables.pays_at_death:
            piece.lives -= 1
        piece.status = OUT if piece.lives == 0 else PARKED
        piece.damage = 0
        piece.down = False
        piece.announced = False
        piece.locked = ()
        piece.slots = NO_CARDS
        self.events.append(Destroyed(piece.seat, piece.square, cause, piece.lives, rule))
