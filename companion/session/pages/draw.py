"""A board that is painted: itself, large; beside it what to paint with, what can be said of a square or of the whole board, and what is wrong.

Every stroke is kept at once, as far as the board has got. An unfinished one can be left and gone on with; nobody can play on it before nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.errors import RuleFault
from companion.games.api import Change
from companion.games.boards import board_part
from companion.games.corrections import NUMBER, Field
from companion.games.painting import Paint, Painting, Touch, Trouble
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.names import name_refusal, with_small_letters
from companion.session.choices import CHIPS, LINES, STEPPER, WAYS, Choice, ChoiceGroup
from companion.session.commands import Command, KeepBoard, PrintBoard
from companion.session.handling import Guarded
from companion.session.lobby import drawing as canvas
from companion.session.lobby.arrangement import OwnBoard
from companion.session.lobby.drawing import Drawing, DrawPage, Tile
from companion.session.lobby.own_boards import (
    MOST,
    board_settled,
    free_key,
    looked_through,
    name_taken,
    own_boards,
    own_key,
    with_board,
    without_board,
)
from companion.session.lobby.setup import CLOSED, SETTING_UP
from companion.session.messages import ClosePage, news
from companion.session.pages import Page
from companion.session.pages.deck import Naming
from companion.session.session import Result, Session, laid, lifted, refused, replace, show_page
from companion.session.view import View
from companion.words import NOTHING, Text, count, sentence, text, verbatim

NAME: Final = "draw"
"""The name of this page."""
PAINTS, SQUARE, WHOLE, TROUBLES = "paints", "square", "whole", "troubles"
"""What lies beside the board: paints, the things on one square, the whole board, what is wrong."""


class DrawBoard(NamedTuple):
    """Go on painting the board of this short name."""

    board: str


class NewBoard(NamedTuple):
    """Paint a new board, a copy of the one of this name in the setup, or with "" an empty one."""

    start: str


class Stroke(NamedTuple):
    """A finger has gone over these squares, or has touched one."""

    touches: tuple[Touch, ...]


class PickPaint(NamedTuple):
    """Take another tool, by the key of its paint; "" for none, with which a touch only looks."""

    paint: str


class OpenTray(NamedTuple):
    """Show the paints of a tray, or all trays with ""."""

    tray: str


class TurnTo(NamedTuple):
    """Show something else beside the board, one of `PAINTS`, `SQUARE`, `WHOLE` and `TROUBLES`."""

    side: str


class LookAt(NamedTuple):
    """Look at a square, by what is wrong with it."""

    square: Square


class AlterBoard(NamedTuple):
    """Change what a form proposes; None changes nothing."""

    change: Change | None


class Resize(NamedTuple):
    """Another size."""

    columns: int
    rows: int


class UndoStroke(NamedTuple):
    """Take the last stroke back."""


class RedoStroke(NamedTuple):
    """Do again what was taken back last."""


class AskBoardName(NamedTuple):
    """Type a name, or leave that."""

    on: bool


class GiveBoardName(NamedTuple):
    """This was typed."""

    name: str


class AskBoardDelete(NamedTuple):
    """Ask whether the board is to be deleted, or leave that."""

    on: bool


class DeleteBoard(NamedTuple):
    """Delete the board, once it was asked."""


class PrintNow(NamedTuple):
    """Print the board as it is."""


class Painted(NamedTuple):
    """What the page keeps: the board's short name, the drawing, the tray that is open, what lies beside the board, whether a name is typed, whether to delete it."""

    key: str
    drawing: Drawing
    tray: str = ""
    side: str = PAINTS
    naming: bool = False
    deleting: bool = False


# ---- What there is to see ------------------------------------------------------------------------------------------------


def drawn_view(session: Session, state: Painted) -> View | None:
    """The board, and what lies beside it."""
    painting = session.house.game.part(Painting)
    if painting is None:
        return None
    drawing, troubles = state.drawing, painting.troubles(state.drawing.board)
    groups = (
        _question()
        if state.deleting
        else (_tabs(state, troubles), *_beside(painting, state, troubles))
    )
    tiles = _tiles(painting, state) if not state.deleting and state.side == PAINTS else ()
    page = DrawPage(
        drawing.board,
        board_part(session.house.game).suggested(drawing.board),
        _squares(troubles, False),
        _squares(troubles, True),
        drawing.square,
        groups,
        tiles,
        f"{state.side} {state.tray}" if state.side == PAINTS else state.side,
        Choice(
            text("Undo"),
            NOTHING,
            UndoStroke(),
            NOTHING if drawing.past else text("Nothing was changed yet."),
            symbol="undo",
        ),
        Choice(
            text("Redo"),
            NOTHING,
            RedoStroke(),
            NOTHING if drawing.future else text("There is nothing to redo."),
            symbol="redo",
        ),
        Naming(drawing.board.name, painting.longest, text("Name of the board"))
        if state.naming
        else None,
        bool(drawing.tool),
    )
    title = verbatim(drawing.board.name) if drawing.board.name else text("A new board")
    hint = (
        text("This cannot be undone. Games that began on this board are not affected.")
        if state.deleting
        else _hint(troubles)
    )
    return View(
        NAME,
        text("Delete this board?") if state.deleting else title,
        hint,
        None,
        page,
        session.step,
        text("Done"),
        notice=session.notice,
        table=session.house.table,
        on_back=ClosePage(NAME),
    )


def _hint(troubles: tuple[Trouble, ...]) -> Text:
    """Whether it can be played on, and where to look; all of it stands in the list."""
    if not troubles:
        return text("It has no faults and can be played.")
    where = troubles[0].squares[0] if troubles[0].squares else ""
    if troubles[0].warning:
        return (
            text("It can be played, but {square} looks odd.", square=where)
            if where
            else text(
                "It can be played. Touch “{warnings}” to see what looks odd.",
                warnings=_number(troubles),
            )
        )
    return (
        text("It cannot be played yet: see {square}.", square=where)
        if where
        else text("It cannot be played yet. Touch “{faults}” to see why.", faults=_number(troubles))
    )


def _squares(troubles: tuple[Trouble, ...], warning: bool) -> tuple[Square, ...]:
    return tuple(
        dict.fromkeys(
            square
            for trouble in troubles
            if trouble.warning == warning
            for square in trouble.squares
        )
    )


def _tabs(state: Painted, troubles: tuple[Trouble, ...]) -> ChoiceGroup:
    square = state.drawing.square
    labels = (
        (PAINTS, text("Paint"), ""),
        (SQUARE, text("Square {square}", square=square) if square else text("Square"), ""),
        (WHOLE, text("Whole board"), ""),
        (TROUBLES, _number(troubles), "warning" if troubles else ""),
    )
    return ChoiceGroup(
        "",
        CHIPS,
        tuple(
            Choice(label, NOTHING, TurnTo(side), chosen=side == state.side, symbol=symbol)
            for side, label, symbol in labels
        ),
    )


def _number(troubles: tuple[Trouble, ...]) -> Text:
    """Return how many faults there are, else how many warnings."""
    wrong = sum(not trouble.warning for trouble in troubles)
    if wrong:
        return count("{number} fault", "{number} faults", wrong)
    return (
        count("{number} warning", "{number} warnings", len(troubles))
        if troubles
        else text("No faults")
    )


def _beside(
    painting: Painting, state: Painted, troubles: tuple[Trouble, ...]
) -> tuple[ChoiceGroup, ...]:
    drawing = state.drawing
    if state.side == SQUARE:
        return _of_square(painting, drawing)
    if state.side == WHOLE:
        return _of_board(painting, drawing)
    if state.side == TROUBLES:
        return _told(troubles)
    paint = _held(painting, drawing.tool)
    return (
        (ChoiceGroup(paint.label, LINES, (Choice(paint.about, NOTHING, TurnTo(PAINTS)),)),)
        if paint is not None and state.tray
        else ()
    )


def _held(painting: Painting, tool: str) -> Paint | None:
    return next(
        (paint for tray in painting.trays for paint in tray.paints if paint.key == tool), None
    )


def _tiles(painting: Painting, state: Painted) -> tuple[Tile, ...]:
    """All trays, each by its first paint; or the paints of one, with the way back first."""
    tool = state.drawing.tool
    tray = next((tray for tray in painting.trays if tray.key == state.tray), None)
    look = Tile(
        Choice(text("Look at a square"), NOTHING, PickPaint(""), chosen=not tool, symbol="zoom")
    )
    if tray is not None:
        back = Tile(Choice(text("All paints"), NOTHING, OpenTray(""), symbol="back"))
        return (
            back,
            look,
            *(
                Tile(
                    Choice(paint.label, NOTHING, PickPaint(paint.key), chosen=paint.key == tool),
                    paint.art,
                )
                for paint in tray.paints
            ),
        )
    return (look, *(_of_tray(tool, tray.title, tray.key, tray.paints) for tray in painting.trays))


def _of_tray(tool: str, title: Text, key: str, paints: tuple[Paint, ...]) -> Tile:
    """A tray with one paint is that paint."""
    message = PickPaint(paints[0].key) if len(paints) == 1 else OpenTray(key)
    # What has no drawing takes away.
    art = next((paint.art for paint in paints if paint.art), ())
    return Tile(
        Choice(
            title,
            NOTHING,
            message,
            chosen=tool in [paint.key for paint in paints],
            symbol="" if art else "cross",
        ),
        art,
    )


def _of_square(painting: Painting, drawing: Drawing) -> tuple[ChoiceGroup, ...]:
    """What stands there, and what can be said of it."""
    if not drawing.square:
        return (
            ChoiceGroup(
                "",
                LINES,
                (
                    Choice(
                        text("Touch a square of the board to change its contents."),
                        NOTHING,
                        AlterBoard(None),
                    ),
                ),
            ),
        )
    told = painting.there(drawing.board, drawing.square) or text("Bare floor")
    line = ChoiceGroup(
        "",
        LINES,
        (
            Choice(
                text("{square}: {things}.", square=drawing.square, things=told),
                NOTHING,
                AlterBoard(None),
            ),
        ),
    )
    return (line, *map(_field, painting.form(drawing.board, drawing.square)))


def _field(field: Field) -> ChoiceGroup:
    """A field as a group of choices."""
    choices = tuple(
        Choice(
            pick.label,
            pick.about,
            AlterBoard(pick.change),
            pick.blocked,
            pick.chosen,
            symbol=pick.symbol,
        )
        for pick in field.picks
    )
    return ChoiceGroup(
        field.title, STEPPER if field.kind == NUMBER else CHIPS, choices, field.value
    )


def _of_board(painting: Painting, drawing: Drawing) -> tuple[ChoiceGroup, ...]:
    """Name, size, edge, and what is done with the whole of it."""
    board = drawing.board
    whole = (
        Choice(text("Name"), NOTHING, AskBoardName(True)),
        Choice(text("Print it"), NOTHING, PrintNow()),
        Choice(text("Delete it"), NOTHING, AskBoardDelete(True)),
    )
    sizes = (
        ()
        if painting.smallest == painting.largest
        else (
            _size(
                text("Columns"), board.columns, painting, lambda number: Resize(number, board.rows)
            ),
            _size(text("Rows"), board.rows, painting, lambda number: Resize(board.columns, number)),
        )
    )
    return (
        ChoiceGroup("", CHIPS, whole),
        *sizes,
        *map(_field, painting.about(board)),
        ChoiceGroup(
            "", LINES, (Choice(text("Every stroke is saved at once."), NOTHING, AlterBoard(None)),)
        ),
    )


def _size(title: Text, number: int, painting: Painting, to: Callable[[int], Resize]) -> ChoiceGroup:
    less = Choice(
        text("less"),
        NOTHING,
        to(number - 1),
        text("This is the least.") if number <= painting.smallest else NOTHING,
    )
    more = Choice(
        text("more"),
        NOTHING,
        to(number + 1),
        text("This is the most.") if number >= painting.largest else NOTHING,
    )
    return ChoiceGroup(title, STEPPER, (less, more), verbatim(str(number)))


def _told(troubles: tuple[Trouble, ...]) -> tuple[ChoiceGroup, ...]:
    """Faults, then warnings; each leads to its first square."""
    if not troubles:
        return (
            ChoiceGroup(
                "",
                LINES,
                (Choice(text("It has no faults and can be played."), NOTHING, AlterBoard(None)),),
            ),
        )
    groups = []
    for warning, title in (
        (False, text("Faults to mend before it can be played")),
        (True, text("Allowed, but perhaps a mistake")),
    ):
        lines = tuple(
            Choice(
                trouble.words,
                verbatim(trouble.squares[0]) if trouble.squares else NOTHING,
                LookAt(trouble.squares[0] if trouble.squares else ""),
            )
            for trouble in troubles
            if trouble.warning == warning
        )
        groups += [ChoiceGroup(title, LINES, lines)] if lines else []
    return tuple(groups)


def _question() -> tuple[ChoiceGroup, ...]:
    choices = (
        Choice(text("Delete it"), NOTHING, DeleteBoard(), symbol="cross"),
        Choice(text("Keep it"), NOTHING, AskBoardDelete(False), symbol="tick"),
    )
    return (ChoiceGroup("", WAYS, choices),)


# ---- What touches do -----------------------------------------------------------------------------------------------------


def on_draw(session: Session, message: DrawBoard) -> Result:
    """Open an own board, before a race; refused where its text is no board."""
    if session.house.game.part(Painting) is None:
        return refused(session, CLOSED)
    own = next((own for own in own_boards(session) if own.key == message.board), None)
    if own is None:
        return refused(session, text("There is no own board {board!r}.", board=message.board))
    looked = looked_through(session.house.game, own)
    if looked.board is None:
        return refused(session, looked.why)
    return show_page(session, NAME, Painted(own.key, Drawing(looked.board))), ()


def on_new(session: Session, message: NewBoard) -> Result:
    """A new board, which is called something first; a copy has no name yet."""
    painting = session.house.game.part(Painting)
    if painting is None:
        return refused(session, CLOSED)
    if len(own_boards(session)) >= MOST:
        return refused(session, text("There are {most} own boards: delete one first.", most=MOST))
    entry = session.house.board(message.start)
    if message.start and entry is None:
        return refused(session, text("There is no board {board!r}.", board=message.start))
    board = (
        painting.named(entry.board, "") if entry is not None else painting.begun(*painting.usual)
    )
    return _kept(session, Painted(free_key(session), Drawing(board), naming=True))


def _kept(session: Session, state: Painted) -> Result:
    """Keep the board as it stands now."""
    boards = board_part(session.house.game)
    own = OwnBoard(state.key, boards.write(state.drawing.board), boards.ending)
    return show_page(with_board(session, own), NAME, state), (KeepBoard(*own),)


def _shown(session: Session, state: Painted, **otherwise: Any) -> Result:
    return show_page(session, NAME, state._replace(**otherwise)), ()


def _drawing(
    change: Callable[[Drawing, Painting, Any], Drawing],
) -> Callable[[Session, Painted, Any], Result]:
    """What a message does that concerns the drawing; what cannot be is said, and what is the same is not kept again."""

    def on_change(session: Session, state: Painted, message: Any) -> Result:
        """Changed and kept, or refused."""
        painting = session.house.game.part(Painting)
        assert painting is not None
        try:
            after = change(state.drawing, painting, message)
        except RuleFault as fault:
            return refused(session, sentence(fault.words))
        if after.board == state.drawing.board:
            return _shown(session, state, drawing=after)
        return _kept(session, state._replace(drawing=after))

    return on_change


def _stroked(drawing: Drawing, painting: Painting, message: Stroke) -> Drawing:
    return canvas.stroke(drawing, painting, message.touches)


def on_stroke(session: Session, state: Painted, message: Stroke) -> Result:
    """With nothing in the hand the square is shown that was touched."""
    after, commands = _drawing(_stroked)(session, state, message)
    kept = after.kept(NAME)
    if state.drawing.tool or not kept.drawing.square:
        return after, commands
    return laid(after, NAME, kept._replace(side=SQUARE)), commands


def on_name(session: Session, state: Painted, message: GiveBoardName) -> Result:
    """Name the board; what has capital letters only keeps them at the beginning of words. Refused where it cannot be a name, or is another board's."""
    painting, name = session.house.game.part(Painting), with_small_letters(message.name)
    assert painting is not None
    if why := name_refusal(name, painting.longest):
        return refused(session, why)
    if name_taken(session, name, state.key):
        return refused(
            session, text("Another board is called {name}: choose another name.", name=name)
        )
    return _kept(
        session,
        state._replace(
            naming=False,
            drawing=canvas.changed(state.drawing, painting.named(state.drawing.board, name)),
        ),
    )


def on_delete(session: Session, state: Painted, message: DeleteBoard) -> Result:
    """Only where it was asked."""
    if not state.deleting:
        return session, ()
    own = OwnBoard(state.key, "", board_part(session.house.game).ending)
    return replace(board_settled(without_board(lifted(session, NAME), own)), notice=""), (
        KeepBoard(*own),
    )


def on_print(session: Session, state: Painted, message: PrintNow) -> Result:
    """A board with faults can be printed too: paper forbids nothing."""
    command: Command = PrintBoard(state.key, state.drawing.board, session.house.game)
    return replace(session, notice=news(text("The sheets are being made."))), (command,)


def on_close(session: Session, state: Painted) -> Result:
    """Back to where it was opened. Who has chosen it plays on it as it is now, or on another one where something is wrong with it."""
    after = board_settled(lifted(session, NAME))
    lost = session.setup.board == own_key(state.key) != after.setup.board
    return replace(
        after, notice=text("The board has faults now, so another one is chosen.") if lost else ""
    ), ()


PAGE: Final = Page(
    drawn_view,
    closed=on_close,
    always={DrawBoard: Guarded(on_draw, SETTING_UP), NewBoard: Guarded(on_new, SETTING_UP)},
    handlers={
        Stroke: on_stroke,
        PickPaint: lambda session, state, message: _shown(
            session, state, drawing=canvas.holding(state.drawing, message.paint)
        ),
        OpenTray: lambda session, state, message: _shown(session, state, tray=message.tray),
        TurnTo: lambda session, state, message: _shown(session, state, side=message.side),
        LookAt: lambda session, state, message: _shown(
            session, state, drawing=canvas.looking(state.drawing, message.square)
        ),
        AlterBoard: _drawing(
            lambda drawing, painting, message: (
                drawing
                if message.change is None
                else canvas.altered(drawing, painting, message.change)
            )
        ),
        Resize: _drawing(
            lambda drawing, painting, message: canvas.changed(
                drawing, painting.resized(drawing.board, message.columns, message.rows)
            )
        ),
        UndoStroke: _drawing(lambda drawing, painting, message: canvas.undone(drawing)),
        RedoStroke: _drawing(lambda drawing, painting, message: canvas.redone(drawing)),
        AskBoardName: lambda session, state, message: _shown(session, state, naming=message.on),
        GiveBoardName: on_name,
        AskBoardDelete: lambda session, state, message: _shown(session, state, deleting=message.on),
        DeleteBoard: on_delete,
        PrintNow: on_print,
    },
)
