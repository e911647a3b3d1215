/** The same numbers for the same seed, everywhere (mulberry32). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed + 1, 0x9e3779b1);
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  hits(probability: number): boolean {
    return this.next() < probability;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  whole(below: number): number {
    return Math.floor(this.next() * below);
  }

  of<T>(all: readonly T[]): T {
    const found = all[this.whole(all.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }
}
