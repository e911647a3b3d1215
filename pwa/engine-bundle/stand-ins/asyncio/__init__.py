"""Pyodide looks for this at its start and uses it for what is awaited: the engine awaits nothing."""
