"""Add the option that chooses the games of the contract; pytest loads this by `-p`."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--game`, and the setting for a repository with games."""
    parser.addoption(
        "--game",
        action="append",
        metavar="PACKAGE",
        help="run the contract over this game only: a package with GAME in its module game",
    )
    parser.addini(
        "contract_games",
        "packages of further games over which the contract runs",
        type="linelist",
        default=[],
    )
