import { gzipSync } from 'node:zlib';
import { pathOf } from '@usance/api/call';
import { usages } from '@usance/api/metering/usage';
import { accounts } from '@usance/api/people/account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from './callers.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it.each(['text/csv', 'application/json', 'application/octet-stream'])('usage as %j: 415', async (type) => {
  const url = pathOf(usages.ingest, 'internal');
  const reply = await internalCaller(app).raw({
    method: 'POST',
    url,
    payload: '{}',
    headers: { 'content-type': type },
  });
  expect([reply.statusCode, reply.json().reason]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

it('compressed usage: 415 instead of unreadable lines', async () => {
  const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
  const payload = gzipSync('{}\n');
  const reply = await internalCaller(app).raw({
    method: 'POST',
    url: pathOf(usages.ingest, 'internal'),
    payload,
    headers,
  });
  expect([reply.statusCode, reply.json().reason]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

it('a stream instead of JSON: 415 at once, and the process survives', async () => {
  const base = await app.publicListener.listen({ port: 0, host: '127.0.0.1' });
  const headers = { 'content-type': 'text/csv' };
  const reply = await fetch(base + pathOf(accounts.login, 'customer'), { method: 'POST', headers, body: 'a,b' });
  expect(reply.status).toBe(415);
});
