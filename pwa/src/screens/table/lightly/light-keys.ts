import type { Template } from '../../../engine';

/** What the keys of a turn that is not told card by card do at the table, and what was said so far. */
export interface LightKeys {
  /** Who was tapped as the taker; -1: whoever acts. */
  taker: number;
  /** How many cards of this harbor were told before somebody looked elsewhere. */
  told: number;
  /** What is told is all that lies there. */
  onall: () => void;
  onsay: (template: Template, count: number) => void;
  ontake: (template: Template, card: string) => void;
  /** The turn ends, and so many cards lie there in the next one. */
  onnext: (template: Template, count: number) => void;
}
