"""Another browser's page, asked as the thumb of `tests/e2e` asks Chromium's: the few calls that it needs."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import urlsplit

PATIENCE = 60.0
# Elements by a selector, of these those that say something; `:text-is` and what a role is are Playwright's words.
FOUND = r"""
const named = (one) => [one.getAttribute('aria-label') ?? '', ...[...one.labels ?? []].map((label) => label.textContent),
  ...(one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? ''), one.textContent].join(' ').toLowerCase();
const found = ({ css, says, exactly }) => [...document.querySelectorAll(css)].filter((one) => !says || named(one).includes(says.toLowerCase()))
  .filter((one) => !exactly || [...one.querySelectorAll(exactly[0])].some((inner) => inner.textContent.trim() === exactly[1])).flatMap((one) => exactly?.[2] ? [...one.querySelectorAll(exactly[2])] : [one]);
"""
# Where a finger would land on it, in the middle of what is to be seen of it; null while it moves, is covered or cannot be tapped.
STILL = """
const where = async (one) => {
  if (!one?.isConnected || one.disabled) return null;
  const middle = () => { const { left, top, width, height } = one.getBoundingClientRect(); return [left + width / 2, top + height / 2, width * height]; };
  let [x, y] = middle();
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const before = middle().join();
  await new Promise((resolve) => setTimeout(resolve, 30));
  [x, y] = middle();
  const at = document.elementFromPoint(x, y);
  return middle().join() === before && middle()[2] > 0 && (one.contains(at) || at?.contains(one)) ? [x, y] : null;
};
"""
ROLES = {
    "radio": "[role=radio], input[type=radio]",
    "button": "button, [role=button], a.a",
    "switch": "[role=switch]",
    "textbox": "input:not([type=radio]):not([type=checkbox]), textarea",
}


# Exceptions that nobody caught; kept where a reload does not lose them.
LISTEN = """if (!window.listens) {
  window.listens = true;
  const heard = (error) => sessionStorage.setItem('uncaught', [sessionStorage.getItem('uncaught') ?? '', error?.stack || error].join('\\n'));
  addEventListener('error', ({ error, message }) => heard(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => heard(reason));
}"""


class Driver(Protocol):
    """What a browser is asked for."""

    def go(self, url: str) -> None: ...

    def reload(self) -> None: ...

    def run(self, script: str, *said: Any) -> Any:
        """Runs the body of a function; its last argument takes the answer."""

    def tap(self, element: Any) -> None:
        """A finger on its middle, or the pointer that the driver makes of it."""

    def type(self, element: Any, text: str) -> None:
        """What was there is gone, and this is typed."""


def patiently(ask: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """Asks until there is an answer."""
    end = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer is not None:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.02)


class Answered:
    """What a server said."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status, self.body = status, body

    def json(self) -> Any:
        return json.loads(self.body)


class Asking:
    """The test's own way to the server, past the browser."""

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc

    def fetch(
        self, url: str, method: str = "GET", headers: dict[str, str] | None = None, data: Any = None
    ) -> Answered:
        connection = http.client.HTTPConnection(self.host)
        body = None if data is None else json.dumps(data)
        path = url if url.startswith("/") else url.partition(self.host)[2]
        connection.request(method, path, body, {"Content-Type": "application/json", **(headers or {})})
        with connection.getresponse() as answer:
            return Answered(answer.status, answer.read())

    def get(self, url: str, headers: dict[str, str] | None = None) -> Answered:
        return self.fetch(url, headers=headers)

    def post(self, url: str, data: Any) -> Answered:
        return self.fetch(url, "POST", data=data)


class Glass:
    """A page in another browser."""

    def __init__(self, driver: Driver, url: str) -> None:
        self.driver, self.request = driver, Asking(url)

    @property
    def url(self) -> str:
        return str(self.evaluate("() => location.href"))

    def goto(self, url: str) -> None:
        # A way within the app is an address behind #, which loads nothing.
        self.driver.go(url)
        self.ask(LISTEN)

    def reload(self) -> None:
        self.driver.reload()
        self.ask(LISTEN)

    def uncaught(self) -> str:
        return str(self.evaluate("() => sessionStorage.getItem('uncaught') ?? ''"))

    def evaluate(self, function: str, arg: Any = None) -> Any:
        """What a function in the page returns, or promises."""
        return self.ask(f"return ({function})(said)", arg)

    def ask(self, body: str, *said: Any) -> Any:
        script = f"""const done = arguments[arguments.length - 1]; const [said, more] = arguments;
            (async () => {{ {FOUND}{STILL}{body} }})().then((well) => done({{ well: well ?? null }}), (error) => done({{ error: String(error) }}));"""
        answer = self.driver.run(script, *said)
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["well"]

    def locator(self, css: str, has_text: str = "") -> Key:
        return Key(self, css, has_text)

    def get_by_role(self, role: str, name: str = "") -> Key:
        return Key(self, ROLES[role], name)

    def get_by_label(self, name: str) -> Key:
        return Key(self, ROLES["textbox"], name)

    def wait_for_selector(self, css: str, state: str = "visible", timeout: float = PATIENCE * 1000) -> None:
        key = self.locator(css)
        if state == "detached":
            patiently(lambda: True if not key.count() else None, f"{css} to go")
        else:
            patiently(
                lambda: self.ask(
                    "return found(said).some((one) => one.checkVisibility?.() ?? true) || null", key.sought
                ),
                css,
                timeout / 1000,
            )

    def wait_for_function(self, function: str, arg: Any = None, timeout: float = PATIENCE * 1000) -> None:
        patiently(lambda: self.evaluate(function, arg) or None, function, timeout / 1000)


class Key:
    """What a selector finds, or one of it."""

    def __init__(self, glass: Glass, css: str, says: str = "", place: int = 0) -> None:
        self.glass, self.css, self.says, self.place = glass, css, says, place
        head, _, rest = css.partition(":has(")
        self.sought: dict[str, Any] = {"css": css, "says": says}
        if ":text-is(" in rest:
            inner, _, tail = rest.partition(":text-is(")
            text, _, last = tail.partition("))")
            self.sought = {"css": head, "says": says, "exactly": [inner, json.loads(text), last.strip()]}

    @property
    def first(self) -> Key:
        return self.nth(0)

    def nth(self, place: int) -> Key:
        return Key(self.glass, self.css, self.says, place)

    def count(self) -> int:
        return int(self.glass.ask("return found(said).length", self.sought))

    def wait_for(self) -> None:
        patiently(lambda: True if self.count() > self.place else None, self.css)

    def evaluate(self, function: str) -> Any:
        self.wait_for()
        return self.glass.ask(f"return ({function})(found(said)[more])", self.sought, self.place)

    def get_attribute(self, name: str) -> str | None:
        self.wait_for()
        found: str | None = self.glass.ask(
            f"return found(said)[more].getAttribute({json.dumps(name)})", self.sought, self.place
        )
        return found

    def inner_text(self) -> str:
        return str(self.evaluate("(one) => one.innerText"))

    def tap(self) -> None:
        """Once it stands still and nothing lies over it."""
        self._patiently_do(
            "return await where(found(said)[more]) && found(said)[more]", self.glass.driver.tap
        )

    def fill(self, text: str) -> None:
        self._patiently_do("return found(said)[more]", lambda element: self.glass.driver.type(element, text))

    def _patiently_do(self, body: str, do: Callable[[Any], None]) -> None:
        do(patiently(lambda: self.glass.ask(body, self.sought, self.place), f"{self.css} {self.says}"))
