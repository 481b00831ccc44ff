"""Corrections of a race with programs: on the board, in the turn, in the settings (rulebook 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from companion.engine.board import Board
from companion.engine.changes import (
    BoardChange,
    MoveFlag,
    Park,
    PutOn,
    SetByHand,
    SetCheckpoints,
    SetDamage,
    SetLives,
    SetNextFlag,
    SetPower,
    SetTouched,
)
from companion.engine.changing import change, resting, under_rules
from companion.engine.events import Event
from companion.engine.extended.piece import COPIES, COPY, kind_of
from companion.engine.keys import LAST_REGISTER
from companion.engine.modes import NO_FLAGS, flags_in
from companion.engine.race_tables import is_plain, race_tables
from companion.engine.rules import EXTENDED_OPTIONS, THIS, Rules, words_of
from companion.engine.state import ACTIVE, OUT, PARKED, RaceState
from companion.engine.statuses import BURNT
from companion.engine.survey import squares_near
from companion.errors import RuleError
from companion.games.corrections import (
    CHOICE,
    COURSE,
    LIST,
    MARKER,
    NUMBER,
    PLACE,
    VALUE,
    Field,
    FieldChoice,
    Form,
)
from companion.games.kit.edit import (
    RULE,
    SET,
    ChangeRule,
    Edit,
    Edits,
    Number,
    one_of,
    placing,
    turning,
)
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
    begin_turn,
    program_asks,
)
from companion.games.scene import Piece
from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.settings import Option, OptionValue, settings_words
from companion.words import COMPASS, NOTHING, Text, listed, seat_words, text, verbatim

MOST_LIVES: Final = 3
"""The lives that a race begins with at most."""
# Resting now and next is not offered: players push again in the turn they rest (6.5.7).
POWERS: Final = (
    ((False, False), text("Awake")),
    ((True, False), text("Rests now")),
    ((False, True), text("Rests next")),
)
"""The powers of a piece as `SetPower` says them: (rests this turn, rests the next turn)."""
_Made: TypeAlias = tuple[RacePosition, tuple[Event, ...]]


@kept_as("Redeal")
class Redeal(NamedTuple):
    """A change that collects the cards of this turn and deals again, while programs are chosen."""


@kept_as("EndTurn")
class EndTurn(NamedTuple):
    """A change that skips the remaining registers and cleans up."""


# ---- Making changes ------------------------------------------------------------------------------


def _on_board(position: RacePosition, wanted: BoardChange) -> _Made:
    # A push is an answer for the next start of a turn; the state does not know it yet.
    if isinstance(wanted, SetPower) and wanted.seat in position.pushed:
        seat = seat_words(wanted.seat)
        raise RuleError(
            text(
                "{seat} pushed its handle and rests now: go back to that question to change it",
                seat=seat,
            )
        )
    state = position.state
    plain = race_tables(state.race).plain
    if not plain and isinstance(wanted, PutOn):
        # No copy may be on the square, and it must be able to hold a piece.
        seat = seat_words(wanted.seat) if isinstance(wanted.seat, int) else text("the clank")
        if any(
            other.square == wanted.square and kind_of(other.seat) == COPY for other in state.others
        ):
            raise RuleError(
                text(
                    "a copy stands on {square}: choose a free square for {seat}",
                    square=str(wanted.square),
                    seat=seat,
                )
            )
        if isinstance(wanted.square, str) and wanted.square in state.race.board.having("turret"):
            raise RuleError(
                text(
                    "a turret stands on {square}: choose a square on which {seat} can stand",
                    square=str(wanted.square),
                    seat=seat,
                )
            )
    after, events = change(state, wanted)
    if not plain:
        after = _without_statuses(state, after)
    return _at_same_moment(position, after), events


def _without_statuses(before: RaceState, after: RaceState) -> RaceState:
    """Return the state without statuses and copies of pieces that a correction took off the board.

    Burnt slots open with the damage that is removed (elements 3.3).
    """
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


def _at_same_moment(position: RacePosition, after: RaceState) -> RacePosition:
    """Return the same moment in a changed state.

    Nobody is asked who can no longer answer, and dead pieces do not rest (6.5.8).
    """
    # The question may now be for others, or for nobody.
    if position.stage == RESTING:
        return begin_turn(after, position.seen)
    pushed = tuple(seat for seat in position.pushed if after.clank(seat).status == ACTIVE)
    dealt: tuple[tuple[int, int], ...] = ()
    if position.stage == PROGRAMMING:
        # A question counts cards by the present damage, but they were dealt by the earlier one:
        # these are the hands whose size no longer fits the damage (6.3.2).
        before = {
            ask.seat: ask.hand.number
            for ask in program_asks(position.state, dict(position.dealt))
            if ask.must
        }
        dealt = tuple(
            (ask.seat, before[ask.seat])
            for ask in program_asks(after)
            if ask.must and before.get(ask.seat, ask.hand.number) != ask.hand.number
        )
    elif position.stage in (DRAWING, HAUNTING):
        dealt = position.dealt
    # Draws and choices for a register belong to the earlier state and are asked for again.
    return with_ghost_cards(
        drawn_at_the_deal(
            position._replace(state=after, pushed=pushed, dealt=dealt, given=(), open=(), part=())
        )[0]
    )


def _redealt(position: RacePosition, wanted: Redeal) -> _Made:
    """Return the position in which the cards of this turn are dealt again.

    Locks follow the present damage (6.3.2), and no power down begins again.
    """
    if position.stage == REDEALING:
        raise RuleError(text("the cards are being dealt again already"))
    if position.stage not in (DRAWING, PROGRAMMING):
        raise RuleError(text("cards can be dealt again only while programs are chosen"))
    return RacePosition(position.state, REDEALING, rules=position.rules, seen=position.seen), (
        SetByHand(None, text("Cards"), text("dealt"), text("to be dealt again")),
    )


def _end_registers(position: RacePosition, wanted: EndTurn) -> _Made:
    """Return the position before the cleanup (9); registers that are left are not played.

    With the setting *turn*, the end of register 5 is left out, too: no flag is touched (7.11.3),
    nothing is repaired (7.12.1).
    """
    state = position.state
    if position.stage == CLEANING:
        raise RuleError(
            text("all registers of turn {turn} have been played already", turn=state.turn)
        )
    if position.stage not in (DRAWING, PROGRAMMING, HAUNTING, REGISTERS):
        raise RuleError(text("there is no turn to end: deal the cards first"))
    event = SetByHand(
        None,
        text("Turn {turn}", turn=state.turn),
        text("{played} of {all} registers played", played=state.register, all=LAST_REGISTER),
        text("ended"),
    )
    # The engine cleans up after the last register only, so this one counts as played.
    return RacePosition(
        state._replace(register=LAST_REGISTER), CLEANING, rules=position.rules, seen=position.seen
    ), (event,)


# ---- Forms ---------------------------------------------------------------------------------------


def _placing(position: RacePosition, seat: int) -> Iterator[Field]:
    """Yield the ways to place a piece (12.1).

    On the board it can be turned or sent to the parking row. Off the board it has the free squares
    around its checkpoint, the nearest first.
    """
    clank = position.state.clank(seat)
    if clank.square is not None:
        parking = FieldChoice(text("To parking"), Park(seat))
        yield turning(seat, clank.square, clank.heading, parking)
        return
    # It faces as the cleanup would put it (9.3).
    heading = clank.checkpoints[-1][1]
    squares = squares_near(position.state, seat)
    picks = (FieldChoice(verbatim(square), PutOn(seat, square, heading)) for square in squares)
    yield Field(text("Bring it back"), CHOICE, tuple(picks))


DAMAGE: Final[Number[RacePosition]] = Number(
    text("Damage"), SetDamage, lambda position, seat: position.state.clank(seat).damage
)
LIVES: Final[Number[RacePosition]] = Number(
    text("Lives"), SetLives, lambda position, seat: position.state.clank(seat).lives
)
NEXT_FLAG: Final[Number[RacePosition]] = Number(
    text("Next flag"), SetNextFlag, lambda position, seat: position.state.clank(seat).next_flag
)


def _lives(position: RacePosition, seat: int, wanted: SetLives | None) -> Iterator[Field]:
    """Yield the field for lives. Below no limit are the lives that a race begins with at most."""
    now = position.state.clank(seat).lives
    if (now if wanted is None else wanted.lives) is not None:
        yield from LIVES.fields(position, seat, wanted)
        return
    less = FieldChoice(NOTHING, None if now == MOST_LIVES else SetLives(seat, MOST_LIVES))
    more = FieldChoice(NOTHING, blocked=text("It has no limit already."))
    yield Field(text("Lives"), NUMBER, (less, more), text("no limit"))


def _next_flag(position: RacePosition, seat: int, wanted: SetNextFlag | None) -> Iterator[Field]:
    """Yield the field for the next flag, if flags count in their order."""
    tables = race_tables(position.state.race)
    if wanted is not None or (tables.in_order and tables.mode.flags_count):
        yield from NEXT_FLAG.fields(position, seat, wanted)


def _touched(position: RacePosition, seat: int, wanted: SetTouched | None) -> Iterator[Field]:
    """Yield a field with each flag, if they count in any order."""
    state = position.state
    if race_tables(state.race).in_order or not race_tables(state.race).mode.flags_count:
        return
    own = flags_in(state.memory).get(seat, NO_FLAGS)
    if wanted is not None and isinstance(wanted.flag, int):
        own = own | {wanted.flag} if wanted.touched else own - {wanted.flag}
    picks = (
        FieldChoice(
            text("Flag {flag}", flag=flag),
            SetTouched(seat, flag, flag not in own),
            chosen=flag in own,
        )
        for flag in range(1, len(state.race.flags) + 1)
    )
    yield Field(text("Flags"), CHOICE, tuple(picks))


def _power(position: RacePosition, seat: int, wanted: SetPower | None) -> Iterator[Field]:
    """Yield the field for resting in this turn or the next.

    The present value proposes no change; a proposed value shows as chosen.
    """
    clank = position.state.clank(seat)
    # A push for the turn that begins counts as announced.
    announced = clank.announced or seat in position.pushed
    now = resting(position.state, clank), announced
    shown = now if wanted is None else (wanted.down, wanted.announced)
    yield one_of(
        text("Resting"),
        POWERS,
        shown,
        lambda power: None if power == now else SetPower(seat, *power),
    )


def _checkpoints(
    position: RacePosition, seat: int, wanted: SetCheckpoints | None
) -> Iterator[Field]:
    """Yield the field for the checkpoints, the last one first.

    Each can be removed except the only one, and the piece's square can be added.
    """
    if wanted is not None:
        return
    clank = position.state.clank(seat)
    kept, picks = clank.checkpoints, []
    for place in reversed(kept):
        label = text("{square}, facing {heading}", square=place[0], heading=COMPASS[place[1]])
        others = tuple(other for other in kept if other != place)
        picks.append(
            FieldChoice(label, SetCheckpoints(seat, others), text("Remove"))
            if others
            else FieldChoice(label)
        )
    if clank.square is not None and (clank.square, clank.heading) not in kept:
        # A square is in the list once: touched again it moves to the end with the new heading
        # (7.11.2).
        others = tuple(place for place in kept if place[0] != clank.square)
        label = text(
            "This square: {square}, facing {heading}",
            square=clank.square,
            heading=COMPASS[clank.heading],
        )
        here = SetCheckpoints(seat, (*others, (clank.square, clank.heading)))
        picks.append(FieldChoice(label, here, text("Add")))
    yield Field(text("Comes back on"), LIST, tuple(picks))


class RaceEdits(Edits[RacePosition, Event]):
    """Corrections of pieces, flags, the turn and the settings."""

    edits: Mapping[type, Edit[RacePosition, Event]] = {
        PutOn: placing(_on_board, _placing),
        Park: Edit(
            PLACE, text("Send {piece} to parking?", piece=""), text("To parking"), _on_board
        ),
        SetDamage: Edit(VALUE, text("Change the damage?"), SET, _on_board, DAMAGE.fields),
        SetLives: Edit(VALUE, text("Change the lives?"), SET, _on_board, _lives),
        SetNextFlag: Edit(VALUE, text("Change the next flag?"), SET, _on_board, _next_flag),
        SetTouched: Edit(VALUE, text("Change its flags?"), SET, _on_board, _touched),
        SetPower: Edit(VALUE, text("Change resting?"), SET, _on_board, _power),
        SetCheckpoints: Edit(VALUE, text("Change checkpoints?"), SET, _on_board, _checkpoints),
        MoveFlag: Edit(PLACE, text("Move the flag?"), text("Move it"), _on_board, aims=MARKER),
        Redeal: Edit(
            COURSE,
            text("Deal again?"),
            text("Deal again"),
            _redealt,
            entry=FieldChoice(
                text("Deal again"),
                Redeal(),
                text("Collect this turn's cards and deal again"),
                symbol="page",
            ),
            collects=True,
            redeals=True,
        ),
        EndTurn: Edit(
            COURSE,
            text("End the turn?"),
            text("End it"),
            _end_registers,
            entry=FieldChoice(
                text("End the turn"),
                EndTurn(),
                text("Skip the remaining registers and clean up"),
                symbol="stop",
            ),
            collects=True,
        ),
        ChangeRule: RULE,
    }
    over = text("the race is over: nothing can be changed any more")
    rule = "12.1"

    def seats(self, position: RacePosition) -> Iterator[int]:
        return (clank.seat for clank in position.state.clanks)

    def moment(self, position: RacePosition) -> tuple[int, int]:
        """Return the last register, or the coming turn between turns."""
        if position.stage in (RESTING, DEALING):
            return position.state.turn + 1, 0
        return position.state.turn, position.state.register

    def is_over(self, position: RacePosition) -> bool:
        return position.state.over

    def pose(self, position: RacePosition, seat: int) -> tuple[Square | None, Heading]:
        """Return the place of a piece. Off the board it faces as at its checkpoint."""
        clank = position.state.clank(seat)
        return clank.square, clank.checkpoints[-1][1] if clank.square is None else clank.heading

    def options(self, position: RacePosition) -> tuple[Option, ...]:
        """Return the settings of the rule set and of extended boards."""
        return *position.ahead.options, *EXTENDED_OPTIONS

    def words(self, position: RacePosition) -> Mapping[str, str]:
        """Return the words of the next turn."""
        return words_on(position.state.race.board, position.ahead)

    def with_setting(
        self, position: RacePosition, option: Option, choice: OptionValue
    ) -> RacePosition:
        """Return the position with another setting from the next turn on.

        Between turns it applies immediately, during a turn after the cleanup. With *this*, the next
        turn begins with the question about resting, even if the cards were about to be dealt.
        """
        with_option: Callable[..., Rules] = replace
        rules = with_option(position.ahead, **{option.key: choice.value})
        if position.stage not in (RESTING, DEALING):
            # A setting that is changed back before the turn is over leaves no trace.
            return position._replace(rules=None if rules == position.state.race.rules else rules)
        after = under_rules(position.state, rules)
        if position.stage == RESTING or (option.key == "power_down" and choice.value == THIS):
            return begin_turn(after, position.seen)
        return position._replace(state=after)

    def form(self, position: RacePosition, seat: int) -> Form:
        """Return the form; for a piece off the board the squares near its checkpoint are marked."""
        clank, form = position.state.clank(seat), super().form(position, seat)
        if clank.square is not None:
            return form
        hint = text("Give it a life first.") if clank.status == OUT else NOTHING
        return form._replace(marks=squares_near(position.state, seat), hint=hint)

    def put_marker(self, position: RacePosition, number: int, square: Square) -> MoveFlag:
        """Return the change that moves a flag to the square."""
        return MoveFlag(number, square)

    def whereabouts(self, piece: Piece) -> Text:
        """Return the square and heading of a piece, or that it has none."""
        if piece.square is not None:
            return super().whereabouts(piece)
        return text("is out") if piece.status == OUT else text("is parked")

    def stranded(self, position: RacePosition, names: Mapping[int, str]) -> Text:
        """Return who waits for a free checkpoint (12.1)."""
        clanks = position.state.clanks
        parked = [names[clank.seat] for clank in clanks if clank.status == PARKED]
        if len(parked) > 1:
            return text(
                "{clanks} have no free checkpoint: touch one to bring it back.",
                clanks=listed(parked),
            )
        if parked:
            return text(
                "{clank} has no free checkpoint: touch it to bring it back.", clank=parked[0]
            )
        return NOTHING


CORRECTIONS: Final = RaceEdits()


def words_on(board: Board, rules: Rules) -> dict[str, str]:
    """Return the words of all settings that apply to a board."""
    if is_plain(board, rules.rule_set.handled):
        return words_of(rules)
    return settings_words((*rules.options, *EXTENDED_OPTIONS), rules)
