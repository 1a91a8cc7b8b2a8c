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
  it('can be read again in full, and have a digest of their bytes', async () => {
    const arrivals = new Arrivals();
    const [one, two] = [await arrivals.arrived(piecesOf('a', 'bc')), await arrivals.arrived(piecesOf('ab', 'c'))];
    expect([await textOf(one.content()), await textOf(two.content())]).toEqual(['abc', 'abc']);
    expect(one.digest).toBe(two.digest);
    await Promise.all([one.close(), two.close()]);
  });

  it('can be read again in full after a reader who stopped early', async () => {
    const body = await new Arrivals().arrived(piecesOf('x'.repeat(100_000), 'y'.repeat(100_000)));
    for await (const _ of body.content()) break;
    expect(await textOf(body.content())).toBe('x'.repeat(100_000) + 'y'.repeat(100_000));
    await body.close();
  });

  it('have at most 64 MiB', async () => {
    const mebibyte = 'x'.repeat(1024 * 1024);
    const pieces = Array.from({ length: 65 }, () => mebibyte);
    await expect(new Arrivals().arrived(piecesOf(...pieces))).rejects.toMatchObject({ reason: 'FILE_TOO_LARGE' });
  });

  it('are refused at the first long line, before more is read from the sender', async () => {
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

  it('are refused for the first of several long lines, and for a long last line without a newline', async () => {
    const refused = (...pieces: string[]) => new Arrivals().arrived(piecesOf(...pieces), { longestLine: 3 });
    await expect(refused('123\n1234\n12345\n')).rejects.toMatchObject({ metadata: { line: '2' } });
    await expect(refused('123\n', '12', '34')).rejects.toMatchObject({ metadata: { line: '2' } });
    const sound = await refused('12', '3\n\n123\n', '123');
    await sound.close();
  });

  it('share a limit in bytes until they are closed; a slow body counts only its bytes so far', async () => {
    const arrivals = new Arrivals(10);
    const [counted, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sending = arrivals.arrived(
      (async function* () {
        yield Buffer.from('12');
        counted.resolve();
        await slow.promise;
      })(),
    );
    await counted.promise;
    const kept = await arrivals.arrived(piecesOf('12345678'));
    await expect(arrivals.arrived(piecesOf('1'))).rejects.toMatchObject({ status: 503 });
    await kept.close();
    await (await arrivals.arrived(piecesOf('12345678'))).close();
    slow.resolve();
    await (await sending).close();
    await (await arrivals.arrived(piecesOf('1234567890'))).close();
  });
});
