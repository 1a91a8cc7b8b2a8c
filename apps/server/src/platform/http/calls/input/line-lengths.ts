import { Refusal } from '../../../refusal.ts';

const newline = 0x0a;

/** Measures the lines of a body as it arrives, without storing them. */
export class LineLengths {
  readonly #longest: number;
  #line = 1;
  /** The length of the current line so far. */
  #bytes = 0;

  /** `longest` is in bytes, without the newline. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Adds the next piece. Throws 400 at the first line that is too long. */
  add(piece: Buffer): void {
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      this.#extend(end - start);
      this.#line += 1;
      this.#bytes = 0;
      start = end + 1;
    }
    this.#extend(piece.length - start);
  }

  #extend(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#longest) return;
    const message = `Line ${this.#line} is longer than ${this.#longest} bytes.`;
    throw new Refusal('INVALID_PARAMETER', message, { field: '', line: String(this.#line) });
  }
}
