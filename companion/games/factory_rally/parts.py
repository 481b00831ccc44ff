"""Parts of a round that only Factory Rally has: return, sliding on oil, lasers, end of the round.

The rule set names these functions. They use the engine's own steps, pushes and simultaneous moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from companion.engine.board import Board
from companion.engine.cards import NO_CARDS
from companion.engine.causes import CARD, PUSH, REPAIR, SHOT, SLIDE
from companion.engine.effects import NOBODY, Heal, Hurt, Shift
from companion.engine.events import (
    BeatBegan,
    Damaged,
    Event,
    Moved,
    PoweredDown,
    RegisterBegan,
    Respawned,
    StayedParked,
    TurnBegan,
    TurnEnded,
)
from companion.engine.moving import settle
from companion.engine.play import Play
from companion.engine.rule_set import registered
from companion.engine.simultaneous import move_together
from companion.engine.state import ACTIVE, PARKED, Checkpoint, Clank, RaceState
from companion.engine.touching import heal, hurt, tell_part, touch_checkpoint
from companion.engine.turn import PlayOutcome
from companion.games.factory_rally.models import BOILERPLATE, LOOKING_GLASS, TWINBORE, models_of
from companion.games.factory_rally.rule_set import OIL, FactoryRules
from companion.geometry import Heading, Square, column_row

OIL_BEAT: Final = BeatBegan("oil", "IDF08")
ROBOT_LASERS: Final = BeatBegan("clank lasers", "IDR03")
BACKUPS: Final = BeatBegan("flags", "IDF03")
REPAIRS: Final = BeatBegan("repair", "IDF03")
_SLIDES: Final = tuple(Shift(direction, SLIDE, NOBODY, "IDF08", "IDF08") for direction in range(4))
RESPAWN: Final = "respawn"
"""The cause of damage on coming back."""


# ---- The beginning of a round --------------------------------------------------------------------


@registered("robots come back, then the round")
def begin_round(state: RaceState, pushed: Collection[int]) -> PlayOutcome:
    """Begin a round: destroyed robots come back, the lowest seat first (REQ-R1, REQ-P3).

    Robots with a power-down sit the round out; they are already healed.
    """
    events: list[Event] = [TurnBegan(state.turn + 1, "REQ-R1")]
    clanks = tuple(
        clank._replace(down=clank.announced and clank.status == ACTIVE, announced=False)
        for clank in state.clanks
    )
    state, returns = come_back(state._replace(clanks=clanks, turn=state.turn + 1, register=0))
    return PlayOutcome(state, (*events, *returns))


@registered("robots come back")
def come_back(state: RaceState) -> PlayOutcome:
    """Return the state after every waiting robot that can has come back (REQ-R1, no. 36).

    A robot pays a life when it comes back, and takes damage (REQ-C4, no. 9, 26). The others are
    tried again in the next round.
    """
    rules = state.race.rules
    damage = rules.respawn_damage if isinstance(rules, FactoryRules) else 0
    events: list[Event] = []
    for clank in state.clanks:
        if clank.status != PARKED:
            continue
        place = _place_for(state, clank)
        if place is None:
            events.append(StayedParked(clank.seat, "no. 36"))
            continue
        square, heading = place
        lives = None if clank.lives is None else clank.lives - 1
        events.append(Respawned(clank.seat, square, heading, "REQ-C5"))
        if damage:
            events.append(Damaged(clank.seat, square, damage, damage, RESPAWN, None, "no. 5"))
        state = state.with_clank(
            clank._replace(
                status=ACTIVE, square=square, heading=heading, damage=damage, lives=lives
            )
        )
    return PlayOutcome(state, tuple(events))


def _place_for(state: RaceState, clank: Clank) -> Checkpoint | None:
    """Return its backup, its start or the nearest free field (REQ-C5)."""
    taken = {other.square for other in state.clanks if other.status == ACTIVE}
    for square, heading in reversed(clank.checkpoints):
        if square not in taken:
            return square, heading
    if not clank.checkpoints:
        return None
    start, heading = clank.checkpoints[0]
    board = state.race.board
    pits = board.having("pit")
    near = next(
        (square for square in spread(board, start) if square not in taken and square not in pits),
        None,
    )
    return None if near is None else (near, heading)


def spread(board: Board, start: Square) -> Iterator[Square]:
    """Yield all fields in the order of a breadth-first search with neighbours N, E, S, W.

    Walls do not matter (no. 36).
    """
    found = [start]
    for here in found:
        yield here
        found += [
            beyond
            for direction in range(4)
            if (beyond := board.next(here, direction)) is not None and beyond not in found
        ]


def away_from_border(board: Board, square: Square) -> Heading:
    """Return the heading at a start, away from the nearest border (no. 35).

    Among equally near borders, the first of N, E, S, W decides.
    """
    column, row = column_row(square)
    # The distance to the border behind each heading.
    behind = (row, column, board.rows - 1 - row, board.columns - 1 - column)
    return behind.index(min(behind))


def at_start(board: Board, clank: Clank) -> Clank:
    """Return a robot at the start: it faces away from the nearest border (no. 35).

    Its start is its first checkpoint.
    """
    assert clank.square is not None
    heading = away_from_border(board, clank.square)
    return clank._replace(heading=heading, checkpoints=((clank.square, heading),))


# ---- In a step of the round ----------------------------------------------------------------------


@registered("slide on oil")
def slide(play: Play) -> None:
    """Slide robots whose last displacement by a card ended on oil (IDF08, no. 13, 30, 31, 32).

    They slide field by field, all together, and push none.
    """
    oil = play.tables.board.having(OIL)
    if not oil:
        return
    displaced: dict[int, tuple[Square, Heading]] = {}
    for event in reversed(play.events):
        if isinstance(event, RegisterBegan):
            break
        if isinstance(event, Moved) and event.cause in (CARD, PUSH):
            displaced.setdefault(event.seat, (event.end, event.direction))
    sliding = {seat: direction for seat, (square, direction) in displaced.items() if square in oil}
    is_announced = False
    while not play.over:
        wishes = [
            (piece, _SLIDES[sliding[piece.seat]])
            for piece in play.alive
            if piece.seat in sliding and piece.square in oil
        ]
        if not wishes:
            return
        if not is_announced:
            play.events.append(OIL_BEAT)
            is_announced = True
        before = {piece.seat: piece.square for piece, _ in wishes}
        move_together(play, wishes)
        # A robot that could not move has stopped for this step.
        for piece, _ in wishes:
            if piece.square == before[piece.seat]:
                del sliding[piece.seat]


@registered("robot lasers")
def robot_lasers(play: Play) -> None:
    """Play all shots and reflections as one moment (IDR03, IDR10, IDR12, no. 44).

    A shot hits the first robot in line, or its mirror sends the shot back.
    """
    models, at, hits = models_of(play.state.memory), play.at, []
    for piece in play.alive:
        if piece.down:
            target = None
        else:
            target = next(
                (
                    found
                    for place in play.tables.rays[piece.heading][piece.place]
                    if (found := at[place]) is not None
                ),
                None,
            )
        if target is None:
            continue
        points = 2 if models.get(piece.seat) == TWINBORE else 1
        # From behind: the shot flies in the direction in which the mirror faces.
        if models.get(target.seat) == LOOKING_GLASS and target.heading == piece.heading:
            hits.append((piece, Hurt(points, SHOT, target.seat, "IDR12")))
        else:
            hits.append(
                (target, Hurt(points, SHOT, piece.seat, "IDR10" if points > 1 else "IDR03"))
            )
    if hits:
        play.events.append(ROBOT_LASERS)
        for target, effect in hits:
            hurt(play, target, effect)
        if play.doomed:
            settle(play)


# ---- The end of a round --------------------------------------------------------------------------


@registered("end of the round")
def end_round(play: Play) -> None:
    """Play repair fields (backup, then repair), regeneration and power-downs (no. 6, 8, 38, 45)."""
    models, fields = models_of(play.state.memory), play.repairs()
    on_fields = [piece for piece in play.alive if piece.square in fields]
    before = len(play.events)
    for piece in on_fields:
        touch_checkpoint(play, piece)
    tell_part(play, before, BACKUPS)
    before = len(play.events)
    for piece in on_fields:
        heal(play, piece, Heal(fields[piece.square], REPAIR, "IDF03"))
    for piece in play.alive:
        if models.get(piece.seat) == BOILERPLATE:
            heal(play, piece, Heal(1, BOILERPLATE, "IDR11"))
    tell_part(play, before, REPAIRS)
    for piece in play.alive:
        # All damage is repaired and all cards are collected for a skipped round (no. 43).
        if piece.announced:
            play.events.append(PoweredDown(piece.seat, piece.damage, "REQ-P2"))
            piece.damage, piece.locked, piece.slots = 0, (), NO_CARDS
    play.events.append(TurnEnded(play.turn, "REQ-R8"))
