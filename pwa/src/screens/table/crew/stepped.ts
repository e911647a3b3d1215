/** What has taken the place of the list is read out, and the keyboard goes on from there. */
export function stepped(heading: HTMLElement): void {
  heading.focus({ preventScroll: true });
  heading.closest('.sheet')?.scrollTo(0, 0);
}
