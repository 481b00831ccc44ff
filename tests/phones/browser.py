"""A real browser without a window: pages as on phones, each with its own cookies, in one Chromium.

Selenium drives it. Acts beyond Selenium (sizes of a phone, a lost network, a page that sleeps) use
Chromium's own protocol.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tests.phones.looking import HOST

PATIENCE: Final = 120.0
"""Seconds until something counts as broken: a busy machine takes many times what an idle one
does."""
PHONE: Final = (390, 844)
"""Width and height of a page on a usual phone, in CSS pixels."""
DRIVER: Final = "/usr/bin/chromedriver"


class Browser:
    """A running Chromium.

    `page` opens a page that shares nothing with the others.
    """

    def __init__(self, folder: Path) -> None:
        """Start it; `folder` takes its profile."""
        options = ChromeOptions()
        for word in (
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-background-timer-throttling",
            "--hide-scrollbars",
            f"--user-data-dir={folder / 'profile'}",
        ):
            options.add_argument(word)
        # The tests run without a home folder that could be written to.
        service = Service(
            DRIVER,
            env={
                **os.environ,
                "HOME": str(folder),
                "XDG_CONFIG_HOME": str(folder),
                "XDG_CACHE_HOME": str(folder),
            },
        )
        self.driver = Chrome(options=options, service=service)
        self._pages = 0
        self._free: list[str] = []
        self._taken: set[str] = set()

    def page(
        self, address: str, size: tuple[int, int] = PHONE, *, dark: bool = False, language: str = ""
    ) -> Page:
        """Open a page of a `size` in CSS pixels in its own window.

        `address` is one of this computer by its number 127.0.0.1. Each page uses another number for
        it, so that each has its own cookies. `dark` and `language` are the preferences of the
        browser.
        """
        self._pages += 1
        if self._free and not language:
            handle = self._free.pop()
            self._taken.add(handle)
        else:
            self.driver.switch_to.new_window("window")
            handle = self.driver.current_window_handle
        found = Page(self.driver, handle)
        mobile = size[0] < size[1]
        found.cdp(
            "Emulation.setDeviceMetricsOverride",
            width=size[0],
            height=size[1],
            deviceScaleFactor=2 if mobile else 1,
            mobile=mobile,
        )
        found.cdp("Emulation.setTouchEmulationEnabled", enabled=mobile)
        found.cdp(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )
        if language:
            agent = self.driver.execute_script("return navigator.userAgent")
            found.cdp("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        found.open(address.replace(HOST, f"127.0.0.{self._pages + 1}"))
        return found

    @contextmanager
    def pages_closed(self) -> Iterator[None]:
        """Close the pages that the block opens, and keep their windows for the next ones.

        A window takes three times as long as a page.
        """
        kept = {*self.driver.window_handles}
        yield
        for handle in self.driver.window_handles:
            if handle not in kept or handle in self._taken:
                page = Page(self.driver, handle)
                page.sleep(False)
                page.offline(False)
                page.open("about:blank")
                self._free.append(handle)
        self._taken.clear()

    def close(self) -> None:
        """End it with all its processes."""
        self.driver.quit()


class Page:
    """One page of a browser. Each action brings the page to the front first."""

    def __init__(self, driver: Chrome, handle: str) -> None:
        """Wrap the page of a driver's handle."""
        self._driver, self._handle = driver, handle

    @property
    def driver(self) -> Chrome:
        """Return the driver, at this page."""
        if self._driver.current_window_handle != self._handle:
            self._driver.switch_to.window(self._handle)
        return self._driver

    def cdp(self, method: str, **words: Any) -> Any:
        """Run one command of Chromium's own protocol on this page."""
        return self.driver.execute_cdp_cmd(method, words)

    def open(self, address: str) -> None:
        """Go to an address, and wait until its page is there."""
        self.driver.get(address)

    def js(self, script: str, *words: object) -> Any:
        """Run a script, and return what it returns."""
        return self.driver.execute_script(script, *words)

    @property
    def words(self) -> str:
        """Return all text that can be read now."""
        return str(self.js("return document.body.innerText"))

    def all(self, css: str) -> list[WebElement]:
        """Return all elements that a selector finds."""
        return list(self.driver.find_elements(By.CSS_SELECTOR, css))

    def until(
        self, condition: Callable[[], Any], what: str, work: Callable[[], object] = lambda: None
    ) -> Any:
        """Wait for a condition, and call `work` meanwhile.

        Raises:
            AssertionError: It never holds; the message has the words `what`.
        """

        def looked(_: Chrome) -> Any:
            work()
            try:
                return condition()
            except StaleElementReferenceException:
                # The page was rewritten between two looks.
                return None

        try:
            return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(looked)
        except WebDriverException as fault:
            raise AssertionError(
                f"waited in vain until {what}; the page says: {self.words}"
            ) from fault

    def picture(self, path: Path) -> None:
        """Save what is in sight as a PNG file."""
        self.driver.save_screenshot(str(path))

    def overflow(self) -> tuple[int, int]:
        """Return by how many CSS pixels the page is wider and higher than its window.

        (0, 0) means that nothing has to be scrolled.
        """
        wide, high = self.js(
            "const d = document.documentElement; return [d.scrollWidth - d.clientWidth, "
            "d.scrollHeight - d.clientHeight]"
        )
        return int(wide), int(high)

    def offline(self, lost: bool) -> None:
        """Cut the network, or restore it."""
        self.cdp("Network.enable")
        self.cdp(
            "Network.emulateNetworkConditions",
            offline=lost,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    def sleep(self, asleep: bool) -> None:
        """Put the page to sleep as a phone in a pocket does, or wake it."""
        self.cdp("Page.setWebLifecycleState", state="frozen" if asleep else "active")

    def close(self) -> None:
        """Close the page."""
        self.driver.close()


@contextmanager
def opened_browser(folder: Path) -> Iterator[Browser]:
    """Return a browser that is closed at the end of the block."""
    browser = Browser(folder)
    try:
        yield browser
    finally:
        browser.close()
