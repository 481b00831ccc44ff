"""The whole appliance on a real boot: a Debian guest in QEMU, installed by the very command, looked at and touched from outside."""
