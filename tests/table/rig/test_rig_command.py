"""`clockwork-derby rig`: readers for any program, a console for hands, and nothing left behind."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from card_reader.wire import Splitter, frame

from companion.__main__ import main
from tests.recorded import recorded
from tests.table.rig.listening import is_running, until

HELP = "Type help for a list of commands.\n"
PATIENCE = 120
"""Seconds in which the command ends."""


@contextmanager
def rig(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Return the command in a process that has ended at the end of the block."""
    command = [sys.executable, "-m", "companion", "rig", *words]
    # The process that started the tests may have made its children ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with started as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str], last: str) -> str:
    """Return what the command prints up to a line with these words."""
    assert process.stdout is not None
    lines = ""
    while last not in lines:
        line = process.stdout.readline()
        assert line, f"ended before {last!r}: {lines}"
        lines += line
    return lines


def say(process: subprocess.Popen[str], *lines: str) -> None:
    """Type lines."""
    assert process.stdin is not None
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()


def children(process: subprocess.Popen[str]) -> list[int]:
    """Return the children of a process."""
    return [
        int(word)
        for word in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ]


def test_hands_by_the_console() -> None:
    """Work cards by priority, handle, cable and sun.

    Answer a mistyped line with what was expected.
    """
    with rig("--seats", "2") as process:
        greeting = said(process, HELP)
        assert re.search(
            r"emulated reader 1 \(E6614C775B000001\): /dev/pts/\d+\n.*reader 2", greeting, re.DOTALL
        )
        assert re.search(r"play --table serial:/dev/pts/\d+,/dev/pts/\d+\n", greeting)
        say(
            process,
            "insert 1 3 490",
            "insert 1 3 500",
            "insert 3 1 490",
            "insert 1 6 490",
            "insert 1 1 491",
            "insert 1 1",
        )
        say(process, "sun 2", "unplug 2", "inset", "", "help")
        output = said(process, "\nquit\n")
        misunderstood = (
            "from 1 to 2",
            "from 1 to 5",
            "priority number",
            "as: insert SEAT SLOT CARD",
            "mean insert?",
            "cannot be done",
        )
        for words in (*misunderstood, "\nshade SEAT\n"):
            assert words in output
        assert output.count("? ") == 7
        say(process, "show")
        output = said(process, "seat 2:")
        assert re.search(
            r"seat 1: –  –  move1@490 \(well\)  –  –  lights [.*]{5}  plugged, handle rest\n",
            output,
        )
        assert re.search(
            r"seat 2: –  –  –  –  –  lights \.{5}  unplugged, in the sun, handle rest\n", output
        )
        say(process, "smudge 1 3", "plug 2")
        assert "emulated reader 2" in said(process, "/dev/pts/")
        say(process, "quit")
        assert process.wait(PATIENCE) == 0


def test_cards_of_another_game_by_the_console() -> None:
    """Name a card by its print where numbers are shared.

    The usual game's words mean nothing then.
    """
    with rig("--seats", "1", "--game", "cardbot") as process:
        said(process, HELP)
        say(process, "insert 1 3 AH", "insert 1 4 490", "help")
        assert said(process, "\nquit\n") == recorded("found-490-expected-a-card-such")
        say(process, "show")
        output = said(process, "seat 1:")
        assert re.search(r"seat 1: –  –  AH@14 \(well\)  –", output)
        say(process, "quit")
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize("end, status", [("input", 0), ("interrupt", 130)])
def test_nothing_is_left_behind(end: str, status: int) -> None:
    """End all readers with the command, at the end of input and by Ctrl-C."""
    with rig("--seats", "2") as process:
        said(process, HELP)
        readers = children(process)
        assert len(readers) == 2
        if end == "input":
            assert process.stdin is not None
            process.stdin.close()
        else:
            process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == status
        until(lambda: not any(map(is_running, readers)), "the readers have ended")


def test_anybody_can_talk_to_a_reader() -> None:
    """Print a port where a reader answers to any program."""
    with rig("--seats", "1") as process:
        path = re.search(r"/dev/pts/\d+", said(process, HELP))
        assert path is not None
        port = os.open(path[0], os.O_RDWR | os.O_NOCTTY)
        heard: list[str] = []
        splitter = Splitter()

        def greet() -> None:
            """Send HELLO, and read the answer."""
            os.write(port, frame(0x1234, 0, "HELLO", "1", "0"))
            if select.select([port], [], [], 0.2)[0]:
                heard.extend(frame.kind for frame in splitter.feed(os.read(port, 4096)))

        until(
            lambda: {"HI", "SLOTS", "HANDLE"} <= set(heard),
            "it has greeted and told its slots",
            greet,
        )
        os.close(port)


@pytest.mark.parametrize(
    "words, sentence",
    [
        (("--seats", "9"), "expected how many readers, 1 to 8"),
        (("--faults", "noise"), "expected some of corrupt, drop"),
        (("--seed", ""), "expected a word or a number"),
    ],
)
def test_wishes_that_cannot_be_met(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refuse a bad request in one sentence, with status 2, before any reader starts."""
    assert main(["rig", *words]) == 2
    assert sentence in capsys.readouterr().err
