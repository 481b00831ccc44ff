"""The table with real and emulated readers in typical states: deals, faults, the table test.

Sentences of readers and machine are written out here, since there is no reader and no journal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.loop import EventLoop
from companion.gallery.race import send
from companion.gallery.room import SceneRoom
from companion.session.messages import Begin, Go, OpenPage, SetTimer, Uncover
from companion.session.pages.table import AskSeat, OpenTable, SelectReader, TryLamp
from companion.session.pages.tags import ChooseCard
from companion.session.view import DEAL, TAGS, DealPage, View
from companion.signals import (
    BADCODE,
    BLANK,
    DIRTY,
    EMPTY,
    HALF,
    LIT,
    OK,
    REST,
    SLOTS,
    SMUDGED,
    TURNED,
    WELL,
    LyingCard,
    ReaderFound,
    ReaderLost,
    ReaderModel,
    SetAside,
    SlotRead,
    SlotReport,
    TableProblem,
    TaggedCard,
    TagRead,
    TagsKnown,
    TakeCard,
)
from companion.table.serial.serial_loop import NOBODY, PULLED
from companion.words import text

PEOPLE: Final = ("person",) * 4
NO_ANSWER: Final = PULLED
RED, OFF = (64, 0, 0), (0, 0, 0)
FOREIGN_DEVICE: Final = text("{device}: {trouble}.", device="/dev/ttyACM3", trouble=NOBODY)
NOT_KEPT: Final = text(
    "This session is not saved. {fault}",
    fault=text(
        "{what}: {undone}. {remedy}",
        what=text("The disk or the folder is read-only"),
        undone=text(
            "the journal {path} cannot be opened, so further play is lost if the power fails",
            path="/var/lib/clockwork-derby/journal.db",
        ),
        remedy=text(
            "{remedy}.", remedy=text("Make it writable, or name another folder with --state")
        ),
    ),
)
NO_RIGHT: Final = text(
    (
        "{path}: no permission to use this card reader. Add yourself to the group {group} "
        "(`sudo usermod -aG {group} $USER`), then log in again."
    ),
    path="/dev/ttyACM1",
    group="dialout",
)


def _locked_deal(view: View) -> bool:
    """Say whether a deal lets a person keep a card in a locked slot."""
    rows = view.body.rows if isinstance(view.body, DealPage) and view.page == DEAL else ()
    return any(LIT in row.lamps for row in rows if row.kind == "reader")


def _deal() -> EventLoop:
    """Return a deal: one seat done, one without a locked card, one full, one unreadable."""
    room = (
        SceneRoom((*PEOPLE, "random", "random"), range(1, 5), board="welding-shop", seed=5)
        .begin()
        .until(_locked_deal)
    )
    page = room.loop.view.body
    assert isinstance(page, DealPage)
    locked = next(row for row in page.rows if row.kind == "reader" and LIT in row.lamps)
    others = [row for row in page.rows if row.kind == "reader" and row.take and row is not locked]
    room.put(locked.seat, dict.fromkeys(range(1, SLOTS + 1)))
    if others:
        room.put(others[0].seat, dict.fromkeys(others[0].take[:2]))
        room.say(SlotRead(others[0].seat, others[0].take[2], DIRTY))
    if len(others) > 1:
        room.put(others[1].seat, dict.fromkeys(others[1].take))
    return room.loop


def _faults(players: tuple[str, ...] = PEOPLE, real: int = 4) -> SceneRoom:
    """Return a dirty card, a lost reader, and one card in two readers."""
    room = SceneRoom(players, range(1, real + 1)).begin()
    for seat in range(1, real + 1):
        room.program(seat)
    room.say(SlotRead(1, 3, DIRTY)).pull(1)
    room.put(2, {4: None})
    room.say(ReaderLost(3, NO_ANSWER))
    # This is the card in the first slot of reader 2: both places are named (6.4.3 [E147]).
    room.put(4, {2: room.rows[2][0]})
    room.pull(4)
    return room


def _placing(players: tuple[str, ...], real: int, ready: tuple[int, ...]) -> EventLoop:
    """Return the placing of pieces, with some handles pulled."""
    room = SceneRoom(players, range(1, real + 1))
    room.loop.send(Begin())
    for seat in ready:
        room.pull(seat)
    return room.loop


def _ready() -> EventLoop:
    """Return real readers, some ready, the others being filled."""
    room = SceneRoom((*PEOPLE, "random", "random"), range(1, 5)).begin()
    room.program(1).pull(1)
    deck = room.loop.session.config.game.deck
    room.put(2, {1: deck[60], 2: deck[44], 3: deck[12]})
    room.program(4)
    room.say(SlotRead(4, 5, BLANK))
    return room.loop


def _timeout() -> EventLoop:
    """Return a timeout at real readers, with hand cards for empty and unreadable slots."""
    loop = send(_ready(), SetTimer(30))
    for second in range(33):
        loop.poll(float(second))
    return loop


def _table() -> SceneRoom:
    """Return six readers in all states, two of them unseated, with two troubles."""
    room = SceneRoom(("person",) * 8, range(1, 7)).begin()
    for seat in range(1, 5):
        room.program(seat)
    room.loop.send(OpenTable())
    room.say(
        room.report(1),
        room.report(2, slot3=SlotReport(DIRTY, None, 31)),
        room.report(3, slot1=SlotReport(BADCODE, None, 190)),
        room.report(4),
        room.report(6),
        ReaderLost(5, NO_ANSWER),
        ReaderFound("E6614C775B003F2A"),
        ReaderFound("E6614C775B0077C1"),
        TableProblem("/dev/ttyACM1", NO_RIGHT),
        TableProblem("/dev/ttyACM3", FOREIGN_DEVICE),
    )
    room.loop.send(SetAside(6, True))
    return room


def _rig() -> SceneRoom:
    """Return eight emulated readers with good and bad cards."""
    room = SceneRoom(("person",) * 8, range(1, 9), emulated=True).begin()
    for seat in range(1, 9):
        room.program(seat)
        cards = tuple(LyingCard(code or 0, WELL) for code in room.rows[seat])
        # Reader 7 has its cable out, and the sun shines into reader 8, as the reports below show.
        room.say(ReaderModel(seat, cards, REST, (OFF,) * SLOTS, seat != 7, seat == 8))
    room.loop.send(OpenTable())
    dirty = room.report(8, slot1=SlotReport(DIRTY, None, 24), slot2=SlotReport(DIRTY, None, 19))
    room.say(*(room.report(seat) for seat in range(1, 7)), dirty)
    return room.say(ReaderLost(7, NO_ANSWER))


def _rig_close() -> EventLoop:
    """Return the fourth emulated reader: what it reads and its real cards."""
    room = _rig()
    codes = room.rows[4]
    cards = (
        *(
            LyingCard(code or 0, lie)
            for code, lie in zip(codes, (WELL, SMUDGED, HALF, TURNED), strict=False)
        ),
        None,
    )
    room.say(SlotRead(4, 2, DIRTY), SlotRead(4, 3, BLANK), SlotRead(4, 5, EMPTY))
    send(room.loop, SelectReader(4), TryLamp(4, 3))
    blank, empty = SlotReport(BLANK, None, 14), SlotReport(EMPTY, None, 6)
    mirrored = SlotReport(OK, room.loop.session.config.game.deck[70], 201)
    return room.say(
        ReaderModel(4, cards, REST, (OFF, OFF, RED, OFF, OFF), True, False),
        room.report(4, slot2=SlotReport(DIRTY, None, 38), slot3=blank, slot4=mirrored, slot5=empty),
    ).loop


def _tags() -> EventLoop:
    """Return the tags of the cards: a third has one, and one card was just put in."""
    room = SceneRoom(PEOPLE, range(1, 5))
    send(room.loop, OpenTable(), OpenPage(TAGS))
    game = room.loop.session.config.game
    faces = [face for face in map(game.face, game.deck[::3]) if face is not None]
    known = tuple(TaggedCard(str(face.code), face.code, face.word) for face in faces)
    room.say(TagRead(2, 2, known[0].tag))
    room.loop.send(ChooseCard(known[0].code))
    room.say(TagsKnown(known), TagRead(2, 3, "04A2B1C4D58780"))
    return room.loop


TABLE_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    # Four seats at their readers, an unseated reader, and pilots.
    "seats-readers": lambda: send(
        SceneRoom((*PEOPLE, "person", "random"), range(1, 5))
        .say(ReaderFound("E6614C775B003F2A"))
        .loop,
        Go("seats"),
    ),
    "deal": _deal,
    # Eight readers full of cards.
    "deal-eight": lambda: (
        SceneRoom(("person",) * 8, range(1, 9))
        .begin()
        .until(lambda view: view.page == DEAL)
        .put(3, dict.fromkeys(range(1, SLOTS + 1)))
        .put(6, {1: None, 2: None, 4: None})
        .loop
    ),
    "place-ready": lambda: _placing((*PEOPLE, "random", "random"), 4, (1, 3)),
    "place-waits": lambda: _placing(("person",) * 8, 8, ()),
    "place-touch": lambda: _placing(("person",) * 8, 7, tuple(range(1, 8))),
    "program-readers": _ready,
    "program-faults": lambda: _faults().loop,
    "program-told": _timeout,
    "program-lost": lambda: _faults().loop,
    "program-aside": lambda: send(
        SceneRoom(("person", "person", "random"), (1, 2)).begin().program(1).loop, SetAside(2, True)
    ),
    # A long trouble, which has to be read whole, and another one behind it.
    "program-troubles": lambda: (
        SceneRoom((*PEOPLE, "random", "random"), range(1, 5))
        .begin()
        .program(1)
        .say(TableProblem("journal", NOT_KEPT), TableProblem("/dev/ttyACM1", NO_RIGHT))
        .loop
    ),
    # The player of seat 3, whose reader is lost, finds the cards on the screen.
    "program-finder": lambda: send(
        _faults().loop, *(TakeCard(3, slot) for slot in (2, 4, 5)), Uncover(3)
    ),
    "table": lambda: _table().loop,
    "table-close": lambda: send(_table().loop, SelectReader(2), TryLamp(2, 2)),
    "table-lost": lambda: send(_table().loop, SelectReader(5)),
    "table-seats": lambda: send(_table().loop, AskSeat(7)),
    "tags": _tags,
    "table-rig": lambda: _rig().loop,
    "table-rig-close": _rig_close,
    "table-rig-unplugged": lambda: send(_rig().loop, SelectReader(7)),
}
"""Pictures of the gallery with real and emulated readers, in the order of a session."""
