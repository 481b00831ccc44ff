"""Apply corrections by hand, refuse impossible ones, and change what depends on them.

See rulebook 12.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.engine.cards import NO_CARDS
from companion.engine.changes import (
    BoardChange,
    FlagMoved,
    MoveFlag,
    Park,
    ParkedByHand,
    PlacedByHand,
    PutOn,
    SetByHand,
    SetCheckpoints,
    SetDamage,
    SetLives,
    SetNextFlag,
    SetPower,
    SetTouched,
)
from companion.engine.checking import (
    checkpoints_of,
    clank_of,
    differing,
    footing_of,
    free_of,
    heading_by_hand,
    number_of,
    square_of,
    truth_of,
    value_words,
)
from companion.engine.keys import LAST_REGISTER
from companion.engine.modes import NO_FLAGS, flags_in, teams_in, touched_with, with_flags
from companion.engine.race_tables import race_tables
from companion.engine.rules import THIS, Rules, lives_words
from companion.engine.state import ACTIVE, OUT, PARKED, Checkpoint, Clank, Race, RaceState
from companion.engine.turn import PlayOutcome
from companion.errors import RuleError
from companion.words import COMPASS, Text, listed, seat_words, text, verbatim

MOST_LIVES: Final = 99
"""More is possible only as "no limit"."""


def change(state: RaceState, wanted: BoardChange) -> PlayOutcome:
    """Apply a correction to a race and return the new state with its event (12.2 [E178]).

    No flag is touched and no life is lost by it.

    Raises:
        RuleError: The change is impossible or changes nothing; the message says why. Fields of
            a wrong type count as wrong values.
    """
    if state.over:
        raise RuleError(text("the race is over: nothing can be changed any more"))
    make = _CHANGES.get(type(wanted))
    if make is None:
        raise RuleError(text("{value} cannot be changed by hand", value=value_words(wanted)))
    return make(state, wanted)


def resting(state: RaceState, clank: Clank) -> bool:
    """Say whether a clank sits out registers of this turn that are still to come.

    `down` alone is not enough: it stays set until the next turn begins, when there is nothing left
    to sit out.
    """
    return clank.down and _under_way(state)


def under_rules(state: RaceState, rules: Rules) -> RaceState:
    """Return the same race under other settings, for use between two turns.

    Clanks keep their lives, with one exception: when a limit is introduced, each clank that is not
    out gets as many lives as the setting says, and when it is removed, each of them has no limit.
    Locks, cards and power downs stay; the next turn begins under the new settings.
    """
    race, before = state.race, state.race.rules.lives
    clanks = state.clanks
    if (before is None) != (rules.lives is None):
        # Without a limit, a clank with a number of lives got it by hand, and keeps it.
        clanks = tuple(
            clank._replace(lives=rules.lives)
            if clank.status != OUT and None in (rules.lives, clank.lives)
            else clank
            for clank in clanks
        )
    return state._replace(race=Race(race.board, race.flags, rules), clanks=clanks)


def _put_on(state: RaceState, wanted: PutOn) -> PlayOutcome:
    """Set square and heading; a parked clank comes back undamaged (12.2, 12.3 [E178]).

    It has no cards in the turn under way: empty slots do nothing (7.2.2).
    """
    clank = clank_of(state, wanted.seat)
    if clank.status == OUT:
        raise RuleError(
            text("{seat} is out of the race: give it a life first", seat=seat_words(clank.seat))
        )
    square, heading = footing_of(state.race.board, wanted.square), heading_by_hand(wanted.heading)
    stands = {
        other.seat: (other.square if other.status == ACTIVE else None, other.heading)
        for other in state.clanks
    }
    free_of(clank.seat, (square, heading), stands)
    # A clank that only changes its place keeps damage, locks and program (12.3).
    placed = clank if clank.status == ACTIVE else _bare(clank)._replace(status=ACTIVE)
    placed = placed._replace(square=square, heading=heading)
    rule = "12.2" if clank.status == ACTIVE else "12.3"
    event = PlacedByHand(
        clank.seat, clank.square, square, clank.heading, heading, placed.damage, rule
    )
    return PlayOutcome(state.with_clank(placed), (event,))


def _park(state: RaceState, wanted: Park) -> PlayOutcome:
    """Park a clank as after a death, last in the order of coming back, but with all its lives.

    See 8.4, 8.6.
    """
    clank = _active(state, wanted.seat, text("only a clank on the board can be parked"))
    assert clank.square is not None
    deaths = state.deaths + 1
    parked = _bare(clank)._replace(status=PARKED, square=None, death=deaths)
    event = ParkedByHand(clank.seat, clank.square)
    return PlayOutcome(state._replace(deaths=deaths).with_clank(parked), (event,))


def _set_damage(state: RaceState, wanted: SetDamage) -> PlayOutcome:
    """Set damage alone: slots lock and open at the next deal, as after damage in mid-turn.

    See 6.3.2.
    """
    clank = _active(state, wanted.seat, text("only clanks on the board have damage"))
    # The last point of damage, the tenth unless the rule set says otherwise, would destroy, and by
    # hand no life is lost (12.3).
    damage = number_of(wanted.damage, 0, state.race.rules.rule_set.deadly - 1, text("damage"))
    return _set(
        state,
        clank,
        wanted,
        text("damage"),
        (verbatim(str(clank.damage)), verbatim(str(damage))),
        clank._replace(damage=damage),
    )


def _set_lives(state: RaceState, wanted: SetLives) -> PlayOutcome:
    """Set lives; a parked clank without any is out, one that was out is parked again (8.5).

    The order of deaths stays. A clank on the board has at least one life, since otherwise it would
    be out and on the board.
    """
    clank = clank_of(state, wanted.seat)
    if wanted.lives is None:
        lives = None
    else:
        lives = number_of(wanted.lives, 0, MOST_LIVES, text("the number of lives"))
    if lives == 0 and clank.status == ACTIVE:
        raise RuleError(
            text(
                "the clank of {seat} is on the board and needs a life: park it first, then take "
                "its last life",
                seat=seat_words(clank.seat),
            )
        )
    status = clank.status if clank.status == ACTIVE else OUT if lives == 0 else PARKED
    return _set(
        state,
        clank,
        wanted,
        text("lives"),
        (lives_words(clank.lives), lives_words(lives)),
        clank._replace(lives=lives, status=status),
    )


def _set_next_flag(state: RaceState, wanted: SetNextFlag) -> PlayOutcome:
    """Set the next flag; the last one cannot be given away, for that is winning (10.1)."""
    clank, last = clank_of(state, wanted.seat), len(state.race.flags)
    if not race_tables(state.race).in_order or not race_tables(state.race).mode.flags_count:
        raise RuleError(
            text("this mode has no next flag: give or take single flags, if they count")
        )
    if type(wanted.flag) is int and wanted.flag == last + 1:
        raise RuleError(
            text(
                "flag {flag} is the last one and wins the race: it cannot be given by hand",
                flag=last,
            )
        )
    flag = number_of(wanted.flag, 1, last, text("the next flag"))
    return _set(
        state,
        clank,
        wanted,
        text("next flag"),
        (verbatim(str(clank.next_flag)), verbatim(str(flag))),
        clank._replace(next_flag=flag),
    )


def _set_touched(state: RaceState, wanted: SetTouched) -> PlayOutcome:
    """Give or take one flag; the last missing one cannot be given, for that is winning (M2, M3)."""
    clank, tables = clank_of(state, wanted.seat), race_tables(state.race)
    if tables.in_order:
        raise RuleError(text("flags count in their order here: set the next flag instead"))
    flag = number_of(wanted.flag, 1, len(state.race.flags), text("the flag"))
    touched = truth_of(wanted.touched, text("whether it is touched"))
    flags = flags_in(state.memory)
    own = flags.get(clank.seat, NO_FLAGS)
    now = own | {flag} if touched else own - {flag}
    of_team = touched_with({**flags, clank.seat: now}, teams_in(state.memory), clank.seat)
    if touched and flag not in own and len(of_team) == len(state.race.flags):
        raise RuleError(
            text(
                "flag {flag} is the last one missing and wins the race: it cannot be given by hand",
                flag=flag,
            )
        )
    what, said = text("flag {flag}", flag=flag), {True: text("touched"), False: text("not touched")}
    after = state._replace(memory=with_flags(state.memory, {**flags, clank.seat: now}))
    return _set(
        after,
        clank,
        wanted,
        what,
        (said[flag in own], said[touched]),
        clank._replace(next_flag=len(now) + 1),
    )


def _set_checkpoints(state: RaceState, wanted: SetCheckpoints) -> PlayOutcome:
    """Set the places to come back to, the last touched at the end (7.11.2)."""
    clank = clank_of(state, wanted.seat)
    places = checkpoints_of(state.race.board, wanted.checkpoints)
    return _set(
        state,
        clank,
        wanted,
        text("checkpoints"),
        (_places_words(clank.checkpoints), _places_words(places)),
        clank._replace(checkpoints=places),
    )


def _set_power(state: RaceState, wanted: SetPower) -> PlayOutcome:
    """Set whether a clank rests this turn and the next; damage changes at the start of a turn only.

    A clank that rests from now on is asked for no cards, plays none and does not shoot: its locks
    open and the cards dealt to it go back, but the cards in its reader stay (6.5.4, 6.5.6). A clank
    that is woken gets no new cards in this turn and plays those in its reader.
    """
    clank = clank_of(state, wanted.seat)
    down = truth_of(wanted.down, text("resting this turn"))
    announced = truth_of(wanted.announced, text("resting next turn"))
    if clank.status != ACTIVE and (down or announced):
        raise RuleError(
            text(
                "{seat} is not on the board, so it cannot rest: put it on a square first",
                seat=seat_words(clank.seat),
            )
        )
    if down and not _under_way(state):
        raise RuleError(
            text("this turn has no registers left to rest in: let the clank rest next turn")
        )
    # A clank that announced its rest before the setting was changed keeps it.
    if announced and not clank.announced and state.race.rules.power_down == THIS:
        raise RuleError(
            text('Power down is set to "This turn": push the handle when the next turn begins')
        )
    set_so = clank._replace(down=down, announced=announced)
    # () for the hand says that nothing was dealt, so nobody waits for this clank if it is woken in
    # this turn.
    if down and not clank.down:
        set_so = set_so.with_cards((), clank.slots, ())
    before = _power_words(resting(state, clank), clank.announced)
    after = _power_words(down, announced)
    return _set(state, clank, wanted, text("resting"), (before, after), set_so)


def _move_flag(state: RaceState, wanted: MoveFlag) -> PlayOutcome:
    """Move a flag to another square, even a dangerous one (2.6 [E190]).

    A clank on that square is not moved and touches the flag as the settings say.
    """
    race = state.race
    number = number_of(wanted.flag, 1, len(race.flags), text("the number of the flag"))
    start, square = race.flags[number - 1], square_of(race.board, wanted.square)
    if square == start:
        raise RuleError(
            text(
                "flag {flag} lies on {square} already: choose another square",
                flag=number,
                square=square,
            )
        )
    if square in race.flags:
        there = race.flags.index(square) + 1
        raise RuleError(
            text(
                "flag {flag} lies on {square}: choose a square without a flag",
                flag=there,
                square=square,
            )
        )
    # A new race, since the tables for play were built for the old flags.
    flags = tuple(square if flag == start else flag for flag in race.flags)
    return PlayOutcome(
        state._replace(race=Race(race.board, flags, race.rules)),
        (FlagMoved(number, start, square),),
    )


_CHANGES: Final[Mapping[type[Any], Callable[[RaceState, Any], PlayOutcome]]] = {
    PutOn: _put_on,
    Park: _park,
    SetDamage: _set_damage,
    SetLives: _set_lives,
    SetNextFlag: _set_next_flag,
    SetTouched: _set_touched,
    SetCheckpoints: _set_checkpoints,
    SetPower: _set_power,
    MoveFlag: _move_flag,
}


def _active(state: RaceState, seat: object, why: Text) -> Clank:
    clank = clank_of(state, seat)
    if clank.status != ACTIVE:
        seat = seat_words(clank.seat)
        if clank.status == OUT:
            raise RuleError(text("{seat} is out of the race: {reason}", seat=seat, reason=why))
        raise RuleError(text("{seat} is in the parking row: {reason}", seat=seat, reason=why))
    return clank


def _bare(clank: Clank) -> Clank:
    """Return a clank without damage, locks, cards or power down, as after a death (8.4, 6.5.8)."""
    return clank._replace(damage=0, down=False, announced=False).with_cards((), NO_CARDS, ())


def _under_way(state: RaceState) -> bool:
    return state.turn > 0 and state.register < LAST_REGISTER


def _set(
    state: RaceState,
    clank: Clank,
    wanted: BoardChange,
    what: Text,
    values: tuple[Text, Text],
    changed: Clank,
) -> PlayOutcome:
    """Set one value of a clank and report it with its values before and after."""
    before, after = values
    differing(clank.seat, what, before, after)
    event = SetByHand(clank.seat, what, before, after, wanted)
    return PlayOutcome(state.with_clank(changed), (event,))


def _places_words(places: tuple[Checkpoint, ...]) -> Text:
    return listed(
        [
            text("{square}/{heading}", square=square, heading=COMPASS[heading])
            for square, heading in places
        ],
        "",
    )


def _power_words(down: bool, announced: bool) -> Text:
    if down:
        return text("rests now and next time") if announced else text("rests now")
    return text("rests next time") if announced else text("awake")
