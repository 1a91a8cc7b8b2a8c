import { focusExports } from '@usance/api/billing/focus-export';
import { purchases } from '@usance/api/billing/purchase';
import { urlOf } from '@usance/api/request';
import { contract } from '../apps/server/src/testing/builders.ts';
import { startTestApp } from '../apps/server/src/testing/test-app.ts';
import startEngines from '../scripts/testing/start-engines.ts';
import { describeHardware } from './hardware.ts';
import { sessionOn } from './hot-paths.ts';
import { acknowledgeUsage, rateWholeMonth, sellSyntheticSkus } from './rated-month.ts';
import { measureReads } from './reads.ts';
import { fillUsage, month } from './synthetic-usage.ts';

/** Measures the export of a month as FOCUS over HTTP, against the engine's CSV of the same columns alone. */
export async function benchFocus(rows: number, rounds: number): Promise<void> {
  const stopEngines = await startEngines();
  const damaged = 'usage is filled in without claims of its keys';
  const app = await startTestApp({ now: '2026-02-10T12:00:00Z', clickhouse: true, damaged });
  try {
    console.log(`${describeHardware()}; ${rows} rows, median of ${rounds}`);
    const { id } = await contract(app);
    await fillUsage(app.deps.clickhouse, id, rows);
    await acknowledgeUsage(app, id);
    await sellSyntheticSkus(app, id);
    await rateWholeMonth(app, id);
    await app.deps.clickhouse.command('OPTIMIZE TABLE purchase FINAL');
    const origin = await app.publicListener.listen({ port: 0, host: '127.0.0.1' });
    const headers = { cookie: await sessionOn(app, id) };
    for await (const { name, apiMs, engineMs, ratio } of measureReads(
      app.deps.clickhouse,
      reads(origin, id),
      headers,
      rounds,
    ))
      console.log(
        `${name.padEnd(32)} ${seconds(apiMs)}  engine ${seconds(engineMs)}  ${ratio.toFixed(2)} ×  ${((rows / apiMs) * 1000).toFixed(0)} rows/s`,
      );
  } finally {
    await app.close();
    await stopEngines();
  }
}

function reads(origin: string, id: string) {
  const params = { id };
  const months = { fromMonth: '2026-01', toMonth: '2026-01' };
  const { costAndUsage } = focusExports;
  const range = { start: month.start, end: month.end };
  return [
    { name: 'FOCUS 1.4, 65 columns', url: `${origin}${urlOf(costAndUsage, { params, query: months })}` },
    {
      name: 'FOCUS 1.2, 57 columns',
      url: `${origin}${urlOf(costAndUsage, { params, query: { ...months, version: '1.2' } })}`,
    },
    {
      name: 'download of purchases, 25 columns',
      url: `${origin}${urlOf(purchases.download, { params, query: range })}`,
    },
  ];
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2).padStart(6)} s`;
