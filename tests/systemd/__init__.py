"""The appliance: what the installer writes; units and rules that agree with app and machine."""
