"""The words of pilots: reasons after the turn and not before, and hints on request."""

from __future__ import annotations

import random

from companion.app.loop import EventLoop
from companion.app.thinking import AtOnce
from companion.games.asking import EMPTY_ROW, Answer
from companion.pilots.base import PilotAnswer, Task, pilots
from companion.pilots.random_pilot import RandomPilot
from companion.session.advice import AskForHint, HintReady, InsertHint, PilotReasons
from companion.session.lobby.opponents import PilotEntry
from companion.session.messages import Begin, Cover, SetTimer, TimeUp, Uncover
from companion.session.past.spelling import message_line, read_message
from companion.session.preferences import Prefer
from companion.session.steps import step
from companion.session.view import PROGRAM, SUMMARY, ProgramPage, SummaryPage
from companion.signals import PULL, InsertCard, TakeCard
from companion.words import NOTHING, text
from tests.recorded import recorded
from tests.session.evenings import asked, begun, done, evening, ready, shipped
from tests.session.real import FIRST, Room

LADDER = (
    PilotEntry("steady", text("Steady"), NOTHING, 2),
    PilotEntry("random", text("Random pilot"), NOTHING, 0),
)


class Last(RandomPilot):
    """A pilot that plays the last cards of its hand, and says so."""

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return cards from the right for every free slot."""
        pile, free = (
            list(task.ask.hand.codes or ()),
            task.ask.program.free,
        )
        codes = tuple(pile.pop() if slot in free else None for slot in range(1, 6))
        return PilotAnswer(
            Answer(PULL, codes),
            text("The last of {number} cards.", number=len(task.ask.hand.codes or ())),
        )


def advised(players: tuple[str, ...] = ("person", "steady")) -> EventLoop:
    """Return a race with dealt cards and a pilot that gives reasons."""
    loop = evening(players)
    loop.session = loop.session._replace(config=loop.session.config._replace(pilots=LADDER))
    loop.thinking = AtOnce({"steady": Last(), "random": RandomPilot()})
    loop.send(Begin())
    done(loop)
    return loop


def page(loop: EventLoop) -> ProgramPage:
    """Return the page of programming."""
    assert isinstance(loop.view.body, ProgramPage)
    return loop.view.body


def reasons(loop: EventLoop) -> list[str]:
    """Return the pilots' reasons on the screen."""
    assert isinstance(loop.view.body, SummaryPage)
    signs = loop.view.signs
    return [f"{signs[row.seat].name}, {row.pilot}: {row.words}" for row in loop.view.body.reasons]


def test_why_a_pilot_played_so_is_read_after_the_turn() -> None:
    """Show reasons after the turn only, since they name hidden cards, until the next one."""
    loop = advised()
    assert loop.session.match is not None and 2 in loop.session.match.reasons
    while loop.session.page != SUMMARY:
        assert "The last of" not in repr(loop.view)
        if loop.session.page == PROGRAM:
            ready(loop, 1)
        else:
            done(loop)
    assert reasons(loop) == recorded("COPPER-Steady-The-last-of-9")
    done(loop)
    assert loop.session.page != SUMMARY and "The last of" not in repr(loop.view)


def test_a_reason_is_part_of_what_is_kept() -> None:
    """Replay reasons without a pilot."""
    said = PilotReasons(1, 3, 2, text("Because of {square}.", square="E7"))
    assert read_message(message_line(said)) == said
    loop = advised()
    match = loop.session.match
    assert match is not None
    again, _ = step(loop.session, PilotReasons(match.number, 1, 2, text("Otherwise.")))
    assert again.match is not None and str(again.match.reasons[2][1]) == "Otherwise."
    for nonsense in (
        PilotReasons(99, 1, 2, text("Another race.")),
        PilotReasons(match.number, 1, 8, text("Nobody.")),
        PilotReasons(match.number, 1, 2, NOTHING),
    ):
        assert step(loop.session, nonsense)[0] is loop.session


# ---- Hints ---------------------------------------------------------------------------------------


def test_a_hint_names_the_card_and_says_why() -> None:
    """Mark a hint's card in the hand by one touch, with the reason; slots keep theirs."""
    loop = advised()
    hand = asked(loop.session, 1).hand.codes
    assert (
        hand is not None and page(loop).open_seat == 1 and page(loop).hints and not page(loop).hint
    )
    loop.send(AskForHint(1))
    assert page(loop).advised == hand[8] and str(page(loop).hint) == recorded(
        "next-The-last-of-9-cards"
    )
    loop.send(InsertCard(1, 1, hand[8]))
    assert page(loop).advised is None and not page(loop).hint
    loop.send(AskForHint(1))
    assert page(loop).advised == hand[7] and str(page(loop).hint) == recorded("The-last-of-8-cards")
    for slot in range(2, 6):
        loop.send(InsertCard(1, slot, hand[slot]))
    assert not page(loop).hints


def test_the_cards_of_a_hint_are_laid_by_one_more_touch() -> None:
    """Place a hint's cards into empty slots by another touch, still changeable."""
    loop = advised()
    hand = asked(loop.session, 1).hand.codes or ()
    loop.send(InsertHint(1))
    assert loop.session.readers.by_seat[1].row == EMPTY_ROW
    loop.send(InsertCard(1, 3, hand[0]))
    loop.send(AskForHint(1))
    loop.send(InsertHint(2))
    assert sum(reading.code is not None for reading in loop.session.readers.by_seat[1].row) == 1
    loop.send(InsertHint(1))
    codes = [reading.code for reading in loop.session.readers.by_seat[1].row]
    assert (
        codes[2] == hand[0]
        and len(set(codes)) == 5
        and set(codes) <= set(hand)
        and not page(loop).hints
    )
    loop.send(TakeCard(1, 1))
    assert loop.session.readers.by_seat[1].row[0].code is None and page(loop).hints
    ready(loop, 1)


def test_a_hint_is_for_the_hand_that_lies_open_alone() -> None:
    """Show a hint with the open hand alone."""
    loop = advised(("person", "person", "steady"))
    loop.send(AskForHint(1))
    assert loop.session.hint is None
    loop.send(Uncover(1))
    loop.send(AskForHint(2))
    assert loop.session.hint is None
    loop.send(AskForHint(1))
    assert page(loop).hint
    loop.send(Cover())
    assert not page(loop).hint and page(loop).advised is None
    loop.send(Uncover(2))
    assert page(loop).hints and not page(loop).hint
    loop.send(Uncover(1))
    assert page(loop).hint


def test_hints_can_be_switched_off_and_need_their_pilot() -> None:
    """Switch hints off on this screen, and offer none without the pilot."""
    loop = advised()
    loop.send(Prefer(loop.session.lobby.preferences._replace(hints=False)))
    assert not page(loop).hints
    loop.send(AskForHint(1))
    assert loop.session.hint is None
    other = advised()
    other.session = other.session._replace(config=other.session.config._replace(pilots=LADDER[1:]))
    assert not page(other).hints


def test_no_hint_where_nobody_knows_the_hand() -> None:
    """Offer no hint for unknown hands of real cards."""
    room = Room(("person", "person"), (1,)).begin()
    config = room.loop.session.config._replace(pilots=LADDER)
    room.loop.session = room.loop.session._replace(config=config)
    room.loop.send(Uncover(2))
    assert page(room.loop).open_seat == 2 and not page(room.loop).hints
    room.put(1, FIRST)
    room.loop.send(AskForHint(2))
    assert room.loop.session.hint is None


def test_a_hint_that_comes_too_late_means_nothing() -> None:
    """Ignore a hint after its question."""
    loop = advised()
    assert (
        step(loop.session, HintReady(loop.session.revision - 1, 1, 10, NOTHING))[0] is loop.session
    )
    ready(loop, 1)
    assert step(loop.session, HintReady(loop.session.revision, 1, 10, NOTHING))[0].hint is None


def test_a_pilot_that_fails_gives_no_hint() -> None:
    """Show no hint of a failing pilot."""
    loop = advised()
    loop.thinking = AtOnce({"random": RandomPilot()}, substitutes=True)
    loop.send(AskForHint(1))
    assert not page(loop).hint and not loop.session.notice


def test_every_pilot_fills_what_is_left_and_the_adviser_advises_whatever_lies_there() -> None:
    """Answer validly with any number of cards in slots."""
    first = begun(("person", "person"), board=shipped("fountain-circus"), seed=3).session
    for name in pilots():
        for cards in range(5):
            loop = begun(("person", "person"), board=shipped("fountain-circus"), seed=3)
            # The very same race again and again: what pilots know about it they work out once.
            loop.session = first
            loop.send(SetTimer(5, "deal", name))
            hand = asked(loop.session, 1).hand.codes or ()
            loop.send(Uncover(1))
            for slot in range(5, 5 - cards, -1):
                loop.send(InsertCard(1, slot, hand[slot]))
            loop.send(AskForHint(1))
            assert (
                loop.session.hint is not None
                and loop.session.hint.code not in hand[6 - cards : 6]
                and page(loop).advised in hand
            )
            loop.send(TimeUp(loop.session.revision, (1,)))
            assert loop.session.match is not None
            assert (
                set(loop.session.match.question.answers[1].codes) <= set(hand)
                and loop.session.match.question.answers[1].codes[5 - cards :] == hand[6 - cards : 6]
            )
