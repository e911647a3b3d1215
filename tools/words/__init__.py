"""All that is said in one language: gathered for whoever translates it, spread over its rooms again, and checked."""
