import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openListener } from '../listener.ts';
import { type Boot, serveConsole } from './console-files.ts';
import type { FirstReplies } from './first-replies.ts';

const dist = mkdtempSync(join(tmpdir(), 'usance-dist-'));
const script = 'console.log(1);';
const saying = (boot: Boot) => ({ bootOf: () => boot, repliesTo: () => undefined });

let app: Awaited<ReturnType<typeof openListener>>;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<script nonce="__NONCE__"></script><i nonce="__NONCE__"></i>__BOOT__');
  writeFileSync(join(dist, 'theme.js'), script);
  writeFileSync(join(dist, 'assets', 'index-abc.js'), script);
  writeFileSync(join(dist, 'assets', 'index-abc.js.br'), brotliCompressSync(script));
  writeFileSync(join(dist, 'assets', 'index-abc.js.map'), '{}');
  app = await openListener(pino({ level: 'silent' }));
  app.post('/api/v1/thing', async () => ({}));
  await serveConsole(app, dist, saying({ variant: 'self-hosted', version: '1</script>' }));
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

describe('the page', () => {
  it.each(['/', '/statements/stm-1?tab=lines', '/a/deep/link', '/apiary', '/index.html'])(
    'answers at %s',
    async (url) => {
      const reply = await app.inject(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    },
  );

  it('carries a nonce that its policy allows and no other page has', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const reply = await app.inject('/');
        const [nonce, second] = [...reply.body.matchAll(/nonce="([^"]+)"/g)].map((match) => match[1]);
        expect(second).toBe(nonce);
        const policy = String(reply.headers['content-security-policy']);
        expect(policy).toMatch(`script-src 'self' 'nonce-${nonce}';`);
        expect(policy).not.toMatch(/script-src[^;]*unsafe/);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  it('gets the variant and version, whatever their characters', async () => {
    expect((await app.inject('/')).body).toMatch('{"variant":"self-hosted","version":"1\\u003c/script>","replies":{}}');
  });
});

it.each(['br', 'gzip', 'identity'])('the page leaves before its replies are made: %s', async (encoding) => {
  const other = await openListener(pino({ level: 'silent' }));
  const made = Promise.withResolvers<FirstReplies>();
  const boot = { variant: 'self-hosted', version: '1' } as const;
  await serveConsole(other, dist, { bootOf: () => boot, repliesTo: () => made.promise });
  const page = await fetch(await other.listen({ port: 0 }), { headers: { 'accept-encoding': encoding } });
  const body = page.body?.pipeThrough(new TextDecoderStream()).getReader();
  const head = (await body?.read())?.value;
  expect(head).toMatch(/^<script nonce=.*<\/i>$/);
  made.resolve({ '/a': { status: 200, body: 1 } });
  expect((await body?.read())?.value).toBe(JSON.stringify({ ...boot, replies: { '/a': { status: 200, body: 1 } } }));
  expect(page.headers.get('x-accel-buffering')).toBe('no');
  expect(page.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
  await other.close();
});

it.each(['br', 'gzip'].flatMap((encoding) => [68_000, 76_000, 84_000].map((bytes) => ({ encoding, bytes }))))(
  'a reader who leaves amid the replies ends their own page only: %j',
  async ({ encoding, bytes }) => {
    const other = await openListener(pino({ level: 'silent' }));
    await serveConsole(other, dist, {
      bootOf: () => ({ variant: 'self-hosted', version: '1' }),
      repliesTo: async () => ({ '/a': { status: 200, body: randomBytes(bytes).toString('base64') } }),
    });
    const url = await other.listen({ port: 0 });
    const gone = new Promise((resolve) =>
      other.server.once('request', (_, response) => {
        readNoFurther(response);
        response.once('close', resolve);
      }),
    );
    const headers = { 'accept-encoding': encoding };
    const leaving = new AbortController();
    const page = await fetch(url, { headers, signal: leaving.signal });
    await page.body?.getReader().read();
    // By then, the rest of the first page is compressed, too.
    await (await fetch(url, { headers })).text();
    leaving.abort();
    await gone;
    expect(await (await fetch(url, { headers })).text()).toMatch(/"status":200/);
    await other.close();
  },
);

/** Makes each write report that the reader takes no more for now. */
function readNoFurther(response: ServerResponse): void {
  const write = response.write.bind(response);
  response.write = (chunk: unknown) => write(chunk) && false;
}

it('a console that is not built says so, and nothing else', async () => {
  const other = await openListener(pino({ level: 'silent' }));
  await serveConsole(other, join(dist, 'nowhere'), saying({ variant: 'self-hosted', version: '1' }));
  expect((await other.inject('/')).body).toMatch(/^<!doctype html>.*The console is not built.*<\/html>$/);
  await other.close();
});

describe('a page may embed', () => {
  const framesOf = async (listener: typeof app) =>
    /frame-src ([^;]*);/.exec(String((await listener.inject('/book-demo')).headers['content-security-policy']))?.[1];

  it('our own files', async () => {
    expect(await framesOf(app)).toBe("'self'");
  });

  it('the host of the configured form, and no other', async () => {
    const other = await openListener(pino({ level: 'silent' }));
    const demoFormUrl = 'https://forms.example.com/demo?id=1;%20x';
    await serveConsole(other, dist, saying({ variant: 'hosted', version: '1', demoFormUrl }));
    expect(await framesOf(other)).toBe("'self' https://forms.example.com");
    await other.close();
  });
});

describe('files', () => {
  it.each<[Record<string, string>, number, string]>([
    [{ range: 'bytes=999999-' }, 416, 'RANGE_NOT_SATISFIABLE'],
    [{ 'if-match': '"another"' }, 412, 'PRECONDITION_FAILED'],
  ])('refuse %j with %i', async (headers, status, reason) => {
    const reply = await app.inject({ url: '/assets/index-abc.js', headers });
    expect([reply.statusCode, reply.json()]).toEqual([status, expect.objectContaining({ code: status, reason })]);
  });

  it('are sent as compressed at build, and cached for ever if their name has a hash', async () => {
    const reply = await app.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'br' } });
    expect(reply.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(script);
    expect((await app.inject('/theme.js')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/assets/index-old.js', '/assets/index-abc.js.map', '/api', '/api/v1/nothing', '/internal/api/v1/x'])(
    'or APIs that do not exist answer 404 and not the page: %s',
    async (url) => {
      expect((await app.inject(url)).json()).toMatchObject({ code: 404 });
    },
  );

  it.each(['GET', 'HEAD'] as const)('that have gone since the start answer 404: %s', async (method) => {
    const other = await openListener(pino({ level: 'silent' }));
    const gone = join(dist, 'assets', 'gone-abc.js');
    writeFileSync(gone, script);
    await serveConsole(other, dist, saying({ variant: 'self-hosted', version: '1' }));
    rmSync(gone);
    const reply = await other.inject({ method, url: '/assets/gone-abc.js' });
    expect([reply.statusCode, reply.headers['allow']]).toEqual([404, undefined]);
    await other.close();
  });

  it('leave 405 for a call with another verb', async () => {
    expect((await app.inject('/api/v1/thing')).json()).toMatchObject({ code: 405 });
  });
});
