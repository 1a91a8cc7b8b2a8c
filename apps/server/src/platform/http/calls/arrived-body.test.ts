import { describe, expect, it } from 'vitest';
import { Arrivals } from './arrived-body.ts';

async function* piecesOf(...pieces: string[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of content) text += piece;
  return text;
}

describe('bodies that arrive', () => {
  it('are there once more, whole, and known by their bytes', async () => {
    const arrivals = new Arrivals();
    const [one, two] = [await arrivals.arrived(piecesOf('a', 'bc')), await arrivals.arrived(piecesOf('ab', 'c'))];
    expect([await textOf(one.content), await textOf(two.content)]).toEqual(['abc', 'abc']);
    expect(one.digest).toBe(two.digest);
    await Promise.all([one.close(), two.close()]);
  });

  it('have at most 64 MiB', async () => {
    const mebibyte = 'x'.repeat(1024 * 1024);
    const pieces = Array.from({ length: 65 }, () => mebibyte);
    await expect(new Arrivals().arrived(piecesOf(...pieces))).rejects.toMatchObject({ reason: 'FILE_TOO_LARGE' });
  });

  it('take up so many bytes together, until they are closed; who sends slowly takes up only what has come', async () => {
    const arrivals = new Arrivals(10);
    const slow = Promise.withResolvers<void>();
    const sending = arrivals.arrived(
      (async function* () {
        yield Buffer.from('12');
        await slow.promise;
      })(),
    );
    const kept = await arrivals.arrived(piecesOf('12345678'));
    await expect(arrivals.arrived(piecesOf('1'))).rejects.toMatchObject({ status: 503 });
    await kept.close();
    await (await arrivals.arrived(piecesOf('12345678'))).close();
    slow.resolve();
    await (await sending).close();
    await (await arrivals.arrived(piecesOf('1234567890'))).close();
  });
});
