"""The shapes of all that is told: declared here once, written by the files around, shown by the API's specification, and
by that known to the phone. `Annotated` says what a key means where its name does not. The engine itself never loads it.
"""

from __future__ import annotations

from .cards import *  # noqa: F403
from .careers import *  # noqa: F403
from .declared import keys_of as keys_of
from .evening import *  # noqa: F403
from .events import *  # noqa: F403
from .marks import *  # noqa: F403
from .of_modules import *  # noqa: F403
from .results import *  # noqa: F403
from .situation import *  # noqa: F403
from .table import *  # noqa: F403
from .unpacking import *  # noqa: F403
