"""The review of a race: results, better programs, the decisive turn, without waiting."""

from __future__ import annotations

from collections.abc import Iterable

from companion.app.loop import EventLoop, play_to_the_end
from companion.app.worker_client import InWorker
from companion.engine.changes import SetDamage
from companion.games.api import Plan, TurnPlayed
from companion.games.asking import Answer, Questions
from companion.games.programmed.deck import CODES, FACES
from companion.games.programmed.turn import RacePosition
from companion.games.scene import Review
from companion.pilots.base import pilots
from companion.pilots.review import review_of
from companion.session.messages import (
    TURN,
    Again,
    ApplyCorrection,
    BackToSetup,
    ClosePage,
    Message,
    OpenPage,
    SetFlow,
)
from companion.session.pages.replay import RunReplay, ShowPicture, ShowTurn
from companion.session.pages.review import FAILED, NOT_OVER, WORKING, ReviewPage, ReviewTurn
from companion.session.past.history import turns_played
from companion.session.view import LAST, OVER, REPLAY, REVIEW, SUMMARY
from companion.signals import PULL
from tests.games.turns import GAME
from tests.odd_pilots import USUAL
from tests.recorded import recorded
from tests.session.evenings import begun, done, play_out, shipped, yard
from tests.session.real import FIRST, SECOND, Room
from tests.session.test_going_back import back
from tests.typed import any_game, of_kind, present

TURNING = ("left", "right", "left", "right", "uturn")
HAND = ("move2", "move1", "move1", "uturn", *TURNING)


def drawn(moves: Iterable[str], taken: Iterable[int] = ()) -> list[int]:
    """Return cards with these moves, each once."""
    left = [code for code in CODES if code not in taken]
    found: list[int] = []
    for move in moves:
        found.append(next(code for code in left if FACES[code].move == move and code not in found))
    return found


def turn(position: RacePosition, number: int, moves: Iterable[str]) -> TurnPlayed[RacePosition]:
    """Return a turn in which the first clank plays these moves of HAND; the second turns about."""
    first = drawn(HAND)
    second = drawn(TURNING, first)
    before = GAME.dealt(
        position, (*first, *second, *(code for code in CODES if code not in {*first, *second}))
    ).position
    hand = of_kind(Questions, GAME.next_step(before)).asks[0].hand.codes
    programs = {1: _of(present(hand), moves), 2: tuple(second)}
    after = GAME.answered(
        before, {seat: Answer(PULL, codes) for seat, codes in programs.items()}
    ).position
    while after.stage in ("registers", "cleaning"):
        after = GAME.play(after).position
    return TurnPlayed(number, before, {1: hand, 2: None}, programs, after)


def _of(hand: Iterable[int], moves: Iterable[str]) -> tuple[int, ...]:
    left = list(hand)
    return tuple(
        left.pop(next(at for at, code in enumerate(left) if FACES[code].move == move))
        for move in moves
    )


def test_the_best_program_of_a_hand_is_told_and_the_turn_that_decided() -> None:
    """Near its flag a clank turns about, with a winning card in hand; a turn later it plays it."""
    start = GAME.begin(Plan(yard().board, ("A3",), (1, 2), {"flag_hit": "pass"}))
    first = turn(start, 1, TURNING)
    second = turn(first.after, 2, ("uturn", "move2", "left", "right", "left"))
    review = review_of(any_game(GAME), (first, second))
    slow, won = (found.seats[0] for found in review.turns)
    assert (str(slow.reached), str(slow.alone), str(slow.best)) == recorded("2-squares-to-flag-1-2")
    assert (
        slow.known
        and slow.sooner > 0.5
        and FACES[slow.codes[0] or 0].move == "move2"
        and set(slow.codes) <= set(first.hands[1] or ())
    )
    assert (
        str(won.reached) == str(won.alone) == recorded("the-last-flag") and won.sooner < slow.sooner
    )
    assert (review.winner, review.decided, won.after) == (1, 2, 1.0)
    for found in review.turns:
        # An unknown hand: what was played is shown, and nothing better.
        other = found.seats[1]
        assert other.alone and not other.known and not other.best
        assert abs(sum(seat.after for seat in found.seats) - 1) < 1e-9


def test_others_are_told_from_what_a_program_was_worth() -> None:
    """A clank that is pushed reaches something else than alone."""
    start = GAME.begin(Plan(yard().board, ("E3",), (1, 2), {}))
    one = drawn(("left", "left", "left", "left", "uturn"))
    two = drawn(("left", "move1", "back", "right", "uturn"), one)
    before = GAME.dealt(
        start, (*one, *CODES[-4:], *two, *(code for code in CODES[:-4] if code not in {*one, *two}))
    ).position
    programs = {1: tuple(one), 2: tuple(two)}
    after = GAME.answered(
        before, {seat: Answer(PULL, codes) for seat, codes in programs.items()}
    ).position
    while after.stage in ("registers", "cleaning"):
        after = GAME.play(after).position
    seat = (
        review_of(any_game(GAME), (TurnPlayed(1, before, {1: None, 2: None}, programs, after),))
        .turns[0]
        .seats[0]
    )
    assert str(seat.reached) == "destroyed" and str(seat.alone) == recorded("6-squares-to-flag-1")


# ---- In the app ----


def ended(*players: str) -> EventLoop:
    """Return a finished race of pilots."""
    loop = begun(
        players or ("steady", "racer", "random"),
        board=shipped("packing-hall"),
        flags=("E6", "G8"),
        words={"flag_hit": "pass"},
        seed=5,
    )
    loop.send(SetFlow("list"))
    assert play_to_the_end(loop, 60)
    return loop


def page(loop: EventLoop) -> ReviewPage:
    """Return the page."""
    assert loop.view.page == REVIEW and isinstance(loop.view.body, ReviewPage)
    return loop.view.body


def test_a_race_that_is_over_is_looked_into_turn_by_turn() -> None:
    """From its end, and from the last race viewed later; first the decisive turn."""
    loop = ended()
    over = loop.view
    loop.send(over.body.review)
    shown = page(loop)
    assert (
        shown.turn == shown.decided
        and str(loop.view.hint) == recorded("Turn-decided-decided-the-game", decided=shown.decided)
        and not shown.waits
    )
    assert len(shown.rows) == 3 and all(row.lines for row in shown.rows)
    assert not any(
        row.cards for row in shown.rows if not any("Best:" in str(line) for line in row.lines)
    )
    loop.send(ReviewTurn(1))
    assert (
        page(loop).turn == 1
        and page(loop).earlier is None
        and (page(loop).decisive is None) is (shown.decided == 1)
    )
    loop.send(ReviewTurn(99))
    assert page(loop).turn == page(loop).turns and page(loop).later is None
    assert sorted(row.after for row in page(loop).rows)[-1] == 100
    loop.send(ClosePage(REVIEW))
    assert loop.view == over
    loop.send(BackToSetup())
    loop.send(OpenPage(LAST))
    loop.send(OpenPage(REVIEW))
    assert page(loop) == shown


def test_before_a_race_is_over_nobody_looks_into_it() -> None:
    """Hands and programs are secret until then; another race begins without the page."""
    loop = begun(("random", "random"), board=shipped())
    play_out(loop, SUMMARY)
    loop.send(OpenPage(REVIEW))
    assert loop.view.page == SUMMARY and loop.view.notice == NOT_OVER
    loop = ended()
    loop.send(OpenPage(REVIEW))
    loop.send(Again())
    assert not loop.session.is_open(REVIEW) and loop.session.page != OVER


def test_a_replay_tells_it_where_a_turn_begins() -> None:
    """Only when stopped at the beginning of a turn."""
    loop = ended()
    loop.send(OpenPage(REPLAY))
    for turn in range(1, loop.view.body.turns + 1):
        loop.send(OpenPage(REVIEW))
        loop.send(ReviewTurn(turn))
        wanted = [
            str(line)
            for row in page(loop).rows
            for line in row.lines
            if str(line).startswith("Best: ")
        ]
        if turn == page(loop).decided:
            wanted.insert(0, str(loop.view.hint))
        loop.send(ClosePage(REVIEW))
        loop.send(RunReplay(True))
        loop.send(ShowTurn(turn))
        running = [str(line.words) for line in loop.view.body.lines]
        loop.send(RunReplay(False))
        assert [str(line.words) for line in loop.view.body.lines] == [*running, *wanted]
        loop.send(ShowPicture(1))
        assert not {*wanted} & {str(line.words) for line in loop.view.body.lines}


def test_what_was_taken_back_does_not_count() -> None:
    """A turn played, taken back with its damage and repeated is reviewed as played once."""

    def raced(*undone: Message) -> Review:
        loop = begun(("racer", "steady", "novice"), board=shipped(), seed=3)
        loop.send(SetFlow("steps"))
        play_out(loop, SUMMARY)
        if undone:
            for message in undone:
                loop.send(message)
            back(loop, TURN)
            play_out(loop, SUMMARY)
        return review_of(loop.session.config.game, turns_played(loop.session))

    assert raced(ApplyCorrection(SetDamage(1, 5))) == raced()


def test_hands_that_hands_have_dealt_are_not_known() -> None:
    """Of people's real cards only the program is known; the app knows those of pilots."""
    room = Room(("person", "person", "racer"), (1, 2)).begin()
    for seat, cards in ((1, FIRST), (2, SECOND)):
        room.put(seat, cards)
        room.move(seat)
    while room.loop.session.page != SUMMARY:
        done(room.loop)
    (played,) = turns_played(room.loop.session)
    assert (
        played.programs[1] == FIRST
        and played.programs[2] == SECOND
        and None not in played.programs[3]
    )
    assert played.hands[1] is None and played.hands[2] is None and len(played.hands[3] or ()) == 9
    seats = review_of(room.loop.session.config.game, (played,)).turns[0].seats
    assert [seat.known for seat in seats] == [False, False, True] and all(
        seat.alone for seat in seats
    )
    assert not seats[0].best and not seats[1].best


def test_it_is_worked_out_beside_the_screen() -> None:
    """In the worker: the page says so until then, and if the worker fails; a retry helps."""
    loop = ended()
    known = page_of_review(loop)
    loop.session = loop.session._replace(timeline=loop.session.timeline._replace(reviewed=None))
    loop.thinking = InWorker(pilots(), command=("no-such-worker",))
    loop.send(OpenPage(REVIEW))
    loop.poll(0.0)
    assert page(loop).waits == FAILED and not page(loop).rows
    loop.send(ClosePage(REVIEW))
    worker = loop.thinking = InWorker(pilots(), command=USUAL, long=1000.0)
    try:
        loop.send(OpenPage(REVIEW))
        assert page(loop).waits == WORKING
        # The test's own time limit ends an endless wait.
        while not page(loop).rows:
            worker.wait(0.1)
            loop.poll(1.0)
        assert page(loop) == known
    finally:
        loop.close()


def page_of_review(loop: EventLoop) -> ReviewPage:
    """Return the page as computed immediately."""
    loop.send(OpenPage(REVIEW))
    found = page(loop)
    loop.send(ClosePage(REVIEW))
    return found
