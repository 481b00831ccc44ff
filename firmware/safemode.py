"""Runs when CircuitPython came up in safe mode, where it would wait for a person: after a dip of the supply or a crash start again.

Safe mode that somebody asked for with the button stays.
"""

import microcontroller
import supervisor

if supervisor.runtime.safe_mode_reason in (supervisor.SafeModeReason.BROWNOUT, supervisor.SafeModeReason.HARD_FAULT):
    microcontroller.reset()
