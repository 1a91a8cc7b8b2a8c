import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { grantRole } from '../apps/server/src/features/contract/role/grant-role.ts';
import { createAccount } from '../apps/server/src/features/people/account/create-account.ts';
import { hashPassword } from '../apps/server/src/features/people/account/password.ts';
import { contract } from '../apps/server/src/testing/builders.ts';
import { startTestApp, type TestApp } from '../apps/server/src/testing/test-app.ts';
import startEngines from '../scripts/testing/start-engines.ts';
import { describeHardware } from './hardware.ts';
import { purchaseReads } from './purchase-reads.ts';
import { acknowledgeUsage, rateWholeMonth, sellSyntheticSkus } from './rated-month.ts';
import { measureRating } from './rating.ts';
import { measureReads } from './reads.ts';
import { fillUsage } from './synthetic-usage.ts';

/** Measures each hot path against the engine alone, on one machine, in one run. */
export async function benchHotPaths(rows: number, rounds: number): Promise<void> {
  const stopEngines = await startEngines();
  const damaged = 'usage is filled in without claims of its keys';
  const app = await startTestApp({ now: '2026-02-10T12:00:00Z', clickhouse: true, damaged });
  try {
    console.log(`${describeHardware()}; ${rows} rows, median of ${rounds}`);
    const { id } = await contract(app);
    await fillUsage(app.deps.clickhouse, id, rows);
    await acknowledgeUsage(app, id);
    const bench = { app, contractId: id, rows, rounds };
    await benchRating(bench);
    await benchReads(bench);
  } finally {
    await app.close();
    await stopEngines();
  }
}

interface Bench {
  readonly app: TestApp;
  readonly contractId: string;
  readonly rows: number;
  readonly rounds: number;
}

async function benchRating({ app, contractId, rows, rounds }: Bench): Promise<void> {
  const { plainMs, ...rated } = await measureRating(app.deps.clickhouse, contractId, rounds);
  const line = (name: string, ms: number) => {
    const speed = `${(rows / ms / 1000).toFixed(2)} M rows/s`;
    console.log(`${name.padEnd(42)} ${milliseconds(ms)}  ${speed.padStart(14)}  ${(plainMs / ms).toFixed(2)} × plain`);
  };
  line('plain INSERT … SELECT of the usage rows', plainMs);
  line('plain INSERT … SELECT of the rated rows', rated.copyRatedMs);
  line('rating, 128-bit', rated.rated128Ms);
  line('rating, 256-bit', rated.rated256Ms);
}

async function benchReads({ app, contractId, rows, rounds }: Bench): Promise<void> {
  await sellSyntheticSkus(app, contractId);
  const month = await rateWholeMonth(app, contractId);
  if (month.rows !== rows) throw new Error(`${month.rows} of ${rows} rows were rated`);
  // Otherwise the engine would merge the run's new parts during the measurements.
  await app.deps.clickhouse.command('OPTIMIZE TABLE purchase FINAL');
  const origin = await app.publicListener.listen({ port: 0, host: '127.0.0.1' });
  const reads = purchaseReads(contractId).map(({ name, url }) => ({ name, url: `${origin}${url}` }));
  const headers = { cookie: await sessionOn(app, contractId) };
  const { clickhouse } = app.deps;
  // Otherwise the answers would come from memory.
  clickhouse.queryKept = (sql, params, own) => clickhouse.query(sql, params, {}, own);
  for await (const figures of measureReads(app.deps.clickhouse, reads, headers, rounds)) {
    const { name, apiMs, engineMs, ratio } = figures;
    console.log(`${name.padEnd(42)} ${milliseconds(apiMs)}  engine ${milliseconds(engineMs)}  ${ratio.toFixed(2)} ×`);
  }
}

/** Creates an account that may read the contract's bills, and returns its session cookie. */
export async function sessionOn({ deps, clock, publicListener }: TestApp, contractId: string): Promise<string> {
  const [identifier, password] = ['bench@example.com', 'Bench-horse-7'];
  const now = clock.now();
  await deps.db.transaction().execute(async (tx) => {
    const accountId = await createAccount(
      tx,
      { identifier, passwordHash: await hashPassword(password), traits: {} },
      now,
    );
    await grantRole(tx, { contractId, accountId, role: 'billing_viewer' }, now);
  });
  const reply = await publicListener.inject({
    method: 'POST',
    url: pathOf(accounts.login, 'customer'),
    payload: { identifier, password },
  });
  const [cookie] = reply.cookies;
  if (!cookie) throw new Error(`Sign-in was refused: ${reply.body}`);
  return `${cookie.name}=${cookie.value}`;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 100 ? 1 : 0).padStart(7)} ms`;
}
