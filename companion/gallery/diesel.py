"""Scenes of Diesel Demolition Derby: hands, reveal, abilities, targets, the end, real cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.app.thinking import AtOnce
from companion.gallery.race import (
    LONG_NAMED,
    PATIENCE,
    Wanted,
    fill,
    go_on,
    person_ask,
    playing,
    send,
    touch,
    until,
)
from companion.gallery.room import SceneRoom, answering_by_handle
from companion.games import find_game
from companion.games.api import Game
from companion.games.asking import Ask
from companion.games.diesel.corrections import LayCard
from companion.games.diesel.engine.asking import NO
from companion.games.scene import ROW, CardMove
from companion.pilots.base import pilots
from companion.session.advice import AskForHint
from companion.session.messages import (
    Begin,
    Confirm,
    Go,
    Message,
    OpenPage,
    Pick,
    Resumed,
    SetFlow,
    Uncover,
)
from companion.session.pages.facts import AskInstruction
from companion.session.pages.menu import OpenMenu, Propose
from companion.session.pages.replay import ShowPicture, ShowTurn
from companion.session.pages.where import ShowCardFacts
from companion.session.view import (
    BACK,
    DEAL,
    OVER,
    PIECE,
    PROGRAM,
    REST,
    SUMMARY,
    CardsPicture,
    ProgramPage,
    View,
)
from companion.signals import SetAside

TWO, THREE, FOUR, SIX = (("person",) * number for number in (2, 3, 4, 6))
PILOTS: Final = ("random",) * 4


def diesel() -> Game:
    """Return the game with the house set."""
    game = find_game("diesel")
    assert game is not None
    return game


def table(*messages: Message, players: tuple[str, ...] = FOUR, seed: int = 5) -> EventLoop:
    """Return a session at its setup, after some messages."""
    loop = open_session(seed=seed, players=players, game=diesel())
    return send(loop, *messages)


def begin(*messages: Message, players: tuple[str, ...] = FOUR, seed: int = 5) -> EventLoop:
    """Return a game about to begin."""
    return table(*messages, Begin(), players=players, seed=seed)


# ---- Views that are looked for -------------------------------------------------------------------


def _cards(view: View) -> CardsPicture:
    return view.cards or CardsPicture()


def _crowded(view: View, number: int) -> bool:
    return max((len(row.cards) for row in _cards(view).rows), default=0) >= number


def deploying(number: int = 0) -> Wanted:
    """Return the choice of cards while a seat has so many on the table."""
    return Wanted(PROGRAM, lambda view: _crowded(view, number))


def moving(check: Callable[[CardMove], bool], number: int = 0) -> Wanted:
    """Return the playback of a card that moves, with so many cards in the longest row."""
    return playing(
        lambda view, page: (
            _crowded(view, number) and any(check(move) for move in _cards(view).moves)
        )
    )


def targets(number: int = 0, secret: bool = False, optional: bool = False) -> Wanted:
    """Return the choice of a target, in secret or not, with so many cards in a row."""

    def check(view: View) -> bool:
        if not isinstance(view.body, ProgramPage) or not _crowded(view, number):
            return False
        asked = [reader for reader in view.body.readers if reader.asked]
        offers = [offer for reader in asked for offer in reader.offers]
        if secret:
            return len(asked) > 1
        return any(offer.table_cards for offer in offers) and (
            not optional or any(offer.key == NO for offer in offers)
        )

    return Wanted(REST, check)


def _uncover(loop: EventLoop) -> Ask:
    """Uncover the hand of the first person who is asked, and return the question."""
    ask = person_ask(loop)
    assert ask is not None
    loop.send(Uncover(ask.seat))
    return ask


def _secret_open() -> EventLoop:
    """Return the open hand of the first person that chooses in secret."""
    loop = until(begin(players=SIX), targets(3, secret=True))
    _uncover(loop)
    return loop


def _hinted() -> EventLoop:
    """Return an open hand with a hint that explains the most."""
    loop = until(begin(players=FOUR, seed=15), deploying(3))
    ask = _uncover(loop)
    loop.thinking = AtOnce(pilots(), substitutes=True)
    return send(loop, AskForHint(ask.seat))


def _hand(players: tuple[str, ...], number: int = 0, cards: int = 0) -> EventLoop:
    """Return an open hand with so many of its cards in slots."""
    loop = until(begin(players=players), deploying(number))
    return fill(loop, _uncover(loop).seat, cards)


ASIDE: Final = Wanted(
    REST,
    lambda view: any(
        reader.asked and reader.opens and reader.question for reader in view.body.readers
    ),
)
"""The choice of one of the unused cards."""


def _scout() -> EventLoop:
    """Return open offers, each of which shows a card."""
    loop = begin()
    for _ in range(PATIENCE):
        loop = until(loop, ASIDE)
        ask = person_ask(loop)
        assert ask is not None
        if any(offer.cards for offer in ask.offers):
            return send(loop, Uncover(ask.seat))
        go_on(loop)
    raise LookupError("nobody takes a card from aside")


# ---- Real cards ----------------------------------------------------------------------------------


def _at_readers(players: tuple[str, ...] = THREE) -> SceneRoom:
    """Return real readers with real cards, up to the first cards to play."""
    room = SceneRoom(players, range(1, len(players) + 1), game=diesel()).begin()
    return room.until(lambda view: view.page == PROGRAM)


def _put(room: SceneRoom, ask: Ask, *places: int) -> SceneRoom:
    """Put possible cards of a hand into a reader, from slot 1 on, and take all others out."""
    known = tuple(
        code for code in ask.hand.among or () if all(code not in row for row in room.rows.values())
    )
    cards = dict.fromkeys(range(1, 6)) | {
        slot: known[place % len(known)] for slot, place in enumerate(places, 1)
    }
    return room.put(ask.seat, cards)


def _readers(wrong: bool = False) -> EventLoop:
    """Return three readers: one has pulled, another may hold a card too many."""
    room = _at_readers()
    for places in ((0,), (3, 4))[: 1 + wrong]:
        ask = person_ask(room.loop)
        assert ask is not None
        _put(room, ask, *places).pull(ask.seat)
    return room.loop


def _by_hands(wanted: Callable[[EventLoop], bool], players: tuple[str, ...] = FOUR) -> EventLoop:
    """Play on with real cards until a view is wanted.

    Raises:
        LookupError: It never comes.
    """
    room, turn = _at_readers(players), 0
    for _ in range(PATIENCE):
        # The first deal is like all others.
        if turn and wanted(room.loop):
            return room.loop
        ask = person_ask(room.loop)
        if ask is None:
            for seat in room.rows:
                room.put(seat, dict.fromkeys(range(1, 6)))
            room.loop.send(Confirm(room.loop.session.revision))
        elif ask.offers:
            room.loop.send(Pick(ask.seat, ask.offers[0].key))
        else:
            # From all over the deck.
            turn += 1
            _put(
                room, ask, *(7 * turn + number for number, _ in enumerate(ask.program.slots))
            ).pull(ask.seat)
    raise LookupError("a state with real cards was not found")


def _checked(number: int) -> EventLoop:
    """Return the check of the table with so many cards of a seat on it, after a restart."""
    loop = send(_by_hands(deploying(number)), Resumed((), "Card readers"))
    return send(loop, Confirm(loop.session.revision))


def _back() -> EventLoop:
    """Go back to the earliest moment in this Derby by hand."""
    loop = send(_by_hands(deploying(3)), OpenMenu(BACK))
    choices = [
        choice for group in loop.view.body.groups for choice in group.choices if not choice.blocked
    ]
    loop.send(choices[-2].message)
    while loop.view.page == "menu":
        loop.send(loop.view.on_forward or Confirm(loop.session.revision))
    return loop


def _leaves(move: CardMove) -> bool:
    return move.start.where == ROW and move.end.where != ROW


DIESEL_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "diesel-seats": lambda: table(Go("seats"), players=SIX),
    "diesel-rules": lambda: table(Go("rules")),
    "diesel-abilities": lambda: table(OpenPage("elements")),
    "diesel-lesson": lambda: table(OpenPage("howto")),
    "diesel-layout": lambda: send(SceneRoom(THREE, (1, 2, 3), game=diesel()).loop, Begin()),
    "diesel-choose": lambda: until(begin(players=SIX), deploying(3)),
    "diesel-hand": lambda: _hand(players=SIX),
    "diesel-hint": _hinted,
    "diesel-hand-laid": lambda: _hand(players=FOUR, number=3, cards=1),
    "diesel-hand-two": lambda: _hand(players=TWO, number=2, cards=1),
    "diesel-reveal": lambda: until(
        begin(SetFlow("list"), players=SIX),
        playing(lambda view, page: page.part == "reveal" and _crowded(view, 2)),
    ),
    "diesel-discard": lambda: until(begin(*LONG_NAMED), moving(_leaves, 3)),
    "diesel-gain": lambda: until(
        begin(),
        moving(
            lambda move: (
                move.start.where == move.end.where == ROW and move.start.seat != move.end.seat
            )
        ),
    ),
    "diesel-full": lambda: until(begin(*LONG_NAMED, players=SIX, seed=16), moving(_leaves, 7)),
    "diesel-turn-down": lambda: until(
        begin(), moving(lambda move: move.start.where == ROW and move.start == move.end)
    ),
    "diesel-target": lambda: until(begin(*LONG_NAMED), targets(3)),
    "diesel-target-full": lambda: until(begin(*LONG_NAMED, players=SIX, seed=16), targets(7)),
    "diesel-target-no": lambda: until(begin(players=SIX), targets(4, optional=True)),
    "diesel-secret": lambda: until(begin(players=SIX), targets(3, secret=True)),
    "diesel-secret-open": _secret_open,
    "diesel-scout": _scout,
    "diesel-why": lambda: touch(
        DIESEL_SCENES["diesel-discard"](),
        lambda view: AskInstruction(view.body.instruction.number - 1),
    ),
    "diesel-pass": lambda: until(
        begin(), playing(lambda view, page: "left" in str(page.instruction.words))
    ),
    "diesel-counted": lambda: until(
        begin(players=SIX), playing(lambda view, page: page.instruction.rule == "DD11")
    ),
    "diesel-summary": lambda: until(begin(players=SIX), Wanted(SUMMARY)),
    "diesel-over": lambda: until(begin(players=PILOTS), Wanted(OVER)),
    "diesel-where": lambda: send(until(begin(players=SIX), deploying(5)), OpenPage("where")),
    "diesel-where-card": lambda: touch(
        until(begin(players=FOUR), deploying(4)),
        lambda view: ShowCardFacts(_cards(view).rows[1].cards[0].key),
    ),
    "diesel-menu": lambda: send(until(begin(), deploying(3)), OpenMenu()),
    "diesel-back": lambda: send(until(begin(), deploying(3)), OpenMenu(BACK)),
    "diesel-by-hand": lambda: send(until(begin(), deploying(3)), OpenMenu(PIECE, 2)),
    "diesel-by-hand-card": lambda: touch(
        send(until(begin(), deploying(3)), OpenMenu(PIECE, 1)),
        lambda view: Propose(LayCard(_cards(view).rows[0].cards[0].key, ROW, 3)),
    ),
    "diesel-history": lambda: send(until(begin(), deploying(4)), OpenPage("history")),
    "diesel-check": lambda: _checked(4),
    "diesel-figures": lambda: until(begin(players=PILOTS), Wanted(OVER)),
    "diesel-replay": lambda: send(
        until(begin(players=PILOTS), Wanted(OVER)), OpenPage("replay"), ShowTurn(2), ShowPicture(3)
    ),
    "diesel-deal": lambda: _by_hands(Wanted(DEAL), THREE),
    "diesel-readers": _readers,
    "diesel-readers-wrong": lambda: _readers(True),
    # Its player finds the real card among all possible ones.
    "diesel-lost": lambda: send(_readers(), SetAside(2, True), Uncover(2)),
    "diesel-hands-reveal": lambda: _by_hands(
        playing(lambda view, page: page.part == "reveal" and _crowded(view, 2))
    ),
    "diesel-hands-discard": lambda: _by_hands(moving(_leaves, 3)),
    "diesel-hands-scout": lambda: _by_hands(
        lambda loop: (
            ASIDE(loop)
            or Wanted(PROGRAM, lambda view: any(reader.question for reader in view.body.readers))(
                loop
            )
        )
    ),
    "diesel-hands-pass": lambda: _by_hands(
        playing(lambda view, page: "left" in str(page.instruction.words))
    ),
    "diesel-hands-target": lambda: answering_by_handle(_by_hands(targets()), (1, 2, 3, 4)),
    "diesel-hands-lights": lambda: answering_by_handle(_by_hands(targets(secret=True)), (1, 3)),
    "diesel-hands-check": lambda: _checked(3),
    "diesel-hands-back": _back,
}
"""Pictures of Diesel Demolition Derby by name, in the order of a session."""

DIESEL_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "diesel-choose": lambda screen: screen.over.inner.leave.do(),
    "diesel-secret": lambda screen: screen.over.inner.leave.do(),
    "diesel-figures": lambda screen: screen.turned.do(),
}
"""The touches on their screens."""
