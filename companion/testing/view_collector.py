"""Collect all that a game shows from set-up to end: the views of a person who opens every page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from companion.app.loop import EventLoop
from companion.games.api import Game
from companion.games.asking import Ask, Questions
from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    Confirm,
    Go,
    Message,
    OpenPage,
    Pick,
    SetPlayer,
    SetRule,
    Uncover,
)
from companion.session.pages.facts import AskCard, AskInstruction, AskPiece, AskSquare
from companion.session.pages.menu import OpenMenu
from companion.session.pages.table import OpenTable, SelectReader
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import ASKING, OVER, View
from companion.signals import PULL, InsertCard, MoveHandle
from companion.testing.playing import (
    STANDSTILL,
    offered_corrections,
    session_on_first_page,
    three_seats,
)
from companion.words import Text

LONGEST: Final = 12
"""Turns after which a running game is left."""
ASIDE: Final[tuple[tuple[Message, ...], ...]] = (
    *(
        (OpenPage(page),)
        for page in ("history", "howto", "replay", "review", "ending", "statistics")
    ),
    (AskPiece(1),),
    (AskSquare("A1"),),
    (AskCard(1),),
    (AskInstruction(0),),
    *((OpenMenu(where),) for where in ("top", "back", "flags", "seats", "turn", "settings")),
    (OpenMenu("piece", 1),),
    (OpenTable(),),
    (OpenTable(), SelectReader(1)),
)
"""Ways to the pages that open over a game."""

See = Callable[[View], None]


def play_looking(game: Game, see: See, turns: int = LONGEST) -> None:
    """Play at most `turns` turns of a game with one person among pilots, and see every view."""
    seats = three_seats(game)
    _set_up(session_on_first_page(game, seats), see)
    loop = session_on_first_page(game, seats, seed=7)
    loop.send(SetPlayer(1, PERSON))
    loop.send(Begin())
    looked, still = set[tuple[str, str]](), 0
    while (
        loop.session.page != OVER and loop.session.match and loop.session.match.shown.turn < turns
    ):
        see(loop.view)
        next_step = loop.session.match.next_step
        kind = (loop.session.page, next_step.about if isinstance(next_step, Questions) else "")
        if kind not in looked:
            looked.add(kind)
            _look_aside(loop, see)
        before = loop.session.revision
        ask = loop.session.match.ask(1) if loop.session.page in ASKING else None
        if ask is not None and 1 not in loop.session.match.question.answers:
            _answer(loop, ask, see)
        else:
            loop.send(Confirm(before))
        still = 0 if loop.session.revision != before else still + 1
        assert still < STANDSTILL, f"nothing goes on on {loop.session.page}: {loop.session.notice}"
    see(loop.view)
    _look_aside(loop, see)


@lru_cache
def pages_of(game: Game, turns: int = 2) -> Mapping[str, View]:
    """Return the first view of each kind of page and question in the first turns of a game."""
    found = dict[str, View]()

    def see(view: View) -> None:
        words = (view.title, view.hint)
        kind = [one.template if isinstance(one, Text) else str(one) for one in words]
        readers = getattr(view.body, "readers", ())
        opened = next((reader for reader in readers if reader.uncovered), None)
        kind += ["" if opened is None else "offers" if opened.offers else "cards"]
        found.setdefault(" / ".join((view.page, *filter(None, kind))), view)

    play_looking(game, see, turns + 1)
    return found


def _set_up(loop: EventLoop, see: See) -> None:
    """See every page of the set-up, every value of every setting, and why a game does not begin."""
    game = loop.session.config.game
    for _ in game.setup_pages:
        see(loop.view)
        loop.send(Go("next"))
    for option in game.options:
        for choice in option.choices:
            loop.send(SetRule(option.key, choice.word))
            see(loop.view)
            _try(loop, see, Begin())
    for seat in loop.session.lobby.setup.playing:
        loop.send(SetPlayer(seat, NOBODY))
        loop.send(Begin())
        see(loop.view)
        if loop.session.match is not None:
            return


def _look_aside(loop: EventLoop, see: See) -> None:
    """See the pages over this one, and the result of each kind of correction."""
    for way in ASIDE:
        _try(loop, see, *way)
    if loop.session.page != OVER:
        kinds = {type(change): change for change in offered_corrections(loop)}
        for change in kinds.values():
            _try(loop, see, ApplyCorrection(change, "ANNA", "bumped"))


def _try(loop: EventLoop, see: See, *messages: Message) -> None:
    """See the result of messages without changing the session."""
    shown = loop.session
    for message in messages:
        shown, _ = step(shown, message)
    see(view_of(shown))


def _answer(loop: EventLoop, ask: Ask, see: See) -> None:
    """See a question to the person, insert cards wrongly, and then answer."""
    loop.send(Uncover(1))
    see(loop.view)
    if ask.offers:
        loop.send(Pick(1, ask.offers[0].key))
        return
    hand, free = ask.hand.codes or (), ask.program.free
    for slot, code in zip(free, hand, strict=False):
        loop.send(InsertCard(1, slot, code))
    see(loop.view)
    loop.send(MoveHandle(1, PULL))
