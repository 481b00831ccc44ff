"""Changing a race by hand, as the debugging menu does: what can be set, what is refused, and what goes with it (rulebook 12)."""

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
    shown,
    square_of,
    truth_of,
)
from companion.engine.events import Event
from companion.engine.modes import NO_FLAGS, flags_in, teams_in, touched_with, with_flags
from companion.engine.rules import THIS, Rules, lives_words
from companion.engine.state import ACTIVE, OUT, PARKED, Checkpoint, Clank, Race, State
from companion.engine.touching import LAST_REGISTER
from companion.engine.turn import Outcome
from companion.errors import RuleFault
from companion.words import COMPASS, Text, listed, seat_words, text, verbatim

MOST_LIVES: Final = 99
"""More can be had only without limit."""


def change(state: State, wanted: BoardChange) -> Outcome:
    """The race with something changed by hand, and the event that tells it; RuleFault says in one sentence why it cannot be (12.2 [E178]).

    Nothing is touched and no life is lost by it, and what is so already is refused. Fields of a wrong type are refused like wrong values.
    """
    if state.over:
        raise RuleFault(text("the race is over, so nothing in it can be changed any more"))
    make = _CHANGES.get(type(wanted))
    if make is None:
        raise RuleFault(text("{value} cannot be changed by hand", value=shown(wanted)))
    return make(state, wanted)


def resting(state: State, clank: Clank) -> bool:
    """Whether a clank sits out registers of this turn that are still to come.

    `down` alone does not say it: that stays until the next turn begins, when there is nothing left to sit out.
    """
    return clank.down and _under_way(state)


def under_rules(state: State, rules: Rules) -> State:
    """The same race under other settings, for between two turns.

    Lives that a clank has now stay as they are, with one exception: without a limit before, everybody who is not out gets as many as
    the setting says, and without a limit from now on, everybody who is not out has none. Locks, cards and power downs stay as they are;
    the next turn begins by the new settings.
    """
    race, before = state.race, state.race.rules.lives
    clanks = state.clanks
    if (before is None) != (rules.lives is None):
        clanks = tuple(_with_lives(clank, rules.lives) for clank in clanks)
    return state._replace(race=Race(race.board, race.flags, rules), clanks=clanks)


def _with_lives(clank: Clank, lives: int | None) -> Clank:
    # Where there is no limit any clank with a number of lives has got it by hand, and keeps it.
    counted = lives is None or clank.lives is None
    return clank._replace(lives=lives) if counted and clank.status != OUT else clank


def _put_on(state: State, wanted: PutOn) -> Outcome:
    """Square and heading; one that was parked is undamaged, and all else stays as it is (12.2, 12.3 [E178]).

    In the turn under way it has no cards: empty slots do nothing (7.2.2).
    """
    clank = clank_of(state, wanted.seat)
    if clank.status == OUT:
        raise RuleFault(
            text("{seat} is out of the race: give it a life first", seat=seat_words(clank.seat))
        )
    square, heading = footing_of(state.race.board, wanted.square), heading_by_hand(wanted.heading)
    stands = {
        other.seat: (other.square if other.status == ACTIVE else None, other.heading)
        for other in state.clanks
    }
    free_of(clank.seat, (square, heading), stands)
    # Who only changes its place keeps damage, locks and program (12.3).
    placed = clank if clank.status == ACTIVE else _bare(clank)._replace(status=ACTIVE)
    placed = placed._replace(square=square, heading=heading)
    rule = "12.2" if clank.status == ACTIVE else "12.3"
    return _told(
        state,
        placed,
        PlacedByHand(clank.seat, clank.square, square, clank.heading, heading, placed.damage, rule),
    )


def _park(state: State, wanted: Park) -> Outcome:
    """To the parking row like one destroyed, and next in the order of coming back, but with all its lives (8.4, 8.6)."""
    clank = _active(state, wanted.seat, text("it can be parked only from the board"))
    assert clank.square is not None
    parked = _bare(clank)._replace(status=PARKED, square=None, death=state.deaths + 1)
    return _told(
        state._replace(deaths=state.deaths + 1), parked, ParkedByHand(clank.seat, clank.square)
    )


def _set_damage(state: State, wanted: SetDamage) -> Outcome:
    """Damage alone: slots lock and open at the next deal, as after damage in mid-turn (6.3.2)."""
    clank = _active(state, wanted.seat, text("only clanks on the board have damage"))
    # The tenth point, or another one of the rule set, would destroy, and by hand no life is lost (12.3).
    damage = number_of(wanted.damage, 0, state.race.rules.rule_set.deadly - 1, text("damage"))
    return _set(
        state,
        clank,
        wanted,
        text("damage"),
        (verbatim(str(clank.damage)), verbatim(str(damage))),
        clank._replace(damage=damage),
    )


def _set_lives(state: State, wanted: SetLives) -> Outcome:
    """Lives; one that is parked is out without any, one that was out is parked with some, in the old order of deaths (8.5).

    A clank on the board has at least one life: it would be out and on the board.
    """
    clank = clank_of(state, wanted.seat)
    lives = (
        None
        if wanted.lives is None
        else number_of(wanted.lives, 0, MOST_LIVES, text("the number of lives"))
    )
    if lives == 0 and clank.status == ACTIVE:
        raise RuleFault(
            text(
                "the clank of {seat} is on the board and needs a life: park it first, then take its last life",
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


def _set_next_flag(state: State, wanted: SetNextFlag) -> Outcome:
    """The flag to touch next; the last one cannot be given away, for that is winning (10.1)."""
    clank, last = clank_of(state, wanted.seat), len(state.race.flags)
    if not state.race.course.in_order or not state.race.course.mode.flags_count:
        raise RuleFault(
            text(
                "no flag is the next one in this mode: give or take single flags, where they count"
            )
        )
    if type(wanted.flag) is int and wanted.flag == last + 1:
        raise RuleFault(
            text(
                "the last flag is flag {flag}, and touching it wins: that cannot be given by hand",
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


def _set_touched(state: State, wanted: SetTouched) -> Outcome:
    """One flag given or taken; the last one that is missing cannot be given, for that is winning (M2, M3)."""
    clank, course = clank_of(state, wanted.seat), state.race.course
    if course.in_order:
        raise RuleFault(text("flags count in their order here: set the next flag instead"))
    flag, touched = (
        number_of(wanted.flag, 1, len(state.race.flags), text("the flag")),
        truth_of(wanted.touched, text("whether it is touched")),
    )
    flags = flags_in(state.memory)
    own = flags.get(clank.seat, NO_FLAGS)
    if (
        touched
        and flag not in own
        and len(
            touched_with({**flags, clank.seat: own | {flag}}, teams_in(state.memory), clank.seat)
        )
        == len(state.race.flags)
    ):
        raise RuleFault(
            text(
                "flag {flag} is the last one missing, and touching it wins: that cannot be given by hand",
                flag=flag,
            )
        )
    what, said = text("flag {flag}", flag=flag), {True: text("touched"), False: text("not touched")}
    now = own | {flag} if touched else own - {flag}
    after = state._replace(memory=with_flags(state.memory, {**flags, clank.seat: now}))
    return _set(
        after,
        clank,
        wanted,
        what,
        (said[flag in own], said[touched]),
        clank._replace(next_flag=len(now) + 1),
    )


def _set_checkpoints(state: State, wanted: SetCheckpoints) -> Outcome:
    """The list of places to come back to, the one touched last at the end (7.11.2)."""
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


def _set_power(state: State, wanted: SetPower) -> Outcome:
    """Whether a clank rests in this turn, and whether it will in the next; its damage is changed by the next start of a turn only.

    One that rests from now on is asked for no cards, plays none and does not shoot: its locks open and what was dealt to it goes back, while
    the cards in its reader stay there (6.5.4, 6.5.6). One that is woken gets no new ones in this turn and plays those in its reader.
    """
    clank = clank_of(state, wanted.seat)
    down, announced = (
        truth_of(wanted.down, text("resting this turn")),
        truth_of(wanted.announced, text("resting next turn")),
    )
    if clank.status != ACTIVE and (down or announced):
        raise RuleFault(
            text(
                "{seat} is not on the board, so it cannot rest: put it on a square first",
                seat=seat_words(clank.seat),
            )
        )
    if down and not _under_way(state):
        raise RuleFault(
            text("no register of a turn is left to sit out: let the clank rest in the next turn")
        )
    # One that announced its rest before the setting was changed keeps it.
    if announced and not clank.announced and state.race.rules.power_down == THIS:
        raise RuleFault(
            text(
                'with Power down set to "This turn" a rest is not announced: push the handle '
                "when the next turn begins"
            )
        )
    set_so = clank._replace(down=down, announced=announced)
    # () for the hand says that it was dealt nothing, so it is not waited for when it is woken in this turn.
    if down and not clank.down:
        set_so = set_so.with_cards((), clank.slots, ())
    before, after = (
        _power_words(resting(state, clank), clank.announced),
        _power_words(down, announced),
    )
    return _set(state, clank, wanted, text("power"), (before, after), set_so)


def _move_flag(state: State, wanted: MoveFlag) -> Outcome:
    """A flag on another square, a dangerous one too; a clank that stands there is not moved and touches it as the settings say (2.6 [E190])."""
    race = state.race
    number = number_of(wanted.flag, 1, len(race.flags), text("the number of the flag"))
    start, square = race.flags[number - 1], square_of(race.board, wanted.square)
    if square == start:
        raise RuleFault(
            text(
                "flag {flag} lies on {square} already: choose another square",
                flag=number,
                square=square,
            )
        )
    if square in race.flags:
        there = race.flags.index(square) + 1
        raise RuleFault(
            text(
                "flag {flag} lies on {square}: choose a square without a flag",
                flag=there,
                square=square,
            )
        )
    # A new race, since the tables that are played from were built for the old flags.
    flags = tuple(square if flag == start else flag for flag in race.flags)
    return Outcome(
        state._replace(race=Race(race.board, flags, race.rules)),
        (FlagMoved(number, start, square),),
    )


_CHANGES: Final[Mapping[type[Any], Callable[[State, Any], Outcome]]] = {
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


def _active(state: State, seat: object, why: Text) -> Clank:
    clank = clank_of(state, seat)
    if clank.status != ACTIVE:
        seat = seat_words(clank.seat)
        if clank.status == OUT:
            raise RuleFault(text("{seat} is out of the race: {reason}", seat=seat, reason=why))
        raise RuleFault(text("{seat} is in the parking row: {reason}", seat=seat, reason=why))
    return clank


def _bare(clank: Clank) -> Clank:
    """Without damage, locks, cards or power down, as after a death (8.4, 6.5.8)."""
    return clank._replace(damage=0, down=False, announced=False).with_cards((), NO_CARDS, ())


def _under_way(state: State) -> bool:
    return state.turn > 0 and state.register < LAST_REGISTER


def _set(
    state: State,
    clank: Clank,
    wanted: BoardChange,
    what: Text,
    values: tuple[Text, Text],
    changed: Clank,
) -> Outcome:
    """One value of a clank, told by its name and what it is before and after."""
    before, after = values
    differing(clank.seat, what, before, after)
    return _told(state, changed, SetByHand(clank.seat, what, before, after, wanted))


def _told(state: State, changed: Clank, event: Event) -> Outcome:
    return Outcome(state.with_clank(changed), (event,))


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
        return text("rests this turn and the next") if announced else text("rests this turn")
    return text("rests next turn") if announced else text("awake")
