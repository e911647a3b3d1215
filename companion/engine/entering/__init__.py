"""What players enter, what they could enter now, and how they write names. Knows no rule of play."""
