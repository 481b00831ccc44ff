"""The process of one emulated reader: a chip that runs the real firmware, on stand-ins for CircuitPython's own modules.

`life` goes from power-up to the end; `clock` is the chip's time and `wiring` what its pins lead to, which the stand-ins in `pins`, `port`,
`supervision` and `modules` show to the firmware. `control` is the pipe to the app.
"""
