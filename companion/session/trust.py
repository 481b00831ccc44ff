"""What is believed of a game: its wants and passages are looked through as they come, and where something fails, whether it was the game that failed.

A game is somebody else's work. What it answers wrongly is a `GameFault` with words that go on after its name. Where nobody has looked a wrong answer
raises somewhere later; `blamed` then finds out whose fault that is, by the way the failure took and by asking the game everything once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.errors import GameFault
from companion.games.api import Game, Passage, Position
from companion.games.asking import EMPTY_ROW, Ask, Draw, Finished, Questions, Shuffle, Want
from companion.games.scene import AboutRule, Foreseen, Instruction, Scene, TurnRecord
from companion.session.lobby.arrangement import BY_CHANCE
from companion.session.session import Session
from companion.signals import PULL, PUSH, SLOTS
from companion.words import NOTHING, Text, text, verbatim

MOST_IDLE: Final = 120
"""So often in a row a game may go on without telling people anything or asking them something."""
GAMES: Final = "companion.games."
LONGEST: Final = 160
"""Letters of what was raised that are told."""
PLAIN: Final = frozenset({int, str, bool, NoneType})
"""Types of which a look at the type says everything."""


# ---- As it comes ---------------------------------------------------------------------------------------------------------


def wanted(session: Session, position: Position) -> Want:
    """What the game wants next; GameFault where that is nothing that can be wanted."""
    want: Want = session.house.game.want(position)
    if not _conforms(want, Want):
        raise GameFault(
            text("it asks for {found}, which is not possible in a game", found=_short(want))
        )
    playing = session.setup.playing
    if isinstance(want, Questions):
        _checked_asks(session, want)
    elif isinstance(want, Shuffle):
        _checked_seats(playing, want.held, text("as a seat with cards that stay"))
        if any(len(codes) != SLOTS for codes in want.held.values()):
            raise GameFault(text("it names the cards of a reader without five slots"))
    elif isinstance(want, Draw) and want.number < 1:
        raise GameFault(text("it draws from nothing"))
    elif isinstance(want, Finished):
        _checked_seats(playing, want.winners, text("as a winner"))
    return want


def _checked_seats(playing: tuple[int, ...], seats: Any, what: Text) -> None:
    strange = next((seat for seat in seats if seat not in playing), None)
    if strange is not None:
        raise GameFault(
            text("it names seat {seat} {what}, which does not play", seat=str(strange), what=what)
        )


def _checked_asks(session: Session, want: Questions) -> None:
    """Every question can be answered, by a seat that plays, and the time of none is over with an answer that there is not."""
    playing, face = session.setup.playing, session.house.game.face
    if len({ask.seat for ask in want.asks}) != len(want.asks):
        raise GameFault(text("it asks a seat twice at the same time"))
    for ask in want.asks:
        _checked_seats(
            playing,
            [seat for seat in (ask.seat, ask.decider, ask.piece) if seat is not None],
            text("in a question"),
        )
        if (
            any(slot not in range(1, SLOTS + 1) for slot in (*ask.slots, *ask.locked))
            or len(ask.held) != SLOTS
        ):
            raise GameFault(
                text("it asks seat {seat} for a slot that does not exist", seat=ask.seat)
            )
        if session.setup.seat(ask.player).player == BY_CHANCE:
            raise GameFault(
                text("it asks seat {seat}, which has no player to decide", seat=ask.player)
            )
        answers = _answers_to(ask)
        if (
            (ask.must and not answers)
            or len(set(answers)) != len(answers)
            or any(move not in (PULL, PUSH) for move, _ in ask.gestures)
        ):
            raise GameFault(text("it asks seat {seat} for an impossible answer", seat=ask.seat))
        if ask.deadline is not None and (
            ask.deadline.late not in answers or not 0 <= ask.deadline.seconds < float("inf")
        ):
            raise GameFault(
                text("it gives seat {seat} a time limit without a final answer", seat=ask.seat)
            )
        if any(face(code) is None for code in (*(ask.hand or ()), *ask.held) if code is not None):
            raise GameFault(text("it names a card that its deck does not have"))


def _answers_to(ask: Ask) -> list[str]:
    return [*(move for move, _ in ask.gestures), *(offer.key for offer in ask.offers)]


def sound(session: Session, passage: Passage) -> Passage:
    """What came of an input, as it is; GameFault where it is no passage, or shows a card that the deck does not have."""
    if not _conforms(passage, Passage):
        raise GameFault(text("it answers {found} instead of steps", found=_short(passage)))
    _checked_seats(
        session.setup.playing,
        (seat for seat, *_ in (*passage.cards, *passage.lays)),
        text("with a card"),
    )
    if any(session.house.game.face(face.code) != face for _, face in passage.cards):
        raise GameFault(text("it shows a card that its deck does not have"))
    return passage


def proper(session: Session, method: str, answer: Any) -> Any:
    """What a method of the game has answered, as it is; GameFault where that is nothing that this method may answer."""
    if not _conforms(answer, _answer_of(method)):
        raise GameFault(text("{method} answers {found}", method=method, found=_short(answer)))
    return answer


def foreseen_of(
    session: Session, position: Position, seat: int, codes: tuple[int | None, ...]
) -> tuple[Foreseen, ...] | None:
    """Where a seat's cards would take its piece, as the game says; GameFault where that is not on the board."""
    game = session.house.game
    foreseen: tuple[Foreseen, ...] | None = proper(
        session, "foreseen", game.foreseen(position, seat, codes)
    )
    board = game.scene(position).board
    for move, _ in foreseen or ():
        strange = next(
            (
                square
                for square in (*move.path, move.start, move.end)
                if square is not None and (board is None or not board.has(square))
            ),
            None,
        )
        if strange is not None or not move.path or not {move.before, move.after} <= set(range(4)):
            raise GameFault(text("it foresees a way that is not on the board"))
    return foreseen


def told_by(told: Any) -> tuple[Instruction, ...]:
    """What is told, as it is; GameFault where that are no instructions."""
    if not isinstance(told, tuple) or any(type(one) is not Instruction for one in told):
        raise GameFault(text("it gives {found} instead of instructions", found=_short(told)))
    return told


# ---- Whose fault it was --------------------------------------------------------------------------------------------------


def blamed(session: Session, fault: Exception) -> Text:
    """What the game of a session has done wrong, as a sentence with its name; NOTHING where it was not the game."""
    game = session.house.game
    if isinstance(fault, GameFault):
        what = fault.words
    elif where := _where_in(game, fault):
        what = text("{method} ends with {fault}", method=where, fault=_raised(fault))
    else:
        what = next(_nonsense(session, game), NOTHING)
    title = game.title if isinstance(game.title, str) else game.key
    return text("{game} has failed: {what}.", game=title, what=what) if what else NOTHING


def _where_in(game: Game, fault: Exception) -> str:
    """The method of the game through which a failure came, "" where it came through none."""
    home, trace, found = type(game).__module__, fault.__traceback__, ""
    while trace is not None:
        module, name = trace.tb_frame.f_globals.get("__name__", ""), trace.tb_frame.f_code.co_name
        code = getattr(getattr(type(game), name, None), "__code__", None)
        if module == home or module.startswith(GAMES) or code is trace.tb_frame.f_code:
            # Where it came in, and not how deep it was.
            if hasattr(Game, name):
                return name
            found = found or name
        trace = trace.tb_next
    return found


def _raised(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}"[:LONGEST].strip(": ")


def _nonsense(session: Session, game: Game) -> Iterator[Text]:
    """What the game answers wrongly of all that can be asked now."""
    match, names = session.match, session.setup.names
    if match is None:
        return
    position = match.position
    questions: Mapping[str, tuple[Any, ...]] = {
        "want": (position,),
        "scene": (position,),
        "layout": (position, names),
        "beside": (position, names),
        "locks": (position,),
        "standings": (position,),
        "headline": (position, names),
        "ranking": (),
        "filled": (session.setup.chosen, session.setup.words),
        "recap": ((TurnRecord(match.turn, position, match.told),), names),
        "verdict": (position, names),
        "lying": (position,),
        "words": (position,),
        "befell": (match.told, 1),
        "prepared": (match.told, names),
        "facts": (position, Scene(), AboutRule(""), names),
        "foreseen": (
            position,
            session.setup.playing[0],
            tuple(reading.code for reading in EMPTY_ROW),
        ),
        "at_work": (
            position,
            match.script[0] if match.script else Instruction(None, NOTHING, "", ""),
            match.round,
        ),
        "fault": (position, session.setup.playing[0], session.rows),
        "way": (Scene(), Scene(), names),
    }
    if not isinstance(getattr(game.corrections, "changes", None), Mapping):
        yield text("{method} answers {found}", method="corrections", found=_short(game.corrections))
    for method, arguments in questions.items():
        try:
            answer = getattr(game, method)(*arguments)
        except Exception as fault:
            yield text("{method} ends with {fault}", method=method, fault=_raised(fault))
            continue
        if not _conforms(answer, _answer_of(method)):
            yield text("{method} answers {found}", method=method, found=_short(answer))


def _answer_of(method: str) -> Any:
    return get_type_hints(getattr(Game, method))["return"]


def _short(found: object) -> Text:
    """What was found, in few letters; its own words for it may fail too."""
    try:
        words = repr(found)
    except Exception:
        words = f"a {type(found).__name__}"
    return verbatim(words if len(words) <= LONGEST // 2 else f"{words[: LONGEST // 2]}…")


def _conforms(value: Any, hint: Any) -> bool:
    """Whether a value is what a type hint says; whatever only the game looks into is."""
    return _checked_by(hint)(value)


def _anything(value: Any) -> bool:
    """What is a game's own: nobody else looks into it."""
    return True


@cache
def _checked_by(hint: Any) -> Callable[[Any], bool]:
    """What tells whether a value is of a type: made once for each hint, since every passage of a game is looked at."""
    if hint is Any or (
        hint is not Text and not isinstance(hint, type) and get_origin(hint) is None
    ):
        return _anything
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _either_checked_by(parts)
    if origin is tuple:
        return _row_checked_by(parts)
    if origin is not None:
        # Mappings are all that is left of what has parts.
        of_key, of_value = map(_checked_by, parts)
        return lambda value: (
            isinstance(value, Mapping)
            and all(map(of_key, value))
            and all(map(of_value, value.values()))
        )
    if hint is Text:
        # A text is made of texts without end, and is made by one function.
        return lambda value: type(value) is Text
    if hasattr(hint, "_fields"):
        return _fields_checked_by(hint)
    kinds = (int, float) if hint is float else hint
    return lambda value: isinstance(value, kinds)


def _either_checked_by(parts: tuple[Any, ...]) -> Callable[[Any], bool]:
    if set(parts) <= PLAIN:
        return lambda value: isinstance(value, parts)
    either = tuple(map(_checked_by, parts))

    def checks(value: Any) -> bool:
        for check in either:  # noqa: SIM110
            if check(value):
                return True
        return False

    return checks


def _fields_checked_by(kind: Any) -> Callable[[Any], bool]:
    """A named tuple, by those of its fields that are not the game's own."""
    made = enumerate(map(_checked_by, get_type_hints(kind).values()))
    fields = tuple((place, check) for place, check in made if check is not _anything)

    def checks(value: Any) -> bool:
        if type(value) is not kind:
            return False
        # No generator: it is done for all that a game says.
        for place, check in fields:  # noqa: SIM110
            if not check(value[place]):
                return False
        return True

    return checks


def _row_checked_by(parts: tuple[Any, ...]) -> Callable[[Any], bool]:
    if len(parts) == 2 and parts[1] is ...:
        each = _checked_by(parts[0])
        if each is _anything:
            return lambda value: isinstance(value, tuple)
        return lambda value: isinstance(value, tuple) and all(map(each, value))
    each_of = tuple(map(_checked_by, parts))

    def checks(value: Any) -> bool:
        if not isinstance(value, tuple) or len(value) != len(each_of):
            return False
        for check, one in zip(each_of, value, strict=True):  # noqa: SIM110
            if not check(one):
                return False
        return True

    return checks
