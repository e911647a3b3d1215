/** Filters the page as somebody types; without it the page is whole. */
const form = document.querySelector('form');
const field = form.querySelector('input');
const found = document.querySelector('#found');
const nothing = document.querySelector('#nothing');
const sections = [...document.querySelectorAll('section')];
const frames = [...document.querySelectorAll('.part, .intro')];

/** Each thing that has a place of its own, with the text by which it is found: a key's has the name of its shape. */
const things = [...document.querySelectorAll('[data-find]')].map((place) => {
  const whole = place.closest('article');
  const inside = whole !== null && whole !== place;
  const text = inside ? `${whole.firstElementChild.textContent} ${place.textContent}` : own(place);
  return { place, whole: inside ? whole : null, text: text.toLowerCase() };
});

/** A shape's own text, without its keys, which are found for themselves. */
function own(place) {
  return [...place.children]
    .filter((one) => !one.querySelector('[data-find]'))
    .map((one) => one.textContent)
    .join(' ');
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = new Set(
    things.filter(({ text }) => words.every((word) => text.includes(word))).map(({ place }) => place),
  );
  const shown = new Set(hits);
  for (const { place, whole } of things) if (whole && hits.has(place)) shown.add(whole);
  for (const { place, whole } of things) place.hidden = !shown.has(place) && !(whole && hits.has(whole));
  for (const section of sections) section.hidden = !section.querySelector('[data-find]:not([hidden])');
  for (const frame of frames) frame.hidden = words.length > 0;
  found.textContent = words.length ? `${hits.size || 'None'} found` : '';
  nothing.hidden = hits.size > 0;
}

/** Everything is there again, and what the address names is in sight. */
function clear() {
  field.value = '';
  search();
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

form.hidden = false;
form.addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('input', search);
nothing.querySelector('button').addEventListener('click', () => (clear(), field.focus()));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && field.value) clear();
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
window.addEventListener('hashchange', () => {
  const aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (aim?.closest('[hidden]')) clear();
});
