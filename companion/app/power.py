"""Switching the computer off, and starting it again: asked of systemd, which lets the table's own user do it where it is installed so."""
from __future__ import annotations

import subprocess
from typing import Final

from companion.session.house_messages import News

PATIENCE: Final = 5.0
"""Seconds that systemd may take to agree; the screen waits meanwhile, and must not be taken for a hung one."""
PULL: Final = "Switch the computer off as usual; pulling its plug does no harm either."


def switch_off() -> str:
    """Switch the computer off; a sentence that says that it is about to, or why it is not.

    Nothing has to be put away before: everything that was shown is on the disk.
    """
    return _asked("poweroff", "The computer switches off. Take the plug out only when the screen is dark.")


def restart() -> str:
    """Switch the computer off and on again; a sentence as above."""
    return _asked("reboot", "The computer restarts.")


def _asked(verb: str, done: str) -> str:
    # Nobody could answer a question on a terminal that nobody sees.
    order = ["systemctl", "--no-ask-password", verb]
    try:
        answer = subprocess.run(order, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False)
    except FileNotFoundError:
        return f"There is no systemctl on this computer to {verb} it with. {PULL}"
    except subprocess.TimeoutExpired:
        return f"systemctl {verb} has not answered within {PATIENCE:.0f} seconds. {PULL}"
    except OSError as fault:
        return f"systemctl {verb} could not be run ({fault}). {PULL}"
    if answer.returncode == 0:
        return News(done)
    said = next((line.strip().rstrip(".") for line in answer.stderr.splitlines() if line.strip()), f"status {answer.returncode}")
    return f"systemctl {verb} was refused ({said}). {PULL}"
