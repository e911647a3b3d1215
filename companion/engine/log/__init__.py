"""The log of a table: its fold, corrections, two phones at once, slips."""
