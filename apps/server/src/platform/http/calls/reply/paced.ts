import { Readable } from 'node:stream';
import type { Slot } from '../../load/slots.ts';

/**
 * Returns the same bytes, produced only while holding the slot. The slot is paused while the reader takes a piece, and
 * returned when the content ends or the reader leaves.
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
