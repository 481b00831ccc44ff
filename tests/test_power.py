"""Switching off and restarting through systemctl: accepted, refused, silent, or missing.

A script of this test stands in for systemctl.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app import host
from companion.session.messages import NEWS, Notice
from tests.recorded import recorded
from tests.typed import of_kind


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only program on the path: it notes its words, and accepts unless rewritten."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return written(tmp_path / "systemctl", "exit 0")


def written(path: Path, does: str) -> Path:
    """Write a program that notes its words and then does something."""
    path.write_text(f'#!/bin/sh\necho "$@" >> "{path}.asked"\n{does}\n')
    path.chmod(0o755)
    return path


def asked(path: Path) -> list[str]:
    """Return the words that it noted."""
    return path.with_name("systemctl.asked").read_text().splitlines()


def test_it_is_asked_for_and_said(systemctl: Path) -> None:
    """Ask once, without a question for a password that no one could type."""
    off, again = host.switch_off(False), host.switch_off(True)
    assert (
        str(off) == recorded("switches-off")
        and "restarts" in str(again)
        and of_kind(Notice, off).kind == of_kind(Notice, again).kind == NEWS
    )
    assert asked(systemctl) == ["--no-ask-password poweroff", "--no-ask-password reboot"]


def test_a_refusal_is_one_sentence_with_a_way_out(systemctl: Path) -> None:
    """Show a refusal by the first line of systemctl, or by its status, with a way out."""
    written(
        systemctl,
        (
            'echo >&2; echo "Failed to set wall message: Interactive authentication '
            'required." >&2; echo more >&2; exit 1'
        ),
    )
    assert str(host.switch_off(False)) == recorded(
        "systemctl-poweroff-was-refused-Failed-to", PULL=host.PULL
    )
    written(systemctl, "exit 4")
    assert str(host.switch_off(True)) == recorded(
        "systemctl-reboot-was-refused-status-4", PULL=host.PULL
    )


def test_one_that_does_not_answer_is_not_waited_for(
    systemctl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Do not wait for one that never answers, since the screen would hang."""
    monkeypatch.setattr(host, "SWITCHING", 0.05)
    written(systemctl, "exec /bin/sleep 20")
    assert str(host.switch_off(False)) == recorded("has-not-answered") and str(host.PULL) in str(
        host.switch_off(False)
    )


def test_where_there_is_none_it_is_said(systemctl: Path) -> None:
    """Say that systemctl is missing, or cannot be run."""
    systemctl.write_text("")
    assert str(host.switch_off(False)) == recorded("could-not-be-run")
    systemctl.unlink()
    assert str(host.switch_off(True)) == recorded("There-is-no-systemctl-on-this", PULL=host.PULL)
