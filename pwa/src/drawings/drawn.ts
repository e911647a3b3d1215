import names from 'virtual:drawings';

/** Whether there is a drawing of that name. */
export function hasDrawing(name: string): boolean {
  return names.includes(name);
}
