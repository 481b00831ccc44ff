"""Evenings brought into telling states, by nothing but messages and touches on readers: what the gallery shows."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from companion.session.messages import (
    Begin, ChooseBoard, ClearFlags, Confirm, Go, Message, SetName, SetPlayer, SetRule, SuggestFlags, TouchSquare, Uncover,
)
from companion.session.view import OVER, PLAY, PROGRAM, REST, SUMMARY, PlayPage, ProgramPage, ReaderPicture, View
from companion.shell import Shell, open_evening
from companion.signals import PULL, InsertCard, MoveHandle
from companion.ui.table_scenes import TABLE_SCENES

Wanted: TypeAlias = Callable[[View], bool]
PATIENCE: Final = 3000
"""Messages after which a state that is looked for counts as not to be found."""
EIGHT: Final = ("random",) * 8
LONG_NAMES: Final = ("WESTMINSTER", "CHRONOMETER", "MAINSPRING", "WWWWWWWWWWWW")


def evening(*messages: Message, players: tuple[str, ...] = ("person", "random", "random", "random"), seed: int = 5) -> Shell:
    """An evening after some messages."""
    shell = open_evening(seed=seed, players=players)
    for message in messages:
        shell.send(message)
    return shell


def race(*messages: Message, players: tuple[str, ...] = EIGHT, seed: int = 5) -> Shell:
    """A race that is about to begin, after some messages of the setup."""
    return evening(*messages, Go("rules"), Begin(), players=players, seed=seed)


def until(shell: Shell, wanted: Wanted) -> Shell:
    """Play on, persons with whatever cards they hold, until the view is wanted. Raises LookupError where it never comes."""
    for _ in range(PATIENCE):
        view = shell.view
        if wanted(view):
            return shell
        if view.page in (REST, PROGRAM):
            _program(shell, view)
        else:
            shell.send(Confirm(view.step))
    raise LookupError("a state for the gallery was not found: another seed may have it")


def _program(shell: Shell, view: View) -> None:
    """Let one seat that is asked put in its cards and pull the handle."""
    assert isinstance(view.body, ProgramPage)
    asked = next((reader for reader in view.body.readers if reader.kind == "touch" and reader.asked and not reader.ready), None)
    if asked is None:
        shell.send(Confirm(view.step))
        return
    fill(shell, asked.seat)
    handles = [position for position, _ in asked.handles]
    shell.send(MoveHandle(asked.seat, PULL if PULL in handles else handles[0]))


def fill(shell: Shell, seat: int, most: int = 5) -> None:
    """Uncover a seat's hand and put cards into its empty slots, from the left, at most so many."""
    shell.send(Uncover(seat))
    hand = list(reader_of(shell, seat).hand)
    for number, slot in enumerate(reader_of(shell, seat).slots, 1):
        if not slot.filled and hand and number <= most:
            shell.send(InsertCard(seat, number, hand.pop(0).code))


def reader_of(shell: Shell, seat: int) -> ReaderPicture:
    """A seat's reader as it is shown while programming."""
    assert isinstance(shell.view.body, ProgramPage)
    return next(reader for reader in shell.view.body.readers if reader.seat == seat)


def playing(check: Callable[[View, PlayPage], bool]) -> Wanted:
    """A playback view that passes a check."""
    return lambda view: view.page == PLAY and isinstance(view.body, PlayPage) and check(view, view.body)


def pushed(view: View, page: PlayPage) -> bool:
    """A card moves two clanks on the board."""
    return page.part == "cards" and view.board is not None and sum(move.end is not None for move in view.board.moves) > 1


def lost(view: View, page: PlayPage) -> bool:
    """A clank goes to the parking row in the middle of its way."""
    return view.board is not None and any(move.end is None and len(move.path) > 1 for move in view.board.moves)


def back(view: View, page: PlayPage) -> bool:
    """A clank comes back from the parking row."""
    return view.board is not None and any(move.start is None for move in view.board.moves)


def in_part(*parts: str) -> Callable[[View, PlayPage], bool]:
    """Something happens in one of these parts of a register."""
    return lambda view, page: page.part in parts and view.board is not None and bool(view.board.moves or view.board.beams or view.board.marks)


def flag_touched(view: View, page: PlayPage) -> bool:
    """A flag is touched in its turn."""
    return "flag" in page.instruction.words.lower() and page.instruction.rule.startswith("7.11.1")


def locked(view: View) -> bool:
    """A person programs with locked slots."""
    readers = view.body.readers if isinstance(view.body, ProgramPage) and view.page == PROGRAM else ()
    return any(reader.kind == "touch" and reader.asked and sum(slot.locked for slot in reader.slots) > 1 for reader in readers)


def on_page(page: str) -> Wanted:
    """A view of this page."""
    return lambda view: view.page == page


def _named() -> tuple[Message, ...]:
    return tuple(SetName(seat, name) for seat, name in enumerate(LONG_NAMES, 1))


def _flags() -> Shell:
    return evening(ChooseBoard("lighthouse-rock"), Go("flags"), SuggestFlags("beside"))


def _flag_on_pit() -> Shell:
    shell = evening(ChooseBoard("lighthouse-rock"), Go("flags"), ClearFlags())
    pits = sorted(shell.view.board.board.having("pit")) if shell.view.board else []
    shell.send(TouchSquare(pits[len(pits) // 2]))
    return shell


def _no_seat() -> Shell:
    return evening(Go("seats"), *(SetPlayer(seat, "") for seat in range(1, 9)))


def _hands(*messages: Message, players: tuple[str, ...], cards: int) -> Shell:
    """A programming page with the first person's hand open and so many cards put in."""
    shell = until(race(*messages, players=players), on_page(PROGRAM))
    fill(shell, 1, cards)
    return shell


def _gap() -> Shell:
    shell = _hands(players=("person", "random", "person", "random"), cards=4)
    shell.send(MoveHandle(1, PULL))
    return shell


def _locked() -> Shell:
    shell = until(race(ChooseBoard("welding-shop"), players=("person", *EIGHT[1:]), seed=2), locked)
    shell.send(Uncover(1))
    return shell


def _rest() -> Shell:
    return until(race(SetRule("power_down", "this"), players=("person", "person", "random", "random")), on_page(REST))


def _short() -> Shell:
    """A race to one flag close by, to be touched in passing."""
    shell = race(ChooseBoard("going-train"), Go("flags"), ClearFlags(), TouchSquare("G4"), SetRule("flag_hit", "pass"))
    return until(shell, on_page(OVER))


def _nobody() -> Shell:
    return until(race(ChooseBoard("gorge-crossing"), SetRule("lives", "1"), players=("random", "random")), on_page(OVER))


SCENES: Final[dict[str, Callable[[], Shell]]] = {
    "board": lambda: evening(),
    "flags": _flags,
    "flags-on-pit": _flag_on_pit,
    "flags-none": lambda: evening(Go("flags"), ClearFlags()),
    "seats": lambda: evening(Go("seats")),
    "seats-eight": lambda: evening(*_named(), Go("seats"), players=("person", *EIGHT[1:])),
    "seats-nobody": _no_seat,
    "seat-page": lambda: evening(Go("seats")),
    "seat-name": lambda: evening(Go("seats")),
    "rules": lambda: evening(Go("rules")),
    "place": lambda: race(),
    "place-one": lambda: race(players=("person",)),
    "rest": _rest,
    "program-covered": lambda: until(race(*_named(), players=("person", "person", *EIGHT[2:])), on_page(PROGRAM)),
    "program-cover": lambda: until(race(players=("person", "person", *EIGHT[2:])), on_page(PROGRAM)),
    "program-map": lambda: until(race(ChooseBoard("lighthouse-rock"), players=("person", "person", *EIGHT[2:])), on_page(PROGRAM)),
    "program-open": lambda: _hands(*_named(), players=("person", "person", *EIGHT[2:]), cards=0),
    "program-filled": lambda: _hands(players=("person", "random"), cards=5),
    "program-gap": _gap,
    "program-locked": _locked,
    "play-card": lambda: until(race(ChooseBoard("packing-hall")), playing(in_part("cards"))),
    "play-push": lambda: until(race(*_named(), ChooseBoard("going-train")), playing(pushed)),
    "play-pit": lambda: until(race(ChooseBoard("gorge-crossing")), playing(lost)),
    "play-belts": lambda: until(race(ChooseBoard("long-way-round")), playing(in_part("fast belts", "all belts"))),
    "play-rotator": lambda: until(race(ChooseBoard("going-train")), playing(in_part("rotators", "pushers"))),
    "play-lasers": lambda: until(race(ChooseBoard("welding-shop")), playing(in_part("board lasers"))),
    "play-shots": lambda: until(race(ChooseBoard("fountain-circus")), playing(in_part("clank lasers"))),
    "play-flag": lambda: until(race(ChooseBoard("fountain-circus")), playing(flag_touched)),
    "play-respawn": lambda: until(race(ChooseBoard("gorge-crossing")), playing(back)),
    "summary": lambda: until(race(*_named(), ChooseBoard("welding-shop")), on_page(SUMMARY)),
    "over": _short,
    "over-nobody": _nobody,
    **TABLE_SCENES,
}
"""Every picture of the gallery by name, in the order of an evening."""

TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "seat-page": lambda screen: screen.open(2),
    "seat-name": lambda screen: screen.open(2, naming=True),
    "program-cover": lambda screen: screen.choose(1),
    "program-map": lambda screen: screen.peek(True),
    "program-lost": lambda screen: screen.choose(3),
    "program-aside": lambda screen: screen.choose(2),
    "program-finder": lambda screen: screen.over.reader.finder.open("left"),
}
"""What is touched on the screen of a scene before its picture is taken: states that only the screen itself knows."""
