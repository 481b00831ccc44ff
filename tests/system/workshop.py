"""Build what the guest needs for simulated lines and Debian lacks, once, in a temporary root.

The kernel's simulated GPIO lines, `gpio-sim` with `irq_sim`, are switched off in Debian's kernels.
They are made from Debian's own source for the guest's very kernel; nothing of it is copied into
this repository. `lgpio` has no wheel for the guest's Python, and is made from its source, too. A
SystemTestError says why something cannot be built.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
from pathlib import Path
from typing import Final, NamedTuple

from tests.system.image import SUITE, bare_system, fetch_locked, lock_files, mirror
from tests.system.words import SystemTestError, run, say

LGPIO: Final = "0.2.2.0"
TOOLS: Final = ("gcc", "make", "xz-utils", "swig", "python3-dev", "python3-setuptools")
"""The packages in the root beside the kernel's headers and source."""
MODULE: Final = "simulated_lines"
SOURCES: Final = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
REPLACED: Final = {
    "irq_sim.c": (("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq_safe(irqnum)"),)
}
"""The calls that a module may not make, since the kernel does not export them, and their
replacement for simulated lines."""
MAKEFILE: Final = f"obj-m := {MODULE}.o\n{MODULE}-y := gpio-sim.o irq_sim.o\n"


class Products(NamedTuple):
    """The products of a build: a kernel module, and a folder with wheels for the guest's pip."""

    module: Path
    wheels: Path


def products(repository: Path, scratch: Path) -> Products:
    """Return the products, built if they are not there yet.

    Raises:
        SystemTestError: They cannot be built.
    """
    base = bare_system(scratch)
    (lock,) = lock_files(repository, "gpio")
    key = hashlib.sha256(
        repr((base.name, LGPIO, TOOLS, SOURCES, REPLACED, MAKEFILE, lock.read_bytes())).encode()
    ).hexdigest()[:16]
    folder = scratch / f"lines-{key}"
    made = Products(folder / f"{MODULE}.ko", folder / "wheels")
    if not folder.exists():
        fresh, root = scratch / "lines-unfinished", scratch / "workshop"
        for old in (*scratch.glob("lines-*"), root):
            shutil.rmtree(old, ignore_errors=True)
        (fresh / "wheels").mkdir(parents=True)
        try:
            _build(_kernel(base), lock, root, fresh)
        except SystemTestError as fault:
            say(str(fault))
            raise SystemTestError(_brief(str(fault))) from fault
        finally:
            shutil.rmtree(root, ignore_errors=True)
        fresh.rename(folder)
    return made


def _brief(words: str) -> str:
    """Return the beginning of an output and its first complaint, on one line.

    Addresses are removed: the report is kept for others to read.
    """
    first, *lines = words.splitlines()
    complaints = [line for line in lines if re.search(r"^E: |[Ee]rror", line)] or lines[-1:]
    return re.sub(
        r"\S+://\S+",
        "(an address)",
        " ".join([first.partition(": ")[0] + ":" if complaints else first, *complaints[:1]]),
    )


def _kernel(base: Path) -> str:
    """Return the version of the bare system's kernel."""
    found = re.findall(r"^\./boot/vmlinuz-(\S+)$", run("tar", "-tf", str(base)), re.MULTILINE)
    if len(found) != 1:
        raise SystemTestError(f"the bare system has {len(found)} kernels; expected one")
    return str(found[0])


def _build(kernel: str, lock: Path, root: Path, folder: Path) -> None:
    """Build everything, in a root that is made for it."""
    source = "linux-source-" + ".".join(kernel.split(".")[:2])
    say(
        f"making a workshop for simulated lines (mmdebstrap, with the headers and the "
        f"source of Linux {kernel})"
    )
    packages = ",".join((*TOOLS, f"linux-headers-{kernel}", source))
    run(
        "mmdebstrap",
        "--mode=root",
        "--variant=minbase",
        f"--include={packages}",
        SUITE,
        str(root),
        mirror(),
    )
    _build_module(kernel, root, root / f"usr/src/{source}.tar.xz", folder)
    _build_lgpio(root, folder / "wheels")
    say("fetching the wheels for the header (pip)")
    fetch_locked(folder / "wheels", lock)


def _build_module(kernel: str, root: Path, source: Path, folder: Path) -> None:
    """Build one module of both, so that neither has to ask the other's licence."""
    say("building the simulated lines")
    work = root / "work"
    work.mkdir()
    top = source.name.removesuffix(".tar.xz")
    run(
        "tar",
        "-xJf",
        str(source),
        "-C",
        str(work),
        "--strip-components=3",
        *(f"{top}/{name}" for name in SOURCES),
    )
    for name, changes in REPLACED.items():
        text = (work / name).read_text("utf-8")
        for old, new in changes:
            if text.count(old) != 1:
                raise SystemTestError(
                    f"{name} of Linux {kernel} has {old!r} {text.count(old)} times; "
                    f"expected once, to be replaced"
                )
            text = text.replace(old, new)
        (work / name).write_text(text, "utf-8")
    (work / "Makefile").write_text(MAKEFILE, "ascii")
    run("chroot", str(root), "make", "-C", f"/lib/modules/{kernel}/build", "M=/work", "modules")
    shutil.copy2(work / f"{MODULE}.ko", folder)


def _build_lgpio(root: Path, folder: Path) -> None:
    """Build a wheel that has its own C library.

    Otherwise it would need the one of Raspberry Pi OS.
    """
    say("building lgpio")
    work = root / "lgpio"
    work.mkdir()
    run(
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--disable-pip-version-check",
        "--dest",
        str(work),
        "--no-binary=:all:",
        "--no-deps",
        f"lgpio=={LGPIO}",
    )
    run("tar", "-xzf", str(work / f"lgpio-{LGPIO}.tar.gz"), "-C", str(work), "--strip-components=1")
    run("chroot", str(root), "sh", "-c", "cd /lgpio && PYPI=1 python3 setup.py -q bdist_wheel")
    for wheel in (work / "dist").glob("*.whl"):
        shutil.copy2(wheel, folder)
