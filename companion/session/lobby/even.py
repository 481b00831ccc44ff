"""How strong pilots play that adapt: a level that goes up when people win against them, and down when they lose.

It moves once after each race, by a step that shrinks from race to race, and is kept for the next one like everything that people have chosen.
"""

from __future__ import annotations

from typing import Any, Final

from companion.games.asking import Finished
from companion.games.scene import Standing
from companion.session.lobby.opponents import EVEN, USUAL_LEVEL, Evenness
from companion.session.session import Session, replace
from companion.session.view import OVER
from companion.words import NOTHING, Text, text

WEAKEST, STRONGEST = 0.0, 4.0
FIRST_STEP, LAST_STEP = 1.0, 0.25
"""By how much the level moves after the first race if everybody or nobody is beaten, and at least in later ones."""
MOST_RACES: Final = 1000
"""From there on races need not be counted."""


def evened(before: Session, after: Session) -> Session:
    """The session with the level moved where a race has just come to its end; a race that ends twice moves it from where it was before that race."""
    match, even = after.match, after.even
    if (
        after.page != OVER
        or before.page == OVER
        or match is None
        or not isinstance(match.want, Finished)
    ):
        return after
    share = share_won(after)
    if share is None:
        return after
    first = even.race != match.number
    level, races = (even.level, even.races) if first else (even.before, even.races - 1)
    step = max(LAST_STEP, FIRST_STEP / (1 + races / 2))
    moved = min(STRONGEST, max(WEAKEST, level + step * (2 * share - 1)))
    return replace(
        after, even=Evenness(round(moved, 3), min(races + 1, MOST_RACES), match.number, level)
    )


def share_won(session: Session) -> float | None:
    """The share of all pairs of a person and a pilot that adapts in which the person stands before the pilot, from 0 to 1; None where there is no pair."""
    match = session.match
    assert match is not None
    standings: tuple[Standing, ...] = session.house.game.standings(match.position)
    places = {standing.seat: standing.place for standing in standings}
    people = [
        places[seat] for seat in session.setup.playing if session.is_person(seat) and seat in places
    ]
    pilots = [
        places[seat]
        for seat in session.setup.playing
        if session.setup.seat(seat).player == EVEN and seat in places
    ]
    pairs = [(person, pilot) for person in people for pilot in pilots]
    if not pairs:
        return None
    return sum(
        1.0 if person < pilot else 0.5 if person == pilot else 0.0 for person, pilot in pairs
    ) / len(pairs)


def next_time(session: Session) -> Text:
    """How pilots that adapt play in the next race, in a sentence, where this one has moved their level; NOTHING where it has not."""
    even, match = session.even, session.match
    if match is None or even.race != match.number or share_won(session) is None:
        return NOTHING
    if even.level > even.before:
        return text("The pilots play a little stronger next time.")
    if even.level < even.before:
        return text("The pilots play a little weaker next time.")
    return text("The pilots play as strong as now next time.")


def even_facts(even: Evenness) -> list[float | int]:
    """What is kept of it: the level, and how many races have moved it."""
    return [even.level, even.races]


def even_from(facts: Any) -> Evenness:
    """What was kept; as at first where nothing is, as by earlier versions, or nothing that can be."""
    if (
        not isinstance(facts, list)
        or len(facts) != 2
        or type(facts[0]) not in (int, float)
        or type(facts[1]) is not int
    ):
        return Evenness()
    level, races = facts
    if not WEAKEST <= level <= STRONGEST or not 0 <= races <= MOST_RACES:
        return Evenness()
    return Evenness(float(level), races, 0, USUAL_LEVEL)
