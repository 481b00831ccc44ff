"""A race in review: the result of each turn, the best possible result, and the decisive turn.

A seat's chance to win is computed from the turns that it still needs (`companion.pilots.values`):
its share in the sum of exp(-turns / spread) over all seats that still race. Of two seats one of
which needs a turn less, that one wins the more often the nearer the end is: the spread is half the
root of the turns that the leader needs, since the fortunes of turns add up like random steps. The
decisive turn is the one in which the winner's chance rose the most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from typing import Final

from companion.engine.solo_table import GONE, NO_MOVE
from companion.games.api import Game, Position, TurnPlayed
from companion.games.kit.pilot import Foresight, Outlook, Solo, shares_of
from companion.games.scene import Review, SeatReview, TurnReview
from companion.pilots.programs import Codes, best, cards_for_moves, program_reason
from companion.pilots.racer import turns_left
from companion.pilots.search import program_ends
from companion.pilots.values import DEATH, damage_cost, values_of

NEAR: Final = 0.1
"""Turns by which a program must be better to be reported; the values are not more exact than that.
"""
SPREAD: Final = 0.5
"""Turns by which one turn differs from another. Measured over 1,623 turns of 187 races of racers on
six boards: with it the winners were the most likely ones, and of the seats with a predicted chance
of 45 % there won 45 %, of those with 15 % there won 14 %."""


def review_of(game: Game, turns: Sequence[TurnPlayed]) -> Review:
    """Return the review of a race; without turns if the game cannot say where cards lead."""
    foresight = Foresight.of(game)
    if foresight is None or not turns:
        return Review()
    chances, found = chances_in(foresight, game, turns[0].before), list[TurnReview]()
    for played in turns:
        after, seats = chances_in(foresight, game, played.after), list[SeatReview]()
        for seat in after:
            now, then = foresight.solo(played.before, seat), foresight.solo(played.after, seat)
            destroyed = then.deaths > now.deaths or then.pose == GONE
            if then.pose == GONE or then.goal > len(then.table.flags):
                away = None
            else:
                away = then.table.away(then.goal, then.pose)
            outlook = Outlook(then.goal, away, then.damage, destroyed, then.table.registers)
            seat_review = SeatReview(
                seat,
                foresight.came_to(now, outlook),
                before=chances.get(seat, 0.0),
                after=after[seat],
            )
            codes = played.programs.get(seat)
            if codes is not None and now.pose != GONE:
                seat_review = _with_programs(foresight, seat_review, played, codes)
            seats.append(seat_review)
        found.append(TurnReview(played.turn, tuple(seats)))
        chances = after
    winner = next(
        (
            seat
            for seat, chance in chances.items()
            if chance == 1.0 and turns_to_go(foresight.solo(turns[-1].after, seat)) == 0.0
        ),
        None,
    )
    if winner is None:
        return Review(tuple(found))
    # The turn in which the winner's chance rose the most, the first of equal ones.
    rises = [
        next(seat.after - seat.before for seat in review.seats if seat.seat == winner)
        for review in found
    ]
    return Review(tuple(found), found[rises.index(max(rises))].turn, winner)


# ---- Chances -------------------------------------------------------------------------------------


def chances_in(foresight: Foresight, game: Game, position: Position) -> Mapping[int, float]:
    """Return the chances of all seats to win, from 0 to 1, in a position between two turns."""
    left = {
        seat: turns_to_go(foresight.solo(position, seat))
        for seat in sorted(standing.seat for standing in game.standings(position))
    }
    least = min(left.values())
    if least == inf:
        return dict.fromkeys(left, 0.0)
    if least == 0.0:
        return {seat: float(turns == 0.0) for seat, turns in left.items()}
    return shares_of({seat: -turns for seat, turns in left.items()}, SPREAD * sqrt(least))


def turns_to_go(solo: Solo) -> float:
    """Return the turns that a seat needs to the last marker.

    0 if it has touched it, infinite if it is out of the race.
    """
    if solo.goal > len(solo.table.flags):
        return 0.0
    if solo.pose == GONE:
        return inf if solo.lives == 0 else DEATH + values_of(solo.table).turns(solo.goal, solo.home)
    turns = values_of(solo.table).turns(solo.goal, solo.pose)
    return turns + damage_cost(solo.damage, turns)


# ---- Programs ------------------------------------------------------------------------------------


def _with_programs(
    foresight: Foresight, found: SeatReview, played: TurnPlayed, codes: Codes
) -> SeatReview:
    """Return the review with the result of the seat's program alone, and the best one.

    The best program is only there if the hand is known.
    """
    hand = played.hands.get(found.seat)
    solo = foresight.solo(played.before, found.seat, hand or ())
    # The end of the seat's program while nobody else moves.
    alone = foresight.solo(played.before, found.seat, (), codes)
    fixed = tuple(NO_MOVE if move is None else move for move in alone.fixed)
    own = program_ends(
        alone.table, (alone.pose, alone.damage, alone.goal), [0] * alone.table.moves, fixed
    )[0]
    review = found._replace(
        alone=foresight.came_to(solo, program_reason(solo, own)), known=hand is not None
    )
    if not hand:
        return review
    values = values_of(solo.table)
    first = best(solo, lambda ending: turns_left(solo, values, ending))
    sooner = (
        0.0 if first is None else turns_left(solo, values, own) - turns_left(solo, values, first)
    )
    if first is None or sooner < NEAR:
        return review
    cards = tuple(
        lying if code is None else code
        for code, lying in zip(cards_for_moves(solo, first.moves), codes, strict=True)
    )
    return review._replace(
        best=foresight.came_to(solo, program_reason(solo, first)),
        codes=cards,
        sooner=sooner,
        placed=not _is_ahead(program_reason(solo, first), program_reason(solo, own)),
    )


def _is_ahead(one: Outlook, other: Outlook) -> bool:
    """Say whether one result is obviously ahead: by markers, a life, squares or damage."""
    if (
        one.goal != other.goal
        or one.destroyed != other.destroyed
        or one.away is None
        or other.away is None
    ):
        return True
    return one.away < other.away or (one.away == other.away and one.damage < other.damage)
