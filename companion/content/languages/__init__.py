"""The languages that the screen speaks; the words themselves lie beside this file, one TOML file for each but English."""
from __future__ import annotations

from typing import Final

LANGUAGES: Final = (("en", "English"), ("de", "Deutsch"))
"""Code and own name of every language there is to choose, the first one spoken until somebody chooses."""
