"""For any WSGI server: `gunicorn wsgi:app`."""

import sys

from companion.app import create_app
from companion.storage import DatabaseError

try:
    app = create_app()
except DatabaseError as error:
    sys.stderr.write(f"harbormaster: {error}\n")
    # Tells gunicorn that it is of no use to start it again.
    raise SystemExit(4) from None
