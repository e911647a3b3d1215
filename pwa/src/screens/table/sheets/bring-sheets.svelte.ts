import type { SHEETS } from '.';

/** The sheets, which come after the table: nothing that is seen first waits for them. */
let sheets = $state.raw<typeof SHEETS | null>(null);

export const broughtSheets = (): typeof SHEETS | null => sheets;

/** Throws where the network does not bring them. */
export async function bringSheets(): Promise<void> {
  sheets ??= (await import('.')).SHEETS;
}
