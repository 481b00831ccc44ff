"""Models with abilities to use: the card Pause and the discarded hand, with undo and journal.

They are used at a real reader and on the screen.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
import zxingcpp
from card_reader.codes import OK as READ

from companion.__main__ import main
from companion.app.loop import EventLoop, boards_of, open_session
from companion.app.recording import GameRecorder, recall
from companion.content.reader import reader_plan
from companion.engine.cards import DECK, PAUSE
from companion.engine.dealing import deal, program, start_turn
from companion.engine.turn import play_turn
from companion.errors import RuleError
from companion.games import find_game
from companion.games.api import AnswerFault, Plan
from companion.games.asking import Questions, Reading
from companion.games.corrections import Corrections
from companion.games.factory_rally.active import NEW_HAND, NewHand
from companion.games.factory_rally.game import GAME
from companion.games.parts import Invariants
from companion.games.printing import printing_of
from companion.games.programmed.deck import CODE_OF_CARD, CODES, FACES, PAUSES
from companion.games.programmed.turn import RacePosition
from companion.journal.store import open_journal
from companion.press.card_sheet import grid
from companion.press.packs import pack_document
from companion.press.paper import PAPERS
from companion.press.pdf import pdf
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    Begin,
    ChooseBoard,
    Go,
    GoBack,
    Pick,
    Uncover,
)
from companion.session.view import OVER, PROGRAM
from companion.signals import GAP, NOT_DEALT, OK, PULL, TWICE, UNKNOWN, InsertCard, MoveHandle
from tests.games.factory.test_game import load_shipped
from tests.games.instructions import instructions_of
from tests.press.deck_sheets import grey_pages
from tests.press.optics import SPOTS, View, cut_out
from tests.press.prints import data_matrix
from tests.recorded import recorded
from tests.session.evenings import asked, done, fill
from tests.typed import any_game, of_kind, present

A4: Final = PAPERS["a4"]
WHERE: Final = grid(A4, reader_plan().card)
NAMES: Final = {seat: f"SEAT {seat}" for seat in range(1, 9)}


def begun(*models: str) -> RacePosition:
    """Return a race on the Paint Shop, about to begin, with these models from seat 1 on."""
    board: Any = load_shipped("paint-shop")
    seats = tuple(range(1, len(models) + 1))
    return GAME.begin(
        Plan(
            board,
            board.suggested_flags,
            seats,
            {},
            {seat: {"model": model} for seat, model in zip(seats, models, strict=True)},
        )
    )


def dealt(position: RacePosition, codes: tuple[int, ...] | None = CODES) -> RacePosition:
    """Return its next deal, with the deck in this order."""
    found: RacePosition = GAME.dealt(position, codes).position
    return found


def row(*codes: int | None) -> tuple[Reading, ...]:
    """Return what a reader shows."""
    return tuple(
        Reading() if code is None else Reading(OK, code)
        for code in (*codes, *(None,) * (5 - len(codes)))
    )


def fault(position: RacePosition, seat: int, *codes: int | None) -> AnswerFault | None:
    """Return what is wrong with these cards in a seat's reader."""
    rows = {clank.seat: row() for clank in position.state.clanks}
    return GAME.fault(position, seat, {**rows, seat: row(*codes)})


def on_screen(*models: str, people: int = 1) -> EventLoop:
    """Return people and pilots on the screen, at the question for the first programs."""
    players = ("person",) * people + ("random",) * (len(models) - people)
    loop = open_session(seed=4, players=players, game=find_game("factory_rally"))
    for message in (
        ChooseBoard("paint-shop"),
        *(SetSeatRule(seat, "model", word) for seat, word in enumerate(models, 1)),
        Go("rules"),
        Begin(),
    ):
        loop.send(message)
    done(loop)
    assert loop.session.page == PROGRAM
    return loop


def hand_of(loop: EventLoop, seat: int) -> tuple[int, ...]:
    """Return the cards of a seat."""
    hand = asked(loop.session, seat).hand.codes
    assert hand is not None
    return hand


# ---- Pause ---------------------------------------------------------------------------------------


def test_codes_of_pauses_are_on_no_other_card() -> None:
    """Use codes for Pauses that neither deck nor test cards have, unknown to Clockwork Derby."""
    own = [CODE_OF_CARD[card] for card in PAUSES]
    assert len({*own, *CODES}) == len(PAUSES) + len(DECK) and len(PAUSES) >= 16
    clockwork = find_game("clockwork")
    assert clockwork is not None and all(
        clockwork.face(code) is None and GAME.face(code) == FACES[code] for code in own
    )


def test_a_dawdle_has_a_pause_besides_its_nine_cards() -> None:
    """Deal a Dawdle its own Pause beside nine cards, and no other model one."""
    state = dealt(begun("dawdle", "none", "dawdle")).state
    hands = [clank.hand or () for clank in state.clanks]
    assert (
        [len(hand) for hand in hands] == [10, 9, 10]
        and hands[0][-1] == PAUSES[0]
        and hands[2][-1] == PAUSES[1]
    )
    assert present(Invariants.of(GAME)).unsound(dealt(begun("dawdle", "none", "dawdle"))) == ()


def test_a_pause_in_a_slot_is_legal_for_its_robot_only() -> None:
    """Accept one Pause in any open slot of a Dawdle, with hands known or not."""
    pause, second = (CODE_OF_CARD[card] for card in PAUSES[:2])
    for codes in (CODES, None):
        position = dealt(begun("dawdle", "twinbore"), codes)
        assert fault(position, 1, pause, *CODES[:4]) is None
        assert fault(position, 1, CODES[0], CODES[1], CODES[2], pause, CODES[3]) is None
        twice = fault(position, 1, pause, *CODES[:3], second)
        assert (
            twice is not None
            and (twice.slot, twice.kind) == (5, NOT_DEALT)
            and str(twice.words) == recorded("one-for-each-round")
        )
        others = fault(position, 2, pause, *CODES[9:13])
        assert others is not None and (others.slot, others.kind) == (1, NOT_DEALT)
    gap = fault(dealt(begun("dawdle", "none")), 1, pause)
    same = fault(dealt(begun("dawdle", "none"), None), 1, pause, pause, *CODES[:3])
    assert gap is not None and gap.kind == GAP and same is not None and same.kind == TWICE
    usual: Any = find_game("clockwork")
    board = load_shipped("fountain-circus")
    other = usual.dealt(usual.begin(Plan(board, ("A5",), (1, 2), {})), None).position
    strange = usual.fault(other, 1, {1: row(pause, *CODES[:4]), 2: row()})
    assert strange is not None and (strange.slot, strange.kind) == (1, UNKNOWN)


def test_who_pauses_stays_where_it_is() -> None:
    """Turn a Pause up after all numbers; its robot stays, and nothing else is told."""
    position = dealt(begun("dawdle", "none"))
    hand = position.state.clank(1).hand or ()
    lanes = {1: (PAUSES[0], *hand[:4]), 2: (position.state.clank(2).hand or ())[:5]}
    after = program(position.state, lanes)
    before = after.state.clank(1)
    running = position._replace(state=after.state, stage="registers")
    instructions = instructions_of(GAME, running, GAME.play(running), NAMES)
    assert [one.card for one in instructions if one.part == "cards"][-1] == PAUSE
    assert (
        GAME.play(position._replace(state=after.state, stage="registers")).position.state.clank(1)[
            1:4
        ]
        == before[1:4]
    )
    assert present(Invariants.of(GAME)).unsound(position._replace(state=after.state)) == ()


def test_a_burnt_pause_stays_and_a_new_one_is_given() -> None:
    """Keep a burnt Pause in its slot, and give a new one for another (no. 22)."""
    position = dealt(begun("dawdle", "none"))
    hand = position.state.clank(1).hand or ()
    state = program(
        position.state, {1: (*hand[:4], PAUSES[0]), 2: (position.state.clank(2).hand or ())[:5]}
    ).state
    state = play_turn(state).state
    state = state.with_clank(
        state.clank(1)._replace(damage=5, status="active", square=state.clank(1).square or "A1")
    )
    again = RacePosition(deal(start_turn(state).state, DECK).state, "programming")
    clank = again.state.clank(1)
    assert (
        clank.slots[4] == PAUSES[0]
        and (clank.hand or ())[-1] == PAUSES[1]
        and len(clank.hand or ()) == 5
    )
    burnt, new = (CODE_OF_CARD[card] for card in PAUSES[:2])
    own = [CODE_OF_CARD[card] for card in (clank.hand or ())[:4]]
    assert fault(again, 1, new, *own[:3], burnt) is None
    wrong = fault(again, 1, burnt, *own[:3], new)
    assert wrong is not None and wrong.kind in ("locked", "not dealt")


def test_a_pause_by_touch() -> None:
    """Play a Pause by touch through a round; the next round brings it back."""
    loop = on_screen("dawdle", "none")
    pause = CODE_OF_CARD[PAUSES[0]]
    loop.send(Uncover(1))
    body: Any = loop.view.body
    shown = next(reader for reader in body.readers if reader.seat == 1).hand
    assert len(shown) == 10 and pause in [card.code for card in shown]
    for slot, code in enumerate((pause, *hand_of(loop, 1)[:4]), 1):
        loop.send(InsertCard(1, slot, code))
    loop.send(MoveHandle(1, PULL))
    for _ in range(200):
        if loop.session.page == PROGRAM:
            break
        done(loop)
    assert (
        loop.session.match is not None
        and of_kind(RacePosition, loop.session.match.position).state.turn == 2
    )
    assert pause in hand_of(loop, 1)


def test_at_real_readers_the_seat_is_told_of_its_pause() -> None:
    """Say at a real reader that the Pause may be used; the deal is nine cards."""
    next_step = GAME.next_step(dealt(begun("dawdle", "none"), None))
    assert isinstance(next_step, Questions)
    first, second = next_step.asks
    assert (first.hand.number, "card Pause" in str(first.question), first.hand.own) == (
        9,
        True,
        (CODE_OF_CARD[PAUSES[0]],),
    )
    assert (second.hand.number, str(second.question), second.hand.own) == (9, "", ())


# ---- Another hand --------------------------------------------------------------------------------


def test_an_abacus_has_nine_other_cards_once_a_round() -> None:
    """Give an Abacus nine other cards once a round; discarded ones are in no hand."""
    position = dealt(begun("abacus", "none"))
    before = position.state.clank(1).hand or ()
    passage = present(Corrections.of(GAME)).changed(position, NewHand(1))
    after = passage.position.state.clank(1).hand or ()
    assert (
        len(after) == 9
        and not {*after} & {*before}
        and not {*after} & {*(position.state.clank(2).hand or ())}
    )
    assert present(Invariants.of(GAME)).unsound(passage.position) == () and GAME.fingerprint(
        passage.position
    ) != GAME.fingerprint(position)
    assert [str(one.text) for one in instructions_of(GAME, position, passage, NAMES)] == recorded(
        "SEAT-1-new-hand-9-other"
    )
    with pytest.raises(RuleError, match="its new hand in this round"):
        present(Corrections.of(GAME)).changed(passage.position, NewHand(1))
    with pytest.raises(RuleError, match="Abacus"):
        present(Corrections.of(GAME)).changed(position, NewHand(2))
    with pytest.raises(RuleError):
        present(Corrections.of(GAME)).changed(begun("abacus", "none"), NewHand(1))


def test_damage_and_burnt_slots_stay_with_another_hand() -> None:
    """Deal as many cards as before, and keep burnt ones."""
    position = begun("abacus", "none")
    state = position.state
    hurt = position._replace(
        state=state.with_clank(state.clank(1)._replace(damage=6, slots=DECK[79:84]))
    )
    begun_turn = dealt(hurt)
    after = present(Corrections.of(GAME)).changed(begun_turn, NewHand(1)).position.state.clank(1)
    assert (
        len(after.hand or ()) == 3
        and after.locked == (4, 5)
        and after.slots == begun_turn.state.clank(1).slots
    )


def test_where_the_deck_is_too_small_it_is_not_offered() -> None:
    """Offer one new hand at eight seats with twelve cards left; discarded ones go below."""
    position = dealt(begun(*("abacus",) * 8))
    first = present(Corrections.of(GAME)).changed(position, NewHand(1)).position
    second = present(Corrections.of(GAME)).changed(first, NewHand(2)).position
    assert present(Invariants.of(GAME)).unsound(second) == () and len(second.pile or ()) == 12
    next_step = GAME.next_step(second)
    assert (
        isinstance(next_step, Questions)
        and [bool(ask.actions) for ask in next_step.asks] == [False, False] + [True] * 6
    )


def test_where_hands_deal_only_the_number_is_known() -> None:
    """Offer and count a new hand once in a physical deal, without knowing its cards."""
    position = dealt(begun("abacus", "none"), None)
    passage = present(Corrections.of(GAME)).changed(position, NewHand(1))
    assert passage.position.state.clank(1).hand is None and str(
        instructions_of(GAME, position, passage, NAMES)[0].text
    ) == recorded("9-other-cards")
    with pytest.raises(RuleError, match="its new hand in this round"):
        present(Corrections.of(GAME)).changed(passage.position, NewHand(1))


def test_another_hand_by_touch_and_taken_back() -> None:
    """Discard by a button at the seat, with the cards in its slots; undo returns the old hand.

    Another seat stays ready.
    """
    loop = on_screen("abacus", "none", people=2)
    fill(loop, 2)
    loop.send(MoveHandle(2, PULL))
    old = hand_of(loop, 1)
    fill(loop, 1)
    body: Any = loop.view.body
    assert [[offer.key for offer in reader.optional_actions] for reader in body.readers] == [
        [NEW_HAND],
        [],
    ]
    loop.send(Pick(1, NEW_HAND))
    assert (
        loop.session.match is not None
        and 2 in loop.session.match.question.answers
        and str(loop.session.notice) == recorded("9-other-cards")
    )
    new = hand_of(loop, 1)
    assert not {*new} & {*old} and all(
        reading.code is None for reading in loop.session.readers.by_seat[1].row
    )
    body = loop.view.body
    assert [[offer.key for offer in reader.optional_actions] for reader in body.readers] == [[], []]
    loop.send(Pick(1, NEW_HAND))
    assert hand_of(loop, 1) == new and str(loop.session.notice)
    loop.send(ApplyCorrection(GoBack(INSTRUCTION)))
    assert hand_of(loop, 1) == old


def test_another_hand_is_kept_and_told_again(tmp_path: Path) -> None:
    """Replay a race with a new hand to the same end."""
    journal = open_journal(tmp_path / "journal.db", 0.0)
    loop = open_session(
        seed=4,
        players=("person", "random"),
        game=find_game("factory_rally"),
        record=GameRecorder(journal, 4),
        patient=True,
    )
    for message in (
        ChooseBoard("paint-shop"),
        SetSeatRule(1, "model", "abacus"),
        SetSeatRule(2, "model", "dawdle"),
        Go("rules"),
        Begin(),
    ):
        loop.send(message)
    renewed = 0
    for _ in range(400):
        match = loop.session.match
        assert match is not None
        if loop.session.page == OVER or of_kind(RacePosition, match.position).state.turn > 3:
            break
        if (
            loop.session.page == PROGRAM
            and 1 not in match.question.answers
            and match.ask(1) is not None
        ):
            loop.send(Pick(1, NEW_HAND))
            renewed += 1
            fill(loop, 1)
            loop.send(MoveHandle(1, PULL))
        else:
            done(loop)
    loop.close()
    assert renewed == 3
    for kept in journal.games():
        assert recall(journal, kept, boards_of, every=True).drift is None
    journal.close()


def test_pauses_are_printed_with_codes_that_readers_read(tmp_path: Path) -> None:
    """Print Pauses with their own readable codes, and names of their own."""
    pages = grey_pages(
        pdf(
            pack_document(
                A4,
                any_game(GAME),
                [pack for pack in printing_of(any_game(GAME)).packs if pack.key == "pauses"],
            )
        )
    )
    read = [
        int(code.text)
        for page in pages
        for code in zxingcpp.read_barcodes(page, formats=data_matrix())
    ]
    assert sorted(read) == sorted(CODE_OF_CARD[card] for card in PAUSES)
    cards = [
        cut_out(pages[2 + 2 * (number // WHERE.room)], WHERE, number % WHERE.room)
        for number in range(len(PAUSES))
    ]
    assert [View(card, SPOTS[0]).answer() for card in cards] == [
        (READ, CODE_OF_CARD[card]) for card in PAUSES
    ]
    assert (
        main(
            [
                "print",
                "cards",
                "--game",
                "factory_rally",
                "--deck",
                "pauses",
                "--svg",
                str(tmp_path),
            ]
        )
        == 0
    )
    drawn = sorted(file.name for file in tmp_path.iterdir())
    assert len(drawn) == len(PAUSES) and f"pauses-pause-{CODE_OF_CARD[PAUSES[0]]}.svg" in drawn
