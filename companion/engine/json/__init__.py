"""JSON in and out: values, cards, entries, the table."""
