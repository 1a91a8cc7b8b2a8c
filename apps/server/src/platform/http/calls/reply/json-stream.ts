import type { Readable } from 'node:stream';

/**
 * A JSON reply too large to build in memory, as a stream of text. No schema checks it, so the verb vouches for its
 * shape.
 */
export class JsonStream {
  readonly text: Readable;

  constructor(text: Readable) {
    this.text = text;
  }
}
