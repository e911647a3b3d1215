"""The event loop of what is awaited: the engine awaits nothing."""


def _initialize_event_loop():
    pass
