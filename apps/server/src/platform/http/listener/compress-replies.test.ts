import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { openListener } from './listener.ts';

const long = { items: Array.from({ length: 100 }, (_, at) => ({ id: `ctr-${at}`, name: 'A name that comes again' })) };
const text = JSON.stringify(long);
let app: Awaited<ReturnType<typeof openListener>>;
beforeAll(async () => {
  app = await openListener(silent);
  app.get('/long', async () => long);
  app.get('/short', async () => ({ items: [] }));
  app.get('/zip', async (_request, reply) => reply.type('application/zip').send(Buffer.alloc(4096)));
});
afterAll(() => app.close());

const asked = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } });

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['GZIP;q=0.5, br;q=0', 'gzip', gunzipSync],
] as const)(
  'a long reply for a client that accepts %s comes as %s with the same content',
  async (accepted, encoding, unpack) => {
    const reply = await asked('/long', accepted);
    expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(reply.headers['content-length']).toBe(`${reply.rawPayload.length}`);
    expect(reply.rawPayload.length).toBeLessThan(text.length / 4);
    expect(unpack(reply.rawPayload).toString()).toBe(text);
  },
);

it.each(['', 'identity', 'gzip;q=0, br;q=0.00', 'deflate', '*', 'gzipped'])(
  'a client that accepts %j gets it plain, with a Vary header for caches',
  async (accepted) => {
    const reply = await asked('/long', accepted);
    expect(reply.headers).not.toHaveProperty('content-encoding');
    expect(reply.headers['vary']).toBe('accept-encoding');
    expect(reply.body).toBe(text);
  },
);

it.each(['/short', '/zip'])('a reply that would not shrink stays as it is: %s', async (url) => {
  expect((await asked(url, 'br')).headers).not.toHaveProperty('content-encoding');
});

it('under load most replies stay plain, and none waits long for a thread', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => asked('/long', 'br')));
  const [packed = [], plain = []] = ['br', undefined].map((encoding) =>
    replies.filter(({ headers }) => headers['content-encoding'] === encoding),
  );
  expect(packed.length).toBeGreaterThan(0);
  expect(plain.length).toBeGreaterThan(packed.length);
  for (const reply of packed) expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(text);
  for (const reply of plain) expect([reply.headers['vary'], reply.body]).toEqual(['accept-encoding', text]);
});

it('HEAD gives the length of the plain reply', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/long', headers: { 'accept-encoding': 'br' } });
  expect([reply.headers['content-encoding'], reply.headers['content-length']]).toEqual([undefined, `${text.length}`]);
});
