"""A window waits for the console's display as long as something may still come, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.ui.display import NAP, PATIENCE, QUEUE, await_display


class Boot:
    """A machine that starts: its clock goes on while somebody naps, and things happen at their time."""

    def __init__(self, system: Path) -> None:
        """Udev has news to work off."""
        self.system, self.now = system, 0.0
        self.comes: list[tuple[float, str, bool]] = []
        self.put(QUEUE)

    def put(self, path: str) -> None:
        """A file or a folder is there from now on."""
        place = self.system / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()

    def card(self, driver: str, draws: bool = False, connector: bool = True) -> None:
        """A display: its device with its driver, perhaps a node to draw with and a connector."""
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
        """Time goes by; at two seconds udev is done."""
        self.now += seconds
        if self.now >= 2:
            (self.system / QUEUE).unlink(missing_ok=True)

    def waited(self) -> float:
        """Seconds until a window may be opened."""
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
    """One with a chip of its own stays; a Raspberry Pi's chip comes by itself, the firmware's display goes, and a chip without connectors shows nothing."""
    boot = Boot(tmp_path)
    boot.card(driver, draws, connector)
    assert boot.waited() == (pytest.approx(2, abs=NAP) if waits else 0)


def test_nothing_is_waited_for_when_all_devices_are_there(tmp_path: Path) -> None:
    """As at every start after the first, and where nothing is plugged in."""
    boot = Boot(tmp_path)
    (tmp_path / QUEUE).unlink()
    assert boot.waited() == 0


def test_a_device_that_hangs_is_waited_for_a_while_only(tmp_path: Path) -> None:
    """The window is tried then, and says itself what is missing."""
    boot = Boot(tmp_path)
    boot.nap = lambda seconds: setattr(boot, "now", boot.now + seconds)  # type: ignore[method-assign]
    assert boot.waited() == pytest.approx(PATIENCE, abs=2 * NAP)
