/** A random generator: the same seed gives the same history. */
export class Drawing {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0, inclusive, to 1, exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number between two others, both inclusive. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  isSo(chance: number): boolean {
    return this.next() < chance;
  }

  one<const Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.whole(0, values.length - 1)] ?? values[0];
  }

  /** Returns a positive decimal text below a whole number, with the given number of places. */
  decimal(below: number, places: number): string {
    const fraction = Array.from({ length: places }, () => this.whole(0, 9)).join('');
    const text = `${this.whole(0, below - 1)}${places > 0 ? `.${fraction}` : ''}`;
    return /[1-9]/.test(text) ? text : `1${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  }
}
