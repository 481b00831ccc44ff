"""Cards in front of seats that go from one to another: moves of hands, and views of them."""

from __future__ import annotations

import functools
import operator
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.loop import EventLoop, go_on, open_session
from companion.app.recording import GameRecorder
from companion.app.startup import recall_whole
from companion.games.api import Game
from companion.journal.store import open_journal
from companion.session.choices import MenuPage
from companion.session.corrections import try_correction
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    ClosePage,
    Confirm,
    GoBack,
    GoForward,
    HandSeat,
    OpenPage,
    Pick,
    Uncover,
)
from companion.session.pages.facts import NAME as FACTS
from companion.session.pages.facts import AskInstruction
from companion.session.pages.history import Recall
from companion.session.pages.menu import CloseMenu, OpenMenu
from companion.session.pages.replay import ShowPicture
from companion.session.pages.where import ShowCardFacts
from companion.session.view import (
    CHECK,
    DEAL,
    HISTORY,
    OFFER,
    OVER,
    PLAY,
    PROGRAM,
    REPLAY,
    REST,
    SUMMARY,
    WHERE,
    CardsPicture,
)
from companion.signals import (
    EMPTY,
    OK,
    PULL,
    PUSH,
    HandleMoved,
    InsertCard,
    MoveHandle,
    SlotRead,
)
from companion.signals import (
    REST as RESTS,
)
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable
from tests.recorded import recorded
from tests.typed import present

PEOPLE = ("person", "person", "person")


class Night:
    """A session of three at real readers, with hands."""

    def __init__(
        self,
        game: Game,
        folder: Path | None = None,
        real: tuple[int, ...] = (1, 2, 3),
        players: tuple[str, ...] = PEOPLE,
    ) -> None:
        self.readers, self.folder = ScriptedTable(real), folder
        self.journal = None if folder is None else open_journal(folder / "journal.db", time.time())
        record = None if self.journal is None else GameRecorder(self.journal, 3)
        self.loop: EventLoop = open_session(
            ScreenFallback(self.readers),
            seed=3,
            players=players,
            game=game,
            record=record,
            patient=True,
        )
        self.send(Begin())
        # Hands that deal confirm it; the game says what is dealt.
        if self.loop.session.page == DEAL:
            assert str(self.loop.view.hint) == recorded("Deal-two-cards-to-everybody")
            self.done()

    def send(self, *messages: object) -> None:
        """Send messages."""
        for message in messages:
            self.loop.send(message)
            self.loop.poll(0.0)

    def done(self) -> None:
        """Touch the button that confirms."""
        self.send(Confirm(self.loop.session.revision))

    def put(self, seat: int, code: int | None) -> None:
        """Put a card into slot 1, or take it out."""
        self.readers.signals += (SlotRead(seat, 1, EMPTY if code is None else OK, code),)
        self.loop.poll(0.0)

    def move(self, seat: int, position: str = PULL) -> None:
        """Move a handle, which springs back."""
        self.readers.signals += (HandleMoved(seat, position), HandleMoved(seat, RESTS))
        self.loop.poll(0.0)

    def lay(self, *codes: int) -> None:
        """Let all play a card and pull; then move the cards in front of the seats."""
        for seat, code in enumerate(codes, 1):
            self.put(seat, code)
            self.move(seat)
        assert self.loop.session.page == PLAY, self.loop.view
        for seat, _ in enumerate(codes, 1):
            self.put(seat, None)

    @property
    def cards(self) -> CardsPicture:
        """Return the visible picture."""
        cards = self.loop.view.cards
        assert cards is not None
        return cards

    def rows(self) -> list[list[str]]:
        """Return the keys of all rows."""
        return [[card.key for card in row.cards] for row in self.cards.rows]

    def lit(self) -> set[str]:
        """Return the keys of the cards that can be touched."""
        return {
            card.key
            for row in self.cards.rows
            for card in row.cards
            if card.key in self.cards.picks
        }

    def kill(self) -> None:
        """Cut the power, and restart the app."""
        assert self.folder is not None and self.journal is not None
        self.loop.close()
        copy = self.folder / "copy.db"
        shutil.copy(self.folder / "journal.db", copy)
        if (self.folder / "journal.db-wal").exists():
            shutil.copy(self.folder / "journal.db-wal", f"{copy}-wal")
        self.journal.close()
        self.journal = open_journal(copy, time.time())
        kept = self.journal.unfinished()
        assert kept is not None
        recalled = recall_whole(self.journal, kept)
        record = GameRecorder(self.journal, recalled.seed, going_on=(kept.id, recalled.messages))
        self.readers = ScriptedTable((1, 2, 3))
        self.loop = go_on(recalled, record, ScreenFallback(self.readers), 0, patient=True)

    def close(self) -> None:
        """Close everything."""
        self.loop.close()
        if self.journal is not None:
            self.journal.close()


@pytest.fixture
def night(snatch: Game) -> Iterator[Night]:
    """Return a game dealt by hand, at the first question."""
    found = Night(snatch)
    yield found
    found.close()


def codes(game: Game, *places: int) -> tuple[int, ...]:
    """Return cards of the deck by their place."""
    return tuple(game.deck[place] for place in places)


# ---- A turn at real readers ----------------------------------------------------------------------


def test_a_turn_with_real_cards(night: Night, snatch: Game) -> None:
    """Play cards, turn them up, snatch one on the picture, to the end after turn two."""
    low, mid, high = map(str, codes(snatch, 1, 5, 9))
    assert (
        night.loop.session.page == PROGRAM
        and night.rows() == [[], [], []]
        and present(night.loop.session.match).cards_are_real
    )
    night.lay(int(low), int(mid), int(high))
    # They keep their places until the instruction is carried out.
    assert night.rows() == [[], [], []] and {move.key for move in night.cards.moves} == {
        low,
        mid,
        high,
    }
    assert str(night.loop.view.hint) == recorded("Move-the-pieces-as-shown-then")
    night.done()
    assert night.loop.session.page == REST and night.rows() == [[low], [mid], [high]]
    assert (
        night.lit() == {low, mid}
        and high in night.cards.marked
        and all(one.fresh for row in night.cards.rows for one in row.cards)
    )
    # The same answers are on the seat's own tile, with the cards that they light up.
    offers = next(reader.offers for reader in night.loop.view.body.readers if reader.seat == 3)
    assert [offer.table_cards for offer in offers] == [(low,), (mid,), ()]
    night.send(night.cards.picks[mid])
    assert (
        night.loop.session.page == PLAY
        and night.rows() == [[low], [mid], [high]]
        and mid in {move.key for move in night.cards.moves}
    )
    # The page of the reason shows the same move.
    night.send(AskInstruction(0))
    assert (
        night.loop.view.page == FACTS
        and mid in {move.key for move in night.cards.moves}
        and night.cards.opens is None
    )
    night.send(ClosePage(FACTS))
    night.done()
    assert (
        night.loop.session.page == SUMMARY
        and night.rows() == [[low], [], [high, mid]]
        and str(night.cards.rows[2].note) == recorded("2-cards")
    )
    night.done()
    night.lay(*codes(snatch, 2, 6, 10))
    night.done()
    assert night.loop.session.page == REST and night.lit() == set()
    night.send(Uncover(1))
    assert low not in night.lit() and high in night.lit()
    night.send(Pick(1, "no"), Pick(2, high))
    assert night.loop.session.page == REST
    night.send(Pick(3, low))
    assert night.loop.session.page == PLAY and [move.end.where for move in night.cards.moves] == [
        night.cards.piles[0].key
    ]
    night.done()
    assert night.cards.piles[0].number == 1 and high not in functools.reduce(
        operator.iadd, night.rows(), []
    )
    night.done()
    assert night.loop.session.page == OVER and night.cards.piles[0].number == 2


def test_a_push_takes_a_card_back(night: Night, snatch: Game) -> None:
    """Take a card back by a push, until the next pull."""
    night.put(1, snatch.deck[3])
    night.move(1)
    night.move(1, PUSH)
    match = night.loop.session.match
    assert (
        match is not None and 1 not in match.question.answers and 1 not in match.question.problems
    )
    # Nothing to be taken back any more: then it means nothing.
    night.move(1, PUSH)
    assert 1 in present(night.loop.session.match).question.problems
    night.move(1)
    assert 1 in present(night.loop.session.match).question.answers


def test_hands_that_go_round_stay_with_people(snatch: Game) -> None:
    """Deal by the app if a pilot or a screen seat plays; no pilot takes over real cards."""
    for real, players in (((1, 2, 3), ("person", "person", "random")), ((1, 2), PEOPLE)):
        night = Night(snatch, real=real, players=players)
        match = night.loop.session.match
        assert (
            match is not None
            and not match.cards_are_real
            and night.loop.session.on_screen(1)
            and present(match.ask(1)).hand.codes is not None
        )
        night.close()
    night = Night(snatch)
    assert str(try_correction(night.loop.session, HandSeat(2, "random"))) == recorded("move-round")
    night.close()


def test_cards_on_the_screen_are_not_for_hands(snatch: Game) -> None:
    """Ask no hands for cards on the screen, except at the check for the others."""
    loop = open_session(VirtualTable(), seed=3, players=("person", "person"), game=snatch)
    loop.send(Begin())
    for seat in (1, 2):
        loop.send(
            InsertCard(
                seat, 1, present(present(present(loop.session.match).ask(seat)).hand.codes)[0]
            )
        )
        loop.send(MoveHandle(seat, PULL))
    assert (
        loop.session.page == PLAY
        and str(loop.view.hint) == recorded("Nothing-to-move-here")
        and loop.view.cards is not None
        and len(loop.view.cards.moves) == 2
    )
    loop.poll(0.0)
    assert all(
        reading.status == EMPTY for row in loop.session.readers.rows.values() for reading in row
    )
    loop.send(Confirm(loop.session.revision))
    loop.send(ApplyCorrection(GoBack("turn")))
    loop.poll(0.0)
    # Touch readers are filled by the app.
    assert loop.session.timeline.table_sync is None and loop.session.page == PROGRAM
    assert [loop.session.readers.rows[seat][0].status for seat in (1, 2)] == [OK, OK]


# ---- Back and forward ----------------------------------------------------------------------------


def test_cards_are_led_back_and_forward(night: Night, snatch: Game) -> None:
    """Move cards on the picture at each instruction of a way, to their old places."""
    low, mid, high = map(str, codes(snatch, 1, 5, 9))
    night.lay(int(low), int(mid), int(high))
    night.done()
    night.send(night.cards.picks[mid])
    night.done()
    night.send(OpenMenu("back"))
    body = night.loop.view.body
    assert isinstance(body, MenuPage) and str(body.groups[0].choices[0].about) == recorded(
        "1-piece-to-move"
    )
    night.send(CloseMenu(), ApplyCorrection(GoBack("instruction")))
    assert (
        night.loop.session.timeline.table_sync is not None
        and night.rows() == [[low], [], [high, mid]]
        and mid in {move.key for move in night.cards.moves}
    )
    night.done()
    assert (
        night.loop.session.page == PLAY
        and night.loop.session.timeline.table_sync is None
        and night.rows() == [[low], [mid], [high]]
    )
    night.send(ApplyCorrection(GoForward()))
    night.done()
    assert night.loop.session.page == SUMMARY and night.rows() == [[low], [], [high, mid]]
    # It goes back to played cards without a stop: first into hands, then into the readers.
    while night.loop.session.page != PROGRAM:
        night.send(ApplyCorrection(GoBack("instruction")))
    assert night.loop.session.timeline.table_sync is not None
    while night.loop.view.page == PLAY:
        night.done()
    assert night.rows() == [[], [], []]
    assert night.loop.view.page == DEAL and [
        row.put[0][1].code for row in night.loop.view.body.rows
    ] == [int(low), int(mid), int(high)]
    for seat, code in enumerate((low, mid, high), 1):
        night.put(seat, int(code))
    assert night.loop.session.timeline.table_sync is None and night.loop.session.page == PROGRAM


# ---- Looking -------------------------------------------------------------------------------------


def test_what_lies_where(night: Night, snatch: Game) -> None:
    """Open the table's page from any picture, tell about a card, show no secret, return."""
    low, mid, high = map(str, codes(snatch, 1, 5, 9))
    assert night.cards.opens == OpenPage(WHERE)
    night.lay(int(low), int(mid), int(high))
    night.done()
    night.send(night.cards.tells[low])
    view = night.loop.view
    assert (
        view.page == WHERE
        and night.rows() == [[low], [mid], [high]]
        and night.lit() == set()
        and night.cards.opens is None
    )
    assert [str(row.title) for row in view.body.rows] == ["a hand"] * 3
    night.send(ShowCardFacts(low))
    assert night.loop.session.page == REST and night.loop.view.page == WHERE
    night.send(ClosePage(WHERE), OpenPage("menu"))
    assert (
        [str(choice.label) for group in night.loop.view.body.groups for choice in group.choices]
    ) == recorded("Cards-on-the-table")
    # There a card means the seat that it is in front of.
    night.send(night.cards.tells[mid])
    assert str(night.loop.view.title) == night.loop.session.lobby.setup.names[2]
    night.send(CloseMenu(), CloseMenu())
    assert night.loop.view.page == REST and night.lit() == {low, mid}


def test_the_past_shows_its_own_table(night: Night, snatch: Game) -> None:
    """Show old tables in history and replay, with moves, without old choices."""
    low, mid, high = map(str, codes(snatch, 1, 5, 9))
    night.lay(int(low), int(mid), int(high))
    night.done()
    night.send(Pick(3, mid))
    night.done()
    night.done()
    night.lay(*codes(snatch, 2, 6, 10))
    night.done()
    night.send(Uncover(2), Pick(1, "no"), Pick(2, "no"), Pick(3, low), OpenPage(HISTORY))
    night.send(ClosePage(HISTORY))
    night.done()
    assert night.loop.session.page == OVER
    night.send(OpenPage(REPLAY), ShowPicture(1))
    assert night.rows() == [[low], [mid], [high]] and {move.key for move in night.cards.moves} == {
        mid
    }
    seen = set[str]()
    for _ in range(12):
        seen |= night.lit()
        night.send(ShowPicture(1))
    assert not seen and low not in functools.reduce(operator.iadd, night.rows(), [])


def test_the_history_recalls_the_cards(night: Night, snatch: Game) -> None:
    """Show the table before an entry of the history."""
    low, mid, high = map(str, codes(snatch, 1, 5, 9))
    night.lay(int(low), int(mid), int(high))
    night.done()
    night.send(Pick(3, mid))
    night.done()
    night.send(OpenPage(HISTORY))
    words = [str(row.words) for row in night.loop.view.body.rows]
    assert night.rows() == [[low], [], [high, mid]] and str(night.loop.view.hint) == recorded(
        "Touch-an-entry-to-see-the"
    )
    night.send(Recall(next(at for at, line in enumerate(words) if "takes" in line)))
    assert night.rows() == [[low], [mid], [high]] and {move.key for move in night.cards.moves} == {
        mid
    }
    night.send(Recall(next(at for at, line in enumerate(words) if "lays the card" in line)))
    assert night.rows() == [[], [], []]


def test_after_a_start_the_cards_are_checked(tmp_path: Path, snatch: Game) -> None:
    """Check names of cards and unfinished moves after a restart, and lose none."""
    night = Night(snatch, tmp_path)
    low, mid, high = map(str, codes(snatch, 1, 5, 9))
    night.lay(int(low), int(mid), int(high))
    night.done()
    night.send(Pick(3, mid))
    night.kill()
    assert night.loop.view.body.where == OFFER
    night.done()
    body = night.loop.view.body
    assert body.where == CHECK and night.rows() == [[low], [mid], [high]]
    facts = {
        str(group.title): [str(choice.label) for choice in group.choices] for group in body.groups
    }
    names = night.loop.session.lobby.setup.names
    assert facts["In front of everybody"][1:] == [
        recorded("snatch-6", names=names[2]),
        recorded("snatch-10", names=names[3]),
    ]
    assert facts[""] == recorded("Pile-0")
    assert len(facts["Other things"]) == 3 and facts["Not finished yet"][0] == recorded("takes-6")
    night.done()
    while night.loop.session.timeline.resume_check is not None:
        night.done()
    assert night.loop.session.page == PLAY
    night.close()
