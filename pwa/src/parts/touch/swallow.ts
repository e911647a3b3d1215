/** The browser may still send the click of the press that became a slide. */
export function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    if (event.isTrusted) {
      event.stopPropagation();
      event.preventDefault();
    }
  };
  const over = new AbortController();
  window.addEventListener('click', swallow, { capture: true, signal: over.signal });
  // The next press brings a click of its own.
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, signal: over.signal });
  setTimeout(() => over.abort(), 60);
}
