import { readdirSync, readFileSync } from 'node:fs';
import { type Call, type Family, operationId, pathOf } from '@usance/api/call';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFolder, definedCalls } from './defined-calls.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let defined: Call[];
beforeAll(async () => {
  app = await startTestApp();
  defined = await definedCalls();
});
afterAll(() => app.close());

describe.each(['customer', 'internal'] as const)('every call of the %s family', (family) => {
  it('is served at its path, and no other paths are served', async () => {
    const wanted = defined
      .filter((call) => call[family] !== undefined)
      .map((call) => `${call.method} ${pathOf(call, family)} ${operationId(call, family)}`);
    expect((await servedIn(family)).sort()).toEqual(wanted.sort());
  });
});

it('every call has a unique id', () => {
  const ids = defined.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a read-only token may make only calls that change nothing', () => {
  const changing = defined.filter(({ method }) => method !== 'GET');
  const open = changing.filter(({ internal }) => internal === 'read' || internal === 'anyone');
  expect(open.map(({ id }) => id)).toEqual([]);
});

it('every kind of id has its own prefix', () => {
  const sources = [contractFolder, new URL('../', import.meta.url)].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(file, root), 'utf8')),
  );
  const prefixes = sources.flatMap((text) => [...text.matchAll(/\bidOf\('(\w+)'/g)].map(([, prefix]) => prefix));
  expect(prefixes.length).toBeGreaterThan(5);
  expect(prefixes.toSorted()).toEqual([...new Set(prefixes)].sort());
});

it.each(['postgres', 'clickhouse'])('every migration of %s has its own number', (engine) => {
  const files = readdirSync(new URL(`../../migrations/${engine}/`, import.meta.url));
  const numbers = files.map((file) => file.slice(0, 4)).sort();
  expect(numbers).toEqual(files.map((_, index) => String(index + 1).padStart(4, '0')));
});

async function servedIn(family: Family): Promise<string[]> {
  const [listener, url]: [FastifyInstance, string] =
    family === 'customer'
      ? [app.publicListener, '/api/openapi.json']
      : [app.internalListener, '/internal/api/openapi.json'];
  const { paths } = (await listener.inject({ url })).json<{
    paths: Record<string, Record<string, { operationId: string }>>;
  }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => `${method.toUpperCase()} ${path} ${operation.operationId}`),
  );
}
