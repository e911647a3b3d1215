"""Which version this is, and where it runs: in a checkout, or installed from its wheel."""

from __future__ import annotations

from pathlib import Path

# The one place: the wheel takes it from here.
VERSION = "1.0.0"

PROJECT = Path(__file__).resolve().parent.parent
# Only a wheel has the built phone app in here.
PACKED = Path(__file__).resolve().parent / "phone"
INSTALLED = PACKED.is_dir()
PROGRAM = "harbormaster" if INSTALLED else "python -m companion"


def phone_app() -> Path:
    """Where the phone app's built files are."""
    return PACKED if INSTALLED else PROJECT / "pwa" / "dist"


def data_folder() -> Path:
    """Where tables are kept unless a setting says otherwise: in a checkout beside it, else where this user's data belong."""
    if not INSTALLED:
        return Path("var")
    from platformdirs import user_data_path

    return user_data_path("harbormaster", appauthor=False)
