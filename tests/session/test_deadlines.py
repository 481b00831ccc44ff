"""Questions with deadlines: whole seconds in the session, one kept message at the end."""

from __future__ import annotations

from companion.games.asking import Answer, Deadline, Roles
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    Begin,
    Confirm,
    GoBack,
    Pick,
    Resumed,
    TakeBack,
    Tick,
    TimeUp,
    Uncover,
)
from companion.session.past.spelling import KEPT, message_line, read_message
from companion.session.steps import step, step_without_lamps
from companion.session.timing import waits_for_time
from companion.signals import PULL, PUSH, InsertCard, MoveHandle, SlotRead
from tests.session.evenings import begun
from tests.session.quiz import LATE, NO, YES, answers, ask, asked, cards, left, quiz, states, wait
from tests.typed import present

LATE_NO = Answer("", offer="no", late=True)
HURRIED = asked(ask(1, YES, NO, deadline=LATE), ask(2, YES, NO, deadline=LATE))


def test_seconds_go_by_one_at_a_time() -> None:
    """Change the view at whole seconds only; then the game's answer counts."""
    loop = quiz(HURRIED)
    assert left(loop) == [3, 3] and waits_for_time(loop.session)
    loop.poll(100.0)
    before = loop.session
    loop.poll(100.9)
    assert loop.session is before
    loop.poll(101.1)
    assert left(loop) == [2, 2] and present(loop.session.match).question.clock.at == 101.0
    loop.send(Pick(1, "yes"))
    assert left(loop) == [0, 2]
    wait(loop, 101.1, 1.9)
    assert answers(loop) == (((1, Answer("", offer="yes")), (2, LATE_NO)),)
    assert not waits_for_time(loop.session)


def test_nobody_looks_at_a_clock_where_nobody_is_in_a_hurry() -> None:
    """Read no clock without deadlines, after all answers, or for pilots."""
    assert not waits_for_time(begun().session)
    loop = quiz(
        asked(ask(1, YES, deadline=LATE._replace(late="yes"), roles=Roles(2)), ask(3, YES)),
        players=("person", "random", "person"),
    )
    assert not waits_for_time(loop.session) and left(loop) == [0, 0, 0]


def test_the_time_may_begin_with_the_first_answer() -> None:
    """Start with the first answer, and again if that is undone."""
    first = Deadline(3, "no", after_first=True)
    loop = quiz(asked(ask(1, YES, NO, deadline=first), ask(2, YES, NO, deadline=first)))
    assert not waits_for_time(loop.session)
    loop.send(Pick(1, "yes"))
    now = wait(loop, 50.0, 2.0)
    assert left(loop) == [0, 1]
    loop.send(TakeBack(1))
    assert left(loop) == [3, 3] and not waits_for_time(loop.session)
    loop.send(Pick(2, "yes"))
    now = wait(loop, now + 100, 2.5)
    assert left(loop) == [1, 0]
    wait(loop, now, 1.0)
    assert answers(loop) == (((1, LATE_NO), (2, Answer("", offer="yes"))),)


def test_what_lies_in_the_slots_counts_where_the_handle_does() -> None:
    """Count the cards in slots at zero with a handle's rules; a foreign card is none."""
    late = Deadline(2, PULL)
    loop = quiz(
        asked(cards(1, 3, deadline=late), cards(2, 4, deadline=late), cards(3, 5, deadline=late)),
        players=("person",) * 3,
    )
    loop.send(InsertCard(1, 1, 9))
    loop.send(SlotRead(2, 1, "ok", 200))
    wait(loop, 0.0, 2.0)
    gone = (None,) * 4
    assert answers(loop)[0] == tuple(
        (seat, Answer(PULL, (code, *gone), late=True))
        for seat, code in ((1, 9), (2, None), (3, None))
    )


def test_an_answer_that_came_too_late_is_no_answer() -> None:
    """Keep the deadline's answer against late touches, handles and cards."""
    loop = quiz(asked(cards(1, 3, offers=(NO,), deadline=Deadline(1, "no")), ask(2, YES)))
    wait(loop, 0.0, 1.0)
    before = present(loop.session.match).question.answers
    for said in (
        Pick(1, "no"),
        MoveHandle(1, PULL),
        MoveHandle(1, PUSH),
        InsertCard(1, 1, 3),
        TakeBack(1),
        Uncover(1),
    ):
        loop.send(said)
        assert present(loop.session.match).question.answers == before
    loop.send(Pick(2, "yes"))
    assert answers(loop)[0][0] == (1, LATE_NO)


def test_after_a_start_the_time_begins_anew() -> None:
    """Start again after a restart, and wait during the check."""
    loop = quiz(HURRIED)
    wait(loop, 0.0, 2.0)
    again, _ = step_without_lamps(
        quiz(HURRIED).session, Resumed(tuple(range(1, 9)), "Touch readers")
    )
    assert again.timeline.resume_check is not None and not waits_for_time(again)
    for _ in range(3):
        again, _ = step(again, Tick(500.0))
        again, _ = step(again, Confirm(again.revision))
    assert (
        not again.timeline.is_syncing
        and again.match is not None
        and again.match.question.clock.asked == 0
    )
    loop.session = again
    assert left(loop) == [3, 3]


def test_going_back_gives_all_the_time_again() -> None:
    """Give all the time again after an undo, and none on the way."""
    loop = quiz(asked(ask(1, YES, NO, deadline=LATE)), asked(ask(1, YES, NO), turn=2))
    wait(loop, 0.0, 3.0)
    assert present(loop.session.match).next_step.turn == 2
    loop.send(ApplyCorrection(GoBack(INSTRUCTION)))
    assert present(loop.session.match).next_step.turn == 1 and left(loop)[0] == 3
    wait(loop, 1000.0, 2.0)
    assert left(loop)[0] == 1


def test_a_clock_that_is_set_back_or_mad_takes_no_time() -> None:
    """Lose no time to a clock that is set back or wrong."""
    loop = quiz(HURRIED)
    for now in (1000.0, 0.0, float("nan"), 0.9, float("inf"), float("-inf"), -5.0):
        loop.poll(now)
    assert left(loop) == [3, 3]
    loop.poll(-4.0)
    assert left(loop) == [2, 2]


def test_a_word_about_another_question_means_nothing() -> None:
    """Ignore a message about another question, late, or for seats without a deadline."""
    loop = quiz(asked(ask(1, YES, NO, deadline=LATE), ask(2, YES)))
    for message in (
        TimeUp(loop.session.revision - 1, (1,)),
        TimeUp(loop.session.revision, (2,)),
        TimeUp(loop.session.revision, (7, 0)),
        TimeUp(loop.session.revision, ()),
    ):
        loop.send(message)
        assert not present(loop.session.match).question.answers


def test_without_a_clock_it_comes_out_the_same() -> None:
    """Replay without a clock by the messages that followed."""
    assert (
        TimeUp in KEPT and message_line(TimeUp(4, (1, 2))) == '{"TimeUp":{"step":4,"seats":[1,2]}}'
    )
    assert read_message('{"TimeUp":{"step":4,"seats":[1,2]}}') == TimeUp(4, (1, 2))
    loop = quiz(HURRIED)
    step_then = loop.session.revision
    loop.send(Pick(2, "yes"))
    wait(loop, 0.0, 3.0)
    # As it was before the first message.
    session = quiz(HURRIED).session._replace(
        page="seats", match=None, revision=0, lobby=quiz(HURRIED).session.lobby._replace(races=0)
    )
    for message in (Begin(), Pick(2, "yes"), TimeUp(step_then, (1,))):
        session, _ = step_without_lamps(session, message)
    assert (
        session.match is not None and session.match.position == present(loop.session.match).position
    )


def test_states_do_not_name_seconds_for_who_is_ready() -> None:
    """Show seconds only for seats that are asked."""
    loop = quiz(HURRIED)
    loop.send(Pick(1, "yes"))
    assert states(loop) == ["ready", "choosing"] and left(loop) == [0, 3]
