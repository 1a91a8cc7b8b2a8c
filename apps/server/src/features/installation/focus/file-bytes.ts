import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { invalidParameter } from '#platform/refusal.ts';

type Bytes = AsyncIterable<Buffer>;

/** Yields the bytes of a CSV file, unpacked if it is gzip. Throws 400 for other formats, by name. */
export async function* fileBytes(body: Bytes): AsyncGenerator<Buffer> {
  const { head, whole } = await opened(body);
  refuseOtherKinds(head);
  if (!head.subarray(0, 2).equals(Buffer.of(0x1f, 0x8b))) return yield* whole;
  const inner = await opened(unpacked(whole));
  refuseOtherKinds(inner.head);
  yield* inner.whole;
}

const headBytes = 4;

/** Returns the first bytes of a stream, which may come one at a time, and the whole stream. */
async function opened(body: Bytes): Promise<{ head: Buffer; whole: Bytes }> {
  const source = body[Symbol.asyncIterator]();
  let head = Buffer.of();
  while (head.length < headBytes) {
    const { done, value } = await source.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return { head, whole: followedBy(head, source) };
}

async function* followedBy(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => source };
}

function refuseOtherKinds(head: Buffer): void {
  const kind = otherKind(head);
  if (kind !== undefined) throw invalidParameter('', `The file is ${kind}. Please export it as CSV in UTF-8.`);
}

function otherKind(head: Buffer): string | undefined {
  const start = head.toString('hex');
  if (start.startsWith('50415231')) return 'a Parquet file';
  if (start.startsWith('504b0304')) return 'a ZIP archive or an Excel workbook';
  // A file in such an encoding starts with its mark, or has a zero byte beside its first letter.
  return /^(fffe|feff|00|..00)/.test(start) ? 'text in UTF-16' : undefined;
}

async function* unpacked(packed: Bytes): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // The loop below throws the same failure.
  pipeline(packed, gunzip).catch(() => undefined);
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isDamaged ? invalidParameter('', 'The gzip file is damaged or cut off.') : error;
  }
}
