// Whether this phone trusts the app's address already: a fetch tells, without leaving the page.
const link = document.getElementById('open');
const told = document.getElementById('told');

function tell(what) {
  told.className = `told ${what}`;
  told.textContent = told.dataset[what];
}

async function isTrusted() {
  try {
    return (await fetch(link.dataset.check, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function look(asked) {
  if (asked) tell('checking');
  if (await isTrusted()) tell('trusted');
  else if (asked) tell('distrusted');
  return told.classList.contains('trusted');
}

link.addEventListener('click', async (event) => {
  event.preventDefault();
  if (await look(true)) location.assign(link.href);
});
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look(false));
look(false);
