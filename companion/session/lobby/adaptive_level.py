"""The level of adaptive pilots: it goes up when people win against them, and down otherwise.

It moves after each race, by a step that shrinks from race to race, and is kept for the next one.
"""

from __future__ import annotations

from typing import Any, Final

from companion.games.asking import Finished
from companion.games.scene import Standing
from companion.session.lobby.opponents import EVEN, USUAL_LEVEL, AdaptiveLevel
from companion.session.session import Session
from companion.words import NOTHING, Text, text

WEAKEST, STRONGEST = 0.0, 4.0
FIRST_STEP, LAST_STEP = 1.0, 0.25
"""The step after the first race with a clear result, and the smallest step later."""
MOST_RACES: Final = 1000
"""From this number on races are not counted."""


def adapt_level(session: Session) -> Session:
    """Adapt the level after a race, as the session comes to its end.

    Ending a race again after going back starts from the level before that race.
    """
    match, known = session.race, session.lobby.adaptive_level
    share = share_won(session) if isinstance(match.next_step, Finished) else None
    if share is None:
        return session
    first = known.race != match.number
    level, races = (known.level, known.races) if first else (known.before, known.races - 1)
    step = max(LAST_STEP, FIRST_STEP / (1 + races / 2))
    moved = min(STRONGEST, max(WEAKEST, level + step * (2 * share - 1)))
    return session._replace(
        lobby=session.lobby._replace(
            adaptive_level=AdaptiveLevel(
                round(moved, 3), min(races + 1, MOST_RACES), match.number, level
            )
        )
    )


def share_won(session: Session) -> float | None:
    """Return the share of pairs of a person and an adaptive pilot that the person has won.

    From 0 to 1; None where there is no pair.
    """
    match = session.match
    assert match is not None
    standings: tuple[Standing, ...] = session.config.game.standings(match.position)
    places = {standing.seat: standing.place for standing in standings}
    people = [
        places[seat]
        for seat in session.lobby.setup.playing
        if session.is_person(seat) and seat in places
    ]
    pilots = [
        places[seat]
        for seat in session.lobby.setup.playing
        if session.lobby.setup.seat(seat).player == EVEN and seat in places
    ]
    pairs = [(person, pilot) for person in people for pilot in pilots]
    if not pairs:
        return None
    return sum(
        1.0 if person < pilot else 0.5 if person == pilot else 0.0 for person, pilot in pairs
    ) / len(pairs)


def level_change_words(session: Session) -> Text:
    """Return how adaptive pilots will play, if this race has changed their level, else NOTHING."""
    level, match = session.lobby.adaptive_level, session.match
    if match is None or level.race != match.number or share_won(session) is None:
        return NOTHING
    if level.level > level.before:
        return text("The pilots play a little stronger next time.")
    if level.level < level.before:
        return text("The pilots play a little weaker next time.")
    return text("The pilots stay as strong next time.")


def level_facts(level: AdaptiveLevel) -> list[float | int]:
    """Return what is kept: the level, and the number of races."""
    return [level.level, level.races]


def level_of_facts(facts: Any) -> AdaptiveLevel:
    """Return the kept level, or the initial one where it is missing or invalid."""
    if (
        not isinstance(facts, list)
        or len(facts) != 2
        or type(facts[0]) not in (int, float)
        or type(facts[1]) is not int
    ):
        return AdaptiveLevel()
    level, races = facts
    if not WEAKEST <= level <= STRONGEST or not 0 <= races <= MOST_RACES:
        return AdaptiveLevel()
    return AdaptiveLevel(float(level), races, 0, USUAL_LEVEL)
