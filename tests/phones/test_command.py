"""The command line: phones are let in for a session only on request, at a valid port."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from companion.app.preferences import keep_preferences, read_preferences
from companion.commands.play import with_phones
from companion.privileged.phones_port import open_door
from companion.session.messages import OpenPage
from companion.session.pages.phones import LetPhonesIn, lets_in
from companion.session.preferences import Prefer
from tests.recorded import recorded
from tests.session.evenings import begun
from tests.typed import serve


@pytest.mark.parametrize("port", ["0", "65536", "-1"])
def test_a_port_that_there_is_not_is_refused(port: str, tmp_path: Path) -> None:
    """Refuse a bad port in one sentence, before a window opens."""
    order = [
        sys.executable,
        "-m",
        "companion",
        "play",
        "--state",
        str(tmp_path),
        f"--phones={port}",
    ]
    done = subprocess.run(order, capture_output=True, text=True, timeout=60)
    assert (
        done.returncode == 2
        and done.stderr == recorded("no-such-port", port=port)
        and "Traceback" not in done.stderr
    )


def test_without_the_option_nobody_is_let_in() -> None:
    """Let phones in with the option only, without keeping that for the next start."""
    loop = with_phones(begun(), None)
    assert loop.session.config.phone_access.offered and not lets_in(loop.session)
    loop.close()
    spare = open_door(0)
    port = spare.listening.getsockname()[1]
    spare.close()
    loop = with_phones(begun(), port)
    try:
        assert lets_in(loop.session) and not loop.session.lobby.preferences.phones
        end = time.monotonic() + 200
        while not (
            loop.session.config.phone_access.address or loop.session.config.phone_access.trouble
        ):
            assert time.monotonic() < end
            loop.poll(time.monotonic())
        assert loop.session.config.phone_access.address.endswith(f":{port}") or "no network" in str(
            loop.session.config.phone_access.trouble
        )
        loop.send(OpenPage("phones"))
        loop.send(LetPhonesIn(False))
        assert not lets_in(loop.session)
    finally:
        loop.close()


def test_what_is_chosen_on_the_screen_is_kept(tmp_path: Path) -> None:
    """Keep what is chosen on the screen for the next start."""
    loop = with_phones(begun(), None)
    loop.host.phones = None
    serve(loop.host, keep_preferences=partial(keep_preferences, tmp_path))
    loop.send(OpenPage("phones"))
    loop.send(LetPhonesIn(True))
    kept, trouble = read_preferences(tmp_path)
    assert kept.phones and not kept.ghost and not trouble
    loop.send(Prefer(kept._replace(phones="yes")))  # type: ignore[arg-type]
    assert loop.session.lobby.preferences == kept
