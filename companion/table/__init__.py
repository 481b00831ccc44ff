"""The port to the hardware: seats, slots, handles and lock lights, with one back-end for each kind of table."""
