import { setImmediate } from 'node:timers/promises';

/** @internal for its own test */
export const rowsAtOnce = 200;

/** Yields `{"items":[…]}` piece by piece, and lets the event loop run between pieces. */
export async function* itemsText<Row>(rows: readonly Row[], itemOf: (row: Row) => unknown): AsyncGenerator<string> {
  yield '{"items":[';
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const texts = rows.slice(at, at + rowsAtOnce).map((row) => JSON.stringify(itemOf(row)));
    yield (at === 0 ? '' : ',') + texts.join(',');
    await setImmediate();
  }
  yield ']}';
}
