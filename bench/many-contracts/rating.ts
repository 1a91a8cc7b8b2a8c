import { rateDue } from '../../apps/server/src/features/metering/rating/rate-due.ts';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { describeHardware } from '../hardware.ts';
import { statementsDuring } from '../statements-during.ts';
import { timed } from '../timing.ts';
import { plantUsed, sellSkus } from './filling.ts';

/**
 * Measures a round of rating in which each contract has one new day of 24 hours: first for a tenth of the contracts,
 * then for all. Prints milliseconds and statements to PostgreSQL by contract.
 */
export async function benchRatingGroups(contracts: number): Promise<void> {
  const stopEngines = await startEngines();
  const app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'usage is planted by SQL' });
  try {
    console.log(describeHardware());
    await sellSkus(app);
    const few = Math.ceil(contracts / 10);
    await benchRound(app, { from: 1, through: few });
    await benchRound(app, { from: few + 1, through: few + contracts });
  } finally {
    await app.close();
    await stopEngines();
  }
}

async function benchRound(app: TestApp, { from, through }: { from: number; through: number }): Promise<void> {
  await plantUsed(app, { from, through });
  const contracts = through - from + 1;
  let rated = { days: 0, failed: 0 };
  let ms = 0;
  const statements = await statementsDuring(async () => {
    ms = await timed(async () => {
      rated = await rateDue(app.deps);
    });
  });
  const each = `${(ms / contracts).toFixed(2)} ms, ${(statements.length / contracts).toFixed(2)} statements each`;
  console.log(`${`a day of each of ${contracts} contracts`.padEnd(44)} ${(ms / 1000).toFixed(1)} s, ${each}`);
  if (rated.days !== contracts || rated.failed > 0) throw new Error(`Rated ${JSON.stringify(rated)}`);
}
