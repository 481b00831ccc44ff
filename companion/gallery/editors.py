"""Scenes of what people make themselves: decks that they type, and boards that they paint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.cardbot import grid
from companion.gallery.menu import roll_down
from companion.gallery.race import send, session_after
from companion.games import find_game, usual_game
from companion.games.boards import board_part
from companion.games.decks import Decks
from companion.games.painting import Painting, Touch
from companion.session.lobby.arrangement import DeckEntry, OwnBoard
from companion.session.messages import ChooseBoard, Message, OpenPage
from companion.session.pages.deck import AskDelete, AskName, EditDeck, NewDeck, OpenEntry
from companion.session.pages.decks import ChooseDeck, DecksLoaded
from companion.session.pages.draw import (
    AskBoardDelete,
    AskBoardName,
    DrawBoard,
    GiveBoardName,
    NewBoard,
    OpenTray,
    PaintStroke,
    PickPaint,
    TurnTo,
)
from companion.session.pages.drawings import BoardsLoaded

GAME: Final = "diesel"


def with_decks(*messages: Message) -> EventLoop:
    """Return the first page of the setup, with a complete deck and an incomplete one."""
    game = find_game(GAME)
    assert game is not None
    decks = Decks.of(game)
    assert decks is not None
    whole, half = (
        decks.named(decks.begun("copy"), "Grandma's garage"),
        decks.named(decks.begun("copy"), "Unfinished"),
    )
    for row in ("9", "3"):
        half = decks.removed(half, row)
    loop = open_session(seed=3, players=("person", "person", "random", "random"), game=game)
    kept = (
        DeckEntry(GAME, "deck-1", decks.write(whole)),
        DeckEntry(GAME, "deck-2", decks.write(half)),
    )
    return send(loop, DecksLoaded(kept), *messages)


DECK_SCENES: Final[Mapping[str, Callable[[], EventLoop]]] = {
    "decks": lambda: with_decks(ChooseDeck("deck-1")),
    "deck-cards": lambda: with_decks(EditDeck("deck-1")),
    "deck-unfinished": lambda: with_decks(EditDeck("deck-2")),
    "deck-card": lambda: with_decks(EditDeck("deck-1"), OpenEntry("5")),
    "deck-effect": lambda: with_decks(EditDeck("deck-1"), OpenEntry("5")),
    "deck-name": lambda: with_decks(EditDeck("deck-1"), OpenEntry("5"), AskName(True)),
    "deck-new": lambda: with_decks(NewDeck("empty"), AskName(False)),
    "deck-delete": lambda: with_decks(EditDeck("deck-1"), AskDelete(True)),
}


DECK_TOUCHES: Final[Mapping[str, Callable[[Any], None]]] = {"deck-effect": roll_down}
"""The touches that follow."""


STROKES: Final = (
    ("pit", "E3 F3 G3"),
    ("belt", "B2 B3 B4 B5 B6 C6 D6 E6 F6 G6 H6"),
    ("rotator", "I6"),
    ("start", "A1 C1 E1 G1"),
    ("wall", "D4 E4 F4"),
    ("laser", "J9"),
    ("light_barrier", "C9"),
    ("crusher", "B4"),
    ("flag", "J12 C14 F10"),
    ("repair", "L16 A16"),
)


def painted() -> str:
    """Return a board with a fault and some elements, as a file."""
    game = usual_game()
    painting = Painting.of(game)
    assert painting is not None
    board = painting.named(painting.begun(*painting.usual), "Marble Works")
    for paint, squares in STROKES:
        touches = [Touch(square) for square in squares.split()]
        if len(touches) > 1:
            board = painting.swept(board, paint, touches, 1)
        else:
            board = painting.painted(board, paint, touches[0], 1)
    return board_part(game).write(board)


def finished(name: str = "Marble Works") -> str:
    """Return the same without its fault."""
    return painted().replace("Marble Works", name).replace('  "C9 light_barrier N group=a",\n', "")


def with_boards(*messages: object) -> EventLoop:
    """Return the first page of the setup, with a finished own board and an unfinished one."""
    own = OwnBoard("board-1", painted()), OwnBoard("board-2", finished("Grandma's Attic"))
    return session_after(BoardsLoaded(own), *messages)


GRID: Final = (
    ("target-1", "A7"),
    ("target-2", "C4"),
    ("belt-clubs", "B2 C2 D2"),
    ("belt-spades", "F5 F6 F7"),
    ("sticky", "D5"),
    ("teleport", "G2"),
)
"""Strokes of an unfinished grid of cards."""


def drawn_grid(*messages: Message) -> EventLoop:
    """Return a grid of cards being drawn, after some messages."""
    loop = grid(OpenPage("drawings"), NewBoard(""), GiveBoardName("MY GRID"))
    for paint, squares in GRID:
        stroke = PaintStroke(tuple(Touch(square) for square in squares.split()))
        send(loop, PickPaint(paint), stroke)
    return send(loop, *messages)


DRAWING_SCENES: Final[Mapping[str, Callable[[], EventLoop]]] = {
    "board-own": lambda: with_boards(ChooseBoard("own/board-2")),
    "drawings": lambda: with_boards(OpenPage("drawings")),
    "draw": lambda: with_boards(DrawBoard("board-1")),
    "draw-tray": lambda: with_boards(
        NewBoard("going-train"), GiveBoardName("Night Train"), OpenTray("mount"), PickPaint("laser")
    ),
    "draw-square": lambda: with_boards(DrawBoard("board-1"), PaintStroke((Touch("B4"),))),
    "draw-whole": lambda: with_boards(DrawBoard("board-1"), TurnTo("whole")),
    "draw-troubles": lambda: with_boards(DrawBoard("board-1"), TurnTo("troubles")),
    "draw-near": lambda: with_boards(DrawBoard("board-1"), OpenTray("carrier"), PickPaint("belt")),
    "draw-name": lambda: with_boards(DrawBoard("board-1"), AskBoardName(True)),
    "draw-grid": drawn_grid,
    "draw-grid-cards": lambda: drawn_grid(OpenTray("targets"), PickPaint("second-target-1")),
    "draw-grid-square": lambda: drawn_grid(PickPaint(""), PaintStroke((Touch("C2"),))),
    "draw-grid-faults": lambda: drawn_grid(TurnTo("troubles")),
    "draw-grid-board": lambda: drawn_grid(TurnTo("whole")),
    "draw-delete": lambda: with_boards(DrawBoard("board-1"), AskBoardDelete(True)),
}


DRAWING_TOUCHES: Final[Mapping[str, Callable[[Any], None]]] = {
    "draw-near": lambda screen: screen.board.zoom(True)
}
"""The touches that follow."""
