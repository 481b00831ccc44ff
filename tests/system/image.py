"""The guest's disk: a small Debian 13 into which `make install` puts the game.

The file system is made without a loop mount, in two layers, each kept until its sources change: the
bare system, and the disk with the game installed. Packages come from where this machine's own apt
and pip get theirs.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.system.words import SystemTestError, run, say

LOCKS: Final = ("build", "play")
"""The lock files that `systemd/install` takes from .ci/lock on a machine that is no Raspberry
Pi."""
SUITE, PYTHON, DISK = "trixie", "3.13", "4G"
PACKAGES: Final = (
    "systemd-sysv",
    "udev",
    "linux-image-amd64",
    "initramfs-tools",
    "zstd",
    "kmod",
    "python3",
    "python3-venv",
    "make",
    "procps",
)
"""The packages of the bare guest; the installation adds all others."""
DRIVERS: Final = (("conf.d/system-test", "MODULES=list"), ("modules", "virtio_pci virtio_blk ext4"))
"""The settings by which the first file system finds the second; with all drivers of the kernel
every boot would be longer."""
SOURCES: Final = (
    "companion",
    "docs",
    "firmware",
    "hardware",
    "systemd",
    ".ci",
    "Makefile",
    "pyproject.toml",
    "setup.py",
    "README.md",
    "LICENSE",
    "LICENSE-CC-BY-SA-4.0",
)
HELPERS: Final = (
    "agent.py",
    "autoplay.py",
    "pressing.py",
    "usb_readers.py",
    "wires_in_guest.py",
    "writer.py",
)
"""The files of this folder that are put beside the game, in opt/system-test."""
CHECKOUT, WHEELS, KEY = (
    "opt/system-test/checkout",
    "opt/system-test/wheels",
    "opt/system-test/key.pub",
)
"""The places from which the installation begins in the guest; all of them are removed before its
disk is written."""
AGENT_UNIT: Final = """[Unit]
Description=Carries out what the system test asks for
[Service]
ExecStart=/usr/bin/python3 -I /opt/system-test/agent.py
Restart=always
RestartSec=1
[Install]
WantedBy=multi-user.target
"""


class Image(NamedTuple):
    """The files from which a guest is booted, and the output of its installation."""

    disk: Path
    kernel: Path
    initrd: Path
    install_log: Path


def image(repository: Path, scratch: Path) -> Image:
    """Return the guest with the game installed, made again if something has changed.

    Raises:
        SystemTestError: It cannot be made.
    """
    base = bare_system(scratch)
    folder = scratch / f"image-{_fingerprint(repository, base, builders_key(scratch))}"
    made = Image(
        folder / "disk.img", folder / "vmlinuz", folder / "initrd.img", folder / "install.txt"
    )
    if not (folder / "complete").exists():
        for old in scratch.glob("image-*"):
            shutil.rmtree(old)
        folder.mkdir(parents=True)
        _make(repository, scratch, base, made)
        (folder / "complete").touch()
    return made


def builders_key(scratch: Path, name: str = "builder") -> Path:
    """Return the private key that signs updates for the guest, or one that it does not know.

    The public part is beside it.
    """
    path = scratch / "keys" / name
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path))
    return path


# ---- The bare system -----------------------------------------------------------------------------


def bare_system(scratch: Path) -> Path:
    """Return the bare system as an archive."""
    key = hashlib.sha256(repr((SUITE, PACKAGES, DRIVERS)).encode()).hexdigest()[:16]
    archive = scratch / f"base-{key}.tar"
    if not archive.exists():
        say("making the bare Debian 13 (mmdebstrap)")
        fresh = scratch / "base-unfinished.tar"
        hooks = [
            f"printf '%s\\n' {words} >\"$1/etc/initramfs-tools/{file}\"" for file, words in DRIVERS
        ]
        hooks.append('chroot "$1" update-initramfs -u')
        run(
            "mmdebstrap",
            "--mode=root",
            "--variant=minbase",
            f"--include={','.join(PACKAGES)}",
            *(f"--customize-hook={hook}" for hook in hooks),
            SUITE,
            str(fresh),
            mirror(),
        )
        fresh.rename(archive)
    return archive


def mirror() -> str:
    """Return where this machine's apt gets Debian's packages from."""
    targets = run(
        "apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)", "Created-By: Packages"
    )
    for line in targets.splitlines():
        site, _, release = line.partition(" ")
        if "-" not in release:
            return site
    raise SystemTestError(
        "apt knows no place to get Debian's packages from: see /etc/apt/sources.list.d"
    )


# ---- The game in it ------------------------------------------------------------------------------


def _fingerprint(repository: Path, base: Path, key: Path) -> str:
    """Return a hash of what a disk is made from."""
    total = hashlib.sha256(
        f"{base.name} {AGENT_UNIT} {key.with_suffix('.pub').read_text('ascii')}".encode()
    )
    for path in (
        *_sources(repository),
        Path(__file__),
        *(Path(__file__).with_name(name) for name in HELPERS),
    ):
        total.update(f"{path.name} {path.stat().st_mode}\n".encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def _sources(repository: Path) -> Iterator[Path]:
    """Yield the files that the installation is made from."""
    for name in SOURCES:
        place = repository / name
        paths = sorted(place.rglob("*")) if place.is_dir() else [place]
        # Compiled files of the checkout are left out, since the installation compiles them again.
        yield from (
            path
            for path in paths
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".mo"
        )


def _make(repository: Path, scratch: Path, base: Path, made: Image) -> None:
    root = scratch / "root"
    wheels = _wheels(repository, scratch)
    _let_go(root)
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    run("tar", "-xf", str(base), "-C", str(root))
    for path in _sources(repository):
        _put(path, root / CHECKOUT / path.relative_to(repository))
    shutil.copytree(wheels, root / WHEELS)
    _put(builders_key(scratch).with_suffix(".pub"), root / KEY)
    for name in HELPERS:
        _put(Path(__file__).with_name(name), root / "opt/system-test" / name)
    (root / "etc/systemd/system/system-test-agent.service").write_text(AGENT_UNIT)
    (root / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
    (root / "etc/hostname").write_text("derby\n")
    with _alive(root):
        say("sudo make install, in the guest")
        made.install_log.write_text(_install(root))
        run("chroot", str(root), "systemctl", "enable", "--quiet", "system-test-agent.service")
    for place in (CHECKOUT, WHEELS):
        shutil.rmtree(root / place)
    (root / KEY).unlink()
    for path, name in ((made.kernel, "vmlinuz"), (made.initrd, "initrd.img")):
        path.write_bytes((root / name).read_bytes())
    say("writing the disk")
    run("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(made.disk), DISK)
    shutil.rmtree(root)


def _put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)


def _wheels(repository: Path, scratch: Path) -> Path:
    """Fetch what pip will need inside the guest, by this machine's pip."""
    locks = lock_files(repository, *LOCKS)
    folder = (
        scratch
        / f"wheels-{hashlib.sha256(b''.join(lock.read_bytes() for lock in locks)).hexdigest()[:16]}"
    )
    if not folder.exists():
        say("fetching the wheels (pip)")
        fresh = scratch / "wheels-unfinished"
        shutil.rmtree(fresh, ignore_errors=True)
        fetch_locked(fresh, *locks)
        fresh.rename(folder)
    return folder


def lock_files(repository: Path, *names: str) -> list[Path]:
    """Return files of .ci/lock by their names."""
    return [repository / ".ci/lock" / f"{name}.txt" for name in names]


def fetch_locked(folder: Path, *locks: Path) -> None:
    """Fetch the wheels of lock files for the guest into a folder, and check their hashes."""
    platforms = [f"--platform=manylinux{age}_x86_64" for age in ("_2_28", "_2_27", "_2_17", "2014")]
    named = [word for lock in locks for word in ("-r", str(lock))]
    run(
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--disable-pip-version-check",
        "--dest",
        str(folder),
        "--no-deps",
        "--require-hashes",
        "--only-binary=:all:",
        f"--python-version={PYTHON}",
        *platforms,
        *named,
    )


def _let_go(root: Path) -> None:
    """Unmount what a killed run has left in a folder.

    Emptying it with this machine's devices in it would empty these, too.
    """
    mounts = [
        line.split()[4] for line in Path("/proc/self/mountinfo").read_text("utf-8").splitlines()
    ]
    for place in reversed([place for place in mounts if place.startswith(f"{root}/")]):
        run("umount", place)


@contextmanager
def _alive(root: Path) -> Iterator[None]:
    """Mount what commands in a folder need as on a machine.

    These are devices, processes, name resolution, and this machine's settings of apt.
    """
    resolver, ours = root / "etc/resolv.conf", root / "etc/apt/apt.conf.d/90system-test"
    mounts = [("proc", root / "proc"), ("sysfs", root / "sys"), ("devtmpfs", root / "dev")]
    mounted = []
    shutil.copy2("/etc/resolv.conf", resolver)
    dump = run("apt-config", "dump", "Acquire").splitlines()
    ours.write_text(
        "\n".join(
            line for line in dump if "::Check-" in line or "::Proxy" in line or "::Retries" in line
        )
        + "\n"
    )
    try:
        for kind, place in mounts:
            run("mount", "-t", kind, kind, str(place))
            mounted.append(place)
        yield
    finally:
        for place in reversed(mounted):
            run("umount", str(place))
        ours.unlink()
        resolver.unlink()


def _install(root: Path) -> str:
    """Run the installation, and return its output."""
    environment = [
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME=/root",
        "PIP_NO_INDEX=1",
        f"PIP_FIND_LINKS=/{WHEELS}",
    ]
    order = [
        "chroot",
        str(root),
        "env",
        "-i",
        *environment,
        "make",
        "-C",
        f"/{CHECKOUT}",
        "install",
        f"key=/{KEY}",
    ]
    done = subprocess.run(
        order, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        raise SystemTestError(f"make install ended with {done.returncode}: {done.stdout[-3000:]}")
    return done.stdout
