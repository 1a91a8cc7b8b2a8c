import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { openTestClickHouse } from '#testing/test-clickhouse.ts';
import type { ClickHouse } from '../clickhouse/client.ts';
import { toClickHouseFailure } from '../clickhouse/errors.ts';
import { plainTables, type TableLayout } from '../config/table-layout.ts';
import { openUsage } from '../engines/open-engines.ts';
import { forOperator } from './operator-error.ts';

it('a missing socket of a database is reported as one that does not answer', async () => {
  const [error] = await once(connect('/nowhere/.s.PGSQL.5432'), 'error').catch((found: unknown) => [found]);
  expect(forOperator(error)).toBe('A database does not answer: connect ENOENT /nowhere/.s.PGSQL.5432');
});

it('the first of several addresses is reported when none answers', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:1`));
  const error = Object.assign(new AggregateError(refused), { code: 'ECONNREFUSED' });
  expect(forOperator(error)).toBe('A database does not answer: connect ECONNREFUSED ::1:1');
});

it('refusals of the file system are reported in its words', () => {
  let error: unknown;
  try {
    readFileSync(tmpdir());
  } catch (found) {
    error = found;
  }
  expect(forOperator(error)).toMatch(/^The file system refuses: EISDIR.*DATA_DIR/);
});

it.each([
  ['25006', 'cannot execute UPDATE in a read-only transaction'],
  ['53100', 'could not extend file: No space left on device'],
])('a PostgreSQL without a place to write is reported in its words: %s', (code, message) => {
  expect(forOperator(Object.assign(new Error(message), { code }))).toBe(`PostgreSQL refuses: ${message}`);
});

it.each([
  ['08P01', 'no such database: nowhere'],
  ['53200', 'out of memory'],
  ['53300', 'sorry, too many clients already'],
  ['57014', 'canceling statement due to statement timeout'],
])('refusals of a full PostgreSQL, its administrator or a pooler are reported in their words: %s', (code, message) => {
  expect(forOperator(Object.assign(new Error(message), { code }))).toBe(`PostgreSQL refuses: ${message}`);
});

it('a full disk of the usage database is reported as such, not as a wrong URL', () => {
  const full = toClickHouseFailure(Object.assign(new Error('Cannot reserve 1.00 MiB'), { code: '243' }));
  expect(forOperator(full)).toBe('The disk of the usage database is full: make room there, and try again.');
});

it.each([
  ['241', 'Memory limit (total) exceeded'],
  ['159', 'Timeout exceeded'],
])('too much work for the usage database is reported as such, in its words: %s', (code, said) => {
  const tooMuch = toClickHouseFailure(Object.assign(new Error(said), { code }));
  expect(forOperator(tooMuch)).toBe(
    `This is more than the usage database may do at once: ${said}. Try again when it has less to do, or raise its limits (CLICKHOUSE_MEMORY_MB, or the limits of the server that CLICKHOUSE_URL names).`,
  );
});

describe('a usage database that was named wrongly', () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    clickhouse = await openTestClickHouse();
  });
  afterAll(() => clickhouse.close());

  it.each<[string, (url: URL) => void, Partial<TableLayout>]>([
    ['password', (url) => Object.assign(url, { password: 'wrong' }), {}],
    ['database', (url) => Object.assign(url, { pathname: '/nowhere' }), {}],
    ['CLICKHOUSE_ENGINE_PREFIX', (url) => Object.assign(url, { pathname: '/default' }), { enginePrefix: 'Replcated' }],
    [
      'macros that its engine needs',
      (url) => Object.assign(url, { pathname: '/default' }),
      { enginePrefix: 'Replicated' },
    ],
    ['CLICKHOUSE_CLUSTER', (url) => Object.assign(url, { pathname: '/default' }), { cluster: 'nowhere' }],
  ])('says so in its own words: the %s', async (_, change, layout) => {
    const url = new URL(clickhouse.url ?? '');
    change(url);
    const place = { url: url.href, dataDir: tmpdir(), log: silent };
    const error = await openUsage(place, { ...plainTables, ...layout }).catch((found: unknown) => found);
    expect(forOperator(error)).toMatch(/^The usage database refuses: .*CLICKHOUSE_URL/);
  });
});
