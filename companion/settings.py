"""Settings from the environment: one frozen value, read once where the parts meet."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any

from companion.release import data_folder, phone_app

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
MAY_BE_NONE = {"TRUSTED_PROXIES", "PORT", "WORKER_PORTS", "FORGET_AFTER", "STORED_BYTES"}


class SettingsError(ValueError):
    """A setting cannot be read; the message names it and what it takes."""


def setting(name: str, default: Any) -> Any:
    """A field that the environment variable of that name sets."""
    return field(default=default, metadata={"name": name})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that may differ from host to host. The table in docs/hosting.md says what each one does."""

    database_url: str = setting("DATABASE_URL", f"sqlite:///{data_folder() / 'harbormaster.db'}")
    database_direct_url: str = setting("DATABASE_DIRECT_URL", "")
    database_pool: int = setting("DATABASE_POOL", 10)
    database_timeout: int = setting("DATABASE_TIMEOUT", 10)
    host: str = setting("HARBORMASTER_HOST", "")
    # Shells and build tools export that name for things of their own: it is looked at before it counts.
    shell_host: str = setting("HOST", "")
    port: int = setting("PORT", 8000)
    tls: bool = setting("TLS", False)
    tls_dir: str = setting("TLS_DIR", str(data_folder() / "tls"))
    workers: int = setting("WORKERS", 1)
    worker_ports: int = setting("WORKER_PORTS", 0)
    public_url: str = setting("PUBLIC_URL", "")
    trusted_proxies: int = setting("TRUSTED_PROXIES", 0)
    proxy_addresses: str = setting("PROXY_ADDRESSES", "127.0.0.0/8,::1")
    log_level: str = setting("LOG_LEVEL", "info")
    log_format: str = setting("LOG_FORMAT", "text")
    pwa_dir: str = setting("PWA_DIR", str(phone_app()))
    kept_bytes: int = setting("KEPT_BYTES", 256 * 1024 * 1024)
    forget_after: int = setting("FORGET_AFTER", 0)
    metrics: str = setting("METRICS", "on")
    stored_bytes: int = setting("STORED_BYTES", 8 * 1024 * 1024 * 1024)
    stored_per_address: int = setting("STORED_PER_ADDRESS", 64 * 1024 * 1024)
    max_entry_bytes: int = setting("MAX_ENTRY_BYTES", 64 * 1024)
    max_import_bytes: int = setting("MAX_IMPORT_BYTES", 2 * 1024 * 1024)
    max_json_depth: int = setting("MAX_JSON_DEPTH", 32)
    max_log_lines: int = setting("MAX_LOG_LINES", 3000)
    fold_budget: int = setting("FOLD_BUDGET", 100_000)
    folds_at_once: int = setting("FOLDS_AT_ONCE", 2)
    folds_waiting: int = setting("FOLDS_WAITING", 16)
    request_timeout: int = setting("REQUEST_TIMEOUT", 20)
    connections_per_address: int = setting("CONNECTIONS_PER_ADDRESS", 600)
    stream_heartbeat: int = setting("STREAM_HEARTBEAT", 15)
    streams_per_table: int = setting("STREAMS_PER_TABLE", 40)
    streams_per_member: int = setting("STREAMS_PER_MEMBER", 8)
    streams_per_address: int = setting("STREAMS_PER_ADDRESS", 400)
    rate_limits: bool = setting("RATE_LIMITS", True)
    rate_open: str = setting("RATE_OPEN", "120 per minute")
    rate_open_day: str = setting("RATE_OPEN_DAY", "1000 per day")
    rate_record: str = setting("RATE_RECORD", "1200 per minute")
    rate_change: str = setting("RATE_CHANGE", "120 per minute")
    rate_read: str = setting("RATE_READ", "3000 per minute")
    rate_refused: str = setting("RATE_REFUSED", "300 per minute")
    rate_knock: str = setting("RATE_KNOCK", "6 per 10 minutes")
    rate_rulings: str = setting("RATE_RULINGS", "12000 per minute")
    rate_remembered: str = setting("RATE_REMEMBERED", "120 per minute")
    rate_guess: str = setting("RATE_GUESS", "30 per minute")

    @property
    def database(self) -> tuple[str, int, int, str]:
        """What `open_database` takes: the address, the pool, the seconds of a statement, the direct address."""
        return self.database_url, self.database_pool, self.database_timeout, self.database_direct_url

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings that the environment gives; what it leaves out keeps its default."""
        given: dict[str, Any] = {}
        for each in fields(cls):
            name = each.metadata["name"]
            text = environment.get(name, "").strip()
            if text:
                given[each.name] = _read(name, text, each.default)
        return cls(**given)


def names() -> dict[str, Any]:
    """Every environment variable that is read, with its default."""
    return {each.metadata["name"]: each.default for each in fields(Settings)}


def _read(name: str, text: str, default: object) -> object:
    if isinstance(default, bool):
        words = {
            "1": True,
            "true": True,
            "on": True,
            "yes": True,
            "0": False,
            "false": False,
            "off": False,
            "no": False,
        }
        if text.lower() not in words:
            raise SettingsError(f"{name} is {text!r}; it takes on or off")
        return words[text.lower()]
    if isinstance(default, int):
        lowest = 0 if name in MAY_BE_NONE else 1
        try:
            number = int(text)
        except ValueError:
            raise SettingsError(f"{name} is {text!r}; it takes a whole number") from None
        if number < lowest:
            raise SettingsError(f"{name} is {number}; it takes a whole number from {lowest}")
        return number
    if name == "LOG_LEVEL" and text.lower() not in LEVELS:
        raise SettingsError(f"{name} is {text!r}; it takes one of {', '.join(LEVELS)}")
    if name == "LOG_FORMAT" and text not in FORMATS:
        raise SettingsError(f"{name} is {text!r}; it takes one of {', '.join(FORMATS)}")
    if name == "METRICS" and text not in {"on", "off"} and read_address(text) is None:
        raise SettingsError(f"{name} is {text!r}; it takes on, off, or ADDRESS:PORT")
    if name == "PROXY_ADDRESSES":
        try:
            read_networks(text)
        except ValueError:
            raise SettingsError(
                f"{name} is {text!r}; it takes addresses and networks, as in 10.0.0.0/8,::1"
            ) from None
    return text.lower() if name == "LOG_LEVEL" else text


def read_networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Addresses and networks, separated by commas; raises ValueError for anything else."""
    return tuple(ip_network(one.strip()) for one in text.split(",") if one.strip())


def read_address(text: str) -> tuple[str, int] | None:
    """An address and a port, as in `127.0.0.1:9100` or `[::1]:9100`; None for anything else."""
    host, _, port = text.rpartition(":")
    if not (host and port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
        return None
    return host.strip("[]"), int(port)
