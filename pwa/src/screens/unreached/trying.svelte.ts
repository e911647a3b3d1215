/** How often a screen that did not come was asked for again. */
export const trying = $state({ count: 0 });

export function tryAgain(): void {
  trying.count += 1;
}
