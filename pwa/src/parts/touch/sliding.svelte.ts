import { buzz } from './feel.svelte';
import type { Left, Place } from './slide';

/** A key that was pressed, and its values above the thumb: they stay where it lets go on the key. */
export class Sliding {
  key = $state.raw<HTMLElement | null>(null);
  /** The finger is on the glass. */
  down = $state(false);
  place = $state.raw<Place>('key');

  begin(key: HTMLElement | null): void {
    this.key = key;
    this.down = key !== null;
    this.place = 'key';
  }

  move(place: Place): void {
    this.place = place;
    if (this.key && place instanceof HTMLElement) buzz('tick');
  }

  /** They stay, to be tapped, or are gone with the finger. */
  over(left: Left): void {
    this.down = false;
    this.place = 'key';
    if (left !== 'stays') this.key = null;
  }
}
