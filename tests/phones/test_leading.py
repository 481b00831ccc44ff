"""Leading a game from phones: whole turns of every game with the screen untouched.

It also covers permissions, and hints that one phone alone shows.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.loop import EventLoop, open_session
from companion.app.preferences import keep_preferences, read_preferences
from companion.app.startup import kept_session
from companion.games import find_game
from companion.games.asking import Questions
from companion.phones.page import PageWriter
from companion.phones.phone_view import private_view, second_screen
from companion.session.flow import moved_people
from companion.session.lobby.phone_access import SCREEN
from companion.session.messages import Begin, Confirm, OpenPage, SetTimer, Uncover
from companion.session.pages.paused import PauseGame
from companion.session.pages.phones import ChooseHost, LetPhonesLead
from companion.session.phone_lead import AGAIN, CLOSE, GO_ON, MOVED, NEW_SETUP, NEXT, OWN, STANDS
from companion.session.preferences import EVERYBODY, HOST, NOBODY_LEADS, Prefer, Preferences
from companion.session.remote import HINT, LAY, PlayAtPhone
from companion.session.session import Session
from companion.session.view import OVER, PLACE, PLAY
from companion.words import ENGLISH, NOTHING
from tests.kept import settled
from tests.phones.looking import joined, words_of
from tests.recorded import recorded
from tests.session.evenings import begun, done, ready
from tests.session.leak_search import cards_in
from tests.typed import present

GAMES = ("clockwork", "factory_rally", "cardbot", "diesel")


def keys(session: Session, seat: int) -> list[str]:
    """Return what the phone of a seat offers beside answers."""
    return [button.act for button in private_view(session, seat).buttons]


def touched(loop: EventLoop, seat: int, act: str, of: int = 0) -> None:
    """Touch a button of the phone of a seat."""
    loop.send(PlayAtPhone(seat, of, loop.session.revision, act))


def table(
    key: str = "clockwork", players: tuple[str, ...] = ("person", "person"), flow: str = "list"
) -> EventLoop:
    """Return a race that has just begun, with a phone at every person's seat."""
    loop = open_session(seed=3, players=players, game=find_game(key), flow=flow)
    loop.send(Begin())
    return joined(loop, *loop.session.people)


def answered(loop: EventLoop) -> bool:
    """Answer something by one touch on a phone; return whether there was anything.

    It is cards, the handle, or another answer.
    """
    for seat in loop.session.people:
        for own in private_view(loop.session, seat).own:
            offered = [
                card.act
                for card in own.hand
                if card.act and any(not slot.card and not slot.locked for slot in own.slots)
            ]
            offered = offered or [button.act for button in own.buttons if button.answers]
            if own.seat and offered and "back" not in offered:
                touched(loop, seat, offered[0], own.seat)
                return True
    return False


def led(
    loop: EventLoop,
    until: Callable[[Session], bool],
    many: int = 600,
    settle: Callable[[EventLoop], object] = lambda loop: None,
) -> list[str]:
    """Play by touches on phones until a condition holds; return the keys that led on."""
    said: list[str] = []
    for _ in range(many):
        settle(loop)
        if until(loop.session):
            return said
        if answered(loop):
            continue
        offered = [
            (key, seat)
            for seat in loop.session.people
            for key in keys(loop.session, seat)
            if key in (OWN, STANDS, NEXT)
        ]
        # Own moves first, as people would do it.
        key, seat = min(offered, key=lambda one: (OWN, STANDS, NEXT).index(one[0]))
        said.append(key)
        touched(loop, seat, key)
    raise AssertionError(f"the phones do not get on from the page {loop.session.page}")


# ---- A whole evening -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_phones_alone_play_two_turns_of_every_game(key: str) -> None:
    """Play two turns of every game by phones, from placing into the third turn."""
    loop = table(key)
    said = led(
        loop,
        lambda session: (
            session.match is None or session.match.shown.turn >= 3 or session.page == OVER
        ),
    )
    assert NEXT in said and loop.session.match is not None


def test_own_moves_are_done_on_the_own_phone() -> None:
    """Let only the player of the moved piece or the host confirm an instruction."""
    loop = table()
    led(loop, lambda session: session.page == PLAY)
    seen = set()
    for _ in range(60):
        session = loop.session
        if session.page != PLAY or session.match is None:
            break
        movers = moved_people(session, session.match)
        assert {seat for seat in (1, 2) if OWN in keys(session, seat)} == set(movers)
        assert NEXT in keys(session, 1) and NEXT not in keys(session, 2)
        if 2 in movers:
            seen.add(
                str(
                    next(
                        button.words
                        for button in private_view(session, 2).buttons
                        if button.act == OWN
                    )
                )
            )
            before = session.match.shown.at
            touched(loop, 1, "own" if 1 not in movers else "?")
            assert loop.session is session or present(loop.session.match).shown.at == before
            touched(loop, 2, OWN)
            assert loop.session.match is not session.match
        else:
            touched(loop, 1, NEXT)
    assert sorted(seen) == recorded("My-piece-stands")


def test_a_tap_that_comes_late_confirms_nothing() -> None:
    """Ignore a second or late tap, which has the number of an old page."""
    loop = table()
    led(loop, lambda session: session.page == PLAY)
    before = loop.session
    loop.send(PlayAtPhone(1, 0, before.revision, NEXT))
    after = loop.session.match
    assert after is not before.match
    for late in (before.revision, before.revision - 1, loop.session.revision + 1):
        loop.send(PlayAtPhone(1, 0, late, NEXT))
    assert loop.session.match is after


def test_before_the_race_everybody_says_that_the_own_piece_stands() -> None:
    """Start the race when all have said that their pieces stand, shown and revocable until then."""
    loop = table(players=("person", "person", "random"))
    assert loop.session.page == PLACE and keys(loop.session, 2) == [STANDS]
    touched(loop, 2, STANDS)
    assert [str(line.ready) for line in loop.view.body.lines if line.seat == 2] == [
        "ready"
    ] and keys(loop.session, 2) == [MOVED]
    touched(loop, 2, MOVED)
    touched(loop, 1, STANDS)
    assert loop.session.page == PLACE
    touched(loop, 2, STANDS)
    assert loop.session.page != PLACE and loop.session.config.phone_access.standing == frozenset()


def test_who_plays_at_the_screen_is_not_passed_over() -> None:
    """Wait for the screen or the host if a person has no phone."""
    loop = table()
    joined(loop, 2)
    touched(loop, 2, STANDS)
    assert loop.session.page == PLACE
    done(loop)
    assert loop.session.page != PLACE


def test_nothing_leads_on_while_the_screen_shows_something_else() -> None:
    """Say on phones why nothing leads on while the screen shows another page.

    The host's phone returns to the game first.
    """
    loop = table()
    loop.send(OpenPage("menu"))
    loop.send(OpenPage("history"))
    for seat, offered in ((1, [CLOSE]), (2, [])):
        mine = private_view(loop.session, seat)
        assert keys(loop.session, seat) == offered and str(mine.notes[0]) == recorded(
            "shows-another-page"
        )
    touched(loop, 2, CLOSE)
    touched(loop, 1, NEXT)
    assert loop.session.page == PLACE and len(loop.session.overlays) == 2
    for left in (1, 0):
        touched(loop, 1, CLOSE)
        assert len(loop.session.overlays) == left
    assert NEXT in keys(loop.session, 1) and private_view(loop.session, 1).notes == ()


def test_no_phone_unlocks_a_screen_that_is_wiped() -> None:
    """Keep a wiping lock on the screen against phones."""
    loop = table()
    loop.send(OpenPage("locked"))
    assert keys(loop.session, 1) == []


def test_answers_count_while_the_screen_shows_another_page() -> None:
    """Accept answers while the screen shows another page, with a note; time goes on."""
    loop = joined(begun(("person", "person")), 1, 2)
    ready(loop, 1)
    loop.send(OpenPage("history"))
    mine = private_view(loop.session, 1)
    assert [button.act for button in mine.own[0].buttons] == ["back"] and str(
        mine.notes[0]
    ) == recorded("shows-another-page")


def test_phones_say_that_the_game_is_paused_and_the_host_goes_on() -> None:
    """Show the pause on phones, without cards and time; the host ends it."""
    loop = joined(begun(("person", "person")), 1, 2)
    loop.send(SetTimer(45))
    assert private_view(loop.session, 2).own[0].left == 45
    loop.send(PauseGame(True))
    for seat in (1, 2):
        mine = private_view(loop.session, seat)
        assert (
            str(mine.title) == recorded("The-game-is-paused-2")
            and mine.own == ()
            and mine.notes == ()
        )
        assert str(mine.said) == recorded("45-seconds-are-left-when-the")
    assert str(second_screen(loop.session).title) == recorded("The-game-is-paused")
    assert keys(loop.session, 1) == [GO_ON] and keys(loop.session, 2) == []
    touched(loop, 2, GO_ON)
    assert loop.session.timeline.game_paused
    touched(loop, 1, GO_ON)
    assert not loop.session.timeline.game_paused and private_view(loop.session, 2).own[0].left == 45


def test_after_the_race_the_host_plays_again_or_changes_the_set_up() -> None:
    """Let the host play again or change the setup after the race, while others read the result."""
    for act in (AGAIN, NEW_SETUP):
        loop = begun(("person", "person"), words={"flag_hit": "pass", "lives": "inf"})
        joined(loop, 1, 2)
        over = ended(loop)
        assert over.page == OVER and keys(over, 1) == [AGAIN, NEW_SETUP] and keys(over, 2) == []
        touched(loop, 2, act)
        assert loop.session.page == OVER
        touched(loop, 1, act)
        assert loop.session.page == PLACE if act == AGAIN else loop.session.setting_up


def ended(loop: EventLoop) -> Session:
    """Return the session at the end of its race, which the table finishes."""
    for _ in range(4000):
        session, match = loop.session, loop.session.match
        if session.page == OVER:
            return session
        assert match is not None
        next_step = match.next_step
        if isinstance(next_step, Questions):
            waiting = [
                ask.seat
                for ask in next_step.asks
                if session.is_person(ask.player) and ask.seat not in match.question.answers
            ]
        else:
            waiting = []
        if waiting and session.page in ("program", "rest"):
            ready(loop, waiting[0])
        else:
            loop.send(Confirm(session.revision))
    raise AssertionError("this race has no end")


# ---- Who may -------------------------------------------------------------------------------------


def test_the_table_says_whose_phones_lead_on() -> None:
    """Choose at the table who leads: no one, the host, or all.

    Own moves stay with their players.
    """
    loop = table(players=("person", "person", "person"))
    loop.send(OpenPage("phones"))
    for messages, leading in (
        ((), {1}),
        ((ChooseHost(3),), {3}),
        ((ChooseHost(9),), {3}),
        ((LetPhonesLead(EVERYBODY),), {1, 2, 3}),
        ((LetPhonesLead(NOBODY_LEADS),), set()),
        ((LetPhonesLead("?"),), set()),
        ((LetPhonesLead(HOST),), {3}),
    ):
        for message in messages:
            loop.send(message)
        session = loop.session._replace(overlays=())
        assert {seat for seat in (1, 2, 3) if NEXT in keys(session, seat)} == leading, messages
        assert all(STANDS in keys(session, seat) for seat in (1, 2, 3))
    titles = [str(group.title) for group in loop.view.body.groups]
    assert titles == recorded("Phones-that-may-go-on-for") and "The host" in titles
    loop.send(LetPhonesLead(EVERYBODY))
    assert "The host" not in [str(group.title) for group in loop.view.body.groups]


def test_a_second_screen_and_a_pilots_seat_lead_nothing_on() -> None:
    """Lead nothing from a second screen or a pilot's seat."""
    loop = table(players=("person", "random"))
    loop.send(Prefer(loop.session.lobby.preferences._replace(leads=EVERYBODY)))
    before = loop.session
    for seat in (SCREEN, 2, 3, -1, 99):
        for act in (NEXT, STANDS, OWN, AGAIN):
            touched(loop, seat, act)
    assert (
        loop.session.match is before.match
        and second_screen(before).buttons == ()
        and keys(before, 2) == []
    )


def test_who_leads_is_kept_for_the_next_start(tmp_path: Path) -> None:
    """Keep who leads for the next start, and ignore an invalid value."""
    folder, chosen = tmp_path, Preferences(leads=EVERYBODY, host=4)
    assert not keep_preferences(folder, chosen) and read_preferences(folder) == (chosen, NOTHING)
    for wrong in ('{"leads": "all"}', '{"host": 9}', '{"host": true}'):
        (folder / "screen.json").write_text(wrong)
        assert read_preferences(folder)[0] == Preferences() and read_preferences(folder) != (
            chosen,
            NOTHING,
        )


# ---- Hints ---------------------------------------------------------------------------------------


def test_a_hint_comes_to_the_phone_that_has_asked_and_to_nobody_else() -> None:
    """Show a hint on the phone that asked, nowhere else, and place its cards by a touch."""
    loop = joined(begun(("person", "person")), 1, 2)
    others = words(loop.session, 2), words(loop.session, SCREEN)
    assert HINT in [button.act for button in private_view(loop.session, 1).own[0].buttons]
    touched(loop, 1, HINT, 1)
    (own,) = private_view(loop.session, 1).own
    assert str(own.hint) == recorded("Hint") and LAY in [button.act for button in own.buttons]
    assert (words(loop.session, 2), words(loop.session, SCREEN)) == others
    assert not loop.view.body.hint and loop.session.hint is None
    touched(loop, 2, LAY, 1)
    touched(loop, 2, LAY, 2)
    assert not any(
        reading.code for seat in (1, 2) for reading in loop.session.readers.by_seat[seat].row
    )
    loop.send(Uncover(1))
    assert not loop.view.body.hint
    touched(loop, 1, LAY, 1)
    assert (
        sum(reading.code is not None for reading in loop.session.readers.by_seat[1].row) == 5
        and not private_view(loop.session, 1).own[0].hint
    )
    assert cards_in(words(loop.session, 1))


def test_no_hint_where_the_table_wants_none() -> None:
    """Offer no hint if the table has switched hints off."""
    loop = joined(begun(("person", "person")), 1)
    loop.send(Prefer(loop.session.lobby.preferences._replace(hints=False)))
    assert HINT not in [button.act for button in private_view(loop.session, 1).own[0].buttons]
    before = loop.session
    touched(loop, 1, HINT, 1)
    assert loop.session.config.phone_access.hints == before.config.phone_access.hints


def words(session: Session, seat: int) -> str:
    """Return the text on a phone."""
    return words_of(
        PageWriter("en", ENGLISH).content(
            second_screen(session) if seat == SCREEN else private_view(session, seat), "/CODE"
        )
    )


# ---- What is kept --------------------------------------------------------------------------------


def test_a_race_that_phones_have_led_comes_back_without_a_word_of_them(tmp_path: Path) -> None:
    """Keep a race led by phones like touches on the screen, and restore it at its instruction."""
    loop = kept_session(tmp_path, ("person", "person"))
    settled(loop)
    loop.send(Begin())
    settled(loop)
    joined(loop, 1, 2)
    touched(loop, 1, HINT, 1)
    led(
        loop,
        lambda session: session.match is not None and session.match.shown.turn >= 2,
        settle=settled,
    )
    match = loop.session.match
    assert match is not None
    where = loop.session.config.game.fingerprint(match.position), match.shown.at, match.shown.turn
    loop.close()
    again = kept_session(tmp_path)
    settled(again)
    match = again.session.match
    assert match is not None
    assert (
        again.session.config.game.fingerprint(match.position),
        match.shown.at,
        match.shown.turn,
    ) == where
    again.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    words = (b"AtPhone", b"PieceStands", b"Hinted", b"CODE1")
    assert not [word for word in words if word in kept]
