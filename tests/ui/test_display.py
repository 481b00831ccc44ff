"""A window waits for the console's display as long as one may come, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.ui.window import DISPLAY_PATIENCE, NAP, QUEUE, await_display


class Boot:
    """A starting machine: its clock advances while a caller sleeps, and events have their times."""

    def __init__(self, system: Path) -> None:
        """Give udev pending events."""
        self.system, self.now = system, 0.0
        self.comes: list[tuple[float, str, bool]] = []
        self.put(QUEUE)

    def put(self, path: str) -> None:
        """Create an empty file, with its folder."""
        place = self.system / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()

    def card(self, driver: str, draws: bool = False, connector: bool = True) -> None:
        """Add a display: its device and driver, and optionally a render node and a connector."""
        device = self.system / "devices" / driver
        (device / "drm").mkdir(parents=True)
        (self.system / "drivers" / driver).mkdir(parents=True)
        (device / "driver").symlink_to(self.system / "drivers" / driver)
        if draws:
            (device / "drm/renderD128").mkdir()
        if connector:
            place = self.system / "sys/class/drm/card0"
            place.mkdir(parents=True)
            (place / "device").symlink_to(device)
            (place.parent / "card0-HDMI-A-1").mkdir()
        self.put("dev/dri/card0")

    def nap(self, seconds: float) -> None:
        """Advance the time; udev is done at two seconds."""
        self.now += seconds
        if self.now >= 2:
            (self.system / QUEUE).unlink(missing_ok=True)

    def waited(self) -> float:
        """Return the seconds until a window may be opened."""
        await_display(self.system, lambda: self.now, self.nap)
        return self.now


@pytest.mark.parametrize(
    ("driver", "draws", "connector", "waits"),
    [
        ("i915", True, True, False),
        ("virtio-pci", False, True, False),
        ("vc4-drm", False, True, True),
        ("simple-framebuffer", False, True, True),
        ("i915", True, False, True),
    ],
)
def test_a_display_that_may_still_change_is_waited_for(
    tmp_path: Path, driver: str, draws: bool, connector: bool, waits: bool
) -> None:
    """Wait for another display if this one cannot render, is the firmware's or has no connector.

    A virtual machine's display is final.
    """
    boot = Boot(tmp_path)
    boot.card(driver, draws, connector)
    assert boot.waited() == (pytest.approx(2, abs=NAP) if waits else 0)


def test_nothing_is_waited_for_when_all_devices_are_there(tmp_path: Path) -> None:
    """Wait for nothing when all devices are there, as after the first start."""
    boot = Boot(tmp_path)
    (tmp_path / QUEUE).unlink()
    assert boot.waited() == 0


def test_a_device_that_hangs_is_waited_for_a_while_only(tmp_path: Path) -> None:
    """Stop waiting for a hung device; the window then says what is missing."""
    boot = Boot(tmp_path)
    boot.nap = lambda seconds: setattr(boot, "now", boot.now + seconds)  # type: ignore[method-assign]
    assert boot.waited() == pytest.approx(DISPLAY_PATIENCE, abs=2 * NAP)
