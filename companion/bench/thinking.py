"""Measure the screen while pilots think: one person against seven of the strongest pilot."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.bench import Figure, within
from companion.bench.screen import facts_of_program, on_a_display
from companion.pilots.base import pilots

TURNS: Final = 8
"""Turns in which they think."""
LONGEST: Final = 50
"""The target in milliseconds for 99 of 100 frames."""
PATIENCE: Final = 300.0
"""Seconds that the race may take."""
OUR_RACE: Final = """
import json, sys, time
from companion.__main__ import main
from companion.ui import app
opening, turns, pilot = app.open_app, int(sys.argv[2]), sys.argv[3]
def opened(*wishes):
    stands = opening(*wishes)
    from kivy.base import EventLoop, stopTouchApp
    from kivy.clock import Clock
    from companion.session.messages import Begin, ChooseBoard, Confirm, Go, Uncover
    from companion.signals import PULL, InsertCard, MoveHandle, TakeCard
    loop, frames, calm, thought, own, built = stands.bridge.loop, [], [], [], [], []
    before = begun = handled = 0.0
    def say(message):
        loop.send(message)
        loop.record.wait()
        loop.poll(time.monotonic())
    def thinking():
        match = loop.session.match
        return match is not None and loop.session.page == "program" and any(match.ask(seat) is not None and seat not in match.answers for seat in range(2, 9))
    def dealt():
        match = loop.session.match
        ask = match.ask(1) if match is not None and loop.session.page == "program" else None
        return ask if ask is not None and ask.seat not in match.answers else None
    idle = EventLoop.idle
    def frame():
        nonlocal before, begun, handled
        busy, page = thinking(), stands.bridge.screen
        # Something is drawn in every frame, as where a finger drags a card.
        stands.window.canvas.ask_update()
        spent = time.thread_time()
        done, now = idle(), time.perf_counter()
        if before and stands.bridge.screen is not page:
            built.append(1000 * (now - before))
        elif before:
            (frames if busy else calm).append(1000 * (now - before))
        if before and busy and stands.bridge.screen is page:
            own.append(1000 * (time.thread_time() - spent))
        before = now
        if busy and not begun:
            begun = now
        elif begun and not thinking():
            thought.append(now - begun)
            begun = 0.0
        ask = dealt()
        if ask is not None and ask.hand.codes and 1 not in ask.program.locked and now - handled > 0.2:
            handled = now
            if loop.session.match.open_seat is None:
                loop.send(Uncover(1))
                return done
            lies = loop.session.readers[1].row[0].code is not None
            loop.send(TakeCard(1, 1) if lies else InsertCard(1, 1, ask.hand.codes[0]))
        return done
    EventLoop.idle = frame
    def play_on(_):
        nonlocal before
        if thinking() or begun or stands.bridge._shown is not loop.view:
            return
        if len(thought) >= turns or loop.session.page == "over":
            print(json.dumps({"frames": frames, "calm": calm, "own": own, "built": built, "thought": thought}), flush=True)
            stopTouchApp()
            Clock.unschedule(play_on)
            return
        ask = dealt()
        if ask is not None:
            free = ask.program.free
            for slot in free:
                say(TakeCard(1, slot))
            for slot, code in zip(free, ask.hand.codes or ()):
                say(InsertCard(1, slot, code))
            say(MoveHandle(1, PULL))
        for _ in range(2000):
            if loop.session.page == "over" or loop.session.page == "program" and (dealt() is not None or thinking()):
                break
            say(Confirm(loop.session.step))
        # What hands do at once here is no frame of anybody who waits.
        before = 0.0
    for message in (ChooseBoard("fountain-circus"), Go("rules"), Begin(), ):
        say(message)
    Clock.schedule_interval(play_on, 0.5)
    return stands
app.open_app = opened
main(["play", "--size", "800x480", "--seed", "5", "--seats", ",".join(["person", *[pilot] * 7]), "--state", sys.argv[1]])
"""  # noqa: E501
"""The command, with a person that moves a card in and out while the pilots think.

It prints the milliseconds from frame to frame while pilots think and while none does, those that
the screen's thread worked, and for each turn the seconds until all had answered.
"""


def frames_while_thinking() -> list[Figure]:
    """Measure frames while seven pilots think, and how long all of them take together.

    Raises:
        ScreenError: There is no display.
    """
    return on_a_display(_race)


def _race(environment: dict[str, str], folder: Path) -> list[Figure]:
    strongest = max(pilots().values(), key=lambda pilot: pilot.strength)
    found = facts_of_program(
        OUR_RACE, environment, str(folder), str(TURNS), strongest.name, patience=PATIENCE
    )
    busy, calm, own, built, thought = (
        sorted(found[name]) for name in ("frames", "calm", "own", "built", "thought")
    )
    return [
        Figure(
            "from frame to frame while seven think, median",
            within(0.5, busy),
            "ms",
            remark=f"of {len(busy)} frames; the pilot is {strongest.name}",
        ),
        Figure(
            "from frame to frame while seven think, 99 of 100",
            within(0.99, busy),
            "ms",
            f"<= {LONGEST}",
        ),
        Figure("the longest frame while seven think", busy[-1], "ms"),
        Figure(
            "the screen's own work a frame while seven think, 99 of 100",
            within(0.99, own),
            "ms",
            remark="in its thread, whatever else runs on the machine",
        ),
        Figure(
            "the screen's own work a frame while seven think, the longest",
            own[-1],
            "ms",
            remark="in which the person's hand is laid open",
        ),
        *(
            [
                Figure(
                    "frames in which a page is built, the longest",
                    built[-1],
                    "ms",
                    remark="which the deal does, whoever plays",
                )
            ]
            if built
            else []
        ),
        # On a very busy machine no frame is drawn in which nobody thinks.
        *(
            [Figure("from frame to frame while nobody thinks, 99 of 100", within(0.99, calm), "ms")]
            if calm
            else []
        ),
        Figure(
            "until all seven have answered, median",
            1000 * within(0.5, thought),
            "ms",
            remark=f"of {len(thought)} turns",
        ),
        Figure(
            "until all seven have answered, the longest",
            1000 * thought[-1],
            "ms",
            remark="the first turn, in which the worker may still prepare, counts too",
        ),
    ]
