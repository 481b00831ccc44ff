"""The package's own names: few, sorted, and present; nothing heavy is loaded before it is used."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

import companion


def test_the_public_names_are_few_and_sorted() -> None:
    """Have at most twenty names, in alphabetical order, each defined in one place."""
    assert companion.__all__ == sorted(companion.__all__)
    assert len(companion.__all__) <= 20
    assert (
        sorted(name for names in companion._HOMES.values() for name in names) == companion.__all__
    )


@pytest.mark.parametrize("name", companion.__all__)
def test_every_public_name_is_there_and_explains_itself(name: str) -> None:
    """Find each name with a sentence about what it is."""
    found = getattr(companion, name)
    assert found.__doc__ and found.__doc__[0].isupper()


def test_an_unknown_name_is_an_attribute_error() -> None:
    """Raise AttributeError for an unknown name, as Python does."""
    with pytest.raises(AttributeError, match="has no attribute 'Bord'"):
        _ = companion.Bord


def test_importing_the_package_loads_no_part_of_it() -> None:
    """Load neither engine nor toolkit by `import companion` alone."""
    code = (
        "import sys, companion; print([name for name in sys.modules if "
        "name.startswith(('companion.', 'kivy'))])"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )


def test_a_child_that_fails_is_not_taken_for_one_that_succeeds() -> None:
    """Notice the failure of a child even if the parent ignored SIGCHLD, which is inherited."""
    code = (
        "import subprocess; from companion.__main__ import main; main(['--version']); "
        "print(subprocess.run(['false']).returncode)"
    )
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert process.communicate(timeout=60)[0].splitlines()[-1] == "1"
