"""For any WSGI server: `gunicorn wsgi:app`."""

from companion.app import create_app

app = create_app()
