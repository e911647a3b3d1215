// Runs before the first paint, so that a dim table never sees a flash of the wrong theme. Written by stores/settings.
(function () {
  try {
    var look = JSON.parse(localStorage.getItem('harbormaster.settings') || '{}');
    var root = document.documentElement;
    var dark = !window.matchMedia || window.matchMedia('(prefers-color-scheme: dark)').matches;
    if (look.theme === 'auto') root.dataset.theme = dark ? 'night' : 'day';
    else if (look.theme) root.dataset.theme = look.theme;
    if (look.size) root.dataset.size = look.size;
    if (look.language && look.language !== 'auto') root.lang = look.language;
  } catch (error) {
    /* a private window without storage keeps the night theme */
  }
})();
