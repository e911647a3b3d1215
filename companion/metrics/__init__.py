"""What the server tells its host of itself: figures for Prometheus, in one process or of all workers together.

Nothing is imported up here: the main process makes the folder, and must not know what the workers patch.
"""
