import { setTimeout } from 'node:timers/promises';
import { bank } from '@usance/api/billing/bank';
import pg from 'pg';
import { followDue } from '../../apps/server/src/features/billing/account-period/follow-due.ts';
import { runDueStatements } from '../../apps/server/src/features/billing/statement/run-due.ts';
import { rateDue } from '../../apps/server/src/features/metering/rating/rate-due.ts';
import { internalCaller } from '../../apps/server/src/testing/callers.ts';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { plantUsed, sellSkus } from './filling.ts';

/**
 * Measures what a month of a contract adds to PostgreSQL: bytes with indexes, rows written, and bytes of its log. The
 * month has a record an hour in 24 batches; it is rated once, signed, confirmed and paid from a deposit.
 */
export async function benchGrowth(contracts: number): Promise<void> {
  const stopEngines = await startEngines();
  const app = await startTestApp({ now: '2026-11-02T12:00:00Z', clickhouse: true, damaged: 'usage is planted by SQL' });
  const client = new pg.Client(app.postgresUrl);
  try {
    await client.connect();
    await sellSkus(app);
    let before = await writtenIn(app, client);
    const step = async (name: string, work: () => Promise<unknown>) => {
      await work();
      const after = await writtenIn(app, client);
      tell(name, { before, after, contracts });
      before = after;
    };
    const now = () => app.clock.now();
    await step('contract, data cloud, usage counted', () => plantUsed(app, { from: 1, through: contracts, days: 31 }));
    await step('rated', () => rateDue(app.deps));
    await step('followed', () => followDue(app.deps, now()));
    await step('a deposit', () => depositToAll(app));
    await step('signed', () => runDueStatements(app.deps, now()));
    app.clock.moveTo('2026-11-08T12:00:00Z');
    await step('confirmed and deducted', () => runDueStatements(app.deps, now()));
  } finally {
    await client.end();
    await app.close();
    await stopEngines();
  }
}

async function depositToAll(app: TestApp): Promise<void> {
  const body = { type: 'deposit', amount: '100000', currency: 'USD' } as const;
  for (const { id } of await app.deps.db.selectFrom('contract').select('id').execute())
    await internalCaller(app).call(bank.record, { params: { id }, body });
}

interface Written {
  readonly log: number;
  readonly tables: ReadonlyMap<string, { readonly bytes: number; readonly rows: number }>;
}

// An idle connection hands in its counts within ten seconds.
const countsMs = 11_000;

/** Sizes and counts of all tables, and the length of the log. */
async function writtenIn({ ownerScript }: TestApp, client: pg.Client): Promise<Written> {
  await ownerScript('vacuum');
  await setTimeout(countsMs);
  const { rows } = await client.query<{ name: string; bytes: string; rows: string; log: string }>(`
    select relname as name, pg_total_relation_size(relid) as bytes, pg_current_wal_insert_lsn() - '0/0' as log,
      n_tup_ins + n_tup_upd + n_tup_del as rows
    from pg_stat_user_tables`);
  const tables = rows.map((row) => [row.name, { bytes: Number(row.bytes), rows: Number(row.rows) }] as const);
  return { log: Number(rows[0]?.log), tables: new Map(tables) };
}

function tell(name: string, given: { before: Written; after: Written; contracts: number }): void {
  const { before, after, contracts } = given;
  const grown = [...after.tables].map(([table, { bytes, rows }]) => {
    const was = before.tables.get(table);
    return { table, bytes: (bytes - (was?.bytes ?? 0)) / contracts, rows: (rows - (was?.rows ?? 0)) / contracts };
  });
  const sum = (of: 'bytes' | 'rows') => grown.reduce((total, each) => total + each[of], 0);
  const log = (after.log - before.log) / contracts;
  console.log(
    `${name.padEnd(36)} ${sum('bytes').toFixed(0)} bytes, ${sum('rows').toFixed(1)} rows written, ${log.toFixed(0)} bytes of log, each`,
  );
  for (const { table, bytes, rows } of grown.filter(({ bytes }) => bytes > 100))
    console.log(`  ${table.padEnd(20)} ${bytes.toFixed(0)} bytes, ${rows.toFixed(1)} rows written`);
}
