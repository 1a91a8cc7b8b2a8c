import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { flushUsage } from '../../apps/server/src/features/metering/usage/moving/flush-usage.ts';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { describeHardware } from '../hardware.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { meteredContracts, Reports, senderTo } from './reports.ts';

const rowsOfReport = 20;

/**
 * Measures what many meters cost. Each sends 20 rows a minute for a contract of its own, and they are spread over the
 * minute. Tells the CPU time of the server, with the senders, and of both engines, as shares of all cores.
 */
export async function benchMeters(meters: number, seconds: number): Promise<void> {
  const stopEngines = await startEngines();
  const app = await startTestApp({ now: '2026-02-10T12:00:00Z', clickhouse: true });
  try {
    const send = senderTo(await app.internalListener.listen({ port: 0, host: '127.0.0.1' }));
    const contracts = await meteredContracts(app, meters);
    const reports = new Reports(rowsOfReport);
    const bodies = Array.from({ length: Math.round((meters * seconds) / 60) }, (_, at) =>
      reports.of(contracts.slice(at % meters, (at % meters) + 1)),
    );
    console.log(`${describeHardware()}; ${meters} meters, ${rowsOfReport} rows a minute each, for ${seconds} s`);
    const before = cpuSeconds();
    const start = performance.now();
    const sent: Promise<unknown>[] = [];
    for (const [at, body] of bodies.entries()) {
      await setTimeout(Math.max(0, start + (at * 60_000) / meters - performance.now()));
      sent.push(send([body]));
      // The round of each minute.
      if (at % meters === meters - 1) sent.push(flushUsage(app.deps));
    }
    await Promise.all(sent);
    await flushUsage(app.deps);
    const cores = ((performance.now() - start) / 1_000) * availableParallelism();
    for (const [name, used] of cpuSeconds())
      console.log(`${name.padEnd(12)} ${(((used - (before.get(name) ?? 0)) / cores) * 100).toFixed(1).padStart(5)} %`);
    console.log(`${bodies.length} reports in ${await partsOf(app)}`);
  } finally {
    await app.close();
    await stopEngines();
  }
}

/** Each insert makes a block for each month, which the engine numbers; merges join their parts. */
async function partsOf({ deps }: TestApp): Promise<string> {
  const [found] = await deps.clickhouse.query<{ parts: string; blocks: string }>(
    `SELECT sum(parts) AS parts, sum(last) AS blocks FROM (
       SELECT count() AS parts, max(max_block_number) AS last FROM system.parts
       WHERE database = currentDatabase() AND table = 'usage_record' AND active GROUP BY partition)`,
  );
  return `${found?.blocks} inserted blocks, ${found?.parts} active parts`;
}
