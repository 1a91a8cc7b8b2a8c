import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OperatorError } from '../failure/operator-error.ts';
import { enginesOfRunningServer, tellEngines } from './engines-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-engines-'));
const file = join(folder, 'engines.json');
afterAll(() => rmSync(folder, { recursive: true }));

const ownerUrl = 'postgres://o@localhost/x';
const at = (port: number) => `http://127.0.0.1:${port}/usance`;

/** A usage database that can restart at another address. */
function movable() {
  let move = () => {};
  const clickhouse = {
    url: at(1) as string | undefined,
    whenMoved: (tell: () => void) => {
      move = tell;
    },
  };
  const moveTo = (url: string | undefined) => {
    clickhouse.url = url;
    move();
  };
  return { clickhouse, moveTo };
}

describe('the addresses of the engines of a running server', () => {
  it('come from a complete file only, else a sentence says why not', () => {
    const text = JSON.stringify({ ownerUrl, clickhouseUrl: at(1), named: {}, pid: process.pid });
    writeFileSync(file, text);
    expect(enginesOfRunningServer(folder, {})).toEqual({ ownerUrl, clickhouseUrl: at(1) });
    for (const half of Array.from(text, (_character, length) => text.slice(0, length))) {
      writeFileSync(file, half);
      expect(() => enginesOfRunningServer(folder, {})).toThrow(OperatorError);
    }
  });

  it('follow the usage database to a new address until the server stops', () => {
    const { clickhouse, moveTo } = movable();
    clickhouse.url = undefined;
    const told = tellEngines(folder, { ownerUrl, clickhouse }, {});
    // The command must not start its own engine beside the server's, which restarts at the moment.
    expect(() => enginesOfRunningServer(folder, {})).toThrow('is restarting its usage database');
    moveTo(at(2));
    expect(enginesOfRunningServer(folder, {}).clickhouseUrl).toBe(at(2));
    moveTo(at(3));
    expect(enginesOfRunningServer(folder, {}).clickhouseUrl).toBe(at(3));
    told.forget();
    moveTo(at(4));
    expect(() => enginesOfRunningServer(folder, {})).toThrow('try again');
  });

  it('are refused to a command that names other databases, by any role', () => {
    const { clickhouse } = movable();
    const databaseUrl = 'postgres://app:secret@Db.example/usance';
    const clickhouseUrl = 'http://c:1/usance';
    const tells = (named: Parameters<typeof enginesOfRunningServer>[1]) => () => enginesOfRunningServer(folder, named);

    const embedded = tellEngines(folder, { ownerUrl, clickhouse }, {});
    expect(tells({ databaseUrl })).toThrow(
      /the embedded one as its PostgreSQL.* db\.example:5432\/usance: set DATABASE_/,
    );
    expect(tells({ clickhouseUrl })).toThrow('set CLICKHOUSE_URL to that of the server');
    embedded.forget();

    tellEngines(folder, { ownerUrl, clickhouse }, { databaseUrl });
    expect(tells({ databaseUrl: 'postgresql://owner@db.example:5432/usance' })).not.toThrow();
    expect(tells({})).toThrow('would use the embedded one');
    expect(tells({ databaseUrl, clickhouseUrl })).toThrow('CLICKHOUSE_URL');
    // pg goes by the path before a parameter, by the last parameter of a name, and by the user if no database is named.
    const same = ['db.example/usance?database=other', 'db.example/usance?port=1&port=5432', 'db.example?user=usance'];
    for (const each of same) expect(tells({ databaseUrl: `postgres://app@${each}` })).not.toThrow();
    expect(tells({ databaseUrl: 'postgres://usance@db.example' })).not.toThrow();
    expect(tells({ databaseUrl: 'postgres://app@db.example/other?database=usance' })).toThrow('another DATA_DIR');
    expect(tells({ databaseUrl: 'postgres://app@db.example' })).toThrow('db.example:5432/app');
    for (const other of ['db.example:5433/usance', 'db.example/other', 'another/usance'])
      expect(tells({ databaseUrl: `postgres://app@${other}` })).toThrow('another DATA_DIR');
  });

  it.each([
    ['socket:/run/postgres?db=usance', 'socket:/run/postgres?db=other'],
    ['postgres://app@%2Frun%2FA/usance', 'postgres://app@%2Frun%2Fa/usance'],
    ['pg://usance@db.example', 'pg://other@db.example'],
  ])('differ where pg sees a difference: %s', (its, ours) => {
    tellEngines(folder, { ownerUrl, clickhouse: movable().clickhouse }, { databaseUrl: its });
    expect(enginesOfRunningServer(folder, { databaseUrl: its })).toBeDefined();
    expect(() => enginesOfRunningServer(folder, { databaseUrl: ours })).toThrow('another DATA_DIR');
  });

  it.each([
    ['http://proxy/usance?pathname=/one', 'http://proxy/usance?pathname=/other'],
    ['http://c.example/usance', 'https://c.example/usance'],
  ])('differ where the driver of the usage database sees a difference: %s', (its, ours) => {
    tellEngines(folder, { ownerUrl, clickhouse: movable().clickhouse }, { clickhouseUrl: its });
    expect(enginesOfRunningServer(folder, { clickhouseUrl: its.replace('/usance', ':80/usance') })).toBeDefined();
    expect(() => enginesOfRunningServer(folder, { clickhouseUrl: ours })).toThrow('another DATA_DIR');
  });

  it.each([
    ['%2Frun%2FA/usance', 'localhost/usance?host=/run/A'],
    ['[::1]/usance', 'localhost/usance?host=::1'],
    ['db.example/us%61nce', 'DB.example/usance?port=05432'],
    // Parameters that only say how to connect, with files that may not exist where the command runs.
    ['db.example/usance?sslmode=verify-ca&uselibpqcompat=true&sslrootcert=/nowhere/ca.pem', 'db.example/usance'],
  ])('are compared as pg reads them: %s and %s', (its, ours) => {
    const named = { databaseUrl: `postgres://app@${its}` };
    tellEngines(folder, { ownerUrl, clickhouse: movable().clickhouse }, named);
    expect(() => enginesOfRunningServer(folder, { databaseUrl: `postgres://owner@${ours}` })).not.toThrow();
  });
});
