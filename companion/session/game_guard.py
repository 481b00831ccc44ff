"""Check the answers of a game, and find out whether a failure was the game's fault.

A game is foreign code. `checked_answer` refuses an answer of the wrong shape with a `GameError`,
whose words continue the game's name; `checked_next_step`, `checked_passage` and `foreseen_of` also
refuse impossible answers. A wrong answer that passed unchecked raises later: `game_fault_words`
then finds out whose fault it was, by the traceback and by asking the game everything again.

Checks of frequent answers use no generators, which cost a call for each value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from companion.engine.board import Board
from companion.errors import GameError
from companion.games.api import AnswerFault, Game, Part, PlayResult, Position, Step, TurnRecord
from companion.games.asking import (
    EMPTY_ROW,
    Ask,
    CardSharing,
    Deadline,
    Draw,
    Finished,
    Hand,
    NextStep,
    Offer,
    PlayOn,
    Program,
    Questions,
    ReaderContent,
    Roles,
    Shuffle,
)
from companion.games.boards import Boards
from companion.games.corrections import Corrections
from companion.games.kit.story import Recap
from companion.games.parts import Components, Facts, Preview, Results, Seating
from companion.games.scene import (
    AboutRule,
    CardRow,
    Face,
    Foreseen,
    Instruction,
    Known,
    Layout,
    MovePicture,
    Piece,
    Scene,
    Standing,
    Works,
)
from companion.session.lobby.arrangement import BY_CHANCE
from companion.session.session import Session
from companion.signals import PULL, PUSH, SLOTS
from companion.words import NOTHING, Text, text, verbatim

MOST_IDLE: Final = 120
"""The most times in a row that a game may go on without an event or a question for people."""
GAMES: Final = "companion.games."
LONGEST: Final = 160
"""The most letters of an exception that are shown."""
CODES: Final[frozenset[type]] = frozenset({int, bool, type(None)})
"""The types of a card's code, a slot or a seat, each of which may be missing."""
STRINGS: Final[frozenset[type]] = frozenset({str})


# ---- Shapes ----

T = TypeVar("T")
Check: TypeAlias = Callable[[Any], bool]


def _one(kind: type, **fields: Any) -> Check:
    """Return a check for a value of exactly this type whose fields have these types."""
    return lambda value: (
        type(value) is kind
        and all(isinstance(getattr(value, name), hint) for name, hint in fields.items())
    )


def _each(kind: type, **fields: Any) -> Check:
    """Return a check for a tuple of such values."""
    check = _one(kind, **fields)
    return lambda values: isinstance(values, tuple) and all(map(check, values))


def _mapped(keys: Iterable[type], values: Iterable[type]) -> Check:
    """Return a check for a mapping with keys and values of these types."""
    return lambda value: (
        isinstance(value, Mapping)
        and {*map(type, value)} <= {*keys}
        and {*map(type, value.values())} <= {*values}
    )


def _all_of(values: Any, kind: type) -> bool:
    """Return whether this is a tuple whose values all have this type."""
    return isinstance(values, tuple) and {*map(type, values)} <= {kind}


def _codes(values: Any) -> bool:
    """Return whether this is a tuple of codes, slots or seats, each of which may be missing."""
    return isinstance(values, tuple) and {*map(type, values)} <= CODES


def _labels(labels: Any, keys: frozenset[type]) -> bool:
    """Return whether this is a mapping from such keys to texts."""
    if not _all_of(labels, tuple):
        return False
    for label in labels:
        if len(label) != 2 or type(label[0]) not in keys or type(label[1]) is not Text:
            return False
    return True


_is_text: Final = _one(Text)
_offers: Final = _each(
    Offer, key=str, label=Text, about=Text, squares=tuple, cards=tuple, table_cards=tuple
)
_steps: Final = _each(Step, events=tuple)


def _is_ask(ask: Ask) -> bool:
    return (
        (type(ask.program), type(ask.hand), type(ask.roles)) == (Program, Hand, Roles)
        and _codes((ask.seat, *ask.roles))
        and (ask.hand.codes is None or _codes(ask.hand.codes))
        and _codes(ask.program.slots)
        and _codes(ask.program.locked)
        and _codes(ask.program.held)
        and _labels(ask.gestures, STRINGS)
        and _labels(ask.outcomes, STRINGS)
        and not ((ask.offers or ask.actions) and not _offers((*ask.offers, *ask.actions)))
        and {type(ask.choosing), type(ask.question)} == {Text}
        and (ask.deadline is None or type(ask.deadline) is Deadline)
    )


def _is_next_step(next_step: Any) -> bool:
    kind = type(next_step)
    if kind not in (Questions, Shuffle, Draw, PlayOn, Finished) or type(next_step.turn) is not int:
        return False
    if kind is Questions:
        words = {
            type(next_step.title),
            type(next_step.hint),
            type(next_step.done),
            type(next_step.place),
        }
        return (
            words == {Text} and _all_of(next_step.asks, Ask) and all(map(_is_ask, next_step.asks))
        )
    if kind is Shuffle:
        return (
            isinstance(next_step.held, Mapping)
            and all(map(_codes, next_step.held.values()))
            and type(next_step.hint) is Text
        )
    if kind is Draw:
        return type(next_step.number) is int and type(next_step.about) is str
    return kind is PlayOn or _codes(next_step.winners)


def _is_passage(passage: Any) -> bool:
    if type(passage) is not PlayResult or not _steps(passage.steps):
        return False
    if not _all_of(passage.cards, tuple) or not _all_of(passage.moved_cards, tuple):
        return False
    for card in passage.cards:
        if len(card) != 2 or type(card[1]) is not Face:
            return False
    return {*map(len, passage.moved_cards)} <= {3} and {
        type(passage.turn),
        type(passage.round),
    } <= CODES


def _instructions(instructions: Any) -> bool:
    if not _all_of(instructions, Instruction):
        return False
    for one in instructions:
        if type(one.text) is not Text or not _all_of(one.moves, MovePicture):
            return False
        if type(one.sound) is not str:
            return False
    return True


def _readers(found: Any) -> bool:
    if not isinstance(found, Mapping):
        return False
    for reader in found.values():
        if type(reader) is not ReaderContent or len(reader.codes) != SLOTS:
            return False
        if not _codes(reader.codes) or not _codes(reader.locked):
            return False
    return True


_pieces: Final = _each(Piece, seat=int, square=str | None, heading=int, badges=tuple)
_rows: Final = _each(CardRow, seat=int, cards=tuple, title=Text, note=Text)
_scene: Final = _one(Scene, board=Board | None, markers=tuple, piles=tuple)
_layout: Final = _one(Layout, title=Text, hint=Text, lines=tuple)
_foreseen: Final = _each(Foreseen, move=MovePicture, words=Text)

CHECKS: Final[Mapping[str, Check]] = {
    "next_step": _is_next_step,
    "scene": lambda it: _scene(it) and _pieces(it.pieces) and _rows(it.rows),
    "sharing": _one(CardSharing),
    "layout": lambda it: _layout(it) and _labels(it.lines, CODES),
    "beside_board": lambda it: _labels(it, CODES),
    "readers": _readers,
    "standings": _each(Standing, place=int, seat=int, facts=tuple, data=Mapping),
    "headline": _is_text,
    "extra_seats": _mapped(CODES, CODES),
    "recap": _one(Recap, sentences=tuple, counts=tuple, statistics=tuple),
    "verdict": _is_text,
    "starts": lambda it: isinstance(it, Mapping) and {*map(type, it)} <= {int},
    "warnings": _each(Text),
    "words": _mapped(STRINGS, STRINGS),
    "turn_note": _is_text,
    "turn_intro": _instructions,
    "tell": _instructions,
    "scene_diff": _instructions,
    "causes": _each(Text),
    "row_note": _is_text,
    "facts": _each(Known, title=Text, words=Text, face=Face | None),
    "foreseen": lambda it: it is None or _foreseen(it),
    "at_work": _one(Works),
    "fault": lambda it: isinstance(it, AnswerFault | None),
    "course": _one(str),
}
"""The check for the answer of each method of a game."""


# ---- Checked answers ----

SLOT_NUMBERS: Final = frozenset(range(1, SLOTS + 1))
MOVES: Final = frozenset({PULL, PUSH})
HEADINGS: Final = frozenset(range(4))
IN_QUESTION: Final = text("in a question")
WITH_CARD: Final = text("with a card")


def checked_next_step(session: Session, position: Position) -> NextStep:
    """Return the next step that the game asks for.

    Raises:
        GameError: No game can ask for that.
    """
    next_step: NextStep = session.config.game.next_step(position)
    if not _is_next_step(next_step):
        raise GameError(
            text("it asks for {found}, which is not possible in a game", found=_short(next_step))
        )
    playing = session.lobby.setup.playing
    if isinstance(next_step, Questions):
        _check_asks(session, next_step)
    elif isinstance(next_step, Shuffle):
        _check_seats(playing, next_step.held, text("as a seat with cards that stay"))
        if any(len(codes) != SLOTS for codes in next_step.held.values()):
            raise GameError(text("it names the cards of a reader without five slots"))
    elif isinstance(next_step, Draw) and next_step.number < 1:
        raise GameError(text("it draws, but there is nothing to draw"))
    elif isinstance(next_step, Finished):
        _check_seats(playing, next_step.winners, text("as a winner"))
    return next_step


def _check_seats(playing: tuple[int, ...], seats: Iterable[int | None], what: Text) -> None:
    for seat in seats:
        if seat is not None and seat not in playing:
            raise GameError(
                text("it names seat {seat} {what}, which does not play", seat=str(seat), what=what)
            )


def _check_asks(session: Session, next_step: Questions) -> None:
    """Check that each question has a seat that plays, and each time limit ends with an answer."""
    setup, game = session.lobby.setup, session.config.game
    if len({ask.seat for ask in next_step.asks}) != len(next_step.asks):
        raise GameError(text("it asks a seat twice at the same time"))
    for ask in next_step.asks:
        _check_seats(setup.playing, (ask.seat, ask.roles.decider, ask.roles.piece), IN_QUESTION)
        slots, locked, held, _ = ask.program
        if not {*slots, *locked} <= SLOT_NUMBERS or len(held) != SLOTS:
            raise GameError(
                text("it asks seat {seat} for a slot that does not exist", seat=ask.seat)
            )
        if setup.seat(ask.player).player == BY_CHANCE:
            raise GameError(
                text("it asks seat {seat}, which has no player to decide", seat=ask.player)
            )
        moves = [move for move, _ in ask.gestures]
        answers = [*moves, *[offer.key for offer in ask.offers]]
        if (ask.must and not answers) or len({*answers}) != len(answers) or not {*moves} <= MOVES:
            raise GameError(text("it asks seat {seat} for an impossible answer", seat=ask.seat))
        if ask.deadline is not None and (
            ask.deadline.late not in answers or not 0 <= ask.deadline.seconds < float("inf")
        ):
            raise GameError(
                text("it gives seat {seat} a time limit without a final answer", seat=ask.seat)
            )
        # Few cards are outside of the deck, so few faces have to be asked for.
        codes = {*(ask.hand.codes or ()), *held}.difference(game.deck)
        if any(code is not None and game.face(code) is None for code in codes):
            raise GameError(text("it names a card that its deck does not have"))


def checked_passage(session: Session, passage: PlayResult) -> PlayResult:
    """Return the result of an input.

    Raises:
        GameError: It has the wrong shape, or shows a card that is not in the deck.
    """
    if not _is_passage(passage):
        raise GameError(text("it answers {found} instead of steps", found=_short(passage)))
    if passage.cards or passage.moved_cards:
        seats = [
            *[seat for seat, _ in passage.cards],
            *[seat for seat, _, _ in passage.moved_cards],
        ]
        _check_seats(session.lobby.setup.playing, seats, WITH_CARD)
    face = session.config.game.face
    for _, card in passage.cards:
        if face(card.code) != card:
            raise GameError(text("it shows a card that its deck does not have"))
    return passage


def checked_answer(method: str, answer: T) -> T:
    """Return the answer of a game's method.

    Raises:
        GameError: It has the wrong shape.
    """
    if not CHECKS[method](answer):
        raise GameError(text("{method} answers {found}", method=method, found=_short(answer)))
    return answer


def foreseen_of(
    session: Session, position: Position, seat: int, codes: tuple[int | None, ...]
) -> tuple[Foreseen, ...] | None:
    """Return where a seat's cards would take its piece, as the game foresees it.

    Raises:
        GameError: A way is not on the board.
    """
    game = session.config.game
    preview = Preview.of(game)
    if preview is None:
        return None
    foreseen = checked_answer("foreseen", preview.foreseen(position, seat, codes))
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
        if strange is not None or not move.path or not {move.before, move.after} <= HEADINGS:
            raise GameError(text("it foresees a way that is not on the board"))
    return foreseen


# ---- Whose fault it was ----


def game_fault_words(session: Session, fault: Exception) -> Text:
    """Return a sentence about what the game did wrong; NOTHING if it was not the game."""
    game = session.config.game
    if isinstance(fault, GameError):
        what = fault.words
    elif where := _where_in(game, fault):
        what = text("{method} ends with {fault}", method=where, fault=_raised(fault))
    else:
        what = next(_nonsense(session, game), NOTHING)
    title = game.title if isinstance(game.title, str) else game.key
    return text("{game} has failed: {what}.", game=title, what=what) if what else NOTHING


def _where_in(game: Game, fault: Exception) -> str:
    """Return the method of the game or its parts through which an exception came, else ""."""
    kinds = (Game, *game.parts)
    types = {type(one) for one in (game, *game.parts.values())}
    homes = {one.__module__ for one in types}
    trace, found = fault.__traceback__, ""
    while trace is not None:
        module, name = trace.tb_frame.f_globals.get("__name__", ""), trace.tb_frame.f_code.co_name
        codes = [getattr(getattr(one, name, None), "__code__", None) for one in types]
        if module in homes or module.startswith(GAMES) or trace.tb_frame.f_code in codes:
            # The first one on the way in, however deep the exception was.
            if any(hasattr(kind, name) for kind in kinds):
                return name
            found = found or name
        trace = trace.tb_next
    return found


def _raised(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}"[:LONGEST].strip(": ")


def _nonsense(session: Session, game: Game) -> Iterator[Text]:
    """Yield what the game answers wrongly to any question that can be asked now."""
    match, names = session.match, session.lobby.setup.names
    if match is None:
        return
    position = match.position
    seat = session.lobby.setup.playing[0]
    instruction = (
        match.shown.script[0] if match.shown.script else Instruction(None, NOTHING, "", "")
    )
    questions: Mapping[tuple[type, str], tuple[Any, ...]] = {
        (Game, "next_step"): (position,),
        (Game, "scene"): (position,),
        (Components, "layout"): (position, names, {}),
        (Components, "beside_board"): (position, names),
        (Game, "readers"): (position,),
        (Game, "standings"): (position,),
        (Results, "headline"): (position, names),
        (Seating, "extra_seats"): (session.lobby.setup.chosen, session.lobby.setup.words),
        (Results, "recap"): ((TurnRecord(match.shown.turn, position, match.turn_events),), names),
        (Results, "verdict"): (position, (), names),
        (Corrections, "words"): (position,),
        (Results, "turn_note"): (match.turn_events, 1),
        (Results, "turn_intro"): (match.turn_events, names),
        (Facts, "facts"): (position, Scene(), AboutRule(""), names),
        (Preview, "foreseen"): (position, seat, tuple(reading.code for reading in EMPTY_ROW)),
        (Boards, "at_work"): (position, instruction, match.shown.round),
        (Game, "fault"): (position, seat, session.readers.rows),
        (Components, "scene_diff"): (Scene(), Scene(), names),
    }
    for kind, part in game.parts.items():
        if not isinstance(part, kind):
            yield text("{method} answers {found}", method=kind.__name__, found=_short(part))
    for (kind, method), arguments in questions.items():
        try:
            asked = kind.of(game) if issubclass(kind, Part) else game
            if asked is not None:
                checked_answer(method, getattr(asked, method)(*arguments))
        except GameError as fault:
            yield fault.words
        except Exception as fault:
            yield text("{method} ends with {fault}", method=method, fault=_raised(fault))


def _short(found: object) -> Text:
    """Return a short text for a value, whose own representation may fail, too."""
    try:
        words = repr(found)
    except Exception:
        words = f"a {type(found).__name__}"
    return verbatim(words if len(words) <= LONGEST // 2 else f"{words[: LONGEST // 2]}…")
