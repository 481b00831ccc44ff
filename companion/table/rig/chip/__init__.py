"""The process of one emulated reader: a chip that runs the real firmware, on stand-ins for CircuitPython's own modules."""
