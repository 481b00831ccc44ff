"""Search for secrets: cards that must be hidden, and views, texts or positions with one.

The secrets follow from the race and the registers that were shown, not from the game's own
`redacted`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine.board import Board
from companion.engine.cards import Card
from companion.games.programmed.corrections import EndTurn, Redeal
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD
from companion.games.programmed.turn import RacePosition
from companion.games.scene import Face
from companion.session.messages import (
    Abort,
    ApplyCorrection,
    Confirm,
    Cover,
    GoBack,
    GoForward,
    GoTo,
    HandSeat,
    Message,
    OpenPage,
    Resumed,
    Skip,
    Uncover,
)
from companion.session.pages.certify import OpenCertify
from companion.session.pages.doctor import HealthExamined
from companion.session.pages.facts import AskCard, AskInstruction, AskPiece, AskSquare
from companion.session.pages.history import Recall, ShowTurnEntries
from companion.session.pages.menu import Choose, MenuState, OpenMenu, Propose
from companion.session.pages.table import CloseTable, OpenTable, SelectReader
from companion.session.preferences import ALWAYS, Prefer, Preferences
from companion.session.session import Match, Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import OVER, PLAY, PROGRAM, ProgramPage, View
from companion.signals import LyingCard, SlotReport
from tests.typed import of_kind

SEATS: Final = range(1, 4)
PRIORITY: Final = re.compile(r"\((\d{2,3})\)|(?<!')\b([1-8]\d0)\b(?! seconds)")
"""A priority in a sentence, or a number that can be nothing else: three digits and whole tens,
except in quoted words of people."""
BACKWARDS: Final = (GoBack, GoTo, GoForward, Abort)
"""The messages that lead to another place of the race."""
LEVELS: Final = ("instruction", "card", "register", "turn", "start")
WAYS_IN: Final[tuple[tuple[Message, ...], ...]] = (
    (),
    (OpenTable(),),
    *((OpenTable(), SelectReader(seat)) for seat in SEATS),
    (OpenPage("doctor"),),
    (OpenPage("doctor"), HealthExamined(())),
    (OpenPage("update"),),
    (OpenPage("welcome"),),
    (OpenPage("locked"),),
    (OpenPage("replay"),),
    (OpenPage("review"),),
    (AskPiece(1),),
    (AskSquare("A1"),),
    (AskCard(2),),
    (AskInstruction(0),),
    (OpenPage("ending"),),
    (OpenPage("history"),),
    (OpenCertify((1, 2)),),
    *((OpenMenu(where),) for where in ("top", "back", "flags", "seats", "turn", "settings")),
    *((OpenMenu("piece", seat),) for seat in SEATS),
    *((OpenMenu("seats"), Choose(seat)) for seat in SEATS),
    *(
        (OpenPage("history"), ShowTurnEntries(turn), Recall(entry))
        for turn in (1, 2)
        for entry in (None, 0, 2)
    ),
    *(
        (OpenMenu(), Propose(correction))
        for correction in (
            Redeal(),
            EndTurn(),
            Skip(),
            Abort(),
            GoForward(),
            HandSeat(1, "random"),
            HandSeat(3, "person"),
        )
    ),
    *((OpenMenu(), Propose(GoBack(level))) for level in LEVELS),
    *((ApplyCorrection(GoBack(level)),) for level in LEVELS),
    (ApplyCorrection(Abort()),),
    (Resumed((), ""),),
    (Resumed(tuple(range(1, 9)), ""),),
    *((Uncover(seat), OpenTable(), SelectReader(2)) for seat in SEATS),
    *((Uncover(seat),) for seat in SEATS),
    *((Prefer(Preferences(preview=ALWAYS)), Uncover(seat)) for seat in SEATS),
    *((Uncover(seat), OpenMenu()) for seat in SEATS),
    (Uncover(1), Cover()),
    (Uncover(1), OpenTable(), CloseTable()),
)
"""Ways to every page and place from any page, each as messages."""
ON_THE_WAY: Final = 4
"""The number of instructions of an undo, a check or a resumed race that are inspected singly."""


class Witness:
    """A witness of the whole session, who remembers the cards that were played face up."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, int], set[int]] = {}
        self._stayed: dict[tuple[int, int], set[int]] = {}
        self._deal = (0, 0)

    def watch(self, session: Session) -> None:
        """Look at the table: a shown register is face up on it."""
        match = session.match
        if match is None:
            return
        deal = deal_of(match)
        if deal != self._deal:
            # Of what was seen the cards stay known that lie in their slots still.
            known = self._known(self._deal)
            lying = {
                CODE_OF_CARD[card]
                for clank in of_kind(RacePosition, match.position).state.clanks
                for card in clank.slots
                if card is not None
            }
            self._stayed.setdefault(deal, known & lying)
            self._deal = deal
        if session.page == PLAY:
            self._seen.setdefault((match.number, match.shown.turn), set()).update(
                face.code for _, face in match.shown.cards
            )

    def _known(self, deal: tuple[int, int]) -> set[int]:
        """Return the codes of cards seen since a deal, or in place when it came."""
        return self._stayed.get(deal, set()) | self._seen.get(deal, set())

    def secrets(self, session: Session) -> dict[int, set[int]]:
        """Return code → the seats that may know the card, for unseen cards in hands and readers."""
        match, secret = session.match, dict[int, set[int]]()
        if match is None or session.page == OVER:
            return {}
        for clank in of_kind(RacePosition, match.position).state.clanks:
            for card in (*clank.slots, *(clank.hand or ())):
                if card is not None:
                    secret.setdefault(CODE_OF_CARD[card], set()).add(clank.seat)
        for seat, reader in session.readers.by_seat.items():
            for reading in reader.row:
                if reading.code in CARD_OF_CODE:
                    secret.setdefault(reading.code, set()).add(seat)  # type: ignore[arg-type]
        number, turn = deal_of(match)
        known = self._known((number, turn))
        if session.timeline.table_sync is not None and match.next_step.turn == turn + 1:
            # Back before a deal that was played already: its cards were seen, and still lie there.
            known = known | self._seen.get((number, turn + 1), set())
        if session.is_open("menu") and isinstance(
            session.open_state("menu", MenuState).proposed, BACKWARDS
        ):
            # What would have to be put back was seen in some turn; cards of now are another matter,
            # though they may be the same.
            known = known.union(*self._seen.values())
        return {code: seats for code, seats in secret.items() if code not in known}


def deal_of(match: Match) -> tuple[int, int]:
    """Return which deal's cards are on the table: race and turn."""
    return match.number, of_kind(RacePosition, match.position).state.turn


def cards_in(value: Any) -> Iterator[tuple[str, int]]:
    """Yield every card in a value as (how, code).

    They are pictures of cards, codes of slots, cards of the engine, and priorities in sentences.
    """
    if isinstance(value, (Face, LyingCard, SlotReport)):
        if value.code is not None:
            yield type(value).__name__, value.code
    elif isinstance(value, Card):
        yield "card", CODE_OF_CARD[value]
    elif isinstance(value, str):
        for found in PRIORITY.finditer(value):
            yield from (
                (value, CODE_OF_CARD[card])
                for card in CODE_OF_CARD
                if card.priority == int(found[1] or found[2])
            )
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from cards_in((key, part))
    elif isinstance(value, (tuple, list, set, frozenset)):
        for part in value:
            yield from cards_in(part)
    elif hasattr(value, "__dataclass_fields__") and not isinstance(value, Board):
        for name in value.__dataclass_fields__:
            yield from cards_in(getattr(value, name))


def leaks(
    view: View, secrets: Mapping[int, set[int]], open_seat: int | None
) -> list[tuple[str, int]]:
    """Return what a view reveals that it must not; an open hand is its own player's."""
    own: tuple[object, ...] = ()
    if view.page == PROGRAM and isinstance(view.body, ProgramPage) and open_seat is not None:
        own = tuple(reader for reader in view.body.readers if reader.seat == open_seat)
        view = view._replace(
            body=view.body._replace(
                readers=tuple(reader for reader in view.body.readers if reader.seat != open_seat)
            )
        )
    # The finder offers every card that may be in this hand, not only its real ones.
    finders = [reader for reader in own if reader.finder]  # type: ignore[attr-defined]
    mine = [
        (how, code)
        for how, code in cards_in(own)
        if open_seat not in secrets.get(code, {open_seat}) and not finders
    ]
    return [*((how, code) for how, code in cards_in(view) if code in secrets), *mine]


def search_leaks(session: Session, witness: Witness) -> None:
    """Inspect every page and place that can be reached.

    Raises:
        AssertionError: One of them reveals a secret.
    """
    for way in WAYS_IN:
        after = session
        for message in way:
            after, _ = step(after, message)
        # After an undo, what was seen in that turn may be known again.
        secrets = witness.secrets(after)
        for _ in range(ON_THE_WAY if after.timeline.is_syncing else 1):
            look(after, secrets, way)
            after, _ = step(after, Confirm(after.revision))
            if not after.timeline.is_syncing:
                break


def look(session: Session, secrets: Mapping[int, set[int]], way: object = ()) -> None:
    """Inspect what is shown now."""
    view = view_of(session)
    open_seat = session.match.question.open_seat if session.match is not None else None
    found = leaks(view, secrets, open_seat)
    assert not found, f"the page {view.page} after {way} tells {found[:3]}"
