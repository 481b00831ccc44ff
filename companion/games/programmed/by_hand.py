"""Changes by hand in a race of programmed clanks, in the middle of its turns: on the board, in the course of a turn, in the settings (rulebook 12)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeAlias

from companion.engine.board import Board
from companion.engine.changes import BoardChange, PutOn, SetByHand, SetPower
from companion.engine.changing import change, under_rules
from companion.engine.checking import shown
from companion.engine.course import is_plain
from companion.engine.events import Event
from companion.engine.extended.piece import COPIES, COPY, kind_of
from companion.engine.rules import EXTENDED_OPTIONS, THIS, Rules, words_in, words_of
from companion.engine.state import ACTIVE, State
from companion.engine.statuses import BURNT
from companion.engine.touching import LAST_REGISTER
from companion.errors import RuleFault
from companion.games.api import Passage, one_step
from companion.games.kit.edit import ChangeRule
from companion.games.programmed.ghost_cards import with_ghost_cards
from companion.games.programmed.open_questions import drawn_at_the_deal
from companion.games.programmed.turn import (
    CLEANING,
    DEALING,
    DRAWING,
    HAUNTING,
    PROGRAMMING,
    REDEALING,
    REGISTERS,
    RESTING,
    RacePosition,
    opening,
    program_asks,
)
from companion.games.race.corrections import EndTurn, RaceChange, Redeal
from companion.settings import Option, OptionValue
from companion.words import seat_words, text

_Changed: TypeAlias = tuple[RacePosition, tuple[Event, ...]]


def changed(position: RacePosition, wanted: RaceChange) -> Passage:
    """The race with a change made; RuleFault says in one sentence why it cannot be (12.2).

    The passage belongs to the register played last, or to the turn that comes where none is under way.
    """
    if position.state.over:
        raise RuleFault(text("the race is over, so nothing in it can be changed any more"))
    if isinstance(wanted, Redeal):
        after, events = _redealt(position)
    elif isinstance(wanted, EndTurn):
        after, events = _ended(position)
    elif isinstance(wanted, ChangeRule):
        after, events = _ruled(position, wanted)
    else:
        after, events = _on_board(position, wanted)
    turn, register = position.state.turn, position.state.register
    if position.stage in (RESTING, DEALING):
        turn, register = turn + 1, 0
    redeals = isinstance(wanted, Redeal)
    return Passage(
        after,
        turn,
        register,
        one_step(events, after),
        collects=redeals or isinstance(wanted, EndTurn),
        redeals=redeals,
    )


def _on_board(position: RacePosition, wanted: BoardChange) -> _Changed:
    # The push is an answer that the next start of a turn carries out; the state does not know of it yet.
    if isinstance(wanted, SetPower) and wanted.seat in position.pushed:
        seat = seat_words(wanted.seat)
        raise RuleFault(
            text(
                "{seat} has pushed its handle and rests in the turn that begins: go back to that question to change it",
                seat=seat,
            )
        )
    plain = position.state.race.course.plain
    if not plain and isinstance(wanted, PutOn):
        _seen_free(position.state, wanted)
    after, events = change(position.state, wanted)
    return _settled(position, after if plain else _without_statuses(position.state, after)), events


def _seen_free(state: State, wanted: PutOn) -> None:
    """Nobody is put where a copy stands, or where nobody can stand."""
    seat = seat_words(wanted.seat) if isinstance(wanted.seat, int) else text("the clank")
    if any(other.square == wanted.square and kind_of(other.seat) == COPY for other in state.others):
        raise RuleFault(
            text(
                "a copy stands on {square}: choose a free square for {seat}",
                square=str(wanted.square),
                seat=seat,
            )
        )
    if isinstance(wanted.square, str) and wanted.square in state.race.board.having("turret"):
        raise RuleFault(
            text(
                "a turret stands on {square}: choose a square on which {seat} can stand",
                square=str(wanted.square),
                seat=seat,
            )
        )


def _without_statuses(before: State, after: State) -> State:
    """Who is off the board by hand has no statuses and no copy any more; burnt slots open with the damage that is taken away (elements 3.3)."""
    gone = {clank.seat for clank in after.clanks if clank.status != ACTIVE}
    mended = {
        clank.seat for clank in after.clanks if clank.damage < before.clank(clank.seat).damage
    }

    def over(owner: str, word: str) -> bool:
        return owner.isdigit() and (int(owner) in gone or (int(owner) in mended and word == BURNT))

    memory = tuple(entry for entry in after.memory if not over(*entry[0]))
    others = tuple(
        piece
        for piece in after.others
        if kind_of(piece.seat) != COPY or piece.seat - COPIES not in gone
    )
    return after._replace(memory=memory, others=others)


def _settled(position: RacePosition, after: State) -> RacePosition:
    """The same moment in a state that was changed; nobody is waited for who cannot answer any more, and the dead do not rest (6.5.8)."""
    # Others may be asked now, or nobody at all.
    if position.stage == RESTING:
        return opening(after, position.seen)
    pushed = tuple(seat for seat in position.pushed if after.clank(seat).status == ACTIVE)
    # An ask counts the cards by the damage of now, but they were dealt by the damage of then.
    dealt = (
        _still_dealt(position, after)
        if position.stage == PROGRAMMING
        else position.dealt
        if position.stage in (DRAWING, HAUNTING)
        else ()
    )
    # What was drawn or chosen for a register belongs to the state of before: it is asked anew.
    return with_ghost_cards(
        drawn_at_the_deal(
            position._replace(state=after, pushed=pushed, dealt=dealt, given=(), open=(), part=())
        )[0]
    )


def _still_dealt(position: RacePosition, after: State) -> tuple[tuple[int, int], ...]:
    """How many cards those were dealt whose damage says something else by now (6.3.2), as (seat, number)."""
    before = {
        ask.seat: ask.hand.number
        for ask in program_asks(position.state, dict(position.dealt))
        if ask.must
    }
    asks = (ask for ask in program_asks(after) if ask.must)
    return tuple(
        (ask.seat, before[ask.seat])
        for ask in asks
        if before.get(ask.seat, ask.hand.number) != ask.hand.number
    )


def _redealt(position: RacePosition) -> _Changed:
    """The cards of this turn are collected and dealt once more; locks follow the damage of now (6.3.2), and no power down begins again."""
    if position.stage == REDEALING:
        raise RuleFault(text("the cards are being dealt once more already"))
    if position.stage not in (DRAWING, PROGRAMMING):
        raise RuleFault(text("cards can be dealt once more only while programs are chosen"))
    return RacePosition(position.state, REDEALING, rules=position.rules, seen=position.seen), (
        SetByHand(None, text("Cards"), text("dealt"), text("to be dealt once more")),
    )


def _ended(position: RacePosition) -> _Changed:
    """Straight to the cleanup (9): registers that are left are not played, programs not even taken.

    What comes at the end of register 5 by the setting *turn* is left out too: no flag is touched (7.11.3), nothing is repaired (7.12.1).
    """
    state = position.state
    if position.stage == CLEANING:
        raise RuleFault(
            text("all registers of turn {turn} have been played already", turn=state.turn)
        )
    if position.stage not in (DRAWING, PROGRAMMING, HAUNTING, REGISTERS):
        raise RuleFault(text("there is no turn to end: deal the cards first"))
    event = SetByHand(
        None,
        text("Turn {turn}", turn=state.turn),
        text("{played} of {all} registers played", played=state.register, all=LAST_REGISTER),
        text("ended"),
    )
    # The engine cleans up after the last register only, so that one counts as played.
    return RacePosition(
        state._replace(register=LAST_REGISTER), CLEANING, rules=position.rules, seen=position.seen
    ), (event,)


def _ruled(position: RacePosition, wanted: ChangeRule) -> _Changed:
    """A setting from the next turn on: at once where no turn is under way, else when the cleanup is over.

    Under *this* the next turn begins with the question who rests, also where the cards were about to be dealt.
    """
    words = words_on(position.state.race.board, position.ahead)
    option = _option(wanted.key, words, position.ahead)
    before, choice = option.choice(words[option.key]), _choice(option, wanted.word)
    if choice == before:
        raise RuleFault(
            text("{setting} is {value} already", setting=option.title, value=choice.label)
        )
    with_option: Callable[..., Rules] = replace
    rules = with_option(position.ahead, **{option.key: choice.value})
    event = SetByHand(None, option.title, before.label, choice.label)
    if position.stage not in (RESTING, DEALING):
        # Put back before the turn is over, nothing of the change is left.
        return position._replace(rules=None if rules == position.state.race.rules else rules), (
            event,
        )
    after = under_rules(position.state, rules)
    asked = position.stage == RESTING or (option.key == "power_down" and choice.value == THIS)
    return (opening(after, position.seen) if asked else position._replace(state=after)), (event,)


def words_on(board: Board, rules: Rules) -> dict[str, str]:
    """The words of all settings that mean something on a board."""
    return (
        words_of(rules)
        if is_plain(board, rules.rule_set.handled)
        else words_in((*rules.options, *EXTENDED_OPTIONS), rules)
    )


def _option(key: object, words: Collection[str], rules: Rules) -> Option:
    for option in (*rules.options, *EXTENDED_OPTIONS):
        if option.key == key and option.key in words:
            return option
    known = ", ".join(words)
    raise RuleFault(
        text("{value} is no setting: choose from {settings}", value=shown(key), settings=known)
    )


def _choice(option: Option, word: object) -> OptionValue:
    for choice in option.choices:
        if choice.word == word:
            return choice
    known = ", ".join(choice.word for choice in option.choices)
    raise RuleFault(
        text(
            "{setting} cannot be {value}: choose from {words}",
            setting=option.title,
            value=shown(word),
            words=known,
        )
    )
