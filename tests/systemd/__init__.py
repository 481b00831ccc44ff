"""The appliance: what installing writes, and whether units and rules agree with the app and with the machine."""
