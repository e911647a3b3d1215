"""The table itself: the whole of it between two entries, and while one is recorded. Knows no rule of play."""
