"""Test answers by handle: whole games without a touch, secret choices by lights, and speech."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from companion.gallery.elements import cell, fair
from companion.gallery.room import SceneRoom
from companion.games import find_game
from companion.games.asking import Ask, Questions
from companion.session.announcements import announcement_of
from companion.session.hands_free import chooses_by_handle, place_of
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import (
    ClearMarkers,
    Go,
    Pick,
    TouchSquare,
)
from companion.session.past.replaying import mark_of
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import OVER, PROGRAM, REST, ProgramPage
from companion.signals import BLINK, DARK, LIT, PULL, PUSH, HandleMoved
from companion.signals import REST as AT_REST
from tests.recorded import recorded
from tests.session.handle_play import Untouched
from tests.typed import present


def seated(people: int, game: str = "", **chosen: object) -> SceneRoom:
    """Return a table with a reader for each of some people."""
    seats = range(1, people + 1)
    found = find_game(game) if game else None
    return SceneRoom(("person",) * people, seats, game=found, **chosen)  # type: ignore[arg-type]


def energy() -> Untouched:
    """Return a race in which BRASS is asked about its energy, and COPPER drives to and fro."""
    return Untouched(
        seated(2, board=fair(*cell("A1", "A1 energizer gives=boost"))),
        Go("flags"),
        ClearMarkers(),
        TouchSquare("B6"),
        TouchSquare("B1"),
        wants=lambda seat, turn: "move1" if seat == 1 or turn == 1 else "back",
    )


def pings() -> Untouched:
    """Return a game of four robots with open belts and pings."""
    return Untouched(seated(4, "cardbot", board="cardbot-full"))


def derbies(people: int = 4) -> Untouched:
    """Return a game of Diesel, whose players have always choices to make."""
    return Untouched(seated(people, "diesel"))


GAMES: dict[str, tuple[Callable[[], Untouched], str, int]] = {
    "clockwork": (energy, "chooses", 9),
    "cardbot": (pings, "ping", 2),
    "diesel": (derbies, "choosing", 18),
}
"""A game of each kind, the kind of its question, and how often it is answered."""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_questions_needs_no_touch(game: str) -> None:
    """Play from the start positions to the end by cards and handles alone."""
    begun, about, times = GAMES[game]
    made = begun().play()
    assert made.loop.session.page == OVER and made.asked == {about: times}


def test_an_action_beside_the_answer_is_done_by_the_handle() -> None:
    """Go to the new hand of a robot by a push, and do it by a pull; the next pull is the answer."""
    made = Untouched(seated(2, "factory_rally", board="rolling-mill"), *_models())
    made.play(lambda loop: loop.session.page == PROGRAM)
    said = [words for key, words in announcement_of(made.loop.view).lines if key == "answer 1"]
    assert [*map(str, said)] == recorded("may-push")
    made.move(1, PUSH)
    said = [words for key, words in announcement_of(made.loop.view).lines if key == "answer 1:0"]
    assert [*map(str, said)] == recorded("the-action")
    made.move(1, PUSH)
    made.move(1, PUSH)
    made.move(1)
    ask = present(present(made.loop.session.match).ask(1))
    assert ask.hand.thrown == 1 and not ask.actions
    assert 1 not in present(made.loop.session.match).question.answers
    made.play(lambda loop: 1 in loop.session.race.question.answers)
    assert made.loop.session.race.question.answers[1].gesture == PULL


def _models() -> tuple[SetSeatRule, ...]:
    return SetSeatRule(1, "model", "abacus"), SetSeatRule(2, "model", "boilerplate")


def at_question(made: Untouched, page: str = REST) -> Ask:
    """Play on to the first question that a handle answers, and return it."""
    made.play(lambda loop: loop.session.page == page and any(_choosing(loop.session, secret=None)))
    return _choosing(made.loop.session, secret=None)[0]


def _choosing(session: Session, secret: bool | None) -> list[Ask]:
    found = (chooses_by_handle(session, seat) for seat in session.lobby.setup.playing)
    return [ask for ask in found if ask is not None and secret in (None, ask.secret)]


def lights(session: Session, seat: int) -> tuple[int, ...]:
    """Return the lights of a seat."""
    return session.readers.lamps.lit.get(seat, (DARK,) * 5)


def test_a_push_leads_to_the_next_answer_and_round_again() -> None:
    """Mark one answer on the screen and by the light of its number, and take it by a pull."""
    made = pings()
    ask = at_question(made)
    assert len(ask.offers) == 2 and not ask.secret
    for at in (0, 1, 0, 1):
        page = made.loop.view.body
        assert isinstance(page, ProgramPage)
        offers = page.readers[ask.seat - 1].offers
        assert [offer.current for offer in offers] == [at == 0, at == 1]
        assert lights(made.loop.session, ask.seat)[at] == BLINK
        assert sum(lights(made.loop.session, ask.seat)) == BLINK
        made.move(ask.seat, PUSH)
    made.move(ask.seat)
    assert ask not in _choosing(made.loop.session, secret=None)


def test_a_secret_choice_is_made_by_the_lights_of_its_reader() -> None:
    """Show the number of a secret answer at its reader only, and begin at another one each time."""
    made = derbies(5)
    starts = set[int]()
    found = list[Session]()

    def wanted(session: Session) -> bool:
        secret = _choosing(session, secret=True)
        starts.update(place_of(session, ask) for ask in secret)
        if secret and len(secret[0].offers) > 2 and not found:
            found.append(session)
        return False

    made.play(lambda loop: wanted(loop.session))
    assert made.loop.session.page == OVER and len(starts) > 1
    (session,) = found
    ask = _choosing(session, secret=True)[0]
    seen = view_of(session)
    page = seen.body
    assert isinstance(page, ProgramPage)
    reader = page.readers[ask.seat - 1]
    assert not reader.offers and [*map(str, reader.numbered)] == [
        str(offer.label) for offer in ask.offers
    ]
    assert all(slot.lamp == DARK for slot in reader.slots)
    known = dict(announcement_of(seen).lines)
    assert str(known[f"numbers:{ask.seat}"]) == recorded("all-answers-with-numbers")
    before = lights(session, ask.seat)
    after = heard(session, HandleMoved(ask.seat, PUSH), HandleMoved(ask.seat, AT_REST))
    assert lights(after, ask.seat) != before and view_of(after) == seen
    place = place_of(after, ask)
    assert lights(after, ask.seat)[place % 5] == BLINK
    chosen, commands = step(after, HandleMoved(ask.seat, PULL))
    (sent,) = [getattr(command, "message", None) for command in commands]
    assert sent == Pick(ask.seat, ask.offers[place].key)
    ready = heard(chosen, sent, HandleMoved(ask.seat, AT_REST))
    if ask.seat in ready.race.question.answers:
        assert lights(ready, ask.seat) == (DARK,) * 5
        back = heard(ready, HandleMoved(ask.seat, PUSH))
        assert ask.seat not in back.race.question.answers


def heard(session: Session, *messages: object) -> Session:
    """Return the session after some messages, without their commands."""
    for message in messages:
        session, _ = step(session, message)
    return session


def test_more_than_five_answers_are_numbered_by_the_other_lights() -> None:
    """Tell the numbers from 6 on by the state of the light and of the four others."""
    made = derbies(6)
    shown: dict[int, tuple[int, ...]] = {}

    def note(ask: Ask) -> None:
        shown[place_of(made.loop.session, ask)] = lights(made.loop.session, ask.seat)

    made.on_choice = note
    made.play()
    assert made.loop.session.page == OVER and max(shown) >= 10
    assert len({*shown.values()}) == len(shown)
    for place, burning in shown.items():
        other = (DARK, LIT, BLINK, LIT)[place // 5]
        assert [at for at, light in enumerate(burning) if light != other] == [place % 5]


def test_a_replay_needs_no_preference() -> None:
    """Reach the same race by the kept messages where handles answer nothing."""
    made = pings()
    ask = at_question(made)
    before = made.loop.session
    plain = before._replace(
        lobby=before.lobby._replace(preferences=before.lobby.preferences._replace(hands_free=False))
    )
    signals = [HandleMoved(ask.seat, position) for position in (PUSH, AT_REST, PULL)]
    live = heard(before, *signals)
    pick = Pick(ask.seat, ask.offers[1].key)
    live, again = heard(live, pick), heard(plain, *signals, pick)
    assert mark_of(live) == mark_of(again) and live.revision == again.revision
    assert isinstance(before.race.next_step, Questions) and mark_of(live) != mark_of(before)


def test_the_pull_that_led_to_a_question_does_not_answer_it() -> None:
    """Ignore a pull right after a question has come up."""
    made = pings()
    now = [0.0]
    made.loop.clock = partial(now.__getitem__, 0)
    for _ in range(2000):
        if made.loop.session.page == REST and _choosing(made.loop.session, secret=None):
            break
        now[0] += 2
        made.do_next()
    ask = _choosing(made.loop.session, secret=None)[0]
    now[0] += 0.1
    made.move(ask.seat)
    assert _choosing(made.loop.session, secret=None) == [ask]
    now[0] += 2
    made.move(ask.seat)
    assert ask not in _choosing(made.loop.session, secret=None)


def test_answers_are_said_one_by_one() -> None:
    """Say the question, then an answer at each push."""
    for begun, label in ((pings, "ping"), (energy, "energy"), (derbies, "target")):
        made = begun()
        ask = at_question(made)
        first = [str(words) for _, words in announcement_of(made.loop.view).lines if words]
        made.move(ask.seat, PUSH)
        second = [str(words) for _, words in announcement_of(made.loop.view).lines if words]
        assert [first, [words for words in second if words not in first]] == recorded(label)
