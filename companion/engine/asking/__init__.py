"""Questions to the engine: rulings, queries, the outlook of one player."""
