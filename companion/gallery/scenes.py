"""Sessions in typical states, by messages and touches on readers alone: the gallery's scenes.

Each scene is a call that begins its own session, so that any of them can be had alone. Boards and
seeds are those on which the wanted state really comes: after a change of rules or boards another
one may be needed, and `until` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import Any, Final

from companion.app.loop import EventLoop
from companion.gallery.between_races import (
    KEPT_SCENES,
    NEXT_RACE_SCENES,
    NEXT_RACE_TOUCHES,
    RECORD_SCENES,
    RECORD_TOUCHES,
)
from companion.gallery.cardbot import CARDBOT_SCENES, CARDBOT_TOUCHES
from companion.gallery.certify import CERTIFY_SCENES
from companion.gallery.choices import (
    MODE_SCENES,
    MODE_TOUCHES,
    PILOT_SCENES,
    PILOT_TOUCHES,
    TURNED_SCENES,
)
from companion.gallery.computer import DOCTOR_SCENES, UPDATE_SCENES
from companion.gallery.diesel import DIESEL_SCENES, DIESEL_TOUCHES
from companion.gallery.editors import DECK_SCENES, DECK_TOUCHES, DRAWING_SCENES, DRAWING_TOUCHES
from companion.gallery.elements import ELEMENT_SCENES, EXTENDED_SCENES
from companion.gallery.factory import FACTORY_SCENES, FACTORY_TOUCHES
from companion.gallery.first_steps import LESSON_SCENES, WELCOME_SCENES
from companion.gallery.hard_cases import (
    END_SCENES,
    FLAGGED_SCENES,
    FLAGGED_TOUCHES,
    NAME_SCENES,
    NAME_TOUCHES,
)
from companion.gallery.menu import MENU_SCENES, MENU_TOUCHES
from companion.gallery.phones import PHONE_SCENES
from companion.gallery.race import (
    EIGHT,
    LOCKED,
    LONG_NAMED,
    Wanted,
    back,
    fill,
    flag_touched,
    has_long_news,
    has_several_lines,
    in_part,
    loses_clank,
    moves_nothing,
    playing,
    prefer,
    pushed,
    race,
    reader_of,
    send,
    session_after,
    touch,
    until,
)
from companion.gallery.table import TABLE_SCENES
from companion.session.messages import (
    BackToSetup,
    CarriedOut,
    ChooseBoard,
    ClearMarkers,
    Cover,
    Go,
    Message,
    OpenPage,
    SetFlow,
    SetName,
    SetPlayer,
    SetRule,
    SetTimer,
    SuggestMarkers,
    TouchSquare,
    Uncover,
)
from companion.session.pages.facts import AskCard, AskInstruction, AskPiece, AskSquare
from companion.session.pages.paused import PauseGame
from companion.session.pages.replay import RunReplay, SetSpeed, ShowPicture, ShowTurn
from companion.session.pages.review import ReviewTurn
from companion.session.pages.story import WATCHED
from companion.session.preferences import ALWAYS
from companion.session.session import Session
from companion.session.view import OVER, PROGRAM, REST, SUMMARY, View
from companion.signals import PULL, InsertCard, MoveHandle, TakeCard


def _flag_on_pit() -> EventLoop:
    """Return a flag on a pit, which is allowed and makes a harder race (2.6 [E114])."""
    loop = session_after(ChooseBoard("lighthouse-rock"), Go("flags"), ClearMarkers())
    pits = sorted(loop.view.board.board.having("pit")) if loop.view.board else []
    loop.send(TouchSquare(pits[len(pits) // 2]))
    return loop


def _hands(*messages: Message, players: tuple[str, ...], cards: int) -> EventLoop:
    """Return a programming page with the first person's hand open and so many cards in slots."""
    loop = until(race(*messages, players=players), Wanted(PROGRAM))
    fill(loop, 1, cards)
    return loop


def _lost() -> EventLoop:
    """Return cards that lead into a pit, or off the board, on the map beside them (8.3)."""
    loop = until(
        race(ChooseBoard("gorge-crossing"), players=("person", *EIGHT[1:])), Wanted(PROGRAM)
    )
    loop.send(Uncover(1))
    for cards in permutations(reader_of(loop, 1).hand, 3):
        for slot, card in enumerate(cards, 1):
            loop.send(InsertCard(1, slot, card.code))
        if loop.view.board is not None and loop.view.board.foreseen[-1].move.end is None:
            return loop
        for slot in (1, 2, 3):
            loop.send(TakeCard(1, slot))
    raise LookupError("no cards of this hand lead to a loss: another seed may have some")


def _timed(opened: int | None = None, left: int = 8) -> EventLoop:
    """Return the timer of a minute with so many seconds left for two people."""
    loop = until(
        race(SetTimer(60), *LONG_NAMED, players=("person", "person", *EIGHT[2:])), Wanted(PROGRAM)
    )
    fill(loop, 1, 3)
    loop.send(Cover())
    for second in range(60 - left + 1):
        loop.poll(float(second))
    if opened is not None:
        loop.send(Uncover(opened))
    return loop


def _short() -> EventLoop:
    """Return a race to one flag close by, to be touched in passing."""
    loop = race(
        ChooseBoard("going-train"),
        Go("flags"),
        ClearMarkers(),
        TouchSquare("G4"),
        SetRule("flag_hit", "pass"),
    )
    return until(loop, Wanted(OVER))


def _later(loop: EventLoop, many: int) -> EventLoop:
    """Carry out so many instructions of a list, one by one."""
    for _ in range(many):
        assert loop.session.match is not None
        loop.send(CarriedOut(loop.session.revision, loop.session.match.shown.at + 1))
    return loop


def _piece_in_trouble(view: View) -> Message:
    """Return a touch on the piece with the most badges."""
    assert view.board is not None
    return AskPiece(
        max(view.board.pieces, key=lambda piece: sum(badge.ticks for badge in piece.badges)).seat
    )


def _square_of(*traits: str) -> Callable[[View], Message]:
    """Return a touch on a square with such elements, with a clank on it if possible."""

    def asked(view: View) -> Message:
        assert view.board is not None
        stands = {piece.square for piece in view.board.pieces}
        squares = frozenset.intersection(*(view.board.board.having(trait) for trait in traits))
        return AskSquare(sorted(squares, key=lambda square: (square not in stands, square))[0])

    return asked


@cache
def _end() -> Session:
    """Return the end of a long race on a board full of dangers, the base of many scenes."""
    loop = race(
        ChooseBoard("packing-hall"),
        Go("flags"),
        ClearMarkers(),
        TouchSquare("E6"),
        TouchSquare("G8"),
        SetRule("flag_hit", "pass"),
    )
    return until(loop, Wanted(OVER)).session


def _at_end() -> EventLoop:
    """Return that end, to go on from."""
    loop = session_after()
    loop.session = _end()
    return loop


def _replayed(*messages: Message) -> EventLoop:
    """Return the replay of that race, stopped somewhere."""
    return send(_at_end(), OpenPage("replay"), *messages, RunReplay(False))


def _reviewed(
    *messages: Message,
    named: tuple[SetName, ...] = (),
    players: tuple[str, ...] = ("steady", "novice", "racer", "random"),
) -> EventLoop:
    """Return the end of a race of pilots, and what they could have done."""
    loop = until(race(*named, ChooseBoard("fountain-circus"), players=players), Wanted(OVER))
    return send(loop, OpenPage("review"), *messages)


def _long_news(*messages: Message) -> EventLoop:
    """Return the list of a round with a loss and a flag."""
    return until(
        race(
            SetFlow("list"),
            *messages,
            ChooseBoard("packing-hall"),
            players=("racer",) * 8,
            seed=3,
        ),
        playing(has_long_news),
    )


def _dramatic() -> EventLoop:
    """Return such a list whose present line is the first drama of the round."""
    loop = _long_news(*LONG_NAMED)
    match = loop.session.match
    assert match is not None
    at = next(number for number, one in enumerate(match.shown.script) if one.drama)
    return send(loop, CarriedOut(loop.session.revision, at))


def _at_moment(screen: Any, drama: bool) -> None:
    """Stop a story at its first moment, or at its first drama."""
    screen.jump(next(at for at, beat in enumerate(screen.page.beats) if drama <= bool(beat.drama)))
    screen.toggle()


SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "board": lambda: session_after(),
    "flags": lambda: session_after(
        ChooseBoard("lighthouse-rock"), Go("flags"), SuggestMarkers("beside")
    ),
    "flags-on-pit": _flag_on_pit,
    "flags-none": lambda: session_after(Go("flags"), ClearMarkers()),
    "seats": lambda: session_after(Go("seats")),
    "seats-eight": lambda: session_after(*LONG_NAMED, Go("seats"), players=("person", *EIGHT[1:])),
    "seats-nobody": lambda: session_after(
        Go("seats"), *(SetPlayer(seat, "") for seat in range(1, 9))
    ),
    "seat-page": lambda: session_after(Go("seats")),
    "seat-name": lambda: session_after(SetName(2, "ANNA"), Go("seats")),
    "rules": lambda: session_after(Go("rules")),
    "rules-timer": lambda: session_after(SetTimer(60), Go("rules")),
    "place": lambda: race(),
    "place-one": lambda: race(players=("person",)),
    # Only the setting *this* asks before cards are collected (6.5.3).
    "rest": lambda: until(
        race(SetRule("power_down", "this"), players=("person", "person", "random", "random")),
        Wanted(REST),
    ),
    "program-covered": lambda: until(
        race(*LONG_NAMED, players=("person", "person", *EIGHT[2:])), Wanted(PROGRAM)
    ),
    "program-cover": lambda: until(race(players=("person", "person", *EIGHT[2:])), Wanted(PROGRAM)),
    "program-map": lambda: until(
        race(ChooseBoard("lighthouse-rock"), players=("person", "person", *EIGHT[2:])),
        Wanted(PROGRAM),
    ),
    "program-open": lambda: _hands(*LONG_NAMED, players=("person", "person", *EIGHT[2:]), cards=0),
    "program-seat": lambda: touch(
        until(race(*LONG_NAMED, players=("person", "person", *EIGHT[2:])), Wanted(PROGRAM)),
        lambda view: AskPiece(3),
    ),
    "program-filled": lambda: _hands(players=("person", "random"), cards=5),
    "program-beside": lambda: prefer(
        _hands(
            *LONG_NAMED,
            ChooseBoard("long-way-round"),
            players=("person", "person", *EIGHT[2:]),
            cards=5,
        ),
        preview=ALWAYS,
    ),
    "program-lost-ahead": _lost,
    "program-peek": lambda: _hands(
        ChooseBoard("welding-shop"), players=("person", "person", *EIGHT[2:]), cards=3
    ),
    # A pull with an empty slot is refused (6.4.3 [E145]).
    "program-gap": lambda: send(
        _hands(players=("person", "random", "person", "random"), cards=4), MoveHandle(1, PULL)
    ),
    "program-locked": lambda: send(
        until(race(ChooseBoard("welding-shop"), players=("person", *EIGHT[1:]), seed=2), LOCKED),
        Uncover(1),
    ),
    "program-burnt": lambda: until(
        race(ChooseBoard("welding-shop"), players=("person", "person", *EIGHT[2:]), seed=2), LOCKED
    ),
    "program-timer": _timed,
    "program-timer-open": lambda: _timed(1),
    "program-timer-beside": lambda: prefer(_timed(1, 42), preview=ALWAYS),
    "program-timer-waits": lambda: until(
        race(SetTimer(90, "last"), players=("person", "person", *EIGHT[2:])), Wanted(PROGRAM)
    ),
    "timer": lambda: send(_timed(left=42), OpenPage("timer")),
    "menu-timed": lambda: send(_timed(), OpenPage("menu")),
    "paused": lambda: send(_timed(left=42), PauseGame(True)),
    "play-timer": lambda: _timed(None, 0),
    "play-card": lambda: until(race(ChooseBoard("packing-hall")), playing(in_part("cards"))),
    "play-push": lambda: until(race(*LONG_NAMED, ChooseBoard("going-train")), playing(pushed)),
    "play-pit": lambda: until(race(ChooseBoard("gorge-crossing")), playing(loses_clank)),
    "play-belts": lambda: until(
        race(ChooseBoard("long-way-round")), playing(in_part("fast belts", "all belts"))
    ),
    "play-rotator": lambda: until(
        race(ChooseBoard("going-train")), playing(in_part("rotators", "pushers"))
    ),
    "play-lasers": lambda: until(
        race(ChooseBoard("welding-shop")), playing(in_part("board lasers"))
    ),
    "play-shots": lambda: until(
        race(ChooseBoard("fountain-circus")), playing(in_part("clank lasers"))
    ),
    "play-flag": lambda: until(race(ChooseBoard("fountain-circus")), playing(flag_touched)),
    "play-respawn": lambda: until(race(ChooseBoard("gorge-crossing")), playing(back)),
    "play-list": lambda: until(
        race(SetFlow("list"), *LONG_NAMED, ChooseBoard("welding-shop")), playing(has_several_lines)
    ),
    "play-news": lambda: _long_news(*LONG_NAMED),
    "play-list-later": lambda: _later(
        until(race(SetFlow("list"), ChooseBoard("fountain-circus")), playing(has_several_lines)), 6
    ),
    "play-large": _dramatic,
    **dict.fromkeys(("story", "story-large", "story-end"), lambda: send(_long_news(), WATCHED)),
    "play-steps": lambda: until(
        race(SetFlow("steps"), ChooseBoard("long-way-round")), playing(has_several_lines)
    ),
    "play-watched": lambda: until(
        race(SetFlow("watch"), ChooseBoard("going-train")), playing(pushed)
    ),
    "pace": lambda: send(
        until(race(SetFlow("list")), playing(has_several_lines)), OpenPage("pace")
    ),
    "facts-sentence": lambda: touch(
        until(race(*LONG_NAMED, ChooseBoard("going-train")), playing(pushed)),
        lambda view: AskInstruction(view.body.instruction.number - 1),
    ),
    "facts-stopped": lambda: touch(
        until(race(ChooseBoard("fountain-circus")), playing(moves_nothing)),
        lambda view: AskInstruction(view.body.instruction.number - 1),
    ),
    "rulebook-rule": lambda: touch(
        touch(
            until(race(ChooseBoard("fountain-circus")), playing(moves_nothing)),
            lambda view: AskInstruction(view.body.instruction.number - 1),
        ),
        lambda view: next(row.leads for row in view.body.rows if row.leads is not None),
    ),
    "facts-piece": lambda: touch(
        until(race(ChooseBoard("welding-shop")), playing(loses_clank)), _piece_in_trouble
    ),
    "facts-square": lambda: touch(
        until(race(ChooseBoard("packing-hall")), playing(in_part("cards"))), _square_of("belt")
    ),
    "facts-laser": lambda: touch(
        until(race(ChooseBoard("welding-shop")), playing(in_part("board lasers"))),
        _square_of("laser"),
    ),
    "facts-card": lambda: touch(
        until(race(ChooseBoard("packing-hall")), playing(in_part("cards"))),
        lambda view: AskCard(view.body.cards[2].seat),
    ),
    "summary": lambda: until(race(*LONG_NAMED, ChooseBoard("welding-shop")), Wanted(SUMMARY)),
    "summary-eight": lambda: until(
        race(ChooseBoard("fountain-circus"), seed=4),
        Wanted(SUMMARY, lambda view: view.body.turn == 6),
    ),
    "summary-handle": lambda: prefer(
        until(race(*LONG_NAMED, ChooseBoard("welding-shop")), Wanted(SUMMARY)), hands_free=True
    ),
    "over": _short,
    # Every clank is out, without a winner (10.4 [E174]).
    "over-nobody": lambda: until(
        race(ChooseBoard("gorge-crossing"), SetRule("lives", "1"), players=("random", "random")),
        Wanted(OVER),
    ),
    "over-eight": lambda: _at_end(),
    "over-counted": lambda: _at_end(),
    "replay": lambda: _replayed(ShowTurn(2), ShowPicture(3)),
    "review-names": lambda: _reviewed(ReviewTurn(2), named=LONG_NAMED),
    "replay-best": lambda: _replayed(RunReplay(False), ShowTurn(2)),
    "replay-fast": lambda: _replayed(SetSpeed("fastest"), ShowTurn(2), ShowPicture(2)),
    "review": lambda: _reviewed(),
    "review-eight": lambda: _reviewed(
        ReviewTurn(3),
        players=("steady", "random", "racer", "novice", "steady", "racer", "random", "steady"),
    ),
    "replay-end": lambda: _replayed(ShowTurn(99)),
    "board-again": lambda: send(_short(), BackToSetup()),
    "last-race": lambda: send(_short(), BackToSetup(), OpenPage("last")),
    **NEXT_RACE_SCENES,
    **CARDBOT_SCENES,
    **DIESEL_SCENES,
    **DECK_SCENES,
    **DRAWING_SCENES,
    **ELEMENT_SCENES,
    **LESSON_SCENES,
    **EXTENDED_SCENES,
    **FACTORY_SCENES,
    **FLAGGED_SCENES,
    **MODE_SCENES,
    **RECORD_SCENES,
    **NAME_SCENES,
    **KEPT_SCENES,
    **PILOT_SCENES,
    **TABLE_SCENES,
    **CERTIFY_SCENES,
    **DOCTOR_SCENES,
    **WELCOME_SCENES,
    **PHONE_SCENES,
    **UPDATE_SCENES,
    **MENU_SCENES,
    **END_SCENES,
    **TURNED_SCENES,
}
"""Every picture of the gallery by name, in the order of a session."""

TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "program-burnt": lambda screen: screen.over.inner.leave.do(),
    "seat-page": lambda screen: screen.open(2),
    "seat-name": lambda screen: screen.open(2, "name"),
    "program-covered": lambda screen: screen.over.inner.leave.do(),
    "program-timer": lambda screen: screen.over.inner.leave.do(),
    "program-cover": lambda screen: screen.choose_seat(1),
    "over-counted": lambda screen: screen.turned.do(),
    "program-map": lambda screen: screen.peek(True),
    "program-peek": lambda screen: screen.peek(True),
    "rules-timer": lambda screen: screen.open("timer"),
    "program-lost": lambda screen: screen.choose_seat(3),
    "story": lambda screen: _at_moment(screen, False),
    "story-large": lambda screen: _at_moment(screen, True),
    "story-end": lambda screen: screen.jump(len(screen.page.beats)),
    "program-aside": lambda screen: screen.choose_seat(2),
    "program-finder": lambda screen: screen.over.reader.finder.open("left"),
    **CARDBOT_TOUCHES,
    **DIESEL_TOUCHES,
    **DECK_TOUCHES,
    **DRAWING_TOUCHES,
    **FACTORY_TOUCHES,
    **FLAGGED_TOUCHES,
    **MODE_TOUCHES,
    **RECORD_TOUCHES,
    **NAME_TOUCHES,
    **NEXT_RACE_TOUCHES,
    **PILOT_TOUCHES,
    **MENU_TOUCHES,
}
"""The touches on the screen of a scene before its picture is taken: states that only the screen
itself has."""
