import { Refusal } from '../../refusal.ts';

const newline = 0x0a;

/** Looks at the lines of a body as it comes, and keeps none of them. */
export class LineLengths {
  readonly #longest: number;
  #line = 1;
  /** Of the line that has begun. */
  #bytes = 0;

  /** `longest` in bytes, without the newline. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Takes the next piece. Refuses with 400 at the first line that is too long. */
  add(piece: Buffer): void {
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      this.#goOn(end - start);
      this.#line += 1;
      this.#bytes = 0;
      start = end + 1;
    }
    this.#goOn(piece.length - start);
  }

  #goOn(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#longest) return;
    const message = `Line ${this.#line} is longer than ${this.#longest} bytes.`;
    throw new Refusal('INVALID_PARAMETER', message, { field: '', line: String(this.#line) });
  }
}
