"""The composition root: the only place where storage, tables and API meet."""

from __future__ import annotations

from flask import Flask

from companion import api
from companion.settings import Settings
from companion.storage import Store, open_database
from companion.tables import Tables


def create_app(settings: Settings | None = None) -> Flask:
    """The application, ready to serve. An embedded database is brought up to date by itself."""
    settings = settings or Settings.from_environment()
    database = open_database(settings.database_url, settings.database_pool)
    if database.embedded:
        database.upgrade()
    tables = Tables(Store(database), kept=settings.kept_tables, max_lines=settings.max_log_lines)

    app = Flask(__name__, static_folder=None, template_folder=None)
    app.extensions["harbormaster"] = api.register(app, tables, settings)
    return app
