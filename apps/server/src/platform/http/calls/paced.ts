import { Readable } from 'node:stream';
import type { Slot } from '../load/slots.ts';

/**
 * The same bytes, made only while the slot is held: it is given back for as long as the reader takes over what it has,
 * and for good when all is made or nobody reads any more.
 */
export function paced(content: Readable, slot: Slot): Readable {
  const stream = Readable.from(piecesOf(content, slot), { objectMode: false });
  stream.once('close', () => {
    content.destroy();
    slot.end();
  });
  return stream;
}

async function* piecesOf(content: Readable, slot: Slot) {
  for await (const piece of content) {
    slot.pause();
    yield piece;
    await slot.resume();
  }
}
