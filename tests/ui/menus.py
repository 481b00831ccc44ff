"""Views of the debugging menu, the history and the locked screen on the board of a real race."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from companion.content.livery import COLOURS, SHAPES
from companion.engine.changes import PutOn, SetDamage
from companion.gallery.race import LONG_NAMES, in_part, playing, race, until
from companion.session.choices import (
    CHIPS,
    LINES,
    STEPPER,
    WAYS,
    Choice,
    ChoiceGroup,
    CorrectionPreview,
    MenuPage,
)
from companion.session.messages import (
    ApplyCorrection,
    ClosePage,
    GoTo,
    OpenPage,
    SaveReport,
    SetName,
)
from companion.session.pages.history import HistoryPage, HistoryRow, Recall, ShowTurnEntries
from companion.session.pages.locked import LockedPage
from companion.session.pages.menu import Choose, CloseMenu, OpenMenu, Propose, SetReason
from companion.session.pages.table import OpenTable
from companion.session.view import (
    HISTORY,
    LOCKED,
    MENU,
    PIECE,
    TOP,
    BoardPicture,
    PlayPage,
    SeatSign,
    View,
)

NAMES = (*LONG_NAMES, "RUBY", "SILVER", "UMBER", "VIOLET")


@lru_cache
def playback() -> View:
    """Return a moment of a race of eight, half of them with names of the greatest length."""
    named = (SetName(seat, name) for seat, name in enumerate(NAMES, 1))
    return until(race(*named), playing(in_part("cards"))).view


def board(**facts: Any) -> BoardPicture:
    """Return its map, at rest except for the given facts."""
    picture = playback().board
    assert picture is not None
    return picture._replace(**{"moves": (), "beams": (), "marks": (), "touchable": True, **facts})


def clanks(**facts: Any) -> ChoiceGroup:
    """Return a chip for every clank."""
    return ChoiceGroup(
        "Clank",
        CHIPS,
        tuple(
            Choice(name, "", Choose(seat), sign=seat, chosen=seat == 2)
            for seat, name in enumerate(NAMES, 1)
        ),
    )


SIGNS: Final = {
    seat: SeatSign(*sign) for seat, sign in enumerate(zip(NAMES, COLOURS, SHAPES, strict=True), 1)
}
"""Names, colours and shapes of the seats."""


def menu(
    *groups: ChoiceGroup,
    where: str = TOP,
    preview: CorrectionPreview | None = None,
    adjust: tuple[ChoiceGroup, ...] = (),
    notice: str = "",
) -> View:
    """Return a place of the menu."""
    hint = "The game is paused. Choose what is to be put right."
    page = MenuPage(where, groups, preview, adjust)
    return View(
        MENU,
        "Debugging menu",
        hint,
        page,
        board(),
        7,
        "Back to the game",
        "",
        "",
        notice,
        "8 emulated readers",
        on_back=CloseMenu(),
        signs=SIGNS,
    )


def ways() -> ChoiceGroup:
    """Return all entries of the first page, two of them blocked."""
    return ChoiceGroup(
        "What to do",
        WAYS,
        (
            Choice(
                "Go back",
                "an instruction, a card, a register, a turn",
                OpenMenu("back"),
                symbol="undo",
            ),
            Choice(
                "History",
                "what happened in every turn, and why",
                OpenPage("history"),
                symbol="clock",
            ),
            Choice("Flags", "lay a flag on another square", OpenMenu("markers"), symbol="flag"),
            Choice(
                "Seats",
                "a pilot takes over, two people change places",
                OpenMenu("seats"),
                symbol="person",
            ),
            Choice(
                "This turn",
                "repeat, skip, deal again, end",
                OpenMenu("turn"),
                symbol="skip",
                blocked="The game is over, there is no turn.",
            ),
            Choice(
                "Settings",
                "change a setting from the next turn on",
                OpenMenu("settings"),
                symbol="gear",
            ),
            Choice("Table test", "look at every reader closely", OpenTable(), symbol="zoom"),
            Choice(
                "Clean the screen",
                "lock it while the glass is wiped",
                OpenPage("locked"),
                symbol="drop",
            ),
            Choice(
                "Save a report",
                "all that a report needs",
                SaveReport(),
                "The disk is full: free some space, then try once more.",
                symbol="page",
            ),
            Choice("A sign unknown", "", OpenMenu("nowhere"), symbol="no such symbol"),
        ),
    )


def top() -> View:
    """Return the first page with all it can hold."""
    return menu(clanks(), ways())


def few() -> View:
    """Return a page with two large entries and a line."""
    return menu(
        ChoiceGroup(
            "It stopped at turn 2, register 3: "
            "WESTMINSTER: 2 forward to E7, pushing CHRONOMETER to E8",
            LINES,
            (),
        ),
        ChoiceGroup(
            "",
            WAYS,
            (
                Choice(
                    "Go on",
                    "at the very instruction where it stopped, after a look at the table",
                    CloseMenu(),
                    symbol="play",
                ),
                Choice(
                    "New game",
                    "back to the setup; the game stays saved",
                    CloseMenu(),
                    symbol="cross",
                    chosen=True,
                ),
            ),
        ),
        where="offer",
    )


def clank() -> View:
    """Return the page of changes to one clank, with every kind of group."""

    def step(title: str, value: str, less: str = "", more: str = "") -> ChoiceGroup:
        steps = (
            Choice("less", "", Propose(SetDamage(2, 3)), less),
            Choice("more", "", Propose(SetDamage(2, 5)), more),
        )
        return ChoiceGroup(title, STEPPER, steps, value)

    ways_to_turn = enumerate(("left", "about", "right"))
    turns = ChoiceGroup(
        "Turn it",
        CHIPS,
        tuple(
            Choice(word, "", Propose(PutOn(2, "C4", at)), symbol="undo")
            for at, word in ways_to_turn
        ),
    )
    squares = ("C4", "B4", "D4", "C5", "C3", "B5", "D5", "L12")
    near = ChoiceGroup(
        "Bring it back on",
        CHIPS,
        tuple(Choice(square, "", Propose(PutOn(2, square, 0))) for square in squares),
    )
    power = ChoiceGroup(
        "Resting",
        CHIPS,
        (
            Choice("awake", "", Propose(None), chosen=True),
            Choice("rests now", "", Propose(None)),
            Choice(
                "rests next time",
                "",
                Propose(None),
                blocked="CHRONOMETER is parked: it cannot rest.",
            ),
        ),
    )
    places = ChoiceGroup(
        "Where it comes back",
        LINES,
        (
            Choice("A2, facing east", "Remove", Propose(None), blocked="One must be left."),
            Choice("C3, facing north, beside WESTMINSTER on C4", "Remove", Propose(None), sign=1),
            Choice("Nothing to be done about this one", "", Propose(None)),
        ),
    )
    values = (
        step("Damage", "4"),
        step("Lives", "no limit", more="There is no more than no limit."),
        step("Next flag", "2 of 4"),
    )
    return menu(clanks(), turns, near, *values, power, places, where=PIECE)


def proposal(refused: str = "", who: str = "", why: str = "") -> View:
    """Return the preview of a clank to be put on a square."""
    persons = tuple(
        Choice(name, "", SetReason(name, why), sign=at if at < 9 else None, chosen=name == who)
        for at, name in enumerate((*NAMES, "everybody"), 1)
    )
    whys = ("bumped", "moved wrongly", "read wrongly", "agreed", "brought back", "testing")
    preview = CorrectionPreview(
        "Put CHRONOMETER on E5",
        (
            "CHRONOMETER: from C4 to E5, facing N",
            "After this register: the rest of it is carried out first.",
        ),
        refused,
        "Put it there",
        ApplyCorrection(PutOn(2, "E5", 0), who, why),
        Propose(None),
        ChoiceGroup("Corrected by", CHIPS, persons),
        ChoiceGroup(
            "Why",
            CHIPS,
            tuple(Choice(word, "", SetReason(who, word), chosen=word == why) for word in whys),
        ),
        (who, why),
    )
    symbols = ("north", "east", "south", "west")
    heads = ChoiceGroup(
        "It faces",
        CHIPS,
        tuple(
            Choice("", "", Propose(PutOn(2, "E5", heading)), symbol=symbol, chosen=heading == 0)
            for heading, symbol in enumerate(symbols)
        ),
    )
    return menu(clanks(), ways(), where=PIECE, preview=preview, adjust=(heads,))


def happened(count: int = 40) -> tuple[HistoryRow, ...]:
    """Return the events of a turn."""
    rest = "Who has announced it rests a whole turn and heals."
    rows = [
        HistoryRow(
            "Before the registers",
            "UMBER sits this turn out",
            "6.5.1",
            rest,
            7,
            False,
            "",
            Recall(0),
        )
    ]
    for at in range(1, count):
        seat = at % 8 + 1
        by_hand = at % 7 == 3
        pushed = (
            f"{NAMES[seat - 1]}: 2 forward to J{at % 12 + 1}, "
            f"pushing {NAMES[at % 5]} to K{at % 12 + 1} and VIOLET to L2"
        )
        words = pushed if at % 3 else f"{NAMES[seat - 1]}: turns left, facing N"
        why = (
            "A clank that drives into another pushes it one square, and that one may push the next."
        )
        note = f"corrected by {NAMES[0]}: bumped" if by_hand else ""
        rows.append(
            HistoryRow(
                f"Register {at * 5 // count + 1}",
                words,
                "7.3.1",
                why,
                seat if at % 5 else None,
                by_hand,
                note,
                Recall(at),
            )
        )
    return tuple(rows)


def history(chosen: int | None = None, count: int = 40, back_to: bool = True) -> View:
    """Return the page of a past turn."""
    page = HistoryPage(
        12,
        happened(count),
        chosen,
        Choice("Turn 11", "", ShowTurnEntries(11)),
        Choice("Turn 13", "", ShowTurnEntries(13)) if chosen is None else None,
        Choice("Back to here", "", ApplyCorrection(GoTo(17)))
        if back_to and chosen is not None
        else None,
    )
    hint = "Touch an entry to see the board as it was then."
    return View(
        HISTORY,
        "History of turn 12",
        hint,
        page,
        board(),
        7,
        "Menu",
        "",
        "",
        "",
        "8 emulated readers",
        on_back=ClosePage("history"),
    )


def locked() -> View:
    """Return the screen while it is locked for cleaning."""
    hint = "Wipe the glass. The game waits, and no touch does anything."
    return View(LOCKED, "The screen is locked", hint, LockedPage(ClosePage("locked")), board(), 7)


def with_way_back(view: View) -> View:
    """Return the same page of a race with the menu and the back button."""
    return view._replace(
        back="Back", on_back=OpenMenu("back"), menu=True, table="8 emulated readers"
    )


def taken_back() -> View:
    """Return a play page with a clank on its way back and a long sentence."""
    view = playback()
    assert isinstance(view.body, PlayPage)
    instruction = view.body.instruction._replace(
        number=2,
        total=7,
        words="CHRONOMETER: from parking 2 back to J14, facing W",
        rule="12.3",
        seat=2,
        why="This goes back to turn 12, register 5: WESTMINSTER: 3 forward to E7",
    )
    body = view.body._replace(part="back", instruction=instruction, cards=(), auto=None)
    return view._replace(
        title="Going back", hint="Move the clanks as shown, then touch Done.", body=body, menu=True
    )
