import { Refusal } from '../../../platform/refusal.ts';

const newline = 0x0a;
const longestLineBytes = 64 * 1024;

/** A line of a body with its number from 1; undefined text for one that is too long or no UTF-8. */
export interface Line {
  readonly number: number;
  readonly text: string | undefined;
}

/** The non-empty lines of a body as it arrives. Refuses with 413 once it is larger than `mostBytes`. */
export async function* readLines(body: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let number = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Refusal('FILE_TOO_LARGE', `At most ${mostBytes} bytes at a time.`);
    const buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = buffer.indexOf(newline); end >= 0; end = buffer.indexOf(newline, start)) {
      number += 1;
      if (end > start) yield { number, text: textOf(buffer.subarray(start, end)) };
      start = end + 1;
    }
    rest = buffer.subarray(start);
  }
  if (rest.length > 0) yield { number: number + 1, text: textOf(rest) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer): string | undefined {
  if (bytes.length > longestLineBytes) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
