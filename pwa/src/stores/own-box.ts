import { followed, NOTHING, setupBox } from '../engine/own-box';
import type { OwnBox, TableBox, View } from '../engine/types';
import { keep, recall, update } from './database';

const KEY = 'boxes';
const LOOKS = 'boxes-seen';
/** Of so many tables, the last ones, it is known what their box was when this phone looked: more may be learned meanwhile. */
const MOST = 50;

type Boxes = Record<string, OwnBox>;

interface Look {
  code: string;
  box?: TableBox;
}

/** The group's box of each edition, as this phone keeps it. */
export async function keptBoxes(): Promise<Boxes> {
  return (await recall<Boxes>(KEY)) ?? {};
}

export async function keepBoxes(boxes: Boxes): Promise<void> {
  await keep(KEY, boxes);
}

/** Follows what a table finds out about its box, so that the next table of this phone knows it from the start. */
export class BoxKeeper {
  private work: Promise<void> = Promise.resolve();
  private last = '';

  /** One look at the table after the other; resolves once what is new is kept. */
  see(code: string, { edition, box }: View): Promise<void> {
    const now = JSON.stringify([code, edition, box]);
    if (now === this.last) return this.work;
    this.last = now;
    this.work = this.work.then(() => this.follow(code, edition, box));
    return this.work;
  }

  private async follow(code: string, edition: string, now: TableBox | undefined): Promise<void> {
    const [boxes, looks] = await Promise.all([keptBoxes(), recall<Look[]>(LOOKS)]);
    const before = looks?.find((look) => look.code === code);
    // Whoever comes to a table and knows of no box yet plays with this one.
    if (before)
      await update<Boxes>(KEY, (kept = {}) => ({
        ...kept,
        [edition]: followed(kept[edition] ?? NOTHING, before.box, now),
      }));
    else if (now && !boxes[edition])
      await update<Boxes>(KEY, (kept = {}) => ({ [edition]: setupBox(now), ...kept }));
    await update<Look[]>(LOOKS, (kept = []) =>
      [{ code, ...(now ? { box: now } : {}) }, ...kept.filter((look) => look.code !== code)].slice(0, MOST),
    );
  }
}
