// What the tests ask of every screen in every size, language and theme: whether anything is cut, hidden or too faint to read.
// Beside probes.js, which it adds to.
Object.assign(window.probes, (() => {
  const { raised, controls, name } = window.probes;
  // What is drawn to be looked at; waves, scenes and roses may end anywhere.
  const PICTURES = 'svg.i, .coin, .vp, .sw, .mini, .pic, .who, .needs';
  const TILES = 'button, a, .card, .player, .exp, .goal, .k, .mine-card';
  // What stands above each other on a table.
  const REGIONS = '.strip, .player, .row-exp, .goals, .team, .takes, .cards, .harbor, .quay, .ledger, .pad, .acts, .mine, .watching, .foot, .head';

  /** The sheet on top, or the screen. */
  function top() {
    return [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main') ?? document.body;
  }

  let known = new Map();

  /** What of an element decides whether it cuts what is in it; asked once a look. */
  function frame(one) {
    let found = known.get(one);
    if (!found) {
      const style = getComputedStyle(one);
      const at = one.getBoundingClientRect();
      const axis = (how) => how === 'visible' ? 'open' : how === 'hidden' || how === 'clip' ? 'cuts' : 'slides';
      const inner = { left: at.left + one.clientLeft, top: at.top + one.clientTop };
      const line = style.display === 'inline' || one instanceof SVGElement || style.display === 'contents';
      const bare = style.backgroundColor === 'rgba(0, 0, 0, 0)' && style.backgroundImage === 'none' && style.boxShadow === 'none'
        && !['Top', 'Right', 'Bottom', 'Left'].every((side) => parseFloat(style[`border${side}Width`]) > 0);
      found = {
        at, style,
        x: line ? 'open' : axis(style.overflowX), y: line ? 'open' : axis(style.overflowY),
        inner: { ...inner, right: inner.left + one.clientWidth, bottom: inner.top + one.clientHeight },
        position: style.position,
        holds: style.position !== 'static' || style.transform !== 'none',
        box: !line && !bare,
        seen: one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !read(one),
      };
      known.set(one, found);
    }
    return found;
  }

  /** Only read aloud. */
  function read(one) {
    const hidden = one.closest('.sr');
    return Boolean(hidden) || (one.offsetWidth <= 1 && one.offsetHeight <= 1 && getComputedStyle(one).position === 'absolute');
  }

  /** By whom a rectangle is cut: an ancestor that cannot be scrolled, or the screen. `loose`: how much of its height is air above and below. */
  function cutter(one, rect, [above, below]) {
    let [across, down] = [true, true];
    let leaves = null;
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const { x, y, inner, position, holds } = frame(at);
      if (!(leaves === 'absolute' && !holds) && leaves !== 'fixed') {
        const wide = rect.left < inner.left - 1 || rect.right > inner.right + 1;
        const high = rect.top + above < inner.top - 1 || rect.bottom - below > inner.bottom + 1;
        if (across && x === 'cuts' && wide) return { by: at, how: 'sideways' };
        if (down && y === 'cuts' && high) return { by: at, how: 'below' };
        if (x === 'slides' && at.scrollWidth > at.clientWidth + 1) across = false;
        if (y === 'slides' && at.scrollHeight > at.clientHeight + 1) down = false;
        leaves = null;
      }
      if (position === 'absolute' || position === 'fixed') leaves = position;
    }
    const page = document.scrollingElement;
    if (across && (rect.left < -1 || rect.right > innerWidth + 1)) return { by: null, how: 'sideways' };
    if (down && page.scrollHeight <= innerHeight + 1 && (rect.bottom - below > innerHeight + 1 || rect.top + above < -1)) return { by: null, how: 'below' };
    return null;
  }

  function by({ by: who, how }) {
    const [width, height] = who ? [`${who.scrollWidth} on ${who.clientWidth}`, `${who.scrollHeight} on ${who.clientHeight}`] : [innerWidth, innerHeight];
    return `${who ? name(who).split(' "')[0] : 'the edge of the screen'} (${how === 'sideways' ? width : height})`;
  }

  /** Words that people gave may end in dots where they are longer than any place; everything else is whole. */
  function dotted({ by: who }) {
    return who && frame(who).style.textOverflow === 'ellipsis' && who.matches('.name, .nm, .own, .of, .by, .takers b, .said .why, [class*=name]');
  }

  function texts(root) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
      const node = walk.currentNode;
      const one = node.parentElement;
      if (!/\S/.test(node.data) || !frame(one).seen) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0.5);
      if (rects.length) found.push({ node, one, rects, range });
    }
    return found;
  }

  function told(node) {
    return node.data.replaceAll('\u00ad', '').trim().replace(/\s+/g, ' ').slice(0, 40);
  }

  function where(one) {
    const [tile] = [one.closest(TILES), one.closest('section, ul, dialog, main')];
    return tile && tile !== one ? `${name(one).split(' "')[0]} in ${name(tile).split(' "')[0]}` : name(one).split(' "')[0];
  }

  /** The lines that rectangles stand in. */
  function lines(rects) {
    const tops = rects.map(({ top, height }) => top + height / 2);
    return tops.filter((one, place) => tops.slice(0, place).every((other) => Math.abs(other - one) > 3)).length;
  }

  function broken({ node, range, rects, one }) {
    if (lines(rects) < 2) return [];
    // What may break within by itself is in parts already: a soft hyphen, a hyphen, a stroke.
    return [...node.data.matchAll(/[^\s\u00ad\u200b\-–—/.,:]{2,}/gu)].filter(({ 0: word, index }) => {
      // A soft hyphen that shows lies before the letter that follows it.
      const letter = (at, which) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return [...range.getClientRects()].at(which);
      };
      const [first, last] = [letter(index, -1), letter(index + word.length - 1, 0)];
      return first && last && lines([first, last]) > 1;
    }).map(({ 0: word }) => `"${word}" is broken within at ${where(one)}`);
  }

  /** Texts, pictures and keys that are cut, words broken within, text beside its own box, parts of a table under each other. */
  function cut() {
    known = new Map();
    const root = top();
    const found = [];
    for (const text of texts(root)) {
      const { node, one, rects } = text;
      const cuts = rects.map((rect) => cutter(one, rect, [rect.height * 0.16, rect.height * 0.1])).find(Boolean);
      if (cuts && !dotted(cuts)) found.push(`"${told(node)}" at ${where(one)} is cut by ${by(cuts)}`);
      else if (!cuts) {
        let box = one;
        while (box !== root && !frame(box).box && frame(box).x !== 'slides' && frame(box).y !== 'slides') box = box.parentElement;
        if (box !== root && frame(box).box && frame(box).y !== 'slides') {
          const { at } = frame(box);
          const beside = rects.find(({ left, right, top: high, bottom, height }) =>
            left < at.left - 1 || right > at.right + 1 || high + height * 0.2 < at.top - 1 || bottom - height * 0.16 > at.bottom + 1);
          if (beside) {
            const over = [at.left - beside.left, beside.right - at.right, at.top - beside.top, beside.bottom - at.bottom].map(Math.round);
            found.push(`"${told(node)}" at ${where(one)} leaves ${name(box).split(' "')[0]} by ${Math.max(...over)}`);
          }
        }
      }
      found.push(...broken(text));
    }
    for (const one of root.querySelectorAll(PICTURES)) {
      const { seen, at } = frame(one);
      if (!seen || at.width < 1 || one.closest('.ghost')) continue;
      const cuts = cutter(one.parentElement, at, [2, 2]);
      if (cuts && !dotted(cuts)) found.push(`${where(one)} is cut by ${by(cuts)}`);
      else {
        const tile = one.parentElement.closest(TILES);
        const box = tile && frame(tile).at;
        if (box && !(frame(tile).style.display === 'inline') && (at.left < box.left - 3 || at.right > box.right + 3 || at.top < box.top - 3 || at.bottom > box.bottom + 3)) {
          found.push(`${where(one)} leaves it by ${Math.round(Math.max(box.left - at.left, at.right - box.right, box.top - at.top, at.bottom - box.bottom))}`);
        }
      }
    }
    for (const one of controls().filter((key) => root.contains(key))) {
      const { at } = frame(one);
      if (!frame(one).seen || (at.width <= 1 && at.height <= 1) || one.matches('.skip')) continue;
      // Many are larger for the thumb than for the eye.
      const cuts = cutter(one.parentElement, at, [12, 12]);
      if (cuts) found.push(`${name(one)} is cut by ${by(cuts)}`);
    }
    return [...new Set(found)];
  }

  /** What is seen of an element: not what lies beyond whatever cuts or scrolls it. */
  function shown(one) {
    let { left, right, top: high, bottom } = frame(one).at;
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
      const { x, y, inner } = frame(at);
      if (x !== 'open') [left, right] = [Math.max(left, inner.left), Math.min(right, inner.right)];
      if (y !== 'open') [high, bottom] = [Math.max(high, inner.top), Math.min(bottom, inner.bottom)];
    }
    return { left, right, top: high, bottom };
  }

  /** Parts of a table that lie on each other before anything is scrolled. */
  function covered() {
    known = new Map();
    const root = top();
    const parts = [...root.querySelectorAll(REGIONS)].filter((one) => frame(one).seen && !['absolute', 'fixed'].includes(frame(one).position) && frame(one).at.height > 1);
    return parts.flatMap((one, place) => parts.slice(place + 1).flatMap((other) => {
      if (one.contains(other) || other.contains(one)) return [];
      const [a, b] = [shown(one), shown(other)];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return wide > 2 && high > 5 ? [`${name(one).split(' "')[0]} and ${name(other).split(' "')[0]} lie on each other by ${Math.round(high)}`] : [];
    }));
  }

  const LIGHT = [0.2126, 0.7152, 0.0722];

  function luminance(color) {
    return color.slice(0, 3).reduce((sum, part, place) => sum + LIGHT[place] * (part <= 10.3 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4), 0);
  }

  /** Red, green, blue up to 255 and how much of it there is. */
  function ink(color) {
    const [red, green, blue, there = 1] = color.match(/[\d.]+(?:e-?\d+)?/g).map(Number);
    return color.startsWith('color(') ? [red * 255, green * 255, blue * 255, there] : [red, green, blue, there];
  }

  /** All grounds as they are, without what is written on them: drawings keep their color. `whole`: as if nothing were faded. */
  function bare(whole) {
    const style = '*, ::placeholder { -webkit-text-fill-color: transparent !important; text-shadow: none !important; text-decoration-color: transparent !important; caret-color: transparent !important; } svg text { fill: transparent !important; }';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(whole ? `${style} main *, dialog * { opacity: 1 !important; }` : style);
    document.adoptedStyleSheets = [sheet];
  }

  function written() {
    document.adoptedStyleSheets = [];
  }

  /** How much is left of an element that lies in faded ones. */
  function faded(one) {
    let there = 1;
    for (let at = one; at; at = at.parentElement) there *= Number(frame(at).style.opacity);
    return there;
  }

  /** Whether it lies in a line that fades at its edge, where it is slid on. */
  function slipsAway(one) {
    for (let at = one; at; at = at.parentElement) if (frame(at).style.maskImage !== 'none') return true;
    return false;
  }

  /** Whether anything that can be read is faded: then a second picture is needed, of what it would be if it were not. */
  function fades() {
    known = new Map();
    return [...readable(raised() ?? top())].some(({ one }) => faded(one) < 0.99);
  }

  async function pixels(picture) {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (one) => one.charCodeAt(0))]));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
    pen.drawImage(bitmap, 0, 0);
    return pen.getImageData(0, 0, bitmap.width, bitmap.height);
  }

  /** What can be read now, with its color: words and figures, and what stands in a field. */
  function* readable(root) {
    for (const { node, one, rects } of texts(root)) {
      const color = one instanceof SVGElement ? getComputedStyle(one).fill : frame(one).style.color;
      yield { one, color, words: told(node), rects };
    }
    for (const one of root.querySelectorAll('input, textarea, select')) {
      const words = one.value || one.placeholder;
      if (!words || ['checkbox', 'radio', 'hidden', 'range'].includes(one.type) || !frame(one).seen) continue;
      const { left, top: high, width, height } = one.getBoundingClientRect();
      yield { one, words, color: getComputedStyle(one, one.value ? null : '::placeholder').color, rects: [new DOMRect(left + 12, high, Math.min(width - 24, 60), height)] };
    }
  }

  /** Words and figures that are too faint on what really lies below them: the pictures show the screen without them, and without anything faded. */
  async function faint(picture, unfaded) {
    known = new Map();
    const { data, width, height } = await pixels(picture);
    const own = unfaded ? (await pixels(unfaded)).data : data;
    const scale = width / innerWidth;
    const found = [];
    for (const { one, color, words, rects } of readable(raised() ?? top())) {
      // What cannot be used now need not be read (WCAG 1.4.3).
      if (one.closest(':disabled, [aria-disabled=true], .fan.off > .pairs') || slipsAway(one)) continue;
      const { fontSize, fontWeight } = frame(one).style;
      const size = Number.parseFloat(fontSize);
      const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
      const [red, green, blue, alpha] = ink(color);
      const share = alpha * faded(one);
      for (const rect of rects) {
        const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
        const met = document.elementFromPoint(x, y);
        // Scrolled away, or below something else.
        if (!met || met.matches('dialog') || !(met.contains(one) || one.contains(met) || met.closest(TILES)?.contains(one)) || cutter(one, rect, [rect.height * 0.3, rect.height * 0.3])) continue;
        const values = [];
        const [from, to] = [rect.left + rect.width * 0.1, rect.right - rect.width * 0.1];
        for (let down = rect.top + rect.height * 0.3; down < rect.bottom - rect.height * 0.3; down += 1) {
          for (let across = from; across < to; across += Math.max(1, (to - from) / 40)) {
            const [column, row] = [Math.floor(across * scale), Math.floor(down * scale)];
            if (column < 0 || row < 0 || column >= width || row >= height) continue;
            const at = (row * width + column) * 4;
            const ground = [data[at], data[at + 1], data[at + 2]];
            // What is written on a faded ground fades with it.
            const shown = [red, green, blue].map((part, place) => ground[place] + share * (part - own[at + place]));
            const [a, b] = [luminance(shown), luminance(ground)];
            values.push((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
          }
        }
        if (!values.length) continue;
        values.sort((a, b) => a - b);
        const contrast = values[Math.floor(values.length / 5)];
        if (contrast < least - 0.05) {
          found.push(`"${words}" at ${where(one)} is too faint: ${contrast.toFixed(2)} of ${least}`);
          break;
        }
      }
    }
    return [...new Set(found)];
  }

  return { cut, covered, bare, written, fades, faint };
})());
