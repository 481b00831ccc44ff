"""Scenes of Cardbot Derby: choosing, handing on, open sides and belts, a ping, reset and end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.race import (
    PATIENCE,
    Wanted,
    all_games,
    fill,
    person_ask,
    playing,
    send,
    touch,
    until,
)
from companion.gallery.room import SceneRoom, answering_by_handle
from companion.games import find_game
from companion.games.api import Game
from companion.session.messages import (
    Begin,
    ChooseBoard,
    Confirm,
    Go,
    Message,
    OpenPage,
    Pick,
    SetFlow,
    Uncover,
)
from companion.session.pages.board import ChooseGame
from companion.session.pages.facts import AskCard, AskSquare
from companion.session.view import DEAL, OVER, PLACE, PROGRAM, REST, SUMMARY, PlayPage, View
from companion.signals import PULL, PUSH, HandleMoved, MoveHandle
from companion.signals import REST as AT_REST

FOUR: Final = ("person",) * 4
PILOTS: Final = ("racer",) * 4
FULL: Final = "cardbot-full"


def cardbot() -> Game:
    game = find_game("cardbot")
    assert game is not None
    return game


def grid(
    *messages: Message, players: tuple[str, ...] = FOUR, board: str = FULL, seed: int = 3
) -> EventLoop:
    """Return a session at its setup, after some messages."""
    loop = open_session(seed=seed, players=players, game=cardbot())
    return send(loop, ChooseBoard(board), *messages)


def begin(
    *messages: Message, players: tuple[str, ...] = FOUR, board: str = FULL, seed: int = 3
) -> EventLoop:
    """Return a race about to begin."""
    return grid(*messages, Begin(), players=players, board=board, seed=seed)


def _moves(view: View) -> list[tuple[str, str]]:
    return [
        (one, other)
        for move in (view.board.moves if view.board is not None else ())
        for one, other in pairwise(move.path)
    ]


def round_the_tube(view: View, page: PlayPage) -> bool:
    """Say whether a robot leaves on one side and comes in on the other."""
    return any(
        {one[0], other[0]} == {"A", "G"} and one[1:] == other[1:] for one, other in _moves(view)
    )


def leaps(view: View, page: PlayPage) -> bool:
    """Say whether a robot is moved from one black jack to the other."""
    return any(
        abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:])) > 1
        and {one[0], other[0]} != {"A", "G"}
        for one, other in _moves(view)
    )


def ring(view: View, page: PlayPage) -> bool:
    """Say whether robots are carried along the ring of spades."""
    return page.part.endswith("spades") and len(_moves(view)) >= 1


def shoves(view: View, page: PlayPage) -> bool:
    """Say whether a card moves two robots."""
    return page.part == "cards" and len(view.board.moves if view.board is not None else ()) > 1


def pings(view: View) -> bool:
    """Say whether the side of a ping is asked."""
    return view.page == REST and any(reader.offers for reader in view.body.readers)


def on_target(view: View) -> bool:
    """Say whether a robot is on a target after a round."""
    if view.page != SUMMARY or view.board is None:
        return False
    targets = {element.square for element in view.board.board.elements if element.word == "target"}
    return any(piece.square in targets for piece in view.board.pieces)


def _hurry(left: int, opened: int | None = None) -> EventLoop:
    """Return seat 1 done, with so many seconds left for the others."""
    loop = until(begin(), Wanted(PROGRAM))
    fill(loop, 1)
    loop.send(MoveHandle(1, PULL))
    _after(31 - left, loop)
    if opened is not None:
        loop.send(Uncover(opened))
    return loop


def _possible_cards(room: SceneRoom, seat: int) -> Sequence[int]:
    """Return the codes of the cards that a seat that is asked may have."""
    match = room.loop.session.match
    ask = match.ask(seat) if match is not None else None
    assert ask is not None and ask.hand.among is not None
    return ask.hand.among


def _after(seconds: int, loop: EventLoop) -> EventLoop:
    """Return a session for which so many seconds begin."""
    for second in range(seconds):
        loop.poll(float(second))
    return loop


def _at_readers() -> SceneRoom:
    """Return a session of four seats at real readers with real cards, at its first question."""
    room = SceneRoom(FOUR, (1, 2, 3, 4), board=FULL, game=cardbot()).begin()
    return room.until(lambda view: view.page in (PROGRAM, REST))


def _in_order(room: SceneRoom, *seats: int) -> SceneRoom:
    """Push at these seats: the five cards are in order."""
    for seat in seats:
        room.say(HandleMoved(seat, PUSH), HandleMoved(seat, AT_REST))
    return room


def _handing(wrong: bool = False) -> EventLoop:
    """Return cards that are handed on; two readers have them, perhaps one from a wrong pile."""
    room = _in_order(_at_readers(), 1, 2, 3, 4)
    for seat in (2, 3):
        codes = list(_possible_cards(room, seat)[:5])
        if wrong and seat == 3:
            codes[2] = _possible_cards(room, 4)[1]
        room.put(seat, dict(enumerate(codes, 1)))
        room.pull(seat)
    return room.loop


def _through(room: SceneRoom, wanted: Wanted) -> EventLoop:
    """Play on with real cards of the right piles until a view is wanted.

    Raises:
        LookupError: It never comes.
    """
    for _ in range(PATIENCE):
        if wanted(room.loop):
            return room.loop
        ask = person_ask(room.loop)
        if ask is None:
            room.loop.send(Confirm(room.loop.session.revision))
        elif ask.offers:
            room.loop.send(Pick(ask.seat, ask.offers[0].key))
        elif ask.program.slots:
            room.put(ask.seat, dict(enumerate((ask.hand.among or ())[:5], 1))).pull(ask.seat)
        else:
            _in_order(room, ask.seat)
    raise LookupError("a state with real cards was not found")


CARDBOT_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "games": all_games,
    "games-other": lambda: all_games(ChooseGame("cardbot")),
    "games-lesson": lambda: all_games(ChooseGame("cardbot"), OpenPage("howto")),
    "cardbot-elements": lambda: all_games(ChooseGame("cardbot"), OpenPage("elements")),
    "seats-two": lambda: grid(Go("seats"), players=("person", "racer")),
    "seats-three": lambda: grid(Go("seats"), players=("person", "person", "racer")),
    "cardbot-grids": lambda: grid(board="cardbot-basic"),
    "cardbot-rules": lambda: grid(Go("rules")),
    "cardbot-place": lambda: until(begin(), Wanted(PLACE)),
    "cardbot-order": lambda: until(begin(), Wanted(PROGRAM)),
    "cardbot-hand": lambda: fill(until(begin(), Wanted(PROGRAM)), 2, 3),
    # The second robot of one of two players.
    "cardbot-second": lambda: touch(
        until(begin(players=("person", "person")), Wanted(PROGRAM)),
        lambda view: Uncover(
            next(reader.seat for reader in view.body.readers if reader.decides is not None)
        ),
    ),
    "cardbot-on-target": lambda: until(begin(seed=1), Wanted(SUMMARY, on_target)),
    "cardbot-hurry": lambda: _hurry(22),
    "cardbot-hurry-hand": lambda: _hurry(8, 3),
    "cardbot-ordering": lambda: _after(13, _in_order(_at_readers(), 1, 3).loop),
    "cardbot-handing": _handing,
    "cardbot-wrong": lambda: _handing(True),
    "cardbot-card": lambda: until(begin(), playing(lambda view, page: bool(_moves(view)))),
    "cardbot-shove": lambda: until(begin(), playing(shoves)),
    "cardbot-tube": lambda: until(
        begin(), playing(lambda view, page: page.part == "cards" and round_the_tube(view, page))
    ),
    "cardbot-ring": lambda: until(
        begin(), playing(lambda view, page: ring(view, page) and round_the_tube(view, page))
    ),
    "cardbot-teleport": lambda: until(begin(), playing(leaps)),
    "cardbot-list": lambda: until(
        begin(SetFlow("list")), playing(lambda view, page: len(page.lines) > 3)
    ),
    "cardbot-ping": lambda: _after(4, until(begin(), Wanted(REST))),
    "cardbot-reset": lambda: until(
        begin(), playing(lambda view, page: page.instruction.rule == "CB17")
    ),
    "cardbot-giving-back": lambda: _through(
        _at_readers(), playing(lambda view, page: page.instruction.rule == "CB16")
    ),
    "cardbot-ping-by-handle": lambda: answering_by_handle(
        _through(_at_readers(), Wanted(REST, pings)), (1, 2, 3, 4)
    ),
    "cardbot-empty": lambda: _through(_at_readers(), Wanted(DEAL)),
    "cardbot-square": lambda: send(
        until(begin(), playing(lambda view, page: True)), AskSquare("C5")
    ),
    "cardbot-facts": lambda: touch(
        until(begin(), playing(lambda view, page: bool(page.cards))),
        lambda view: AskCard(view.body.cards[0].seat),
    ),
    "cardbot-summary": lambda: until(begin(), Wanted(SUMMARY)),
    "cardbot-over": lambda: until(begin(players=PILOTS), Wanted(OVER)),
}
"""Pictures of Cardbot Derby by name, in the order of a session."""

CARDBOT_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "cardbot-order": lambda screen: screen.over.inner.leave.do(),
    "cardbot-hurry": lambda screen: screen.over.inner.leave.do(),
}
"""The touches on their screens."""
