"""All corrections that people can request, valid or not, as strategies for random sessions."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.engine.changes import (
    MoveFlag,
    Park,
    PutOn,
    SetCheckpoints,
    SetDamage,
    SetLives,
    SetNextFlag,
    SetPower,
)
from companion.games.kit.edit import ChangeRule
from companion.games.programmed.corrections import EndTurn, Redeal
from companion.session.messages import (
    Abort,
    ApplyCorrection,
    ClosePage,
    GoBack,
    GoForward,
    GoTo,
    HandSeat,
    OpenPage,
    Repeat,
    SaveReport,
    ShowNotice,
    Skip,
    StartAsUsual,
    SwapSeats,
    TouchSquare,
)
from companion.session.pages.ending import EndSession, ProposeEnding
from companion.session.pages.history import Recall, ShowTurnEntries
from companion.session.pages.menu import (
    Choose,
    ChooseMarker,
    CloseMenu,
    OpenMenu,
    Propose,
    SetReason,
)

SEATS = st.sampled_from((1, 2, 3, 1, 2, 3, 1, 2, 3, 0, 4))
SQUARES = st.sampled_from(("A1", "B1", "C2", "D1", "E3", "A3", "B2", "D3", "Z9", "?"))
HEADINGS = st.sampled_from((0, 1, 2, 3, 0, 1, 2, 3, -1))
NUMBERS = st.sampled_from((1, 2, 3, 1, 2, 3, 4, 5, 9, -1, 10))
CHANGES = st.one_of(
    st.builds(PutOn, SEATS, SQUARES, HEADINGS),
    st.builds(PutOn, SEATS, SQUARES, HEADINGS),
    st.builds(Park, SEATS),
    st.builds(SetDamage, SEATS, NUMBERS),
    st.builds(SetLives, SEATS, st.none() | NUMBERS),
    st.builds(SetNextFlag, SEATS, NUMBERS),
    st.builds(SetPower, SEATS, st.booleans(), st.booleans()),
    st.builds(SetCheckpoints, SEATS, st.lists(st.tuples(SQUARES, HEADINGS), max_size=2).map(tuple)),
    st.builds(MoveFlag, NUMBERS, SQUARES),
    st.sampled_from((Redeal(), EndTurn())),
    st.builds(
        ChangeRule,
        st.sampled_from(("lives", "power_down", "card_lock", "?")),
        st.sampled_from(("inf", "2", "this", "next", "off", "?")),
    ),
)
IN_TIME = st.one_of(
    st.builds(GoBack, st.sampled_from(("instruction", "card", "register", "turn", "start", "?"))),
    st.builds(GoTo, st.integers(-1, 30)),
    st.just(GoForward()),
    st.just(Abort()),
    st.just(Repeat()),
    st.just(Skip()),
)
PLAYERS = st.one_of(
    st.builds(HandSeat, SEATS, st.sampled_from(("person", "random", "", "?"))),
    st.builds(SwapSeats, SEATS, SEATS),
)
REMEDIES = st.integers(0, 9).flatmap(
    lambda kind: CHANGES if kind < 6 else IN_TIME if kind < 9 else PLAYERS
)
ENDINGS = st.builds(EndSession, st.booleans()) | st.builds(
    ProposeEnding, st.none() | st.booleans() | st.just("?")
)
DECISIONS = st.builds(
    ApplyCorrection, REMEDIES, st.sampled_from(("", "BRASS")), st.sampled_from(("", "bumped"))
)
LEAFING = st.one_of(
    st.builds(
        OpenMenu,
        st.sampled_from(
            ("top", "back", "piece", "markers", "seats", "turn", "settings", "offer", "?")
        ),
    ),
    st.just(CloseMenu()),
    st.builds(Choose, st.none() | SEATS),
    st.builds(ChooseMarker, st.none() | NUMBERS),
    st.builds(Propose, st.none() | REMEDIES),
    st.builds(TouchSquare, SQUARES),
    st.builds(SetReason, st.text(max_size=3), st.text(max_size=3)),
    st.builds(ShowTurnEntries, NUMBERS),
    st.builds(Recall, st.none() | NUMBERS),
    st.builds(OpenPage, st.sampled_from(("history", "ending"))),
    st.builds(ClosePage, st.sampled_from(("history", "ending"))),
    st.sampled_from(
        (
            OpenPage("locked"),
            ClosePage("locked"),
            SaveReport(),
            ShowNotice("Saved."),
            StartAsUsual(),
        )
    ),
    ENDINGS,
)
