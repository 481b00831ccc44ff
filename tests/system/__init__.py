"""The whole appliance on a real boot, in a Debian guest in QEMU.

`make install` installs it, and the tests look at it and touch it from outside.
"""
