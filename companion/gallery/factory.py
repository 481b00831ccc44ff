"""Scenes of Factory Rally: models, oil, shots and mirrors, returning robots, the last one left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.race import Wanted, send, until
from companion.games import find_game
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import Begin, ChooseBoard, Go, Message, OpenPage, SetRule, Uncover
from companion.session.pages.elements import ShowExhibit
from companion.session.pages.facts import AskPiece
from companion.session.view import OVER, PLAY, PROGRAM
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable

MODELS: Final = ("boilerplate", "twinbore", "looking_glass", "twinbore", "looking_glass", "none")
USED: Final = (SetSeatRule(1, "model", "abacus"), SetSeatRule(2, "model", "dawdle"))
"""Models whose players use their ability."""
PEOPLE: Final = ("person", "racer", "random", "random", "random", "random")


def hall(
    *messages: Message, players: tuple[str, ...] = PEOPLE, board: str = "paint-shop", seed: int = 4
) -> EventLoop:
    """Return the setup with a model for each of six seats, after some messages."""
    loop = open_session(seed=seed, players=players, game=find_game("factory_rally"))
    models = (SetSeatRule(seat, "model", word) for seat, word in enumerate(MODELS, 1))
    return send(loop, ChooseBoard(board), *models, *messages)


def rally(
    *messages: Message,
    players: tuple[str, ...] = ("random",) * 6,
    board: str = "paint-shop",
    seed: int = 4,
) -> EventLoop:
    """Return a race that is about to begin."""
    return hall(*messages, Go("rules"), Begin(), players=players, board=board, seed=seed)


def explained_by(rule: str) -> Wanted:
    """Return a check for an instruction that this rule explains."""
    return Wanted(
        PLAY,
        lambda view: any(
            line.rule == rule
            for line in (getattr(view.body, "instruction", None),)
            if line is not None
        ),
    )


def _at_readers() -> EventLoop:
    """Return two people with real cards, and two pilots: another hand is a button at the seat."""
    loop = open_session(
        ScreenFallback(ScriptedTable((1, 2))),
        seed=4,
        players=("person", "person", "racer", "random"),
        game=find_game("factory_rally"),
    )
    send(loop, ChooseBoard("paint-shop"), *USED, Go("rules"), Begin())
    return until(loop, Wanted(PROGRAM))


def _open(seat: int) -> EventLoop:
    """Return the open hand of a person whose ability is used by touch, on the table's screen."""
    loop = until(rally(*USED, players=("person", "person", "racer", "random")), Wanted(PROGRAM))
    return send(loop, Uncover(seat))


FACTORY_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "factory-boards": lambda: hall(),
    "factory-mill": lambda: hall(board="rolling-mill"),
    "factory-elements": lambda: hall(OpenPage("elements"), ShowExhibit("oil")),
    "factory-seats": lambda: hall(Go("seats")),
    "factory-seat": lambda: hall(Go("seats")),
    "factory-rules": lambda: hall(Go("rules")),
    "factory-program": lambda: until(rally(players=PEOPLE), Wanted(PROGRAM)),
    "factory-abilities": _at_readers,
    "factory-new-hand": lambda: _open(1),
    "factory-pause": lambda: _open(2),
    "factory-oil": lambda: until(rally(), explained_by("IDF08")),
    "factory-double": lambda: until(
        rally(board="rolling-mill"),
        Wanted(PLAY, lambda view: getattr(view.body, "part", "") == "double belts"),
    ),
    "factory-mirror": lambda: until(rally(), explained_by("IDR12")),
    "factory-back": lambda: until(rally(), explained_by("REQ-C5")),
    "factory-model": lambda: send(until(rally(), Wanted(PLAY)), AskPiece(3)),
    "factory-over": lambda: until(rally(SetRule("lives", "1")), Wanted(OVER)),
    # A race of eight, two of them people, that ends early.
    "factory-statistics": lambda: send(
        until(
            rally(SetRule("lives", "1"), players=("person", "person", *("random",) * 6)),
            Wanted(OVER),
        ),
        OpenPage("statistics"),
    ),
}
"""Scenes by name, in the order of a session."""
FACTORY_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "factory-seat": lambda screen: screen.open(2)
}
