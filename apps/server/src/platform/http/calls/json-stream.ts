import type { Readable } from 'node:stream';

/** A JSON reply too large to be built: its text as it comes. No schema reads it, so the verb vouches for its shape. */
export class JsonStream {
  readonly text: Readable;

  constructor(text: Readable) {
    this.text = text;
  }
}
