const newline = 0x0a;
/** Some hundreds of records, a millisecond of work for the main thread. */
const leastBytes = 256 * 1024;

/** Yields a body in pieces of whole lines, of about 256 KiB unless a line is longer. */
export async function* wholeLines(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    begun.push(chunk);
    bytes += chunk.length;
    if (bytes < leastBytes) continue;
    const end = chunk.lastIndexOf(newline) + 1;
    if (end === 0) continue;
    yield Buffer.concat([...begun.slice(0, -1), chunk.subarray(0, end)]);
    begun = [chunk.subarray(end)];
    bytes = chunk.length - end;
  }
  if (bytes > 0) yield Buffer.concat(begun);
}
