"""Processes that a command starts end with it, even if it is killed and cannot end them itself."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.table.rig.listening import is_running, until

STARTED = {
    "display": "from companion.ui.virtual_display import VirtualDisplay; kept = VirtualDisplay()",
    "flooder": (
        "from companion.bench.flooder import Flooder; kept = Flooder('E6614C775B000001'); "
        "kept.flood()"
    ),
    "window that is timed": (
        "from companion.bench.screen import _until_drawn; _until_drawn(['-c', ENDLESS], {})"
    ),
    "window that tells": (
        "from companion.bench.screen import facts_of_program; "
        "facts_of_program(['-c', ENDLESS], {}, patience=600)"
    ),
    "gallery": (
        "import os; os.environ.pop('DISPLAY', None); from companion.__main__ import main; "
        "main(['gallery', FOLDER, '--size', '800x480'])"
    ),
    "rig": (
        "from companion.table.urls import table_for_url; kept = table_for_url('rig:2'); kept.open()"
    ),
    "pilots": """
from companion.app.worker_client import InWorker
from companion.app.loop import open_session
from companion.pilots.base import pilots
from companion.session.messages import Begin
loop = open_session(seed=1)
loop.send(Begin())
kept = InWorker(pilots())
kept.prepare(('steady',), loop.session.config.game, loop.session.match.position)
""",
    "tournament": (
        "from companion.tournament.workers import local; kept = local(2); crew = kept.__enter__()"
    ),
    "doctor": "from companion.health.world import run_command; run_command(['sleep', '600'], 600)",
    "update": (
        "from companion.privileged.service_user import run_as; from pathlib import Path; "
        "run_as(None, ['sleep', '600'], {'PATH': '/usr/bin:/bin'}, Path(FOLDER), 600)"
    ),
    "update of another user": (
        "import os; from companion.privileged.service_user import ServiceUser, run_as; "
        "from pathlib import Path; run_as(ServiceUser(65534, 65534), ['sleep', '600'], "
        "{'PATH': '/usr/bin:/bin'}, Path('/'), 600)"
    ),
}
"""A program that uses everything of the companion that starts processes, and then waits."""
ELSEWHERE = {
    "companion/children.py": "it starts all others",
    "companion/app/worker_client.py": "the worker ends with the pipe of its questions",
    "companion/table/rig/reader.py": "an emulated reader ends with its pipe",
    "companion/privileged/service_user.py": (
        "who looks at the games in a player's name ends by an alarm of its own"
    ),
    "companion/privileged/parcel.py": "ssh-keygen is given all that it reads, and ends by itself",
    "companion/app/host.py": "what switches the computer off is to go on where the app ends",
}
"""Modules that start processes without `companion.children`, and why."""


def children(process: int) -> set[int]:
    """Return the processes that a process has started, and their descendants."""
    try:
        started = {
            int(word)
            for thread in Path(f"/proc/{process}/task").iterdir()
            for word in (thread / "children").read_text().split()
        }
    except FileNotFoundError:
        return set()
    return started.union(*map(children, started))


# Only root can give the rights of another user.
@pytest.mark.parametrize(
    "what", [what for what in STARTED if "another user" not in what or os.geteuid() == 0]
)
def test_what_a_command_starts_ends_with_it(what: str, tmp_path: Path) -> None:
    """Leave no child alive a moment after the command is killed."""
    programme = (
        f"ENDLESS, FOLDER = 'import time; time.sleep(600)', {str(tmp_path)!r}\n"
        f"{STARTED[what]}\nimport time\ntime.sleep(600)"
    )
    expected = 2 if what in ("rig", "gallery", "tournament") else 1
    # A process group for it, so that a failure here leaves nothing behind.
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"if __name__ == '__main__':\n {programme.replace(chr(10), chr(10) + ' ')}",
        ],
        start_new_session=True,
    ) as parent:
        try:
            until(
                lambda: len(children(parent.pid)) >= expected or parent.poll() is not None,
                "its processes run",
            )
            # `setpriv` takes the new rights, and then ties what it is about to become.
            until(
                lambda: (
                    "another user" not in what
                    or {Path(f"/proc/{one}/comm").read_text() for one in children(parent.pid)}
                    == {"sleep\n"}
                ),
                "it runs",
            )
            assert parent.poll() is None
            started = children(parent.pid)
            parent.kill()
            parent.wait()
            until(lambda: not any(map(is_running, started)), f"{started} have ended")
        finally:
            for left in (parent.pid, *children(parent.pid)):
                with suppress(ProcessLookupError):
                    os.killpg(left, signal.SIGKILL)


def test_all_processes_are_started_in_one_place(repository: Path) -> None:
    """Start processes in one module only, except where a reason is given that still applies."""
    starting = {
        str(path.relative_to(repository))
        for path in (repository / "companion").rglob("*.py")
        if re.search(
            (
                r"subprocess\.(Popen|run|call|check_\w+)\(|os\.(fork|spawn\w+|posix_spawn\w*|"
                r"system|popen)\("
            ),
            path.read_text("utf-8"),
        )
    }
    assert starting == set(ELSEWHERE)
