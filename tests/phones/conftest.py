"""The browser that files of tests share: starting one takes longer than most of the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.phones.browser import Browser, opened_browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Return one browser for all tests of a process."""
    with opened_browser(tmp_path_factory.mktemp("browser")) as browser:
        yield browser
