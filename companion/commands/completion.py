"""Print the script that lets a shell complete commands, options and names with the Tab key.

  bash    clockwork-derby completion bash > ~/.local/share/bash-completion/completions/clockwork-derby
  zsh     clockwork-derby completion zsh > FOLDER/_clockwork-derby, with a FOLDER that fpath names
  fish    clockwork-derby completion fish > ~/.config/fish/completions/clockwork-derby.fish

The folder must exist. Restart the shell afterwards. This needs the extra `completion`, which
installs the library argcomplete.
"""  # noqa: E501

from __future__ import annotations

import argparse

from companion.commands import Subparsers, add_command
from companion.commands._terminal import say
from companion.errors import SetupError

NAME = "completion"
SHELLS = ("bash", "zsh", "fish")


def add(subparsers: Subparsers) -> None:
    """Add the shell to the parser."""
    parser = add_command(subparsers, NAME, __doc__)
    parser.add_argument(
        "shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}"
    )


def run(args: argparse.Namespace) -> int:
    """Print the words for a shell.

    Raises:
        SetupError: The library is missing.
    """
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError as fault:
        raise SetupError(
            f"completion needs the library argcomplete ({fault}): install it with pip install "
            "'clockwork-derby[completion]'"
        ) from None
    say(shellcode(["clockwork-derby"], shell=args.shell).strip())
    return 0
