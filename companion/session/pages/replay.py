"""The replay of a race as a film, at a chosen speed; it can be stopped and moved to any turn.

The page is over the others and changes nothing in the session. It shows the undo points of the race
without those that were taken back, and only complete turns of a race that goes on. A viewer who
stops at the beginning of a turn can read the best programs (`review`) once they are computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from companion.games.parts import turn_note_of, verdict_of
from companion.games.scene import CardMove, Instruction, MovePicture
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.commands import Command, QuitProgram
from companion.session.flow import batches
from companion.session.game_guard import checked_answer
from companion.session.messages import LIST, SINGLE, STEPS, ClosePage, Tick
from companion.session.pages import Page
from companion.session.pages.review import (
    NOT_OVER,
    asked_for,
    best_words,
    decision_words,
    over_race,
    review_of,
)
from companion.session.past.history import OVER as AT_THE_END
from companion.session.past.history import shown_turn
from companion.session.past.undo_points import (
    on_table,
    public_scene,
    round_of,
    script_of,
    undo_point_of,
    undo_points,
)
from companion.session.pictures import (
    board_picture,
    cards_picture,
    instruction_marks,
    sign_of,
    with_more,
)
from companion.session.session import (
    Match,
    Result,
    Session,
    UndoPoint,
    close_pages,
    push_page,
    refuse,
    show_page,
)
from companion.session.view import (
    OVER,
    PLAY,
    REPLAY,
    SUMMARY,
    BoardPicture,
    CardsPicture,
    SeatSign,
    View,
)
from companion.words import Text, text


class Speed(NamedTuple):
    """A speed of the replay."""

    label: Text
    flow: str
    """The amount that is shown together, a flow of `companion.session.flow`."""
    move: float
    """The seconds of a move."""
    notice: float
    """The seconds of a notice."""


SLOW, NORMAL, FAST, FASTEST = "slow", "normal", "fast", "fastest"
SPEEDS: Final[Mapping[str, Speed]] = {
    SLOW: Speed(text("Slow"), SINGLE, 2.5, 1.5),
    NORMAL: Speed(text("Normal"), STEPS, 1.7, 1.0),
    FAST: Speed(text("Fast"), STEPS, 0.9, 0.4),
    FASTEST: Speed(text("Very fast"), LIST, 1.0, 0.4),
}


class Stretch(NamedTuple):
    """A round, the cleanup of a turn, or changes by people between two rounds."""

    turn: int
    point: UndoPoint
    """The undo point at its end."""
    match: Match
    """The race at its beginning, with all its instructions."""


class ReplayState(NamedTuple):
    """The race that is shown."""

    race: Session
    stretches: tuple[Stretch, ...]
    """The parts of the race."""
    at: int = 0
    """The index of the present part; their number at the end."""
    line: int = 0
    """The index of the instruction in it."""
    runs: bool = True
    """Whether it runs."""
    speed: str = NORMAL
    """One of SPEEDS."""
    shown_at: float | None = None
    """Since when the picture is shown, None until a clock says so."""
    alone: bool = False
    """Whether there is no page below it, so that closing it ends the app."""

    @property
    def over(self) -> bool:
        """Return whether everything was shown."""
        return self.at >= len(self.stretches)


# ---- Messages ----


class RunReplay(NamedTuple):
    """Run the replay, at its end from the beginning, or stop it."""

    on: bool


class SetSpeed(NamedTuple):
    """Choose one of SPEEDS."""

    speed: str


class ShowTurn(NamedTuple):
    """Go to the beginning of a turn; the one after the last is the end."""

    turn: int


class ShowPicture(NamedTuple):
    """Go forward, or back by a negative number of pictures, and stop."""

    by: int


# ---- The parts of a race ----


def replay_of(race: Session, alone: bool = False) -> ReplayState:
    """Return the replay of a race from its beginning; it must run, or be over.

    Without an unfinished turn, so that nobody knows more of it than the table does.
    """
    points = reversed(list(undo_points(race)))
    last = shown_turn(undo_point_of(race)) + (race.page in (OVER, SUMMARY))
    found: list[Stretch] = []
    for key, group in groupby(
        points, lambda point: round_of(point) if point.page == PLAY else point.number
    ):
        several = list(group)
        turn = shown_turn(several[-1])
        if turn >= last:
            break
        if isinstance(key, tuple):
            # Changes by people in a round come at its end, and only its last undo point has them
            # all.
            found.append(
                Stretch(
                    turn,
                    several[-1],
                    several[-1].match.at_instruction(0),
                )
            )
        else:
            found += _changed(race, several[-1], turn)
    return ReplayState(race, tuple(found), alone=alone)


def _changed(race: Session, point: UndoPoint, turn: int) -> Iterator[Stretch]:
    """Yield visible changes by people between two rounds."""
    made, match = point.left_by, point.match
    if made is None:
        return
    script, ends = script_of(race, match.position, made.steps, point.setup.names)
    if script:
        shown = match._replace(
            shown=match.shown._replace(
                opening=match.position, steps=made.steps, script=script, ends=ends, at=0
            )
        )
        yield Stretch(turn, point, shown)


def _picture_range(replay: ReplayState) -> tuple[int, int]:
    """Return the instructions of the present picture: the first, and the one after the last."""
    script = replay.stretches[replay.at].match.shown.script
    return next(
        batch for batch in batches(script, SPEEDS[replay.speed].flow) if replay.line < batch[1]
    )


def _next(replay: ReplayState) -> ReplayState:
    """Return the next picture; the replay stops at the end."""
    if replay.over:
        return replay._replace(runs=False)
    _, stop = _picture_range(replay)
    if stop < len(replay.stretches[replay.at].match.shown.script):
        return replay._replace(line=stop)
    return replay._replace(
        at=replay.at + 1, line=0, runs=replay.runs and replay.at + 1 < len(replay.stretches)
    )


def _before(replay: ReplayState) -> ReplayState:
    """Return the beginning of the previous picture."""
    first = 0 if replay.over else _picture_range(replay)[0]
    if first > 0:
        replay = replay._replace(line=first - 1)
    elif replay.at > 0:
        replay = replay._replace(
            at=replay.at - 1, line=len(replay.stretches[replay.at - 1].match.shown.script) - 1
        )
    return replay._replace(line=0 if replay.over else _picture_range(replay)[0])


# ---- Handlers ----


def on_open(session: Session) -> Result:
    """Show the finished race, over LAST the last one, else this one."""
    race = over_race(session)
    if race is None:
        return refuse(session, NOT_OVER)
    return show_page(session, REPLAY, replay_of(race)), asked_for(session, race)


def on_close(session: Session, replay: ReplayState) -> Result:
    """Close the page; where there is none below it the app ends."""
    commands: tuple[Command, ...] = (QuitProgram(),) if replay.alone else ()
    return (session if replay.alone else close_pages(session, REPLAY)), commands


def _led(session: Session, replay: ReplayState) -> Result:
    """Go to another place, with its full time."""
    # A replay opened from outside has not asked for the review yet, which is visible only when
    # stopped.
    commands = () if replay.runs or replay.race.page != OVER else asked_for(session, replay.race)
    return show_page(session, REPLAY, replay._replace(shown_at=None)), commands


def on_run(session: Session, replay: ReplayState, message: RunReplay) -> Result:
    if message.on and replay.over:
        replay = replay._replace(at=0, line=0)
    return _led(session, replay._replace(runs=bool(message.on) and not replay.over))


def on_speed(session: Session, replay: ReplayState, message: SetSpeed) -> Result:
    """Change the speed from the present picture on."""
    if message.speed in tuple(SPEEDS):
        return _led(session, replay._replace(speed=message.speed))
    return session, ()


def on_turn(session: Session, replay: ReplayState, message: ShowTurn) -> Result:
    """Go to the beginning of a turn, or of the next one with anything to show, or to the end."""
    if type(message.turn) is not int:
        return session, ()
    at = next(
        (number for number, stretch in enumerate(replay.stretches) if stretch.turn >= message.turn),
        len(replay.stretches),
    )
    return _led(
        session, replay._replace(at=at, line=0, runs=replay.runs and at < len(replay.stretches))
    )


def on_picture(session: Session, replay: ReplayState, message: ShowPicture) -> Result:
    """Go forward or back by pictures."""
    if type(message.by) is not int:
        return session, ()
    # More than any race has; a larger number leads to its end as well.
    for _ in range(min(abs(message.by), 1000)):
        replay = _next(replay) if message.by > 0 else _before(replay)
    return _led(session, replay._replace(runs=False))


def on_tick(session: Session, replay: ReplayState, message: Tick) -> Result | None:
    """Show the next picture after the time of the present one."""
    if not replay.runs or replay.over:
        return None
    # A clock that was set back, or that is no number, starts the waiting again.
    if replay.shown_at is None or not message.now >= replay.shown_at:
        return push_page(session, REPLAY, replay._replace(shown_at=message.now)), ()
    speed, (start, stop) = SPEEDS[replay.speed], _picture_range(replay)
    shown = replay.stretches[replay.at].match.shown.script[start:stop]
    seconds = speed.move if any(one.for_hands for one in shown) else speed.notice
    if message.now - replay.shown_at < seconds:
        return session, ()
    return push_page(session, REPLAY, _next(replay)._replace(shown_at=message.now)), ()


# ---- View ----


class ReplayLine(NamedTuple):
    """An event in the present picture, and the seat that it concerns first, or None."""

    sign: SeatSign | None
    words: Text


Picture: TypeAlias = tuple[BoardPicture | None, CardsPicture | None, tuple[ReplayLine, ...], Text]
"""The map, the cards on the table, the lines and the title of a picture."""


class ReplayPage(NamedTuple):
    turn: int
    """The turn of `turns`, or one more at the end."""
    turns: int
    lines: tuple[ReplayLine, ...]
    runs: bool
    """Whether it runs; False at the end."""
    still: bool
    """Whether the picture shows the result, because it has more events than one can follow."""
    run: Choice
    earlier: Choice
    """The turn before."""
    later: Choice
    """The turn after."""
    back: Choice
    """The picture before."""
    on: Choice
    """The next picture."""
    speeds: tuple[Choice, ...]


def replay_view(session: Session, replay: ReplayState) -> View:
    """Return the board before the present picture, with its moves and its lines."""
    first = replay.stretches[0].turn if replay.stretches else 1
    turns = replay.stretches[-1].turn if replay.stretches else 0
    turn = turns + 1 if replay.over else replay.stretches[replay.at].turn
    board, cards, lines, title = _end(replay) if replay.over else _picture(replay)
    lines += tuple(_looked_into(session, replay))
    speed, wording = SPEEDS[replay.speed], replay.race.config.game.wording
    page = ReplayPage(
        turn,
        turns,
        lines=lines,
        runs=replay.runs,
        still=speed.flow == LIST,
        run=Choice(text("Pause"), "", RunReplay(False))
        if replay.runs
        else Choice(
            text("Once more") if replay.over and turns else text("Play"), "", RunReplay(True)
        ),
        earlier=Choice(wording.turn_title(max(first, turn - 1)), "", ShowTurn(turn - 1)),
        later=Choice(
            wording.turn_title(turn + 1) if turn < turns else text("The end"),
            "",
            ShowTurn(turn + 1),
        ),
        back=Choice(text("Back"), "", ShowPicture(-1)),
        on=Choice(text("On"), "", ShowPicture(1)),
        speeds=tuple(
            Choice(label, "", SetSpeed(name), chosen=name == replay.speed)
            for name, (label, *_) in SPEEDS.items()
        ),
    )
    return View(
        REPLAY,
        title,
        hint=text("Touch the bar to see another part."),
        board=board,
        body=page,
        back=text("Close"),
        on_back=ClosePage(REPLAY),
        on_sign=None,
        cards=cards,
    )


def _picture(replay: ReplayState) -> Picture:
    """Return the present picture."""
    stretch, (start, stop), race = replay.stretches[replay.at], _picture_range(replay), replay.race
    match, game = stretch.match, race.config.game
    shown = match.shown.script[start:stop]
    then = _then(race, stretch, start)
    table = on_table(then)
    board = with_more(
        board_picture(then, table.pieces),
        **{**instruction_marks(race, match, shown), "moves": _together(shown)},
    )
    # Like pieces, each card moves from its first place to the last.
    card_moves: dict[str, CardMove] = {}
    for move in (move for instruction in shown for move in instruction.cards):
        first = card_moves.get(move.key, move)
        card_moves[move.key] = move._replace(start=first.start)
    cards = cards_picture(then, shown, table, tuple(card_moves.values()))
    if stretch.point.page == PLAY:
        when = game.wording.turn_round(stretch.turn, match.shown.round)
    else:
        when = text("{turn}, by hand", turn=game.wording.turn_title(stretch.turn))
    lines = list[ReplayLine]()
    if SPEEDS[replay.speed].flow == LIST:
        # The overall change for each piece.
        events = tuple(event for instruction in shown for event in instruction.events)
        for seat in race.lobby.setup.playing:
            words = checked_answer("turn_note", turn_note_of(game, events, seat))
            if words:
                lines.append(ReplayLine(sign_of(race, seat), words))
    else:
        for instruction in shown:
            sign = None if instruction.seat is None else sign_of(then, instruction.seat)
            lines.append(ReplayLine(sign, instruction.text))
    return board, cards, tuple(lines), when


def _looked_into(session: Session, replay: ReplayState) -> Iterator[ReplayLine]:
    """Yield what was possible, while the replay is stopped at the beginning of a turn."""
    race, at = replay.race, replay.at
    if race.page == OVER and not replay.over and not replay.runs:
        review = review_of(session, race)
    else:
        review = None
    if (
        review is None
        or _picture_range(replay)[0] > 0
        or (at > 0 and replay.stretches[at - 1].turn == replay.stretches[at].turn)
    ):
        return
    for found in review.turns:
        if found.turn == replay.stretches[at].turn:
            if found.turn == review.decided:
                yield ReplayLine(None, decision_words(race, review))
            for seat in found.seats:
                if seat.best:
                    yield ReplayLine(sign_of(race, seat.seat), best_words(seat))


def _then(race: Session, stretch: Stretch, line: int) -> Session:
    """Return the race as it was, with the names and places of pieces and markers at that time."""
    return race._replace(
        lobby=race.lobby._replace(setup=stretch.point.setup),
        match=stretch.match.at_instruction(line),
        page=PLAY,
        timeline=race.timeline._replace(table_sync=None, resume_check=None),
    )


def _together(shown: Sequence[Instruction]) -> tuple[MovePicture, ...]:
    """Return the moves of some instructions as one move for each piece."""
    found: dict[int, MovePicture] = {}
    for move in (move for instruction in shown for move in instruction.moves):
        known = found.get(move.seat)
        if known is None:
            found[move.seat] = move
        else:
            found[move.seat] = MovePicture(
                move.seat, known.start, move.end, _path(known, move), known.before, move.after
            )
    return tuple(found.values())


def _path(first: MovePicture, then: MovePicture) -> tuple[str, ...]:
    if not first.path or not then.path or first.end is None:
        return then.path or first.path
    return first.path + then.path[first.path[-1] == then.path[0] :]


def _end(replay: ReplayState) -> Picture:
    """Return the table after the last turn, and how the race has ended, if it has."""
    race = replay.race
    match, game = race.match, race.config.game
    assert match is not None
    if race.page == OVER:
        verdict = checked_answer(
            "verdict", verdict_of(game, match.position, race.lobby.setup.names)
        )
        return (
            board_picture(race, game.scene(match.position).pieces),
            cards_picture(race),
            (ReplayLine(None, verdict),),
            AT_THE_END,
        )
    if not replay.stretches:
        start = public_scene(race, match.shown.opening)
        return (
            board_picture(race, start.pieces),
            cards_picture(race, (), start),
            (ReplayLine(None, text("No game has been finished yet.")),),
            text("The start of the game"),
        )
    last = replay.stretches[-1]
    then = _then(race, last, len(last.match.shown.script))
    table = on_table(then)
    return (
        board_picture(then, table.pieces),
        cards_picture(then, (), table),
        (ReplayLine(None, text("The game was played up to here.")),),
        game.wording.turn_over,
    )


PAGE: Final = Page(
    replay_view,
    {RunReplay: on_run, SetSpeed: on_speed, ShowTurn: on_turn, ShowPicture: on_picture},
    opened=on_open,
    closed=on_close,
    intercepts={Tick: on_tick},
    timed=lambda replay: replay.runs,
    of_race=True,
)
