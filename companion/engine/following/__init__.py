"""What follows from an entry: the lines of the ledger, and the moments at which something else may happen."""
