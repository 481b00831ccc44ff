"""Cardbot Derby with real cards: push, hand on, pull; faults are named with their remedy.

Nothing starts before all is right.
"""

from __future__ import annotations

import pytest

from companion.gallery.cardbot import begin
from companion.gallery.room import SceneRoom
from companion.games.api import locks_of
from companion.games.asking import Questions
from companion.games.cardbot.deck import CARD_OF_CODE, CODE_OF_CARD
from companion.games.cardbot.engine.cards import card_of
from companion.games.cardbot.stages import HAND, ORDER, CardbotPosition
from companion.games.codes import WORDS
from companion.games.parts import beside_board_of, scene_diff_of
from companion.session.commands import AskPilot
from companion.session.lamps import alarms
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    Begin,
    GoBack,
    Pick,
    Shuffled,
    TimeUp,
)
from companion.session.session import Session
from companion.session.steps import step
from companion.session.view import PLACE, PLAY, PROGRAM, REST, SUMMARY
from companion.signals import OK, PULL, HandleMoved, SlotRead
from tests.games.cardbot.rounds import (
    PROGRAMS,
    at_readers,
    cardbot,
    carried_out,
    filled,
    handed,
    hear,
    pulled,
    pushed,
    to_next_round,
)
from tests.recorded import recorded
from tests.typed import of_kind, present

NEXT = {1: 2, 2: 3, 3: 4, 4: 1}
"""The reader that gets each robot's cards."""


FOREIGN_CODE = next(code for code in WORDS if code not in CARD_OF_CODE)


def asked(session: Session) -> dict[int, int | None]:
    """Return who is asked, and about whose robot."""
    next_step = present(session.match).next_step
    assert isinstance(next_step, Questions)
    return {ask.seat: ask.roles.piece for ask in next_step.asks}


def remedy(session: Session, seat: int) -> str:
    """Return what is wrong at a seat."""
    return str(present(session.match).question.problems.get(seat, ""))


def test_a_push_says_that_five_are_in_order_and_a_pull_that_those_received_are_in() -> None:
    """Take a push for five cards in order, and a pull for received ones in a reader.

    The hands are unknown; the next player's reader reads them (CB02, CB04).
    """
    session = at_readers(("person",) * 4)
    assert session.page == REST and asked(session) == {1: None, 2: None, 3: None, 4: None}
    session = pushed(session, 1, 2, 3, 4)
    assert session.page == PROGRAM and asked(session) == {1: 4, 2: 1, 3: 2, 4: 3}
    session = handed(session, PROGRAMS, NEXT)
    assert session.page == PLAY and session.match is not None
    assert [(seat, face.move) for seat, face in session.match.shown.cards] == [
        (3, "AD"),
        (1, "AH"),
        (2, "4C"),
        (4, "4S"),
    ]


def test_the_slot_that_is_played_is_lit() -> None:
    """Light the played slot at the reader with the cards; no slot is locked."""
    session = handed(pushed(at_readers(("person",) * 4), 1, 2, 3, 4), PROGRAMS, NEXT)
    game = session.config.game
    assert session.match is not None and locks_of(game, session.match.position) == dict.fromkeys(
        (1, 2, 3, 4), (1,)
    )


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AH 4H 8H 2H -", "slot-5-no-card"),
        ("- - 8H 2H 6H", "slots-1-and-2-are-empty"),
        ("AH 4H 9C 2H 6H", "slot-3-this-card-is-not"),
        ("AH 4H AH 2H 6H", "slot-1-this-card-is-in"),
    ],
)
def test_what_lies_wrong_is_named(cards: str, words: str) -> None:
    """Name seat, slot and remedy of a wrong card, and wait (CBR34)."""
    session = pulled(filled(pushed(at_readers(("person",) * 4), 1, 2, 3, 4), 2, cards), 2)
    assert remedy(session, 2) == recorded(words)
    assert session.page == PROGRAM
    session = handed(session, {seat: cards for seat, cards in PROGRAMS.items() if seat != 1}, NEXT)
    assert session.page == PROGRAM
    assert handed(session, {1: PROGRAMS[1]}, NEXT).page == PLAY


def test_a_pull_means_nothing_before_the_cards_are_in_order() -> None:
    """Name the other move of the handle if a pull comes before the push."""
    session = hear(at_readers(("person",) * 2, "fill_robots=off"), HandleMoved(1, PULL))
    assert "push it" in remedy(session, 1)


def test_who_is_late_hands_on_the_cards_as_they_lie() -> None:
    """Hand on the cards of a late player unchanged; time runs from the first push (CB03)."""
    session = pushed(at_readers(("person",) * 4), 1)
    session = hear(session, TimeUp(session.revision, (2, 3, 4)))
    assert session.page == PROGRAM and session.match is not None
    assert str(session.match.next_step.hint) == recorded("seat-2-seat-3-and-seat")  # type: ignore[union-attr]


def test_two_players_have_two_robots_each() -> None:
    """Give every hand of two players to the other one: seats 1 and 3, 2 and 4 (CBR17, CBR30)."""
    session = pushed(at_readers(("person", "person")), 1, 2, 3, 4)
    assert asked(session) == {1: 4, 2: 1, 3: 2, 4: 3}
    assert carried_out(handed(session, PROGRAMS, NEXT)).page in (SUMMARY, REST)


def test_a_robot_that_moves_by_chance_needs_no_hands() -> None:
    """Hold the fourth pile of three players in the app.

    Seat 3 hands on to seat 1 (CBR16, CBR30).
    """
    session = at_readers(("person",) * 3)
    session = hear(session, _shuffled(session))
    assert asked(session) == {1: None, 2: None, 3: None}
    session = pushed(session, 1, 2, 3)
    assert asked(session) == {1: 3, 2: 1, 3: 2}
    session = handed(session, {1: PROGRAMS[1], 2: PROGRAMS[2], 3: PROGRAMS[3]}, {1: 2, 2: 3, 3: 1})
    assert (
        session.page == PLAY
        and session.match is not None
        and {seat for seat, _ in session.match.shown.cards} == {1, 2, 3, 4}
    )


def test_a_pilot_has_a_pile_in_the_app_while_people_have_real_cards() -> None:
    """Hold a pilot's pile in the app, while people hand on to one another."""
    session = at_readers(("person", "random", "person"), "fill_robots=off")
    session = hear(session, _shuffled(session))
    assert session.match is not None and session.match.ask(2) is not None
    assert (
        len(present(session.match.ask(2)).hand.codes or ()) == 5
        and present(session.match.ask(1)).hand.codes is None
    )


def test_a_pilot_with_a_pile_is_asked_again_after_going_back() -> None:
    """Ask a pilot again after an undo; it has its hand and need not draw."""
    session = at_readers(("person", "random", "person"), "fill_robots=off")
    session = hear(session, _shuffled(session))
    ask = present(present(session.match).ask(2))
    lie = (SlotRead(2, slot, OK, code) for slot, code in enumerate(ask.hand.codes or (), 1))
    session = pushed(hear(session, *lie, HandleMoved(2, PULL)), 1, 3)
    assert session.page == PROGRAM and present(session.match).question.kind == HAND
    session, commands = step(session, ApplyCorrection(GoBack(INSTRUCTION)))
    assert session.page == PROGRAM and present(session.match).question.kind == ORDER
    assert [each.ask for each in commands if isinstance(each, AskPilot)] == [ask]


def test_a_round_ends_with_the_cards_under_their_piles() -> None:
    """Tell each seat whose cards to return, and begin when the readers are empty (CB16)."""
    session = carried_out(handed(pushed(at_readers(("person",) * 4), 1, 2, 3, 4), PROGRAMS, NEXT))
    while session.page == REST:
        ask = of_kind(Questions, present(session.match).next_step).asks[0]
        session = carried_out(hear(session, Pick(ask.seat, ask.offers[0].key)))
    assert session.page == SUMMARY
    session = to_next_round(session)
    assert session.page == REST and str(session.match.next_step.title) == recorded("Round-2")  # type: ignore[union-attr]


def _shuffled(session: Session) -> object:
    return Shuffled(session.config.game.deck)


def test_going_back_over_a_target_gives_the_card_back_to_its_pile() -> None:
    """Return a target's card to its pile when it is undone, by hand if it is real (CB17)."""
    game = cardbot()
    session = handed(pushed(at_readers(("person",) * 4), 1, 2, 3, 4), PROGRAMS, NEXT)
    position = of_kind(CardbotPosition, present(session.match).position)
    robot = position.state.robot(2)
    later = position._replace(state=position.state.with_robot(robot._replace(targets=1)))
    before, after = game.scene(later), game.scene(position)
    (instruction,) = scene_diff_of(game, before, after, session.lobby.setup.names)
    assert str(instruction.text) == recorded("Seat-2-put-the-jack-of") and not instruction.moves
    (instruction,) = scene_diff_of(game, after, before, session.lobby.setup.names, False)
    assert str(instruction.text) == recorded("take-the-jack-of-clubs-out")
    assert (
        scene_diff_of(
            game,
            game.scene(later._replace(by_app=frozenset((1, 2, 3, 4)))),
            after,
            session.lobby.setup.names,
        )
        == ()
    )


def test_the_check_of_the_table_counts_the_piles() -> None:
    """Count real piles at the check, with the cards under targets."""
    game = cardbot()
    session = handed(pushed(at_readers(("person",) * 4), 1, 2, 3, 4), PROGRAMS, NEXT)
    position = of_kind(CardbotPosition, present(session.match).position)
    later = position._replace(
        state=position.state.with_robot(position.state.robot(2)._replace(targets=1))
    )
    lines = {
        seat: str(words) for seat, words in beside_board_of(game, later, session.lobby.setup.names)
    }
    assert lines[1] == recorded("BRASSs-pile-has-8-cards-face") and lines[2] == recorded(
        "COPPERs-pile-has-7-cards-face"
    )
    by_app = later._replace(by_app=frozenset((1, 2, 3, 4)))
    assert beside_board_of(game, by_app, session.lobby.setup.names) == ()


def test_a_card_that_lies_under_a_target_is_refused() -> None:
    """Refuse a card that is under a target, with seat, slot and remedy (CBR34)."""
    session = pushed(at_readers(("person",) * 4), 1, 2, 3, 4)
    match = session.match
    assert match is not None
    position = of_kind(CardbotPosition, match.position)
    state = position.state
    position = position._replace(state=state.with_robot(state.robot(1)._replace(targets=1)))
    session = session._replace(
        match=match._replace(position=position, next_step=session.config.game.next_step(position))
    )
    session = pulled(filled(session, 2, "AH 4H JH 2H 6H"), 2)
    assert remedy(session, 2) == recorded("slot-3-this-card-is-under") and session.page == PROGRAM
    session = handed(session, PROGRAMS, NEXT)
    assert session.page == PLAY


def test_a_card_of_another_deck_is_named_before_a_pull() -> None:
    """Blink the slot of a card of another deck before a pull, and say so at a pull."""
    session = pushed(at_readers(("person",) * 4), 1, 2, 3, 4)
    session = hear(session, SlotRead(2, 4, OK, FOREIGN_CODE))
    assert (2, 4) in alarms(session, session.match)  # type: ignore[arg-type]
    session = pulled(
        hear(
            session,
            *(
                SlotRead(2, slot, OK, CODE_OF_CARD[card_of(card)])
                for slot, card in ((1, "AH"), (2, "4H"), (3, "8H"), (5, "2H"))
            ),
        ),
        2,
    )
    assert remedy(session, 2) == recorded("slot-4-this-card-is-not")


def test_hands_shuffle_only_where_they_hold_piles() -> None:
    """Ask hands to shuffle only real piles (CB02)."""
    shuffle = "shuffles their 13 cards"
    real = SceneRoom(("person",) * 4, (1, 2, 3, 4), board="cardbot-full", game=cardbot())
    real.loop.send(Begin())
    assert real.loop.view.page == PLACE and shuffle in str(real.loop.view.hint)
    dealt = begin()
    assert dealt.view.page == PLACE and str(dealt.view.hint) == recorded(
        "Put-the-robots-where-the-map"
    )
