import { people } from '.';

/** Where other phones open this app; `opened`: one has, so that it works. */
export interface Address {
  url: string;
  opened: boolean;
}

/** What the server has told last. */
let told: Address[] = [];

/** The address of this page. */
function here(): Address {
  return { url: new URL('.', document.baseURI).href.replace(/\/$/, ''), opened: false };
}

/** Where other phones can open this app, the likeliest first: a machine does not find its own address in its browser's bar. */
export function addresses(): Address[] {
  return told.length ? told : [here()];
}

/** Asks the server for them; without an answer it is what was known. */
export async function askAddresses(): Promise<Address[]> {
  told = await people()
    .addresses()
    .catch(() => told);
  return addresses();
}

/** A link to a screen of this app, as another phone opens it. */
export function linkTo(way: string, { url } = addresses()[0] ?? here()): string {
  return `${url}/#${way}`;
}
