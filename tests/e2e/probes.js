// What the tests ask of a page: its controls, their size, whether they can be reached, what does not fit.
// Runs in every page of a test's phone; each probe returns words about what is wrong, an empty list where nothing is.
window.probes = (() => {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex], '
    + '[role=button], [role=switch], [role=radio], [role=checkbox], [role=tab], [role=link], [role=menuitem]';
  const HALF = 24;

  /** What a thumb that chooses has raised above the table. */
  function raised() {
    return document.querySelector('main :is(.fan, .take-grid, .figures.over)');
  }

  /** What can be tapped now: below an open sheet, or what was raised, only what lies on it. */
  function controls() {
    const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? raised();
    return [...(open ?? document).querySelectorAll(CONTROLS)].filter((one) =>
      one.tabIndex !== -2 && !one.disabled && one.type !== 'hidden' && !one.closest('[inert]') && one.checkVisibility({ visibilityProperty: true })
      && !(one.tabIndex < 0 && !one.matches('[role=radio], [role=tab]'))
      // A list that takes the focus so that arrow keys scroll it is nothing to tap.
      && !one.matches('[role=list]'));
  }

  function name(one) {
    const words = one.getAttribute('aria-label') ?? one.innerText ?? '';
    const said = words.trim().replace(/\s+/g, ' ').slice(0, 50);
    return `${one.tagName.toLowerCase()}${[...one.classList].filter((part) => !part.startsWith('svelte-')).map((part) => `.${part}`).join('')} "${said}"`;
  }

  /** A label makes its input larger; a control inside a larger one is part of it. */
  function box(one) {
    const label = one.matches('input') ? one.closest('label') ?? (one.labels ?? [])[0] : null;
    const [a, b] = [one.getBoundingClientRect(), label?.getBoundingClientRect()];
    if (!b) return a;
    return DOMRect.fromRect({
      x: Math.min(a.x, b.x), y: Math.min(a.y, b.y),
      width: Math.max(a.right, b.right) - Math.min(a.x, b.x), height: Math.max(a.bottom, b.bottom) - Math.min(a.y, b.y),
    });
  }

  /** Targets below 48 px that have not the room of 48 px to themselves (as WCAG 2.5.8 says it for 24). */
  function smallTargets() {
    const all = controls().filter((one) => !(getComputedStyle(one).display === 'inline' && one.matches('p a, li a'))).map((one) => ({ one, at: box(one) }));
    const small = ({ at }) => at.width < 2 * HALF - 0.5 || at.height < 2 * HALF - 0.5;
    const middle = (at) => [at.x + at.width / 2, at.y + at.height / 2];
    const distance = (at, [x, y]) => Math.hypot(Math.max(at.left - x, 0, x - at.right), Math.max(at.top - y, 0, y - at.bottom));
    const crowded = (target) => all.find((other) => {
      if (other === target || other.one.contains(target.one) || target.one.contains(other.one)) return false;
      if (small(other)) {
        const [[ax, ay], [bx, by]] = [middle(target.at), middle(other.at)];
        return Math.hypot(ax - bx, ay - by) < 2 * HALF - 0.5;
      }
      return distance(other.at, middle(target.at)) < HALF - 0.5;
    });
    return all.filter(small).flatMap((target) => {
      const other = crowded(target);
      return other ? [`${name(target.one)} is ${Math.round(target.at.width)} x ${Math.round(target.at.height)}, too near ${name(other.one)}`] : [];
    });
  }

  function sideways() {
    const page = document.scrollingElement;
    const wide = page.scrollWidth > innerWidth + 1 ? [`the page is ${page.scrollWidth} wide on ${innerWidth}`] : [];
    const scrolled = [...document.querySelectorAll('main, main *, dialog[open], dialog[open] *')].filter((one) => {
      if (one.scrollWidth <= one.clientWidth + 1) return false;
      const { overflowX } = getComputedStyle(one);
      // With large text the berths slide, and say so to the keyboard too; so do the chips of the log, a line of goals, known names and a cell of expeditions, one cut at the edge.
      return (overflowX === 'auto' || overflowX === 'scroll') && !one.matches('.berths, .log .show, .goals.line, .known, .row-exp .slides');
    });
    return [...wide, ...scrolled.map((one) => `${name(one)} scrolls sideways: ${one.scrollWidth} on ${one.clientWidth}`)];
  }

  /** A control counts as reached when a person can scroll it into view, whole, and a tap meets it. */
  function unreachable() {
    return controls().flatMap((one) => {
      const tries = ['', 'nearest', 'center', 'start', 'end'].map((block) => () => trouble(one, block));
      let first = '';
      for (const attempt of tries) {
        const found = attempt();
        if (!found) return [];
        first ||= found;
      }
      return [first];
    });
  }

  function trouble(one, block) {
    // First where it lies, then wherever a person might scroll it to.
    if (block) one.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    const hidden = scrolledByForce(one);
    if (hidden) return `${name(one)} is cut off by ${name(hidden)}`;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) return `${name(one)} sticks out: ${Math.round(left)} to ${Math.round(right)} of ${innerWidth}`;
    const label = one.matches('input') ? one.closest('label') : null;
    const x = (left + right) / 2;
    // What is higher than half the screen is read in parts.
    const edge = Math.min(6, (bottom - top) / 3);
    const heights = bottom - top > innerHeight / 2 ? [(Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2] : [(top + bottom) / 2, top + edge, bottom - edge];
    const covers = heights.map((y) => [y, document.elementFromPoint(x, y)]).find(([, met]) => !met || !(one.contains(met) || label?.contains(met)));
    return covers ? `${name(one)} is covered by ${covers[1] ? name(covers[1]) : 'the edge of the screen'} at ${Math.round(x)}, ${Math.round(covers[0])}` : '';
  }

  /** scrollIntoView also moves what nobody can scroll by hand. */
  function scrolledByForce(one) {
    let found = null;
    for (let at = one.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const stuck = (axis) => axis === 'hidden' || axis === 'clip';
      if ((stuck(overflowY) && at.scrollTop !== 0) || (stuck(overflowX) && at.scrollLeft !== 0)) {
        // The page itself scrolls when only one of html and body clips.
        if (at !== document.body && at !== document.documentElement) found ??= at;
        at.scrollTop = 0;
        at.scrollLeft = 0;
      }
    }
    return found;
  }

  const PARTS = '.berth-in .card, .player, .exp, .pad .k';
  const FIGURES = '.coin, .vp, .sw, .pic, .who, .net, .because, .nm, .by, .name, .one, .others, .hint, .of, .needs, .disc, .plus, .minus';

  function seen(one) {
    return one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
  }

  /** Figures and pictures that stick out of the tile, line or chart that they belong to. */
  function spills() {
    return [...document.querySelectorAll(PARTS)].filter(seen).flatMap((part) => {
      const around = part.getBoundingClientRect();
      return [...part.querySelectorAll(FIGURES)].filter(seen).flatMap((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const over = Math.max(around.left - left, right - around.right, around.top - top, bottom - around.bottom);
        return over > 1 ? [`${name(one)} sticks out of ${name(part)} by ${Math.round(over)}`] : [];
      });
    });
  }

  /** Figures of one tile, line or chart that lie on each other. A picture may reach below its mark. */
  function overlaps() {
    return [...document.querySelectorAll(PARTS)].filter(seen).flatMap((part) => {
      const all = [...part.querySelectorAll(FIGURES)].filter(seen).filter((one) => !one.closest('.nosw, .corner'));
      return all.flatMap((one, place) => all.slice(place + 1).flatMap((other) => {
        if (one.contains(other) || other.contains(one)) return [];
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return wide > 1.5 && high > 1.5 ? [`${name(one)} and ${name(other)} lie on each other on ${name(part)}`] : [];
      }));
    });
  }

  /** Nothing of a table is half shown: whole pictures in a player's line, whole words in the row and the line above the cards. */
  function halves() {
    return [...document.querySelectorAll('.player .own, .exp .t > *, .takes .by')].filter(seen).filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${name(one)} needs ${one.scrollWidth}, has ${one.clientWidth}`);
  }

  /** Where each berth lies, by its number. */
  function berths() {
    return [...document.querySelectorAll('[data-berth]')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.dataset.berth, ...[x, y, width, height].map(Math.round)].join(' ');
    });
  }

  /** The key that ends discovering is in sight as it lies, without a scroll. */
  function stopOutOfSight() {
    const stop = document.querySelector('[data-means=stop]');
    if (!stop) return ['there is no Stop'];
    const { left, right, top, bottom } = stop.getBoundingClientRect();
    const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight + 1 && stop.contains(met) ? [] : [`Stop lies at ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`];
  }

  /** What moves, though the phone asks for less motion. */
  function moving() {
    return document.getAnimations().filter((one) => one.playState === 'running' && Number(one.effect?.getComputedTiming().duration ?? 0) > 1)
      .map((one) => `${one.animationName ?? one.transitionProperty ?? 'animation'} on ${name(one.effect.target)}`);
  }

  /** Where the Tab key stops: one stop a group of radio buttons. */
  function stops() {
    const all = controls().filter((one) => one.tabIndex >= 0);
    return all.filter((one) => !one.matches('[role=radio]') || one.getAttribute('aria-checked') === 'true' || !one.closest('[role=radiogroup]')?.querySelector('[role=radio][aria-checked=true]'));
  }

  let walk = null;

  /** How an element and its row look; whoever has the focus looks different from who has not. */
  function look(one) {
    return [one, one.parentElement].map((part) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, borderWidth, backgroundColor } = getComputedStyle(part);
      return [outlineStyle === 'none' ? '' : outlineStyle + outlineWidth, boxShadow, borderColor, borderWidth, backgroundColor].join();
    }).join();
  }

  /** Listens to where the focus goes, until `walked` tells what was missed on the way. */
  function beginWalk() {
    const met = new Map();
    const unseen = [];
    const came = ({ target }) => {
      if (met.has(target)) return;
      met.set(target, look(target));
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const seen = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].some(([across, down]) => {
        const on = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return on && (target.contains(on) || on.contains(target) && on.matches('label'));
      });
      if (!seen) unseen.push(`${name(target)} has the focus where nobody sees it`);
    };
    document.addEventListener('focusin', came);
    walk = { met, unseen, stop: () => document.removeEventListener('focusin', came) };
    document.activeElement?.blur();
    return stops().length;
  }

  function walked() {
    const { met, unseen, stop } = walk;
    stop();
    document.activeElement?.blur();
    const missed = stops().filter((one) => !met.has(one)).map((one) => `Tab never comes to ${name(one)}`);
    const unmarked = [...met].filter(([one, then]) => one.isConnected && look(one) === then).map(([one]) => `nothing shows that ${name(one)} has the focus`);
    return [...missed, ...unmarked, ...unseen];
  }

  /** Berths that are lower than a card can be read on: each keeps its height, whatever lies above the water. */
  function lowTiles() {
    const least = document.documentElement.hasAttribute('data-low') ? 56 : 62;
    return [...document.querySelectorAll('.cards.berths .berth-in')].filter(seen).filter((one) => one.getBoundingClientRect().height < least - 0.5)
      .map((one) => `berth ${one.dataset.berth} is ${Math.round(one.getBoundingClientRect().height)} high`);
  }

  return { raised, controls, lowTiles, name, beginWalk, walked, smallTargets, sideways, unreachable, spills, overlaps, halves, berths, stopOutOfSight, moving };
})();
