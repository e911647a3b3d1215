"""The HTTP API: parses, calls `tables/`, answers. Nothing here knows a rule or a database."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response
from flask_smorest import Api, Blueprint
from werkzeug.exceptions import HTTPException, NotFound

from companion.metrics.instruments import Metrics
from companion.settings import Settings
from companion.tables import Tables

from . import (
    at_table,
    docs,
    entries,
    hosts,
    joining,
    lookups,
    members,
    problems,
    rules_desk,
    stream,
    tables,
    tracing,
    transfer,
)
from .fields import document_judged
from .forwarded import Forwarded
from .headers import StrictHeaders
from .limits import Limits
from .phone import Phone
from .rights import Rights
from .shapes import TOLD, components, document_told

__all__ = ["ProblemApi", "register"]

OPENAPI = {
    "API_TITLE": "Harbormaster",
    "API_VERSION": "1",
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "The table companion's API: what happened at a table, and what follows from it."
        },
        "components": {"securitySchemes": {"member": {"type": "http", "scheme": "bearer"}}},
    },
}


class ProblemApi(Api):
    """flask-smorest, with errors left to `problems.py`."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self._untold: list[Blueprint] = []

    def register_blueprint(self, blp: Blueprint, **options: Any) -> None:
        """Its routes at once; what the specification says of them takes most of a start, and is rarely asked for."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp, **options)
        self._untold.append(blp)

    def specification(self) -> dict[str, Any]:
        """What the API says of itself, worked out when it is first asked for."""
        while self._untold:
            blueprint = self._untold.pop(0)
            blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
            self.spec.tag({"name": blueprint.name, "description": blueprint.description})
        return dict(self.spec.to_dict())

    def handle_http_exception(self, error: HTTPException) -> Response:
        return problems.answer(error)


def register(app: Flask, tables_: Tables, settings: Settings, metrics: Metrics) -> ProblemApi:
    """Puts the API and the phone's files into the application."""
    app.config.update(OPENAPI)
    app.url_map.strict_slashes = False
    # Or `//` would lead to the address that the request names, which may be anybody's.
    app.url_map.merge_slashes = False
    app.wsgi_app = StrictHeaders(app.wsgi_app)  # type: ignore[method-assign]
    if settings.trusted_proxies:
        app.wsgi_app = Forwarded(app.wsgi_app, settings)  # type: ignore[method-assign]
    streams, limits = stream.Streams(settings, metrics.streams), Limits(settings, tables_.stored_bytes)
    rights, phone = Rights(tables_, limits), Phone(settings.pwa_dir)

    tracing.register(app, settings)
    hosts.register(app, metrics, settings)
    api = ProblemApi(app)
    api.ma_plugin.converter.add_attribute_function(document_judged)
    api.ma_plugin.converter.add_attribute_function(document_told)
    for name, component in components(TOLD).items():
        api.spec.components.schema(name, component)
    for blueprint in (
        tables.blueprint(tables_, rights, limits, settings),
        entries.blueprint(rights, limits, settings),
        transfer.blueprint(tables_, rights, limits, settings),
        members.blueprint(tables_, rights, limits, settings),
        joining.blueprint(tables_, limits, settings),
        stream.blueprint(rights, limits, streams, settings),
        lookups.blueprint(tables_, limits, settings),
        rules_desk.blueprint(limits),
        at_table.blueprint(rights, limits),
        hosts.blueprint(tables_, metrics, limits, settings),
    ):
        api.register_blueprint(blueprint)
    docs.register(app, api)
    problems.register(app)

    def elsewhere(error: NotFound) -> Response:
        """An address that is not the API's. What goes wrong in a handler of errors has no handler itself."""
        try:
            return phone.answer() or problems.answer(error)
        except HTTPException as wrong:
            return problems.answer(wrong)

    app.register_error_handler(NotFound, elsewhere)
    return api
