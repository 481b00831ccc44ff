"""Test a race without a touch: handles lead on, and a voice says what the screen shows."""

from __future__ import annotations

import io
import time
import wave
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from kivy.clock import Clock

from companion.app.loop import EventLoop, open_session
from companion.gallery.cardbot import CARDBOT_SCENES
from companion.gallery.room import SceneRoom
from companion.games import find_game
from companion.games.programmed.deck import CARD_OF_CODE, CODES
from companion.session.announcements import announcement_of
from companion.session.hands_free import chooses_by_handle
from companion.session.lobby.device import speech_groups
from companion.session.messages import (
    LIST,
    SINGLE,
    Begin,
    ClearMarkers,
    Confirm,
    Go,
    SetFlow,
    TouchSquare,
    Uncover,
)
from companion.session.pages.menu import OpenMenu
from companion.session.preferences import CAUSES, INSTRUCTIONS, SILENT, Prefer
from companion.session.view import DEAL, OVER, PLAY, PROGRAM, SETTINGS, SUMMARY
from companion.signals import (
    PULL,
    PUSH,
    REST,
    HandleMoved,
    InsertCard,
    MoveHandle,
    Signal,
    TakeCard,
)
from companion.speech.spoken import spoken
from companion.speech.voices import EspeakVoice, VoiceError
from companion.table.base import Table, TableWrapper
from companion.table.urls import table_for_url
from companion.ui.speech import Speech
from companion.words import Text
from tests.recorded import recorded
from tests.session.evenings import yard
from tests.session.handle_play import Untouched
from tests.typed import present
from tests.ui.stand import live
from tests.ui.test_bridge import bridged

PATIENCE = 30.0


class Unseen(TableWrapper):
    """Readers of people with real cards: the app does not deal to them."""

    def __init__(self, inner: Table) -> None:
        super().__init__(inner)
        self.rests: Counter[int] = Counter()
        """The number of times that the handle of a seat has sprung back."""

    @property
    def touch_seats(self) -> frozenset[int]:
        """Return no seats."""
        return frozenset()

    def poll(self) -> tuple[Signal, ...]:
        """Count the handles that spring back."""
        signals = super().poll()
        self.rests.update(
            signal.seat
            for signal in signals
            if isinstance(signal, HandleMoved) and signal.position == REST
        )
        return signals


class Echo:
    """A voice whose wave is the sentence, and a player that says it at once."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.made: list[str] = []
        self.volumes: set[int] = set()
        self.stopped = 0
        self.holds = False
        """Whether a sentence plays until it is stopped."""

    def say(self, words: str, language: str) -> bytes:
        """Return the sentence; with the language where that is not English."""
        self.made.append(words)
        return (words if language == "en" else f"{language}: {words}").encode()

    def prepare_next(self) -> bool:
        """Return False: there is nothing to prepare."""
        return False

    def play(self, name: str, volume: int) -> None:
        """Play no sound."""

    def play_tune(self, game: str, volume: int) -> None:
        """Play no tune."""

    def speak(self, wave: bytes | Path, volume: int, over: Callable[[bool], None]) -> None:
        """Record a sentence, which is over in the next frame."""
        assert isinstance(wave, bytes)
        self.said.append(wave.decode())
        self.volumes.add(volume)
        if not self.holds:
            Clock.schedule_once(lambda _: over(True), -1)

    def stop_speech(self) -> None:
        """Count the sentences that were stopped."""
        self.stopped += 1

    def heard(self) -> list[str]:
        """Return the sentences since the last call."""
        said, self.said = self.said, []
        return said


class Round:
    """Three seats that play Clockwork Derby with real cards, speech on, and no screen to touch."""

    def __init__(self, url: str, speech: str = INSTRUCTIONS, flow: str = LIST) -> None:
        self.table = Unseen(table_for_url(url))
        self.loop: EventLoop = open_session(
            self.table,
            seed=2,
            boards=(yard(),),
            players=("person", "person", "random"),
        )
        self.echo = Echo()
        self.faults: list[Text] = []
        self.speech = Speech(self.echo, self.echo, self.faults.append)
        self.now = 0.0
        self.loop.clock = lambda: self.now
        # Setting up is done by touches.
        for message in (
            Prefer(
                self.loop.session.lobby.preferences._replace(
                    speech=speech, speech_volume=50, hands_free=True
                )
            ),
            SetFlow(flow),
            Go("flags"),
            ClearMarkers(),
            TouchSquare("A3"),
            Begin(),
        ):
            self.loop.send(message)
            self.poll()
        self.lines: list[str] = []
        self.loop.on_change = lambda: self.speech.hear(self.loop.view)
        self.speech.hear(self.loop.view)

    def poll(self) -> None:
        """Let time pass and everything settle: more than a second by the clock of the table."""
        self.now += 2
        self.loop.poll(self.now)
        while self.loop.behind:
            self.now += 2
            self.loop.poll(self.now)

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for a condition.

        Raises:
            AssertionError: It does not come true in time.
        """
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"waited in vain until {what}: {self.loop.session.page}"
            self.poll()
            Clock.tick()

    def listen(self) -> None:
        """Wait until everything that is to be said was said, and record it."""
        self.until(lambda: self.speech.is_silent, "the voice is silent")
        self.lines += self.echo.heard()

    def pull(self, seat: int, position: str = PULL) -> None:
        """Hear everything to its end, then move a handle, which springs back."""
        self.listen()
        self.poll()
        rests = self.table.rests[seat]
        self.loop.send(MoveHandle(seat, position))
        self.until(
            lambda: self.table.rests[seat] > rests, f"the handle of seat {seat} springs back"
        )
        self.listen()

    def put(self, seat: int, codes: tuple[int, ...]) -> None:
        """Put cards in from slot 1."""
        for slot, code in enumerate(codes, 1):
            self.loop.send(InsertCard(seat, slot, code))
        self.until(lambda: self.codes(seat)[: len(codes)] == [*codes], f"seat {seat} is read")

    def take(self, seat: int) -> None:
        """Take all cards out."""
        for slot in range(1, 6):
            self.loop.send(TakeCard(seat, slot))
        self.until(lambda: self.codes(seat) == [None] * 5, f"seat {seat} is empty")

    def codes(self, seat: int) -> list[int | None]:
        """Return the codes that the app reads in a reader."""
        return [reading.code for reading in self.loop.session.readers.by_seat[seat].row]

    def close(self) -> None:
        """End everything."""
        self.speech.close()
        self.loop.close()


@contextmanager
def table(url: str = "virtual:", speech: str = INSTRUCTIONS, flow: str = LIST) -> Iterator[Round]:
    """Open a table, and close it in the end."""
    made = Round(url, speech, flow)
    try:
        yield made
    finally:
        made.close()


def cards(move: str) -> list[int]:
    """Return all cards with a move."""
    return [code for code in CODES if CARD_OF_CODE[code].move == move]


def play_without_a_touch(room: Round) -> list[str]:
    """Play from the start positions to the end of the race by handles and cards alone.

    BRASS first turns on its place, is refused once, and wins in its second turn.
    """
    one, left, right = cards("move1"), cards("left"), cards("right")
    programs = (
        ((1, (left[0], right[0], left[1], right[1], left[2])), (2, tuple(one[:5]))),
        ((1, (right[2], one[5], one[6], left[3], right[3])), (2, tuple(left[4:9]))),
    )
    room.pull(1)
    room.pull(2)
    for turn, program in enumerate(programs):
        room.until(lambda: room.loop.session.page == PROGRAM, "cards can be dealt")
        for seat, codes in program:
            if not turn and seat == 2:
                room.put(seat, codes[:4])
                room.pull(seat)
            room.put(seat, codes)
            room.pull(seat)
        room.until(lambda: room.loop.session.page != PROGRAM, "the pilot has played")
        while room.loop.session.page in (PLAY, SUMMARY):
            before = room.loop.session.revision
            for seat in (1, 2):
                if room.loop.session.revision == before:
                    room.pull(seat)
        if room.loop.session.page == DEAL:
            for seat in (1, 2):
                room.take(seat)
                room.listen()
    room.listen()
    assert room.loop.session.page == OVER
    return room.lines


def test_a_whole_race_without_a_touch() -> None:
    """Hear every line from the start positions over deal and cleanup to the end of the race."""
    with table() as room:
        assert play_without_a_touch(room) == recorded("a-race-is-heard")
        assert room.echo.volumes == {50} and room.faults == []


def test_a_whole_race_without_a_touch_at_the_real_firmware() -> None:
    """Hear a race at emulated readers with the real firmware, whose cards hands take out."""
    with table("rig:3?pace=2") as room:
        room.until(
            lambda: all(not room.loop.session.readers.by_seat[seat].lost for seat in (1, 2)),
            "all readers answer",
        )
        assert play_without_a_touch(room) == recorded("a-race-is-heard-at-readers")


def to_first_line(room: Round, brass: str = "move1") -> None:
    """Play up to the first instruction, which moves COPPER; BRASS has cards with one move only."""
    one = cards("move1")
    room.pull(1)
    room.pull(2)
    for seat, codes in ((1, tuple(cards(brass)[:5])), (2, tuple(one[5:10]))):
        room.put(seat, codes)
        room.pull(seat)
    room.until(lambda: room.loop.session.page == PLAY, "the round begins")
    room.listen()
    room.lines.clear()


def test_two_pulls_at_once_count_once_and_a_push_says_it_again() -> None:
    """Ignore a pull right after another one has led on, whoever pulls; bounce is the same."""
    with table() as room:
        to_first_line(room)
        room.pull(2, PUSH)
        assert room.lines == recorded("said-again")
        step = room.loop.session.revision
        room.poll()
        for seat in (2, 1, 2):
            room.loop.send(MoveHandle(seat, PULL))
        assert room.loop.session.revision == step + 1
        room.now += 0.4
        room.loop.send(MoveHandle(1, PULL))
        assert (
            room.loop.session.revision == step + 1
            and room.loop.session.readers.by_seat[1].handle == REST
        )
        room.now += 0.2
        room.loop.send(MoveHandle(1, PULL))
        assert room.loop.session.revision == step + 2


def test_instructions_one_by_one_are_led_on_by_their_mover() -> None:
    """Confirm single instructions by a handle, too, and say who moves where another one pulls."""
    with table(flow=SINGLE, speech=CAUSES) as room:
        to_first_line(room)
        step = room.loop.session.revision
        room.pull(1)
        assert room.loop.session.revision == step and room.lines == recorded("another-one-moves")
        room.lines.clear()
        room.pull(2)
        assert room.loop.session.revision == step + 1 and room.lines == recorded("with-its-cause")


def test_handles_do_not_lead_on_where_nobody_chose_it() -> None:
    """Wait for a touch after the turn, as before there was speech."""
    with table() as room:
        to_first_line(room, "left")
        room.loop.send(Prefer(room.loop.session.lobby.preferences._replace(hands_free=False)))
        for _ in range(20):
            room.pull(1)
            room.pull(2)
        assert room.loop.session.page == SUMMARY


def test_what_is_prepared_is_said_next() -> None:
    """Prepare the very sentences of the next line, so that its voice begins at once."""
    with table() as room:
        to_first_line(room)
        ahead = announcement_of(room.loop.view).ahead
        last = spoken(str(ahead[-1]), "en")
        room.until(lambda: last in room.echo.made, "the next line is made")
        room.pull(2)
        assert room.echo.made.count(last) == 1
        said = [words for _, words in announcement_of(room.loop.view).lines]
        assert ahead and said[: len(ahead)] == [*ahead]


def test_another_instruction_stops_the_voice() -> None:
    """Drop the rest of what was said when the shown instruction changes, or a page covers it."""
    with table() as room:
        to_first_line(room)
        room.echo.holds = True
        room.poll()
        room.loop.send(MoveHandle(2, PULL))
        room.until(lambda: bool(room.echo.said), "the second line begins")
        first, stopped = room.echo.heard(), room.echo.stopped
        room.poll()
        room.loop.send(MoveHandle(1, PULL))
        room.until(lambda: bool(room.echo.said), "the third line begins")
        assert room.echo.stopped == stopped + 1 and room.echo.said != first
        room.loop.send(OpenMenu())
        assert room.echo.stopped == stopped + 2 and room.speech.is_silent


def test_a_push_for_the_next_answer_stops_what_is_said() -> None:
    """Say the answer that a push leads to at once, and nothing more of the one before."""
    room = SceneRoom(("person",) * 4, (1, 2, 3, 4), board="cardbot-full", game=find_game("cardbot"))
    made = Untouched(room)
    made.play(lambda loop: any(chooses_by_handle(loop.session, seat) for seat in (1, 2, 3, 4)))
    loop = room.loop
    (seat,) = [seat for seat in (1, 2, 3, 4) if chooses_by_handle(loop.session, seat)]
    loop.send(Prefer(loop.session.lobby.preferences._replace(speech=INSTRUCTIONS)))
    echo = Echo()
    echo.holds = True
    speech = Speech(echo, echo, lambda words: None)

    def heard(known: int) -> list[str]:
        end = time.monotonic() + PATIENCE
        while len(echo.said) < known:
            assert time.monotonic() < end
            Clock.tick()
        return echo.said

    speech.hear(loop.view)
    title = heard(1)[0]
    for number, at in enumerate((1, 0, 1), 2):
        made.move(seat, PUSH)
        speech.hear(loop.view)
        offers = loop.view.body.readers[seat - 1].offers
        assert offers[at].current and spoken(str(offers[at].label), "en") in heard(number)[-1]
    assert echo.stopped == 3 and title.startswith("Ping")
    speech.close()


def test_an_open_hand_is_never_said() -> None:
    """Say the same of a question whether or not a player has uncovered its cards."""
    loop = open_session(seed=3, boards=(yard(),), players=("person", "person"))
    loop.send(Begin())
    loop.send(Confirm(loop.session.revision))
    assert loop.session.page == PROGRAM
    covered = announcement_of(loop.view)
    loop.send(Uncover(1))
    hand = present(present(loop.session.match).ask(1)).hand.codes
    loop.send(InsertCard(1, 1, present(hand)[0]))
    loop.send(MoveHandle(1, PULL))
    assert loop.view.body.readers[0].uncovered and loop.view.body.readers[0].problem
    assert announcement_of(loop.view) == covered


@pytest.mark.parametrize("scene", sorted(CARDBOT_SCENES))
def test_every_page_is_announced_or_silent(scene: str) -> None:
    """Say whole sentences on all pages of a game with other pages."""
    found = announcement_of(CARDBOT_SCENES[scene]().view)
    for _, words in found.lines:
        assert str(words).endswith((".", "?", "!", "”")) and "\n" not in str(words), words


class Mute(Echo):
    """A voice that is not installed."""

    def say(self, words: str, language: str) -> bytes:
        """Refuse every sentence."""
        raise VoiceError("There is no voice: install it.")


def test_choosing_speech_is_heard_or_says_what_is_missing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Say one sentence when speech is chosen; on the page where it was chosen say why it fails."""
    for echo in (Echo(), Mute()):
        loop = open_session(seed=1, boards=(yard(),), players=("person", "random"))
        loop.send(Begin())
        with bridged(loop, player=echo, voice=echo):
            loop.send(OpenMenu(SETTINGS))
            live(2)
            said, *_ = speech_groups(loop.view.preferences)
            assert [choice.chosen for choice in said.choices] == [True, False, False]
            loop.send(said.choices[1].message)
            end = time.monotonic() + 20
            while not echo.said and not loop.view.notice:
                assert time.monotonic() < end
                live(1)
            if isinstance(echo, Mute):
                assert str(loop.view.notice) == "There is no voice: install it."
            else:
                assert echo.said == recorded("speech-is-on")
            loop.send(Prefer(loop.session.lobby.preferences._replace(speech=SILENT)))
            live(1)
    assert "not speak" not in capfd.readouterr().err


def test_the_real_voice_speaks_soon_after_a_view() -> None:
    """Play a real wave of the first instruction within a second, though nothing was prepared."""
    loop = open_session(seed=1, boards=(yard(),), players=("person", "random"))
    loop.send(Begin())
    loop.send(Prefer(loop.session.lobby.preferences._replace(speech=INSTRUCTIONS, language="de")))
    waves: list[bytes] = []

    class Player(Echo):
        def speak(self, wave: bytes | Path, volume: int, over: Callable[[bool], None]) -> None:
            assert isinstance(wave, bytes)
            waves.append(wave)

    speech = Speech(Player(), EspeakVoice(), lambda words: None)
    begun = time.monotonic()
    speech.hear(loop.view)
    while not waves and time.monotonic() < begun + 20:
        Clock.tick()
    speech.close()
    with wave.open(io.BytesIO(waves[0])) as file:
        assert file.getnframes() > file.getframerate() / 2


def test_the_page_of_settings_has_its_groups_at_the_end() -> None:
    """Choose the volume of the voice only where it speaks."""
    loop = open_session(seed=1)
    names = [str(group.title) for group in speech_groups(loop.session.lobby.preferences)]
    louder = speech_groups(loop.session.lobby.preferences._replace(speech=CAUSES))
    assert len(louder) == len(names) + 1 and names == recorded("groups")
    loop.send(Prefer(loop.session.lobby.preferences._replace(speech="song")))
    assert loop.session.lobby.preferences.speech == SILENT
