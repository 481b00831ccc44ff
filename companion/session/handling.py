"""Tables of messages: what each does, and in which states of a session it counts.

Every module with handlers has such a table, `HANDLERS`; `companion.session.steps` joins them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.session.session import Result, Session

Handler: TypeAlias = Callable[[Session, Any], Result]
"""What a message does: session and message in, the session after it and commands out."""
Handlers: TypeAlias = Mapping[type, Handler]
