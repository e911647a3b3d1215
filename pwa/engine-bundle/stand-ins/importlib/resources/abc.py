"""What a data file is called."""


class Traversable:
    """A file or a folder of a package."""
