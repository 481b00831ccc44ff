"""Write .ci/lock/*.txt: every package that `make install` installs. Run by `make lock`.

Each package has its version and the sums of its files. uv resolves the requirements of
pyproject.toml for every Python and machine at once. Only files that a table can use are kept; a
source archive only if there is no such wheel. Their names are comments above each package, in the
order of their sums. No index is written down: pip uses its configuration, and refuses files with
another sum.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from packaging.markers import Marker
from packaging.tags import Tag
from packaging.utils import parse_wheel_filename

REPOSITORY: Final = Path(__file__).parents[2]
FOLDER: Final = Path(__file__).parent
EXTRAS: Final = ("play", "gpio", "pi4", "pi5")
"""The sets that `systemd/install` installs, one file each; the first is the base of the others."""
PYTHONS: Final = ("cp311", "cp312", "cp313")
MACHINES: Final = ("x86_64", "aarch64")
HEAD: Final = (
    "# Written by `make lock`; do not edit. Above each package stand its files, in the order of"
    " their sums.\n"
)


def main() -> int:
    """Resolve each set and write its file; return the exit status of uv after a failure."""
    FOLDER.mkdir(exist_ok=True)
    said = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as scratch:
        base = Path(scratch, "base.txt")
        base.write_text("", "utf-8")
        for extra in EXTRAS:
            packages = _resolved(
                Path(scratch),
                "--extra",
                extra,
                "--constraint",
                str(base),
                str(REPOSITORY / "pyproject.toml"),
            )
            if extra == EXTRAS[0]:
                base.write_text(
                    "".join(f"{_requirement(package)}\n" for package in packages), "utf-8"
                )
            _write(extra, packages)
        builds = Path(scratch, "build.in")
        builds.write_text("\n".join(said["build-system"]["requires"]), "utf-8")
        _write("build", _resolved(Path(scratch), str(builds)))
    return 0


def _resolved(scratch: Path, *words: str) -> list[dict[str, Any]]:
    """Return the packages that `uv pip compile` finds, as in the standard lock file (PEP 751)."""
    target = scratch / "pylock.toml"
    target.unlink(missing_ok=True)
    order = [
        sys.executable,
        "-m",
        "uv",
        "pip",
        "compile",
        "--quiet",
        "--universal",
        "--python-version",
        "3.11",
        "--output-file",
        str(target),
        *words,
    ]
    done = subprocess.run(order, cwd=REPOSITORY, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)
    packages = tomllib.loads(target.read_text("utf-8"))["packages"]
    return [package for package in packages if "version" in package and _is_for_a_table(package)]


def _is_for_a_table(package: dict[str, Any]) -> bool:
    """Return whether a package is needed on any of our Pythons and machines, all Linux."""
    surroundings = (
        {
            "sys_platform": "linux",
            "platform_system": "Linux",
            "os_name": "posix",
            "platform_machine": machine,
            "python_version": f"3.{python[3:]}",
            "python_full_version": f"3.{python[3:]}.0",
        }
        for python in PYTHONS
        for machine in MACHINES
    )
    return "marker" not in package or any(
        Marker(package["marker"]).evaluate(one) for one in surroundings
    )


def _requirement(package: dict[str, Any]) -> str:
    marker = f" ; {package['marker']}" if "marker" in package else ""
    return f"{package['name']}=={package['version']}{marker}"


def _write(name: str, packages: list[dict[str, Any]]) -> None:
    lines = [HEAD]
    for package in packages:
        files = list(_files(package))
        lines += [f"# {file}\n" for file, _ in files]
        lines.append(
            " \\\n    ".join(
                [_requirement(package), *(f"--hash=sha256:{digest}" for _, digest in files)]
            )
            + "\n"
        )
    (FOLDER / f"{name}.txt").write_text("".join(lines), "utf-8")
    print(f"{name}: {len(packages)} packages")


def _files(package: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the files that a table can use, by name and sum."""
    wheels = [(_name(wheel), str(wheel["hashes"]["sha256"])) for wheel in package.get("wheels", ())]
    usable = [
        (name, digest)
        for name, digest in wheels
        if any(_fits(tag) for tag in parse_wheel_filename(name)[3])
    ]
    if not usable:
        source = package["sdist"]
        usable = [(_name(source), str(source["hashes"]["sha256"]))]
    yield from sorted(usable)


def _name(file: dict[str, Any]) -> str:
    return str(file.get("name") or file["url"].rpartition("/")[2])


def _fits(tag: Tag) -> bool:
    """Return whether a wheel's tag fits a table: any machine, or ours with Debian's C library."""
    python = tag.interpreter in ("py3", "py2.py3", *PYTHONS) or (
        tag.abi == "abi3" and tag.interpreter.startswith("cp3") and int(tag.interpreter[3:]) <= 11
    )
    abi = tag.abi in ("none", "abi3", *PYTHONS)
    platform = tag.platform == "any" or (
        tag.platform.startswith(("manylinux", "linux")) and tag.platform.endswith(MACHINES)
    )
    return python and abi and platform


if __name__ == "__main__":
    sys.exit(main())
