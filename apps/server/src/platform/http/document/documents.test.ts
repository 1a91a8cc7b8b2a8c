import { gunzipSync } from 'node:zlib';
import { defineCalls } from '@usance/api/call';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { silent } from '#testing/silent-log.ts';
import { openListener } from '../listener/listener.ts';
import { serveDocuments } from './documents.ts';
import { openApiOf } from './openapi.ts';

const reply = z.object({ name: z.string() });
const { thing } = defineCalls('thing', {
  thing: { method: 'GET', path: '/thing/{id}', summary: 'A thing', customer: 'signed-in', admission: 'read', reply },
});
const make = vi.fn(() => openApiOf('Things', '1', [thing], 'customer'));

let app: Awaited<ReturnType<typeof openListener>>;
beforeEach(async () => {
  make.mockClear();
  app = await openListener(silent);
  serveDocuments(app, '/api', make);
});
afterEach(() => app.close());

const pages = ['/api/openapi.json', '/api/docs'];

describe('the documents of the API', () => {
  it('are made once, from one object, for any number of requests', async () => {
    const ask = (url: string) => app.inject({ url, method: 'GET' }).then(({ body }) => body);
    const atOnce = await Promise.all([...pages, ...pages].map(ask));
    const after = await Promise.all(pages.map(ask));
    expect(new Set(atOnce)).toEqual(new Set(after));
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('are not made before the first request', async () => {
    await app.ready();
    expect(make).not.toHaveBeenCalled();
  });

  it.each(pages)('are revalidated by their ETag: %s', async (url) => {
    const first = await app.inject(url);
    const etag = String(first.headers.etag);
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    for (const known of [etag, etag.replace('W/', ''), `"another", ${etag}`, '*']) {
      const again = await app.inject({ url, headers: { 'if-none-match': known } });
      expect([known, again.statusCode, again.body, again.headers.etag]).toEqual([known, 304, '', etag]);
    }
    const other = await app.inject({ url, headers: { 'if-none-match': '"another"' } });
    expect([other.statusCode, other.body]).toEqual([200, first.body]);
  });

  it.each(pages)('are compressed only for clients that accept it: %s', async (url) => {
    const plain = await app.inject(url);
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'br;q=1.0, gzip;q=0.8' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    for (const encoding of ['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, br', 'x-notgzip']) {
      const asked = await app.inject({ url, headers: { 'accept-encoding': encoding } });
      expect([encoding, asked.headers['content-encoding'], asked.body]).toEqual([encoding, undefined, plain.body]);
    }
  });

  it('have their media types', async () => {
    const [json, page] = await Promise.all(pages.map((url) => app.inject(url)));
    expect(json?.headers['content-type']).toMatch('application/json');
    expect(json?.json()).toMatchObject({ info: { title: 'Things' }, paths: { '/api/v1/thing/{id}': {} } });
    expect(page?.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page?.headers['content-security-policy']).toMatch(/style-src 'sha256-/);
    expect(page?.body).toMatch('<a href="/api/openapi.json">');
  });
});
