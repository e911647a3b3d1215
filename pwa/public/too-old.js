// Runs in any browser: whether this one has what every screen needs. What it lacks beyond that has another way.
(function () {
  var supports = window.CSS && window.CSS.supports;
  var needed = [
    'noModule' in document.createElement('script'),
    Array.prototype.at,
    window.HTMLDialogElement && window.HTMLDialogElement.prototype.showModal,
    supports && window.CSS.supports('height', '1dvh'),
    supports && window.CSS.supports('container-type', 'inline-size'),
    supports && window.CSS.supports('selector(:has(a))'),
  ];
  var said = document.getElementById('too-old');
  var asked = [document.documentElement.lang].concat(navigator.languages || navigator.language || 'en');
  var at, found;
  for (at = 0; at < needed.length && needed[at]; at += 1);
  if (at === needed.length || !said) return;
  // The language of the page is one that was chosen here before, or English.
  if (asked[0] === 'en') asked.push(asked.shift());
  for (at = 0; at < asked.length && !found; at += 1)
    found = said.querySelector('[lang="' + asked[at].slice(0, 2).toLowerCase() + '"]');
  if (found) found.removeAttribute('hidden');
})();
