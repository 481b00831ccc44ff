"""Scenes of Diesel Demolition Derby: hands, reveal, abilities, targets, the end, real cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.app.thinking import AtOnce
from companion.gallery.race import LONG_NAMED, PATIENCE, person_ask, send, touch
from companion.gallery.room import SceneRoom, answering_by_handle
from companion.games import find_game
from companion.games.api import Game
from companion.games.asking import Ask
from companion.games.diesel.corrections import LayCard
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
    PLAY,
    PROGRAM,
    REST,
    SUMMARY,
    CardsPicture,
    PlayPage,
    ProgramPage,
    View,
)
from companion.signals import PULL, InsertCard, MoveHandle, SetAside

TWO, THREE, FOUR, SIX = (("person",) * number for number in (2, 3, 4, 6))
PILOTS: Final = ("random",) * 4
Check = Callable[[View], bool]


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


def answer(loop: EventLoop, ask: Ask) -> None:
    """Answer with the first cards of a hand, or the first target."""
    if ask.offers:
        loop.send(Pick(ask.seat, ask.offers[0].key))
        return
    lay(loop, ask)
    loop.send(MoveHandle(ask.seat, PULL))


def lay(loop: EventLoop, ask: Ask, most: int | None = None) -> None:
    """Put cards of a hand into the requested slots, `most` at most."""
    for slot, code in list(zip(ask.program.slots, ask.hand.codes or (), strict=False))[:most]:
        loop.send(InsertCard(ask.seat, slot, code))


def until(loop: EventLoop, check: Check) -> EventLoop:
    """Play on until a view is wanted.

    Raises:
        LookupError: It never comes.
    """
    for _ in range(PATIENCE):
        if check(loop.view):
            return loop
        ask = person_ask(loop)
        if ask is None:
            loop.send(Confirm(loop.session.step))
        else:
            answer(loop, ask)
    raise LookupError("a state of Diesel Demolition Derby was not found: another seed may have it")


# ---- Views that are looked for -------------------------------------------------------------------


def on(page: str) -> Check:
    """Return a check for a view of a page."""
    return lambda view: view.page == page


def _cards(view: View) -> CardsPicture:
    return view.cards or CardsPicture()


def _crowded(view: View, number: int) -> bool:
    return max((len(row.cards) for row in _cards(view).rows), default=0) >= number


def deploying(number: int = 0) -> Check:
    """Return a check for choosing cards while a seat has so many on the table."""
    return lambda view: view.page == PROGRAM and _crowded(view, number)


def playback(check: Callable[[View, PlayPage], bool]) -> Check:
    """Return a check for a playback view."""
    return lambda view: (
        view.page == PLAY and isinstance(view.body, PlayPage) and check(view, view.body)
    )


def moving(check: Callable[[CardMove], bool], number: int = 0) -> Check:
    """Return a check for a card that moves, with so many cards in the longest row."""
    return playback(
        lambda view, page: (
            _crowded(view, number) and any(check(move) for move in _cards(view).moves)
        )
    )


def targets(number: int = 0, secret: bool = False, optional: bool = False) -> Check:
    """Return a check for choosing a target, in secret or not, with so many cards in a row."""

    def check(view: View) -> bool:
        if (
            view.page != REST
            or not isinstance(view.body, ProgramPage)
            or not _crowded(view, number)
        ):
            return False
        asked = [reader for reader in view.body.readers if reader.asked]
        offers = [offer for reader in asked for offer in reader.offers]
        return (
            len(asked) > 1
            if secret
            else any(offer.table_cards for offer in offers)
            and (not optional or any(offer.key == "no" for offer in offers))
        )

    return check


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
    lay(loop, _uncover(loop), cards)
    return loop


def _aside(view: View) -> bool:
    """Say whether a seat takes one of the unused cards."""
    return (
        view.page == REST
        and isinstance(view.body, ProgramPage)
        and any(reader.asked and reader.opens and reader.question for reader in view.body.readers)
    )


def _scout() -> EventLoop:
    """Return open offers, each of which shows a card."""
    loop = begin()
    for _ in range(PATIENCE):
        loop = until(loop, _aside)
        ask = person_ask(loop)
        assert ask is not None
        if any(offer.cards for offer in ask.offers):
            return send(loop, Uncover(ask.seat))
        answer(loop, ask)
    raise LookupError("nobody takes a card from aside")


# ---- Real cards ----------------------------------------------------------------------------------


def _at_readers(players: tuple[str, ...] = THREE) -> SceneRoom:
    """Return real readers with real cards, up to the first cards to play."""
    room = SceneRoom(players, range(1, len(players) + 1), game=diesel()).begin()
    for _ in range(9):
        if room.loop.session.page == PROGRAM:
            return room
        room.loop.send(Confirm(room.loop.session.step))
    raise LookupError("nobody is asked")


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


def _by_hands(check: Check, players: tuple[str, ...] = FOUR) -> EventLoop:
    """Play on with real cards until a view is wanted.

    Raises:
        LookupError: It never comes.
    """
    room, turn = _at_readers(players), 0
    for _ in range(PATIENCE):
        # The first deal is like all others.
        if check(room.loop.view) and turn:
            return room.loop
        ask = person_ask(room.loop)
        if ask is None:
            for seat in room.rows:
                room.put(seat, dict.fromkeys(range(1, 6)))
            room.loop.send(Confirm(room.loop.session.step))
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
    return send(loop, Confirm(loop.session.step))


def _back() -> EventLoop:
    """Go back to the earliest moment in this Derby by hand."""
    loop = send(_by_hands(deploying(3)), OpenMenu(BACK))
    choices = [
        choice for group in loop.view.body.groups for choice in group.choices if not choice.blocked
    ]
    loop.send(choices[-2].message)
    while loop.view.page == "menu":
        loop.send(loop.view.on_forward or Confirm(loop.session.step))
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
        playback(lambda view, page: page.part == "reveal" and _crowded(view, 2)),
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
        begin(), playback(lambda view, page: "left" in str(page.instruction.words))
    ),
    "diesel-counted": lambda: until(
        begin(players=SIX), playback(lambda view, page: page.instruction.rule == "DD11")
    ),
    "diesel-summary": lambda: until(begin(players=SIX), on(SUMMARY)),
    "diesel-over": lambda: until(begin(players=PILOTS), on(OVER)),
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
    "diesel-figures": lambda: until(begin(players=PILOTS), on(OVER)),
    "diesel-replay": lambda: send(
        until(begin(players=PILOTS), on(OVER)), OpenPage("replay"), ShowTurn(2), ShowPicture(3)
    ),
    "diesel-deal": lambda: _by_hands(on(DEAL), THREE),
    "diesel-readers": _readers,
    "diesel-readers-wrong": lambda: _readers(True),
    # Its player finds the real card among all possible ones.
    "diesel-lost": lambda: send(_readers(), SetAside(2, True), Uncover(2)),
    "diesel-hands-reveal": lambda: _by_hands(
        playback(lambda view, page: page.part == "reveal" and _crowded(view, 2))
    ),
    "diesel-hands-discard": lambda: _by_hands(moving(_leaves, 3)),
    "diesel-hands-scout": lambda: _by_hands(
        lambda view: (
            _aside(view)
            or (view.page == PROGRAM and any(reader.question for reader in view.body.readers))
        )
    ),
    "diesel-hands-pass": lambda: _by_hands(
        playback(lambda view, page: "left" in str(page.instruction.words))
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
