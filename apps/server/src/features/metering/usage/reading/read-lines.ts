import { Refusal } from '#platform/refusal.ts';

const newline = 0x0a;
const longestLineBytes = 64 * 1024;

/** A line of a body with its number from 1. `text` is undefined if the line is too long or not UTF-8. */
export interface Line {
  readonly number: number;
  readonly text: string | undefined;
}

/**
 * Yields the non-empty lines of a body as it arrives; drops the text of lines that are too long. Throws 413 once the
 * body exceeds `mostBytes`.
 */
export async function* readLines(
  body: AsyncIterable<Buffer> | Iterable<Buffer>,
  mostBytes: number,
): AsyncGenerator<Line> {
  // The pieces of an unfinished line, so that each byte is copied only once.
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let bytes = 0;
  let number = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Refusal('FILE_TOO_LARGE', `At most ${mostBytes} bytes at a time.`);
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      number += 1;
      const length = begunBytes + end - start;
      if (length > 0) yield { number, text: textOf(length, begun, chunk.subarray(start, end)) };
      [begun, begunBytes] = [[], 0];
      start = end + 1;
    }
    begunBytes += chunk.length - start;
    if (begunBytes > longestLineBytes) begun = [];
    else if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  if (begunBytes > 0) yield { number: number + 1, text: textOf(begunBytes, begun, Buffer.of()) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(length: number, begun: readonly Buffer[], rest: Buffer): string | undefined {
  if (length > longestLineBytes) return undefined;
  try {
    return utf8.decode(begun.length === 0 ? rest : Buffer.concat([...begun, rest]));
  } catch {
    return undefined;
  }
}
