"""Restart a reader that is in safe mode, where it would wait for a person, if that can help.

Safe mode that somebody asked for stays, and so does one whose cause would return. A reader that
enters it repeatedly stays, too, until somebody pulls its cable.
"""

import microcontroller
import supervisor
from card_reader import restarts

if restarts.can_pass(
    supervisor.runtime.safe_mode_reason, supervisor.SafeModeReason
) and restarts.may_start(microcontroller.nvm):
    microcontroller.reset()
