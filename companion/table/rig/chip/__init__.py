"""The process of one emulated reader: a chip with the real firmware on simulated modules.

`__main__` runs from power-up to the end and holds the pipe to the app. `clock` is the chip's time,
`wiring` the parts at its pins. `modules`, `port` and `supervision` replace CircuitPython's own
modules.
"""
