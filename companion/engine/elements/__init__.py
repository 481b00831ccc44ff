"""Every board element, one file each; importing this package registers all that lie in the folder.

A new element is a new file here; no list names it.
"""

from __future__ import annotations

import importlib
import pkgutil

for _module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{_module}")
