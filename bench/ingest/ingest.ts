import { loadavg } from 'node:os';
import { flushUsage } from '../../apps/server/src/features/metering/usage/moving/flush-usage.ts';
import { startTestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { describeHardware } from '../hardware.ts';
import { median, timed } from '../timing.ts';
import { cpuSecondsOf } from './cpu-seconds.ts';
import { engineAlone, meteredContracts, Reports, senderTo } from './reports.ts';

/**
 * Measures the ingestion of usage over HTTP against the usage database's insert of the same rows alone, both in each
 * round, until all of it is in that database. Tells the CPU time of a row, too. Reports of two sizes, and of the kinds
 * that differ in cost: many contracts, duplicates, senders at once.
 */
export async function benchIngest(sizes: readonly number[], rounds: number): Promise<void> {
  const stopEngines = await startEngines();
  const app = await startTestApp({ now: '2026-02-10T12:00:00Z', clickhouse: true, damaged: 'rows are inserted alone' });
  try {
    const send = senderTo(await app.internalListener.listen({ port: 0, host: '127.0.0.1' }));
    const many = await meteredContracts(app, 200);
    const one = many.slice(0, 1);
    for (const rows of sizes) {
      console.log(`${describeHardware()}; ${rows} rows a report, median of ${rounds}; load ${load()}`);
      const reports = new Reports(rows);
      const line = async (name: string, fresh: () => string, senders = 1) => {
        const [own, alone]: [number[], number[]] = [[], []];
        const cpu = new Map<string, number[]>();
        for (let round = -1; round < rounds; round += 1) {
          const bodies = Array.from({ length: senders }, fresh);
          const aloneMs = await engineAlone(app, reports.rowsOf(many));
          let ownMs = 0;
          const seconds = await cpuSecondsOf(async () => {
            ownMs = await timed(async () => {
              await send(bodies);
              // The replies did not wait for all of it.
              await flushUsage(app.deps);
            });
          });
          if (round < 0) continue;
          for (const [name, used] of seconds)
            cpu.set(name, [...(cpu.get(name) ?? []), (used * 1e6) / (rows * senders)]);
          own.push((rows * senders) / ownMs);
          alone.push(rows / aloneMs);
        }
        const ratio = median(own.map((speed, round) => speed / (alone[round] ?? Number.NaN)));
        console.log(
          `${name.padEnd(32)} ${thousands(median(own))}  engine alone ${thousands(median(alone))}  ${ratio.toFixed(3)} ×  load ${load()}`,
        );
        console.log(
          `  CPU in µs a row: ${[...cpu].map(([name, used]) => `${name} ${median(used).toFixed(1)}`).join(', ')}`,
        );
      };
      await line('one contract', () => reports.of(one));
      await line('200 contracts, interleaved', () => reports.of(many));
      const known = reports.of(one);
      await send([known]);
      await line('one contract, 20 % duplicates', () => reports.partOf(known, one, 5));
      await line('one contract, all duplicates', () => known);
      await line('one contract, 4 senders', () => reports.of(one), 4);
    }
  } finally {
    await app.close();
    await stopEngines();
  }
}

const load = () => loadavg()[0]?.toFixed(1);
const thousands = (rowsPerMs: number) => `${rowsPerMs.toFixed(1).padStart(6)} K rows/s`;
