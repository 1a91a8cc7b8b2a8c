import { followDue } from '../../apps/server/src/features/billing/account-period/follow-due.ts';
import { runDueStatements } from '../../apps/server/src/features/billing/statement/run-due.ts';
import { rateDue } from '../../apps/server/src/features/metering/rating/rate-due.ts';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { describeHardware } from '../hardware.ts';
import { statementsDuring } from '../statements-during.ts';
import { timed } from '../timing.ts';
import { plantUsed, sellSkus } from './filling.ts';

const days = 31;

/**
 * Measures the round that signs a month of each contract, first of a tenth of the contracts, then of all. The days were
 * rated as they came. Prints milliseconds and statements to PostgreSQL by contract.
 */
export async function benchClosing(contracts: number, rows: number): Promise<void> {
  const stopEngines = await startEngines();
  const app = await startTestApp({ now: '2026-11-02T12:00:00Z', clickhouse: true, damaged: 'usage is planted by SQL' });
  try {
    const rowsInHour = Math.ceil(rows / days / 24);
    console.log(`${describeHardware()}; ${days * 24 * rowsInHour} rows in each contract`);
    await sellSkus(app);
    const few = Math.ceil(contracts / 10);
    await benchRound(app, { from: 1, through: few, rowsInHour });
    await benchRound(app, { from: few + 1, through: few + contracts, rowsInHour });
  } finally {
    await app.close();
    await stopEngines();
  }
}

async function benchRound(app: TestApp, used: { from: number; through: number; rowsInHour: number }): Promise<void> {
  await plantUsed(app, { ...used, days });
  const rating = await timed(async () => {
    const { failed } = await rateDue(app.deps);
    if (failed > 0) throw new Error(`${failed} ratings failed`);
  });
  await followDue(app.deps, app.clock.now());
  const contracts = used.through - used.from + 1;
  let signed = 0;
  let ms = 0;
  const statements = await statementsDuring(async () => {
    ms = await timed(async () => {
      ({ signed } = await runDueStatements(app.deps, app.clock.now()));
    });
  });
  const each = `${(ms / contracts).toFixed(1)} ms, ${(statements.length / contracts).toFixed(1)} statements each`;
  console.log(
    `${`a month of each of ${contracts} contracts`.padEnd(44)} signed in ${(ms / 1000).toFixed(1)} s, ${each}; rated in ${(rating / 1000).toFixed(1)} s`,
  );
  if (signed !== contracts) throw new Error(`Signed ${signed}`);
}
