// What every visible element of the screen looks like, by its place in the page: [place, {property: value}].
() => {
  const LOOKS = ['display', 'font', 'color', 'backgroundColor', 'backgroundImage', 'boxShadow', 'borderTop', 'borderBottom', 'borderLeft',
    'borderRadius', 'opacity', 'padding', 'textAlign', 'textDecorationLine', 'letterSpacing', 'clipPath', 'maskImage', 'animationName'];
  const round = (figure) => Math.round(figure * 2) / 2;
  const worn = (style) => Object.fromEntries(LOOKS.map((look) => [look, style[look].replaceAll(location.origin, '')]));

  // Which component an element is of says nothing about how it looks.
  const classes = (one) => [...one.classList].filter((name) => !name.startsWith('svelte-')).map((name) => `.${name}`).join('');

  function place(one, root) {
    const steps = [];
    for (let at = one; at !== root; at = at.parentElement) steps.unshift(`${at.localName}${classes(at)}:${[...at.parentElement.children].indexOf(at)}`);
    return [root.localName, ...steps].join(' > ');
  }

  return [...document.querySelectorAll('main, dialog[open]')].flatMap((root) => {
    const from = root.getBoundingClientRect();
    return [root, ...root.querySelectorAll('*')].filter((one) => !one.ownerSVGElement && one.checkVisibility()).map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const box = [x - from.x, y - from.y, width, height].map(round).join(' ');
      const drawn = ['::before', '::after'].flatMap((part) => {
        const style = getComputedStyle(one, part);
        return style.content === 'none' || style.content === 'normal' ? [] : [[part, JSON.stringify(worn(style))]];
      });
      return [place(one, root), { box, ...worn(getComputedStyle(one)), ...Object.fromEntries(drawn) }];
    });
  });
}
