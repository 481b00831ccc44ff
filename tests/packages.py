"""Write packages of other people into a folder of the path, as `pip` leaves them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

TWO_LOTS: Final = Path(__file__).parent / "games" / "outside" / "bidding"


def install(
    folder: Path, package: str, files: Mapping[str, str], points: Mapping[str, Mapping[str, str]]
) -> None:
    """Write the files of a package into a folder, and the metadata that name its entry points.

    Args:
        folder: One folder of the path.
        package: The name by which `pip` knows it.
        files: Their text, by their paths in the folder.
        points: The modules by the names of the entry points, by the kind of plugin.
    """
    lines = []
    for kind, modules in points.items():
        lines.append(f"[clockwork_derby.{kind}]")
        lines += [f"{name} = {module}" for name, module in modules.items()]
    metadata = f"{package.replace('-', '_')}-1.0.dist-info"
    written = {
        **files,
        f"{metadata}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n",
        f"{metadata}/entry_points.txt": "\n".join(lines) + "\n",
    }
    for name, text in written.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def two_lots(module: str, head: str = "INTERFACE = 1\n") -> dict[str, str]:
    """Return the files of a package with the bidding game; its first file begins with `head`."""
    return {
        f"{module}/__init__.py": head,
        f"{module}/game.py": (TWO_LOTS / "game.py").read_text("utf-8"),
    }
