"""The table itself: cards, state, entries, what is said about them. Knows no rule of play."""
