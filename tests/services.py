"""Real programs that the tests start: PostgreSQL, nginx, browsers and Harbormaster's own server.

Also a command, for scripts/require-services: `python -m tests.services postgresql` prints where it is, by the name of its
package; `... browser` starts Chromium once, as the tests will.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

REPOSITORY = Path(__file__).resolve().parent.parent
# Chromium asks for updates and looks up hosts at every start; a test talks to this machine only.
# Without --no-sandbox it refuses to run as root, which containers and CI often are.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The last of these lists counts: Playwright's own, and the pages behind the address bar, of which each new window
    # would start two.
    "--disable-features=AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,"
    "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning,"
    "AimEnabled,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup",
]
START_SECONDS = 30.0
STOP_SECONDS = 10.0


class Missing(Exception):
    """A program that the tests need is not on this machine; the message says how to install it."""


def find_chromium() -> Path:
    candidates = [
        os.environ.get("CHROMIUM"),
        # The same browser without all that a window needs: a seventh less work.
        "chromium-headless-shell",
        "chromium",
        "/usr/bin/chromium",
        "chromium-browser",
        "google-chrome",
    ]
    for candidate in filter(None, candidates):
        found = shutil.which(candidate)
        if found:
            return Path(found)
    raise Missing(
        "Chromium is missing: sudo apt-get install chromium-headless-shell, or chromium (or set CHROMIUM to its path)"
    )


def find_postgresql() -> Path:
    """The folder that holds initdb, pg_ctl and postgres, the newest version first."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda folder: int(folder.parent.name) if folder.parent.name.isdigit() else 0,
        reverse=True,
    )
    on_path = shutil.which("initdb")
    candidates = [Path(os.environ["POSTGRES_BIN"])] if "POSTGRES_BIN" in os.environ else []
    candidates += versions
    candidates += [Path(on_path).resolve().parent] if on_path else []
    for folder in candidates:
        if all((folder / program).exists() for program in ("initdb", "pg_ctl", "postgres")):
            return folder
    raise Missing(
        "PostgreSQL is missing: sudo apt-get install postgresql (or set POSTGRES_BIN to its bin folder)"
    )


def find_pgbouncer() -> Path:
    return _find("PgBouncer", "pgbouncer", "pgbouncer", "/usr/sbin/pgbouncer")


def find_firefox() -> Path:
    return _find("Firefox", "firefox-esr", "firefox-esr", "firefox")


def find_webkit() -> Path:
    """What drives WebKit's own small browser."""
    return _find("WebKit's driver", "webkit2gtk-driver", "WebKitWebDriver")


def find_webkit_browser() -> Path:
    beside = sorted(str(one) for one in Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"))
    return _find("WebKit's browser", "webkit2gtk-driver", "MiniBrowser", *beside)


def find_nginx() -> Path:
    # Where it is not on the path of everybody.
    return _find("nginx", "nginx", "nginx", "/usr/sbin/nginx")


def find_screen() -> Path:
    return _find("A screen that nobody sees", "xvfb", "Xvfb")


def find_pngquant() -> Path:
    return _find("pngquant", "pngquant", "pngquant")


def find_weaver() -> Path:
    """What makes a film of pictures."""
    return _find("img2webp", "webp", "img2webp")


def _find(what: str, package: str, *candidates: str) -> Path:
    for candidate in candidates:
        found = shutil.which(candidate)
        if found:
            return Path(found)
    raise Missing(f"{what} is missing: sudo apt-get install {package}")


def find_node(own: Path) -> Path:
    """The Node.js that drives the browser: Playwright's own, or the project's where that lacks a library."""
    tried = subprocess.run([own, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if tried.returncode == 0:
        return own
    project = [REPOSITORY / "scripts" / "with-node", "node", "--print", "process.execPath"]
    found = subprocess.run(project, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if found.returncode == 0:
        return Path(found.stdout.splitlines()[-1])
    raise Missing(f"Playwright's Node.js does not run here: {tried.stderr.strip()}")


@contextlib.contextmanager
def running_playwright() -> Iterator[Playwright]:
    """Playwright, driven by a Node.js that runs on this machine."""
    from playwright.sync_api import sync_playwright

    if "PLAYWRIGHT_NODEJS_PATH" not in os.environ:
        import playwright

        own = Path(playwright.__file__).parent / "driver" / "node"
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(find_node(own))
    with sync_playwright() as driver:
        yield driver


def start_browser() -> str:
    """Starts Chromium as the tests do and closes it again; returns its version."""
    chromium = find_chromium()
    try:
        with running_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(chromium), args=CHROMIUM_FLAGS)
            version = browser.version
            browser.close()
    except Missing:
        raise
    except Exception as error:  # whatever Playwright says, it says it on many lines
        said = [line for line in str(error).splitlines() if line.strip()]
        why = next((line for line in said if "error while loading" in line), (said or ["?"])[0])
        raise Missing(f"{chromium} does not start: {why.strip()}") from None
    return version


@dataclass(frozen=True)
class Postgres:
    """A running cluster that listens on nothing but a socket in its own folder."""

    folder: Path

    def url(self, database: str = "postgres") -> str:
        return f"postgresql+psycopg://postgres@/{database}?host={self.folder}"

    def create_database(self, name: str) -> str:
        """Creates an empty database and returns its URL."""
        self._administer(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def drop_database(self, name: str) -> None:
        self._administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _administer(self, statement: str) -> None:
        import psycopg

        address = f"host={self.folder} user=postgres dbname=postgres"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement.encode())


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    programs = find_postgresql()
    # Not pytest's own temporary folder: it is closed to user postgres, and too deep for a socket's path.
    folder = Path(tempfile.mkdtemp(prefix="harbormaster-pg-"))
    # PostgreSQL refuses to run as root; Debian's package brings a user of its own for it.
    privileges: dict[str, object] = {}
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        privileges = {"user": "postgres", "group": "postgres", "extra_groups": []}

    def run(program: str, *arguments: str) -> None:
        done = subprocess.run(  # type: ignore[call-overload]
            [programs / program, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **privileges,
        )
        if done.returncode:
            log = folder / "log"
            raise RuntimeError(f"{program} failed:\n{done.stdout}\n{log.read_text() if log.exists() else ''}")

    data = str(folder / "data")
    # The data is gone after the tests, so nothing waits for a disk.
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    options += (
        " -c synchronous_commit=off -c full_page_writes=off -c max_connections=50 -c shared_buffers=16MB"
    )
    try:
        run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        run("pg_ctl", "start", "-D", data, "-w", "-t", "60", "-l", str(folder / "log"), "-o", options)
        try:
            yield Postgres(folder)
        finally:
            run("pg_ctl", "stop", "-D", data, "-m", "immediate", "-w")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running_pooler(cluster: Postgres, ignored: str = "") -> Iterator[Postgres]:
    """PgBouncer before a cluster, which gives every transaction another connection. What a connection asks for it refuses,
    or passes over where that is `ignored`.
    """
    program = find_pgbouncer()
    folder = Path(tempfile.mkdtemp(prefix="harbormaster-pooler-"))
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\n* = host={cluster.folder} user=postgres\n[pgbouncer]\npool_mode = transaction\n"
        f"auth_type = any\nlisten_addr =\nlisten_port = 5432\nunix_socket_dir = {folder}\n"
        f"ignore_startup_parameters = {ignored}\ndefault_pool_size = 3\nlogfile = {folder}/log\n"
    )
    privileges: dict[str, object] = {}
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        privileges = {"user": "postgres", "group": "postgres", "extra_groups": []}
    process = subprocess.Popen([program, "-q", settings], cwd=folder, stdin=subprocess.DEVNULL, **privileges)  # type: ignore[call-overload]
    try:
        deadline = time.monotonic() + START_SECONDS
        while not (folder / ".s.PGSQL.5432").exists():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"pgbouncer did not start:\n{(folder / 'log').read_text()}")
            time.sleep(0.01)
        yield Postgres(folder)
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def free_port(beside: int = 0) -> int:
    """A free port, with as many free ones after it; none that an outgoing connection might take meanwhile."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.ExitStack() as probes, contextlib.suppress(OSError):
            for number in range(port, port + beside + 1):
                probes.enter_context(socket.create_server(("127.0.0.1", number)))
            return port


@dataclass
class Server:
    """`python -m companion serve` in a process group of its own, as a host runs it."""

    database_url: str
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int = field(default_factory=lambda: free_port(beside=1))
    process: subprocess.Popen[bytes] | None = None
    # With HTTPS: where the server keeps the authority that it makes.
    tls: Path | None = None
    # Whose code it runs, and from where.
    command: Sequence[str] = (sys.executable, "-m", "companion")
    root: Path = REPOSITORY

    @property
    def url(self) -> str:
        return f"http{'s' if self.tls else ''}://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        log = self.folder / "server.log"
        return log.read_text(errors="replace") if log.exists() else ""

    @property
    def workers(self) -> list[int]:
        """The processes that answer."""
        assert self.process
        return [
            int(pid)
            for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ]

    @property
    def processor_seconds(self) -> float:
        """What its workers have used."""
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.workers]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")

    @property
    def kilobytes(self) -> int:
        """The memory of its workers."""
        statuses = (Path(f"/proc/{pid}/status").read_text() for pid in self.workers)
        return sum(int(status.split("VmRSS:")[1].split()[0]) for status in statuses)

    def start(self) -> Server:
        """Starts the server (again, on the same port) and returns when it answers /healthz."""
        command = [
            *self.command,
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            *(["--tls"] if self.tls else []),
        ]
        environment = {**os.environ, "DATABASE_URL": self.database_url, **self.environment}
        if self.tls:
            environment["TLS_DIR"] = str(self.tls)
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}:\n{self.output}")
            if time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the server did not answer in {START_SECONDS:.0f} s:\n{self.output}")
            time.sleep(0.05)
        return self

    def stop(self) -> None:
        """Ends the server as a host does, and whatever is left of its process group by force."""
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(STOP_SECONDS)
        self.kill()

    def kill(self) -> None:
        """kill -9, as when the power goes."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def answers(self) -> bool:
        """Whether it says that it is well."""
        try:
            context = ssl.create_default_context(cafile=self.tls / "authority.pem") if self.tls else None
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2, context=context) as answer:
                return bool(answer.status == 200)
        except urllib.error.HTTPError as refused:
            refused.close()
            return False
        except OSError:
            return False


def main(name: str) -> int:
    services: dict[str, Callable[[], object]] = {
        "postgresql": find_postgresql,
        "pgbouncer": find_pgbouncer,
        "nginx": find_nginx,
        "chromium": find_chromium,
        "firefox-esr": find_firefox,
        "webkit2gtk-driver": lambda: (find_webkit(), find_webkit_browser())[0],
        "xvfb": find_screen,
        "pngquant": find_pngquant,
        "webp": find_weaver,
        "browser": start_browser,
    }
    try:
        found = services[name]()
    except Missing as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    sys.stdout.write(f"{found}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
