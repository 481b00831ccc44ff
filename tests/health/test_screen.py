"""Causes for which no window opens: each is distinguished, with owner, user or missing thing."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.gallery.computer import Strict, machine
from companion.health.checks.display import why_no_window
from companion.health.world import CurrentUser, Owner, has_library, is_taken, owner_of
from tests.recorded import recorded

CARDS: Mapping[str, None] = {
    "/dev/dri/card0": None,
    "/dev/dri/card1": None,
    "/dev/dri/renderD128": None,
}
DRIVER = "/usr/lib/aarch64-linux-gnu/dri/vc4_dri.so"


OF_ROOT = Owner("root", "video", "660")


@dataclass(frozen=True)
class Owned(Strict):
    """A world in which every device has an owner."""

    by: Owner = OF_ROOT

    def owner(self, place: str) -> Owner | None:
        """Return the same owner for all."""
        return self.by


def closed(root: Path, owner: Owner, groups: frozenset[str]) -> Owned:
    """Return a machine whose displays are closed to a user with these groups."""
    world = machine(root, closed=("/dev/dri/",), person=lambda: CurrentUser(990, "derby", groups))
    return Owned(**{name: getattr(world, name) for name in Strict.__dataclass_fields__}, by=owner)


CAUSES: list[tuple[str, str, dict[str, Any]]] = [
    (
        "neither a desktop nor a display of the console (/dev/dri/card* is not there)",
        "vc4-kms-v3d",
        {"files": CARDS},
    ),
    (
        "no screen is plugged",
        "ribbon or HDMI cable",
        {"files": {"/sys/class/drm/card1-DSI-1/status": "disconnected"}},
    ),
    (
        "not installed: libgbm1, libegl1",
        "apt install libgbm1 libegl1",
        {"loads": lambda library: library == "libdrm.so.2"},
    ),
    ("not installed: libgl1-mesa-dri", "apt install libgl1-mesa-dri", {"files": {DRIVER: None}}),
    (
        "another application uses the display /dev/dri/card1",
        "sudo fuser -v /dev/dri/card1",
        {"taken": lambda card: card.name == "card1"},
    ),
    ("SDL cannot use the console's display (kmsdrm not available)", "journalctl -b -k -g drm", {}),
    (
        "the desktop wayland-0 offers no X11",
        "xwayland",
        {"environment": {"WAYLAND_DISPLAY": "wayland-0"}},
    ),
    (
        "there is no desktop at the display ':7' (/tmp/.X11-unix/X7 is not there)",
        "as the user who is logged in",
        {"environment": {"DISPLAY": ":7"}},
    ),
    (
        "the desktop at the display ':7.0' does not let derby in",
        "as the user who is logged in",
        {
            "environment": {"DISPLAY": ":7.0"},
            "files": {"/tmp/.X11-unix/X7": ""},
        },
    ),
]


@pytest.mark.parametrize(("words", "remedy", "how"), CAUSES, ids=[words for words, _, _ in CAUSES])
def test_each_cause_is_told_apart(
    tmp_path: Path, words: str, remedy: str, how: dict[str, Any]
) -> None:
    """Report the one obstacle of an otherwise good machine, with what to do."""
    cause = why_no_window(machine(tmp_path, **how), "kmsdrm not available")
    assert words in str(cause.words)
    assert remedy in str(cause.remedy)
    assert str(cause.remedy).endswith(".") and not str(cause.words).endswith(".")


def test_a_display_of_another_group_names_node_group_and_ours(tmp_path: Path) -> None:
    """Name node, group, our groups, and the command that helps."""
    cause = why_no_window(
        closed(tmp_path, Owner("root", "video", "660"), frozenset({"derby", "input"}))
    )
    assert str(cause.words) == recorded("the-display-dev-dri-card1-may")
    assert str(cause.remedy) == recorded("usermod-aG-video-derby")


@pytest.mark.parametrize("owner", [Owner("root", "root", "600"), Owner("root", "video", "600")])
def test_a_group_that_would_not_help_is_not_recommended(tmp_path: Path, owner: Owner) -> None:
    """Recommend neither the group root, nor one that the user is in."""
    cause = why_no_window(closed(tmp_path, owner, frozenset({"derby", "video"})))
    assert "usermod" not in str(cause.remedy)
    assert "DeviceAllow" in str(cause.remedy)


def test_who_has_the_display_is_named_where_it_may_be_seen(tmp_path: Path) -> None:
    """Name process and number of the display's holder, if visible."""
    world = machine(
        tmp_path, files={"/proc/812/comm": "Xorg"}, taken=lambda card: card.name == "card1"
    )
    handles = world.path("/proc/812/fd")
    handles.mkdir()
    (handles / "9").symlink_to("/dev/dri/card1")
    assert str(why_no_window(world).words) == recorded("uses-the-display-dev-dri-card1")


def test_a_display_that_we_have_ourselves_is_nobody_elses(tmp_path: Path) -> None:
    """Blame no other program if our own SDL still holds the display."""
    world = machine(tmp_path, taken=lambda card: True)
    handles = world.path(f"/proc/{os.getpid()}/fd")
    handles.mkdir(parents=True)
    for number, card in enumerate(("/dev/dri/card0", "/dev/dri/card1")):
        (handles / str(number)).symlink_to(card)
    assert str(why_no_window(world).words) == recorded("SDL-cannot-use")


def test_the_system_is_asked_without_harm(tmp_path: Path) -> None:
    """Survive what is no display, no library or missing, and a silent socket, without waiting."""
    (tmp_path / "plain").write_text("no display")
    assert is_taken(tmp_path / "plain") is is_taken(tmp_path / "nowhere") is None
    assert owner_of(tmp_path / "nowhere") is None
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "socket"))
        assert is_taken(tmp_path / "socket") is None
    owner = owner_of(tmp_path)
    assert (
        owner is not None
        and owner.rights == f"{tmp_path.stat().st_mode & 0o777:03o}"
        and owner.user
    )
    assert not has_library("libnobody-has-this.so.9") and has_library("libc.so.6")
