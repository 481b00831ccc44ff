"""A board that people draw: the board, large, beside its paints, its fields and its errors.

Every stroke is kept immediately. An unfinished board can be closed and continued later; it is
playable once it has no errors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.errors import RuleError
from companion.games.api import Change
from companion.games.boards import board_part
from companion.games.corrections import NUMBER, Field
from companion.games.painting import Painting, PaintingProblem, Touch
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.names import name_refusal, with_small_letters
from companion.session.choices import (
    CHIPS,
    LINES,
    STEPPER,
    Choice,
    ChoiceGroup,
    delete_or_keep,
)
from companion.session.commands import Command, KeepBoard, PrintBoard
from companion.session.handling import Guarded
from companion.session.lobby import drawing as canvas
from companion.session.lobby.arrangement import OwnBoard
from companion.session.lobby.drawing import Drawing, DrawPage, Tile
from companion.session.lobby.own_boards import (
    MOST,
    free_key,
    looked_through,
    name_taken,
    own_boards,
    own_key,
    with_board,
    with_usable_board,
    without_board,
)
from companion.session.lobby.setup import CLOSED, SETTING_UP
from companion.session.messages import ClosePage, news
from companion.session.pages import Page
from companion.session.pages.deck import Naming
from companion.session.session import Result, Session, pop_pages, push_page, refuse, show_page
from companion.session.view import View
from companion.words import NOTHING, Text, count, sentence, text, verbatim

NAME: Final = "draw"
"""The name of this page."""
PAINTS, SQUARE, WHOLE, TROUBLES = "paints", "square", "whole", "troubles"
"""The panels beside the board: paints, the things on one square, the whole board, errors."""


class DrawBoard(NamedTuple):
    """Draw on the board of this short name."""

    board: str


class NewBoard(NamedTuple):
    """Draw a new board, a copy of the one of this name in the set-up, or with "" an empty one."""

    start: str


class PaintStroke(NamedTuple):
    """A finger has moved over these squares, or touched one."""

    touches: tuple[Touch, ...]


class PickPaint(NamedTuple):
    """Take another tool, by the key of its paint; with "" a touch only selects a square."""

    paint: str


class OpenTray(NamedTuple):
    """Show the paints of a tray, or all trays with ""."""

    tray: str


class TurnTo(NamedTuple):
    """Show another panel, one of `PAINTS`, `SQUARE`, `WHOLE` and `TROUBLES`."""

    side: str


class ShowSquare(NamedTuple):
    """Select a square from the list of errors."""

    square: Square


class AlterBoard(NamedTuple):
    """Make the change that a form proposes; None changes nothing."""

    change: Change | None


class Resize(NamedTuple):
    columns: int
    rows: int


class UndoStroke(NamedTuple):
    """Undo the last stroke."""


class RedoStroke(NamedTuple):
    """Redo the stroke that was undone last."""


class AskBoardName(NamedTuple):
    """Type a name, or stop typing."""

    on: bool


class GiveBoardName(NamedTuple):
    """The text that was typed."""

    name: str


class AskBoardDelete(NamedTuple):
    """Ask whether to delete the board, or drop the question."""

    on: bool


class DeleteBoard(NamedTuple):
    """Delete the board, after the question."""


class PrintNow(NamedTuple):
    """Print the board as it is."""


class DrawState(NamedTuple):
    """The board and the state of its page."""

    key: str
    """The board's short name."""
    drawing: Drawing
    tray: str = ""
    """The open tray, "" for none."""
    side: str = PAINTS
    """The panel beside the board."""
    naming: bool = False
    """Whether a name is typed."""
    deleting: bool = False
    """Whether the question about deleting is shown."""


# ---- View ----


def drawn_view(session: Session, state: DrawState) -> View | None:
    """Return the board, with the panel beside it."""
    painting = Painting.of(session.config.game)
    if painting is None:
        return None
    drawing, troubles = state.drawing, painting.troubles(state.drawing.board)
    if state.deleting:
        groups = delete_or_keep(DeleteBoard(), AskBoardDelete(False))
    else:
        groups = _tabs(state, troubles), *_beside(painting, state, troubles)
    tiles = _tiles(painting, state) if not state.deleting and state.side == PAINTS else ()
    page = DrawPage(
        drawing.board,
        board_part(session.config.game).suggested(drawing.board),
        wrong=_squares(troubles, False),
        odd=_squares(troubles, True),
        square=drawing.square,
        groups=groups,
        tiles=tiles,
        where=f"{state.side} {state.tray}" if state.side == PAINTS else state.side,
        undo=Choice(
            text("Undo"),
            NOTHING,
            message=UndoStroke(),
            blocked=NOTHING if drawing.past else text("Nothing was changed yet."),
            symbol="undo",
        ),
        redo=Choice(
            text("Redo"),
            NOTHING,
            message=RedoStroke(),
            blocked=NOTHING if drawing.future else text("There is nothing to redo."),
            symbol="redo",
        ),
        naming=Naming(drawing.board.name, painting.longest, text("Name of the board"))
        if state.naming
        else None,
        paints=bool(drawing.tool),
    )
    title = verbatim(drawing.board.name) if drawing.board.name else text("A new board")
    if state.deleting:
        hint = text("This cannot be undone. Games that began on this board are not affected.")
    else:
        hint = _hint(troubles)
    return View(
        NAME,
        text("Delete this board?") if state.deleting else title,
        hint=hint,
        body=page,
        back=text("Done"),
        on_back=ClosePage(NAME),
    )


def _hint(troubles: tuple[PaintingProblem, ...]) -> Text:
    """Return whether the board is playable, and where to look; the list has all errors."""
    if not troubles:
        return text("It has no faults and can be played.")
    where = troubles[0].squares[0] if troubles[0].squares else ""
    if troubles[0].warning:
        if where:
            return text("It can be played, but {square} looks odd.", square=where)
        return text(
            "It can be played. Touch “{warnings}” to see what looks odd.",
            warnings=_problem_count(troubles),
        )
    if where:
        return text("It cannot be played yet: see {square}.", square=where)
    return text(
        "It cannot be played yet. Touch “{faults}” to see why.", faults=_problem_count(troubles)
    )


def _squares(troubles: tuple[PaintingProblem, ...], warning: bool) -> tuple[Square, ...]:
    return tuple(
        dict.fromkeys(
            square
            for trouble in troubles
            if trouble.warning == warning
            for square in trouble.squares
        )
    )


def _tabs(state: DrawState, troubles: tuple[PaintingProblem, ...]) -> ChoiceGroup:
    square = state.drawing.square
    labels = (
        (PAINTS, text("Paint"), ""),
        (SQUARE, text("Square {square}", square=square) if square else text("Square"), ""),
        (WHOLE, text("Whole board"), ""),
        (TROUBLES, _problem_count(troubles), "warning" if troubles else ""),
    )
    return ChoiceGroup(
        "",
        CHIPS,
        tuple(
            Choice(label, NOTHING, TurnTo(side), chosen=side == state.side, symbol=symbol)
            for side, label, symbol in labels
        ),
    )


def _problem_count(troubles: tuple[PaintingProblem, ...]) -> Text:
    """Return the number of errors, or else of warnings."""
    wrong = sum(not trouble.warning for trouble in troubles)
    if wrong:
        return count("{number} fault", "{number} faults", wrong)
    if troubles:
        return count("{number} warning", "{number} warnings", len(troubles))
    return text("No faults")


def _beside(
    painting: Painting, state: DrawState, troubles: tuple[PaintingProblem, ...]
) -> tuple[ChoiceGroup, ...]:
    drawing = state.drawing
    if state.side == SQUARE:
        return _of_square(painting, drawing)
    if state.side == WHOLE:
        return _of_board(painting, drawing)
    if state.side == TROUBLES:
        return _trouble_groups(troubles)
    paints = (paint for tray in painting.trays for paint in tray.paints)
    paint = next((paint for paint in paints if paint.key == drawing.tool), None)
    if paint is not None and state.tray:
        return (ChoiceGroup(paint.label, LINES, (Choice(paint.about, NOTHING, TurnTo(PAINTS)),)),)
    return ()


def _tiles(painting: Painting, state: DrawState) -> tuple[Tile, ...]:
    """Return all trays, each as its first paint; or one tray's paints after the way back."""
    tool = state.drawing.tool
    tray = next((tray for tray in painting.trays if tray.key == state.tray), None)
    look = Tile(
        Choice(text("Look at a square"), NOTHING, PickPaint(""), chosen=not tool, symbol="zoom")
    )
    if tray is not None:
        back = Tile(Choice(text("All elements"), NOTHING, OpenTray(""), symbol="back"))
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
    tiles = [look]
    for tray in painting.trays:
        paints = tray.paints
        # A tray of one paint is that paint.
        message = PickPaint(paints[0].key) if len(paints) == 1 else OpenTray(tray.key)
        # A paint without a drawing removes things.
        art = next((paint.art for paint in paints if paint.art), ())
        choice = Choice(
            tray.title,
            NOTHING,
            message,
            chosen=tool in [paint.key for paint in paints],
            symbol="" if art else "cross",
        )
        tiles.append(Tile(choice, art))
    return tuple(tiles)


def _of_square(painting: Painting, drawing: Drawing) -> tuple[ChoiceGroup, ...]:
    """Return the things on the selected square, with their fields."""
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
    things = painting.there(drawing.board, drawing.square) or text("Bare floor")
    line = ChoiceGroup(
        "",
        LINES,
        (
            Choice(
                text("{square}: {things}.", square=drawing.square, things=things),
                NOTHING,
                AlterBoard(None),
            ),
        ),
    )
    return (line, *map(_field, painting.form(drawing.board, drawing.square)))


def _field(field: Field) -> ChoiceGroup:
    """Return a field as a group of choices."""
    choices = tuple(
        Choice(
            pick.label,
            pick.about,
            message=AlterBoard(pick.change),
            blocked=pick.blocked,
            chosen=pick.chosen,
            symbol=pick.symbol,
        )
        for pick in field.picks
    )
    return ChoiceGroup(
        field.title, STEPPER if field.kind == NUMBER else CHIPS, choices=choices, value=field.value
    )


def _of_board(painting: Painting, drawing: Drawing) -> tuple[ChoiceGroup, ...]:
    """Return the choices about the whole board: name, size, edge, and more."""
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
            "",
            LINES,
            (Choice(text("Each change is saved immediately."), NOTHING, AlterBoard(None)),),
        ),
    )


def _size(title: Text, number: int, painting: Painting, to: Callable[[int], Resize]) -> ChoiceGroup:
    less = Choice(
        text("less"),
        NOTHING,
        message=to(number - 1),
        blocked=text("This is the least.") if number <= painting.smallest else NOTHING,
    )
    more = Choice(
        text("more"),
        NOTHING,
        message=to(number + 1),
        blocked=text("This is the most.") if number >= painting.largest else NOTHING,
    )
    return ChoiceGroup(title, STEPPER, choices=(less, more), value=verbatim(str(number)))


def _trouble_groups(troubles: tuple[PaintingProblem, ...]) -> tuple[ChoiceGroup, ...]:
    """Return errors, then warnings; each leads to its first square."""
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
        (False, text("Faults to correct before it can be played")),
        (True, text("Allowed, but perhaps a mistake")),
    ):
        lines = tuple(
            Choice(
                trouble.words,
                verbatim(trouble.squares[0]) if trouble.squares else NOTHING,
                ShowSquare(trouble.squares[0] if trouble.squares else ""),
            )
            for trouble in troubles
            if trouble.warning == warning
        )
        groups += [ChoiceGroup(title, LINES, lines)] if lines else []
    return tuple(groups)


# ---- Handlers ----


def on_draw(session: Session, message: DrawBoard) -> Result:
    """Open an own board before a race; refused where its text is no board."""
    if Painting.of(session.config.game) is None:
        return refuse(session, CLOSED)
    own = next((own for own in own_boards(session) if own.key == message.board), None)
    if own is None:
        return refuse(session, text("There is no own board {board!r}.", board=message.board))
    looked = looked_through(session.config.game, own)
    if looked.board is None:
        return refuse(session, looked.why)
    return show_page(session, NAME, DrawState(own.key, Drawing(looked.board))), ()


def on_new(session: Session, message: NewBoard) -> Result:
    """Create a board, whose name is typed first; a copy has no name yet."""
    painting = Painting.of(session.config.game)
    if painting is None:
        return refuse(session, CLOSED)
    if len(own_boards(session)) >= MOST:
        return refuse(session, text("There are {most} own boards: delete one first.", most=MOST))
    entry = session.config.board(message.start)
    if message.start and entry is None:
        return refuse(session, text("There is no board {board!r}.", board=message.start))
    board = (
        painting.named(entry.board, "") if entry is not None else painting.begun(*painting.usual)
    )
    return _keep_board(session, DrawState(free_key(session), Drawing(board), naming=True))


def _keep_board(session: Session, state: DrawState) -> Result:
    """Keep the present board."""
    boards = board_part(session.config.game)
    own = OwnBoard(state.key, boards.write(state.drawing.board), boards.ending)
    return show_page(with_board(session, own), NAME, state), (KeepBoard(*own),)


def _show_drawing(session: Session, state: DrawState, **otherwise: Any) -> Result:
    return show_page(session, NAME, state._replace(**otherwise)), ()


def _drawing(
    change: Callable[[Drawing, Painting, Any], Drawing],
) -> Callable[[Session, DrawState, Any], Result]:
    """Return the handler for a change of the drawing.

    An impossible change is refused with the reason; an unchanged board is not kept again.
    """

    def on_change(session: Session, state: DrawState, message: Any) -> Result:
        """Keep the changed board, or refuse the change."""
        painting = Painting.of(session.config.game)
        assert painting is not None
        try:
            after = change(state.drawing, painting, message)
        except RuleError as fault:
            return refuse(session, sentence(fault.words))
        if after.board == state.drawing.board:
            return _show_drawing(session, state, drawing=after)
        return _keep_board(session, state._replace(drawing=after))

    return on_change


def on_stroke(session: Session, state: DrawState, message: PaintStroke) -> Result:
    """Paint the squares; without a tool select the square."""
    stroke = _drawing(lambda drawing, painting, it: canvas.stroke(drawing, painting, it.touches))
    after, commands = stroke(session, state, message)
    kept = after.open_state(NAME, DrawState)
    if state.drawing.tool or not kept.drawing.square:
        return after, commands
    return push_page(after, NAME, kept._replace(side=SQUARE)), commands


def on_name(session: Session, state: DrawState, message: GiveBoardName) -> Result:
    """Name the board, or refuse an invalid name or that of another board.

    On a keyboard with capitals only, capitals stay at the beginning of words.
    """
    painting, name = Painting.of(session.config.game), with_small_letters(message.name)
    assert painting is not None
    if why := name_refusal(name, painting.longest):
        return refuse(session, why)
    if name_taken(session, name, state.key):
        return refuse(
            session, text("Another board is called {name}: choose another name.", name=name)
        )
    return _keep_board(
        session,
        state._replace(
            naming=False,
            drawing=canvas.with_board(state.drawing, painting.named(state.drawing.board, name)),
        ),
    )


def on_delete(session: Session, state: DrawState, message: DeleteBoard) -> Result:
    """Delete the board, but only after the question."""
    if not state.deleting:
        return session, ()
    own = OwnBoard(state.key, "", board_part(session.config.game).ending)
    return with_usable_board(without_board(pop_pages(session, NAME), own))._replace(notice=""), (
        KeepBoard(*own),
    )


def on_print(session: Session, state: DrawState, message: PrintNow) -> Result:
    """Print the board, also with errors."""
    command: Command = PrintBoard(state.key, state.drawing.board, session.config.game)
    return session._replace(notice=news(text("The sheets are being made."))), (command,)


def on_close(session: Session, state: DrawState) -> Result:
    """Go back to the page below.

    A chosen board is played as it is now, or replaced by another one where it has errors.
    """
    after = with_usable_board(pop_pages(session, NAME))
    lost = session.lobby.setup.board == own_key(state.key) != after.lobby.setup.board
    return after._replace(
        notice=text("The board now has faults, so another one was chosen.") if lost else ""
    ), ()


PAGE: Final = Page(
    drawn_view,
    closed=on_close,
    always={DrawBoard: Guarded(on_draw, SETTING_UP), NewBoard: Guarded(on_new, SETTING_UP)},
    handlers={
        PaintStroke: on_stroke,
        PickPaint: lambda session, state, message: _show_drawing(
            session, state, drawing=canvas.holding(state.drawing, message.paint)
        ),
        OpenTray: lambda session, state, message: _show_drawing(session, state, tray=message.tray),
        TurnTo: lambda session, state, message: _show_drawing(session, state, side=message.side),
        ShowSquare: lambda session, state, message: _show_drawing(
            session, state, drawing=canvas.looking(state.drawing, message.square)
        ),
        AlterBoard: _drawing(
            lambda drawing, painting, message: (
                drawing
                if message.change is None
                else canvas.apply_form(drawing, painting, message.change)
            )
        ),
        Resize: _drawing(
            lambda drawing, painting, message: canvas.with_board(
                drawing, painting.resized(drawing.board, message.columns, message.rows)
            )
        ),
        UndoStroke: _drawing(lambda drawing, painting, message: canvas.undone(drawing)),
        RedoStroke: _drawing(lambda drawing, painting, message: canvas.redone(drawing)),
        AskBoardName: lambda session, state, message: _show_drawing(
            session, state, naming=message.on
        ),
        GiveBoardName: on_name,
        AskBoardDelete: lambda session, state, message: _show_drawing(
            session, state, deleting=message.on
        ),
        DeleteBoard: on_delete,
        PrintNow: on_print,
    },
)
