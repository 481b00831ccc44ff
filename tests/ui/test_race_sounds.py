"""Test which sounds a table makes: those of a race in each game, of its seats, and of set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from kivy.clock import Clock

from companion.app.loop import EventLoop, open_session
from companion.app.preferences import read_preferences
from companion.engine.events import (
    Damaged,
    Destroyed,
    FlagTouched,
    Healed,
    Moved,
    Stopped,
    TurnBegan,
    Turned,
    Won,
)
from companion.gallery.first_steps import deed, lesson
from companion.games import find_game
from companion.games.race.telling import sound_of as race_sound
from companion.games.scene import Instruction, MarkerMove, MovePicture
from companion.games.sounds import QUIET, SOUNDS, SOUNDS_OF_PAGE, sound_of, sounds_of
from companion.session.game_guard import CHECKS
from companion.session.lobby.device import sound_groups
from companion.session.messages import (
    LIST,
    Begin,
    ClosePage,
    Confirm,
    Go,
    OpenPage,
    SetFlow,
    ShowNotice,
    success,
)
from companion.session.pages.lesson import ContinueLesson, LessonState, MoveLessonHandle
from companion.session.pages.menu import CloseMenu, OpenMenu
from companion.session.pages.story import WATCHED
from companion.session.preferences import Prefer, Preferences
from companion.session.view import BACK, DOCTOR, LESSON, OVER, PLAY, PROGRAM, STORY, PlayPage
from companion.signals import PULL, InsertCard, MoveHandle
from companion.ui.sounds import AFTER, BURST, Sounds
from companion.words import NOTHING, text
from tests.typed import present
from tests.ui.stand import clock, live
from tests.ui.test_bridge import bridged
from tests.ui.test_sounds import SECOND, Recorder

FIRST: Final = {
    "clockwork": "step step step turn laser step step turn turn belt belt step step turn turn belt",
    "factory_rally": (
        "step step step turn laser step step step - belt laser step turn turn turn belt"
    ),
    "cardbot": "step turn turn turn step turn turn turn step - turn turn step step turn turn",
    "diesel": "card - card card - - card - damage - card - card turn damage -",
}
"""The sounds of the first instructions of a race, "-" for silence."""
STEP: Final = Moved(1, "A1", "A2", 0, 0, "card", None, "")


@pytest.fixture(autouse=True)
def stopped_clock() -> Iterator[None]:
    """Let no time pass but what a test names, however slow the machine is."""
    with clock().stopped():
        yield


def raced(game: str, players: tuple[str, ...] = ("random", "steady") * 2) -> EventLoop:
    """Begin a race, and return its session at its first instruction or question."""
    loop = open_session(seed=5, players=players, game=find_game(game))
    loop.send(Begin())
    while loop.view.page not in (PLAY, PROGRAM):
        loop.send(Confirm(loop.session.revision))
    return loop


def listened(loop: EventLoop) -> tuple[Sounds, Recorder]:
    """Return the sounds of a session that has just been shown, and their recorder."""
    recorder = Recorder()
    sounds = Sounds(recorder)
    hear(sounds, loop)
    assert recorder.heard() == []
    return sounds, recorder


def hear(sounds: Sounds, loop: EventLoop, seconds: float = 1) -> None:
    """Show the present view, and let some time pass."""
    sounds.hear(loop.view)
    clock().skip(seconds * SECOND)
    Clock.tick()


def confirm(sounds: Sounds, loop: EventLoop, seconds: float = 1) -> None:
    """Touch Done, and show the next view."""
    loop.send(Confirm(loop.session.revision))
    hear(sounds, loop, seconds)


def ready(sounds: Sounds, loop: EventLoop, seat: int) -> None:
    """Fill a seat's program with the first cards of its hand, and pull its handle."""
    ask = present(loop.session.match).ask(seat)
    assert ask is not None and ask.hand.codes is not None
    for slot, code in zip(ask.program.slots, ask.hand.codes, strict=False):
        loop.send(InsertCard(seat, slot, code))
        hear(sounds, loop)
    loop.send(MoveHandle(seat, PULL))
    hear(sounds, loop)


def test_a_lesson_is_heard() -> None:
    """Hear a refusal for a wrong deed, and each instruction of what follows the right one."""
    loop = lesson(3)
    sounds, recorder = listened(loop)
    loop.send(MoveLessonHandle(PULL))
    hear(sounds, loop)
    for message in deed(loop.session.open_state(LESSON, LessonState)):
        loop.send(message)
        hear(sounds, loop)
    loop.send(ContinueLesson())
    hear(sounds, loop)
    assert recorder.heard() == ["refused", "push", "laser"]


@pytest.mark.parametrize("game", FIRST)
def test_a_race_of_each_game_sounds_like_what_happens(game: str) -> None:
    """Name the sounds of the first instructions, and hear the win once at the end.

    Every sound is also seen: in words, and on the map, on the cards or as a drama.
    """
    loop = raced(game)
    sounds, recorder = listened(loop)
    first: list[str] = []
    while loop.view.page != OVER:
        if isinstance(loop.view.body, PlayPage):
            first += loop.view.body.sounds or ("-",)
            match = present(loop.session.match)
            one = match.shown.script[match.shown.at]
            pictured = one.moves or one.beams or one.marks or one.cards or one.tokens or one.points
            assert not sound_of(one) or (one.text and (pictured or one.drama)), one.words
        confirm(sounds, loop)
    expected = FIRST[game].split()
    played = recorder.heard()
    assert first[: len(expected)] == expected
    assert set(played) <= {*SOUNDS, "deal"} and played.count("win") == 1
    # The first instruction was there before anybody listened; each turn begins with a deal.
    assert [name for name in played if name in SOUNDS] == [name for name in first if name != "-"][
        1 if first[0] != "-" else 0 :
    ]


@pytest.mark.parametrize(
    ("events", "word"),
    [
        ((STEP,), "step"),
        ((STEP, Moved(2, "A2", "A3", 0, 0, "push", 1, "")), "push"),
        ((Moved(1, "A1", "A2", 0, 0, "pusher", None, ""),), "push"),
        ((Moved(1, "A1", "A2", 0, 0, "belt", None, ""), Turned(1, "A2", 0, 1, "belt", "")), "belt"),
        ((Turned(1, "A1", 0, 1, "card", ""),), "turn"),
        ((Turned(1, "A1", 0, 1, "rotator", ""),), "gear"),
        ((Stopped(1, "A1", 0, "wall", None, ""),), "stop"),
        ((Damaged(1, "A1", 1, 1, "laser", "A5", ""),), "laser"),
        ((Damaged(1, "A1", 1, 1, "shot", 2, ""),), "laser"),
        ((Damaged(1, "A1", 1, 1, "flame", None, ""),), "damage"),
        ((STEP, Destroyed(1, "A2", "pit", None, "")), "pit"),
        ((Destroyed(1, "A2", "edge", None, ""),), "pit"),
        ((Destroyed(1, "A2", "crusher", None, ""),), "destroyed"),
        ((Healed(1, "A1", 1, 0, "repair", ""),), "repair"),
        ((FlagTouched(1, 1, "A1", ""),), "flag"),
        ((FlagTouched(1, 2, "A1", ""), Won(1, "")), "win"),
        ((TurnBegan(1),), ""),
    ],
)  # fmt: skip
def test_the_most_important_event_of_a_race_is_heard(events: Iterable[Any], word: str) -> None:
    """Sound like a push rather than a step, and like a pit rather than a push."""
    assert race_sound(events) == word


def test_an_instruction_without_a_word_sounds_like_its_moves() -> None:
    """Give the instructions of any game a sound, and believe no unknown word."""

    def instruction(**facts: Any) -> Instruction:
        return Instruction(1, NOTHING, "", "", **facts)

    step = MovePicture(1, "A1", "A2", ("A1", "A2"), 0, 0)
    turn = step._replace(end="A1", path=("A1",), after=1)
    assert [
        sound_of(instruction(**facts))
        for facts in (
            {"moves": (step, turn)},
            {"moves": (turn,)},
            {"markers": (MarkerMove(1, "A1", "A2"),)},
            {"tokens": ((1, 2),)},
            {"moves": (step,), "sound": "belt"},
            {"moves": (step,), "sound": QUIET},
            {"moves": (step,), "sound": "trumpet"},
            {},
        )
    ] == ["step", "turn", "flag", "flag", "belt", "", "", ""]
    assert CHECKS["tell"]((instruction(sound="trumpet"),)) and not CHECKS["tell"](
        (instruction(sound=[]),)
    )
    page = [instruction(sound=word) for word in ("turn", "step", "laser", "step", "belt", "laser")]
    assert sounds_of(page) == ("step", "laser", "belt")


def test_seats_are_heard_as_they_pull_and_all_of_them_together() -> None:
    """Hear the deal, each handle, all of them, and then what happens; nothing twice."""
    loop = raced("clockwork", ("person", "person", "random"))
    sounds, recorder = listened(loop)
    assert loop.view.page == PROGRAM
    ready(sounds, loop, 1)
    assert recorder.heard() == ["lock"]
    hear(sounds, loop)
    loop.send(OpenPage(DOCTOR))
    hear(sounds, loop)
    loop.send(ClosePage(DOCTOR))
    hear(sounds, loop)
    assert recorder.heard() == []
    ready(sounds, loop, 2)
    assert loop.view.page == PLAY and recorder.heard() == ["ready", *loop.view.body.sounds]
    loop.send(OpenMenu(BACK))
    hear(sounds, loop)
    loop.send(CloseMenu())
    hear(sounds, loop)
    assert loop.view.page == PLAY and recorder.heard() == []


def test_the_next_turn_begins_with_a_deal_and_steps_back_are_silent() -> None:
    """Hear each turn's cards being dealt once, and nothing again that was heard."""
    loop = raced("clockwork", ("person", "random"))
    sounds, recorder = listened(loop)
    ready(sounds, loop, 1)
    while loop.view.page != PROGRAM:
        confirm(sounds, loop)
    assert recorder.heard()[-1] == "deal"
    other = Recorder()
    # A start in the middle of a race, and another session, begin silently.
    fresh = Sounds(other)
    hear(fresh, loop)
    fresh.forget()
    hear(fresh, loop)
    assert other.heard() == []


def test_a_list_of_a_round_plays_its_most_important_sounds_once() -> None:
    """Play at most three sounds of a page of many instructions, one after another."""
    loop = raced("clockwork", ("random",) * 4)
    loop.send(SetFlow(LIST))
    sounds, recorder = listened(loop)
    pages = 0
    while loop.view.page != OVER and pages < 6:
        before = loop.view
        confirm(sounds, loop, AFTER / 2)
        body = loop.view.body
        if loop.view.page != PLAY or not isinstance(body, PlayPage):
            recorder.heard()
            continue
        if isinstance(before.body, PlayPage) and before.body.round == body.round:
            continue
        pages += 1
        assert len(body.sounds) <= SOUNDS_OF_PAGE and recorder.heard() == list(body.sounds[:1])
        for name in body.sounds[1:]:
            hear(sounds, loop, AFTER)
            assert recorder.heard() == [name]
        hear(sounds, loop, AFTER)
        assert recorder.heard() == []
    assert pages == 6


def test_a_story_is_heard_moment_by_moment_and_its_round_not_again() -> None:
    """Play the sounds of each moment as the screen shows it, from the first one on."""
    loop = raced("clockwork", ("random",) * 4)
    loop.send(SetFlow(LIST))
    recorder = Recorder()
    with bridged(loop, player=recorder) as (_, bridge):
        assert recorder.heard() == []
        loop.send(WATCHED)
        live()
        beats = loop.view.body.beats
        while bridge.screen.plays:
            clock().skip(SECOND / 10)
            live()
        played = [name for beat in beats for name in beat.sounds]
        assert len(played) > 3 and recorder.heard() == played
        loop.send(ClosePage(STORY))
        live()
        assert loop.view.page == PLAY and recorder.heard() == []


def test_quick_touches_make_no_burst() -> None:
    """Begin no effect while another has just begun, and go on afterwards."""
    loop = raced("clockwork", ("random",) * 4)
    sounds, recorder = listened(loop)
    for _ in range(3):
        confirm(sounds, loop, BURST / 8)
    assert len(recorder.heard()) == 1
    hear(sounds, loop)
    for _ in range(2):
        confirm(sounds, loop)
        assert recorder.heard() == list(loop.view.body.sounds)


def test_what_is_not_possible_is_heard() -> None:
    """Sound once when something is refused, and not for good news."""
    loop = raced("clockwork", ("person", "person"))
    sounds, recorder = listened(loop)
    for notice, heard in ((text("No."), ["refused"]), (success(text("Yes.")), [])):
        loop.send(ShowNotice(notice))
        hear(sounds, loop)
        hear(sounds, loop)
        assert loop.view.notice == notice and recorder.heard() == heard


def test_race_timer_and_music_have_volumes_of_their_own() -> None:
    """Choose each by touch, and pass each to the player; silence silences one of them only."""
    loop = raced("clockwork", ("random",) * 4)
    titles = [len(group.choices) for group in sound_groups(loop.view.preferences)]
    assert titles == [4, 4, 4]
    sounds, recorder = listened(loop)
    loop.send(sound_groups(loop.view.preferences)[0].choices[3].message)
    confirm(sounds, loop)
    assert recorder.loud == {100} and loop.view.preferences.volume == 100
    loop.send(Prefer(loop.view.preferences._replace(effects=0)))
    recorder.heard()
    confirm(sounds, loop)
    loop.send(Prefer(loop.view.preferences._replace(effects=33, music=-1)))
    assert recorder.heard() == [] and loop.view.preferences.effects == 0


def test_a_screen_that_was_silent_before_there_were_effects_stays_silent(tmp_path: Path) -> None:
    """Play effects after an update, but not where somebody chose silence for the timer."""
    for kept, effects in (
        ("{}", Preferences().effects),
        ('{"sound": false}', 0),
        ('{"sound": false, "effects": 25}', 25),
    ):
        (tmp_path / "screen.json").write_text(kept, "utf-8")
        preferences, fault = read_preferences(tmp_path)
        assert not fault and preferences.effects == effects


def test_the_tune_of_a_game_plays_while_it_is_set_up() -> None:
    """Play no music at first; then that of the game on the pages of set-up, and no longer."""
    loop = open_session(seed=1, game=find_game("diesel"))
    sounds, recorder = listened(loop)
    assert recorder.tunes == []
    loop.send(sound_groups(loop.view.preferences)[2].choices[1].message)
    hear(sounds, loop)
    loop.send(Go("next"))
    hear(sounds, loop)
    assert recorder.tunes == [("diesel", 25)]
    loop.send(OpenPage(DOCTOR))
    hear(sounds, loop)
    loop.send(ClosePage(DOCTOR))
    hear(sounds, loop)
    assert recorder.tunes[1:] == [("", 0), ("diesel", 25)]
    loop.send(Begin())
    hear(sounds, loop)
    assert recorder.tunes[-1] == ("", 0)
