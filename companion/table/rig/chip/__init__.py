"""The process of one emulated reader: a chip that runs the real firmware, on stand-ins for CircuitPython's own modules.

`__main__` goes from power-up to the end, with the pipe to the app; `clock` is the chip's time and `wiring` what its pins lead to, which the
stand-ins in `modules`, `port` and `supervision` show to the firmware.
"""
