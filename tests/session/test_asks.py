"""Questions by touch: open and secret offers, deciders of other pieces, and secrets."""

from __future__ import annotations

from companion.games.asking import Answer, Offer, Roles
from companion.games.scene import Face
from companion.session.messages import Cover, Pick, TakeBack, Uncover
from companion.session.past.spelling import KEPT, message_line, read_message
from companion.signals import PULL, InsertCard, MoveHandle
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from companion.words import text
from tests.recorded import recorded
from tests.session.evenings import yard
from tests.session.quiz import NO, YES, answers, ask, asked, cards, offered, quiz, states
from tests.typed import present

PICKED = Answer("", offer="yes")


def test_an_open_offer_stands_there_for_everybody() -> None:
    """Show an open offer to all; the last touch counts until all are ready, and can be undone."""
    loop = quiz(asked(ask(1, YES, NO, secret=False), ask(2, YES, NO, secret=False)))
    assert (
        loop.session.page == "rest"
        and str(loop.view.title) == "What now?"
        and str(loop.view.hint) == recorded("Say-it-Waiting-for-BRASS-COPPER")
    )
    assert offered(loop) == [["Yes", "No"], ["Yes", "No"]] and not any(
        reader.opens for reader in loop.view.body.readers
    )
    loop.send(Pick(1, "no"))
    assert states(loop) == ["No", "choosing"] and [
        offer.chosen for offer in loop.view.body.readers[0].offers
    ] == [False, True]
    loop.send(Pick(1, "yes"))
    assert states(loop) == ["Yes", "choosing"] and loop.view.body.readers[0].handles[0][0] == "back"
    loop.send(TakeBack(1))
    assert states(loop) == ["choosing", "choosing"]
    loop.send(Pick(2, "no"))
    assert not answers(loop)
    loop.send(Pick(1, "yes"))
    assert answers(loop) == (((1, PICKED), (2, Answer("", offer="no"))),)


def test_secret_offers_lie_open_for_their_seat_alone() -> None:
    """Show secret offers to their uncovered seat alone, without the touched one."""
    loop = quiz(asked(ask(1, YES, NO), ask(2, YES, NO)))
    assert offered(loop) == [[], []] and loop.view.body.readers[0].opens
    loop.send(Uncover(1))
    assert offered(loop) == [["Yes", "No"], []]
    loop.send(Cover())
    assert offered(loop) == [[], []]
    loop.send(Uncover(1))
    loop.send(Pick(1, "yes"))
    assert present(loop.session.match).question.open_seat is None and states(loop) == [
        "ready",
        "choosing",
    ]
    # Neither key nor words are in any form of the view.
    assert "'yes'" not in repr(loop.view) and "'Yes'" not in repr(loop.view)
    loop.send(Uncover(1))
    assert offered(loop) == [[], []] and str(loop.view.notice) == recorded("is-ready")
    loop.send(TakeBack(1))
    assert states(loop) == ["choosing", "choosing"] and offered(loop) == [[], []]


def test_a_pin_guards_what_is_offered() -> None:
    """Guard secret offers by a PIN as a hand, but not open ones."""
    loop = quiz(asked(ask(1, YES, NO)), asked(ask(1, YES, NO, secret=False)))
    loop.session = loop.session._replace(
        lobby=loop.session.lobby._replace(
            setup=loop.session.lobby.setup._replace(
                seats=(
                    loop.session.lobby.setup.seats[0]._replace(pin="1234"),
                    *loop.session.lobby.setup.seats[1:],
                )
            )
        )
    )
    loop.send(Uncover(1))
    assert offered(loop)[0] == [] and "PIN" in str(loop.view.notice)
    loop.send(Uncover(1, "1234"))
    assert offered(loop)[0] == ["Yes", "No"] and loop.view.body.readers[0].pin
    loop.send(Pick(1, "no"))
    assert offered(loop)[0] == ["Yes", "No"] and not loop.view.body.readers[0].secret


def test_what_is_no_offer_is_refused() -> None:
    """Refuse unknown keys, unasked seats and old questions."""
    loop = quiz(asked(ask(1, YES), ask(2, NO)))
    for wrong in (Pick(1, "no"), Pick(1, "covered"), Pick(3, "yes"), Pick(0, "yes"), Pick(1, "")):
        before = loop.session.match
        loop.send(wrong)
        assert loop.session.match is before and str(loop.view.notice) == recorded(
            "That-is-no-answer-to-the"
        )


def test_the_handle_has_nothing_to_say_where_it_is_not_asked() -> None:
    """Say where to answer if the handle has no meaning; moved cards undo no touch."""
    loop = quiz(asked(ask(1, YES), ask(2, YES)))
    loop.send(MoveHandle(1, PULL))
    assert str(loop.view.body.readers[0].problem) == recorded("Seat-1-BRASS-the-handle-does")
    loop.send(Pick(1, "yes"))
    loop.send(InsertCard(1, 1, 7))
    assert states(loop) == ["ready", "choosing"] and not loop.view.body.readers[0].problem


def test_cards_or_a_touch() -> None:
    """Take the last of cards or touch where both are asked."""
    loop = quiz(asked(cards(1, 3, 4, offers=(NO,)), ask(2, YES)))
    assert loop.session.page == "program"
    loop.send(Uncover(1))
    assert offered(loop)[0] == ["No"] and len(loop.view.body.readers[0].hand) == 2
    assert [slot.asked for slot in loop.view.body.readers[0].slots] == [
        True,
        False,
        False,
        False,
        False,
    ]
    loop.send(Pick(1, "no"))
    loop.send(InsertCard(1, 1, 3))
    assert states(loop)[0] == "ready"
    loop.send(MoveHandle(1, PULL))
    loop.send(Pick(2, "yes"))
    assert answers(loop)[0][0] == (1, Answer(PULL, (3, None, None, None, None)))


def test_a_gap_does_not_hold_up_what_was_touched() -> None:
    """Ignore a gap at the reader after a touched answer."""
    loop = quiz(asked(cards(1, 3, 4, offers=(NO,)), cards(2, 5, 6)))
    loop.send(InsertCard(2, 1, 5))
    loop.send(MoveHandle(2, PULL))
    loop.send(Pick(1, "no"))
    assert answers(loop)[0] == (
        (1, Answer("", offer="no")),
        (2, Answer(PULL, (5, None, None, None, None))),
    )


def test_who_decides_need_not_be_whose_reader_answers() -> None:
    """Wait for the decider, ask its PIN, and name both players."""
    loop = quiz(asked(ask(1, YES, NO, roles=Roles(2, 3))), players=("person", "person", "random"))
    loop.session = loop.session._replace(
        lobby=loop.session.lobby._replace(
            setup=loop.session.lobby.setup._replace(
                seats=(
                    loop.session.lobby.setup.seats[0],
                    loop.session.lobby.setup.seats[1]._replace(pin="1234"),
                    *loop.session.lobby.setup.seats[2:],
                )
            )
        )
    )
    assert states(loop) == [
        recorded("COPPER-decides-for-AZURE"),
        "waiting",
        "waiting",
    ] and str(loop.view.hint) == recorded("Waiting-for-COPPER")
    loop.send(Uncover(1))
    assert str(loop.view.notice) == recorded("PIN-of-COPPER")
    loop.send(Uncover(1, "1234"))
    assert offered(loop)[0] == ["Yes", "No"]
    loop.send(Pick(1, "yes"))
    assert answers(loop) == (((1, PICKED),),)


def test_pilots_answer_by_touch_for_themselves_and_others() -> None:
    """Let pilots answer for themselves and others, also about a person's reader."""
    loop = quiz(
        asked(ask(1, YES, roles=Roles(3)), ask(3, YES, roles=Roles(1)), ask(2, YES)),
        players=("person", "person", "random"),
    )
    assert states(loop) == ["ready", "choosing", "BRASS decides"] and [
        reader.opens for reader in loop.view.body.readers
    ] == [False, True, True]
    loop.send(Uncover(3))
    assert offered(loop)[2] == ["Yes"]
    loop.send(Pick(3, "yes"))
    loop.send(Pick(2, "yes"))
    assert [seat for seat, _ in answers(loop)[0]] == [1, 2, 3]


def test_round_after_round_pilots_answer_each_question() -> None:
    """Ask a pilot each question, even if it looks like the last one."""
    loop = quiz(
        *[asked(ask(2, YES, NO), ask(1, YES, secret=False))] * 3, players=("person", "random")
    )
    for _ in range(3):
        loop.send(Pick(1, "yes"))
    assert [len(said) for said in answers(loop)] == [2, 2, 2] and loop.session.page == "over"


def test_squares_light_up_and_cards_are_drawn() -> None:
    """Light squares of a secret offer while it is open; show many offers apart from the tile."""
    corner, card = (
        Offer("a1", text("Here"), squares=("A1", "B1")),
        Offer("card", text("This"), cards=(Face(9, "move1", 130),)),
    )
    loop = quiz(asked(ask(1, corner, NO), ask(2, corner, card, secret=False)), board=yard().board)
    assert loop.view.board is not None and loop.view.board.marks == ("A1", "B1")
    assert (
        loop.view.body.readers[1].offers[1].cards[0].priority == 130
        and loop.view.body.readers[1].opens
    )
    loop.send(Pick(2, "card"))
    loop.send(TakeBack(2))
    loop.send(Uncover(1))
    assert loop.view.board.marks == ("A1", "B1", "A1", "B1")


def test_a_seat_with_a_reader_of_its_own_answers_on_the_screen() -> None:
    """Answer on the screen at a seat with a reader; cards are read there."""
    loop = quiz(asked(ask(1, YES, NO), ask(2, YES)), table=ScreenFallback(ScriptedTable((1,))))
    assert [reader.kind for reader in loop.view.body.readers] == [
        "reader",
        "touch",
    ] and loop.view.body.readers[0].opens
    loop.send(Uncover(1))
    assert offered(loop)[0] == ["Yes", "No"]
    loop.send(Pick(1, "no"))
    assert [move for move, _ in loop.view.body.readers[0].handles] == ["back"]
    loop.send(TakeBack(1))
    loop.send(Pick(1, "yes"))
    loop.send(Pick(2, "yes"))
    assert answers(loop) == (((1, PICKED), (2, PICKED)),)


def test_what_was_touched_is_kept_as_a_line() -> None:
    """Keep field names of a touch in the journal; old lines have none."""
    assert (
        Pick in KEPT and message_line(Pick(2, "double")) == '{"Pick":{"seat":2,"offer":"double"}}'
    )
    assert read_message('{"Pick":{"seat":2,"offer":"double"}}') == Pick(2, "double")
