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
    expect([await textOf(one.content()), await textOf(two.content())]).toEqual(['abc', 'abc']);
    expect(one.digest).toBe(two.digest);
    await Promise.all([one.close(), two.close()]);
  });

  it('have at most 64 MiB', async () => {
    const mebibyte = 'x'.repeat(1024 * 1024);
    const pieces = Array.from({ length: 65 }, () => mebibyte);
    await expect(new Arrivals().arrived(piecesOf(...pieces))).rejects.toMatchObject({ reason: 'FILE_TOO_LARGE' });
  });

  it('are refused at the first line that is too long, before the sender is asked for more', async () => {
    const asked: string[] = [];
    async function* sender() {
      for (const piece of ['12345678\n12', '345678\n\n1234', '56789', 'never\n']) {
        asked.push(piece);
        yield Buffer.from(piece);
      }
    }
    await expect(new Arrivals().arrived(sender(), { longestLine: 8 })).rejects.toMatchObject({
      reason: 'INVALID_PARAMETER',
      message: 'Line 4 is longer than 8 bytes.',
      metadata: { line: '4' },
    });
    expect(asked.at(-1)).toBe('56789');
  });

  it('are refused for the first of several lines that are too long, and for the last without an end', async () => {
    const refused = (...pieces: string[]) => new Arrivals().arrived(piecesOf(...pieces), { longestLine: 3 });
    await expect(refused('123\n1234\n12345\n')).rejects.toMatchObject({ metadata: { line: '2' } });
    await expect(refused('123\n', '12', '34')).rejects.toMatchObject({ metadata: { line: '2' } });
    const sound = await refused('12', '3\n\n123\n', '123');
    await sound.close();
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
