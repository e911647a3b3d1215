"""What changed on a screen since its picture was taken: pixel by pixel, and which elements look otherwise."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

LIKENESS = f"() => JSON.stringify(({Path(__file__).with_name('likeness.js').read_text()})())"
# How many pixels differ, and both pictures beside each other with those in red.
PIXELS = """async (pictures) => {
  const [before, after] = await Promise.all(pictures.map(async (one) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${one}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d', { willReadFrequently: true }).drawImage(bitmap, 0, 0);
    return canvas;
  }));
  const { width, height } = before;
  if (after.width !== width || after.height !== height) return [width * height, ''];
  const drawn = (canvas) => canvas.getContext('2d').getImageData(0, 0, width, height);
  const [old, young] = [drawn(before), drawn(after)].map(({ data }) => new Uint32Array(data.buffer));
  const red = new ImageData(width, height);
  const marks = new Uint32Array(red.data.buffer);
  let count = 0;
  for (let at = 0; at < old.length; at += 1) if (old[at] !== young[at]) { marks[at] = 0xa00000ff; count += 1; }
  if (!count) return [0, ''];
  const both = new OffscreenCanvas(width * 3, height);
  const pen = both.getContext('2d');
  const layer = new OffscreenCanvas(width, height);
  layer.getContext('2d').putImageData(red, 0, 0);
  [before, after, after].forEach((one, at) => pen.drawImage(one, at * width, 0));
  pen.drawImage(layer, width * 2, 0);
  const bytes = new Uint8Array(await (await both.convertToBlob()).arrayBuffer());
  return [count, bytes.toBase64?.() ?? btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''))];
}"""

# An edge is sometimes drawn a shade lighter; whatever changes is larger.
NOISE = 20

Likeness = dict[str, dict[str, str]]


@dataclass(frozen=True)
class Difference:
    """`pixels` that differ; `elements`: what looks otherwise, a line each; `shown`: before, after, and where."""

    pixels: int
    elements: tuple[str, ...]
    shown: bytes


def likeness(page: Page) -> Likeness:
    """How each element looks, by its place in the page."""
    return dict(json.loads(page.evaluate(LIKENESS)))


def changed(before: Likeness, after: Likeness) -> list[str]:
    """A line for each element that is gone, has come or looks otherwise."""
    gone = [f"{place} is gone" for place in before.keys() - after.keys()]
    come = [f"{place} has come" for place in after.keys() - before.keys()]
    return sorted(gone + come) + [
        f"{place}: {look} is {after[place].get(look)}, was {value}"
        for place, looks in before.items()
        if place in after
        for look, value in looks.items()
        if after[place].get(look) != value
    ]


def compared(page: Page, before: Path, after: Path) -> Difference | None:
    """Of two pictures with what `likeness` said beside each; None where they are the same."""
    looks = [json.loads(picture.with_suffix(".json").read_text()) for picture in (before, after)]
    elements = tuple(changed(*looks))
    pictures = [picture.read_bytes() for picture in (before, after)]
    pixels, shown = 0, ""
    if pictures[0] != pictures[1]:
        pixels, shown = page.evaluate(PIXELS, [base64.b64encode(one).decode() for one in pictures])
    return Difference(pixels, elements, base64.b64decode(shown)) if pixels > NOISE or elements else None
