import pg from 'pg';
import { person } from '../../apps/server/src/testing/builders.ts';
import { startTestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { type BesideSql, besideSql, ratioOf } from '../beside-sql.ts';
import { describeHardware } from '../hardware.ts';
import { statementsDuring } from '../statements-during.ts';
import { fillLists, largeContract, type Size } from './filling.ts';

const reads = [
  { name: 'contracts', url: '/contracts' },
  { name: 'contracts, searched', url: '/contracts?name=99' },
  { name: 'data clouds', url: '/dataclouds' },
  { name: 'data clouds, searched', url: '/dataclouds?name=99' },
  { name: 'data clouds of one contract', url: `/dataclouds?contractId=${largeContract}` },
];

/**
 * Measures the lists of contracts and data clouds against their SQL statements alone, for accounts with a role on few
 * contracts and on many.
 */
export async function benchLists(size: Size, rounds: number): Promise<void> {
  const stopEngines = await startEngines();
  const app = await startTestApp({ damaged: 'rows are filled in by SQL' });
  const engine = new pg.Client({ connectionString: app.postgresUrl });
  try {
    console.log(`${describeHardware()}; ${size.contracts} contracts, ${size.dataclouds} data clouds, ${rounds} rounds`);
    const people = [];
    for (const contracts of [1, 10, 300]) people.push({ caller: await person(app), contracts });
    await fillLists(
      app,
      size,
      people.map(({ caller, contracts }) => ({ accountId: caller.accountId, contracts })),
    );
    await engine.connect();
    for (const { caller, contracts } of people) {
      for (const { name, url } of reads) {
        const read = async () => {
          const reply = await caller.raw({ method: 'GET', url: `/api/v1${url}` });
          if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`);
        };
        const statements = await statementsDuring(read);
        const figures = await besideSql(read, { statements, engine, rounds });
        console.log(lineOf(`${name}, of ${contracts}`, figures));
      }
    }
  } finally {
    await engine.end();
    await app.close();
    await stopEngines();
  }
}

function lineOf(name: string, figures: BesideSql): string {
  const [p95, alone] = [percentile95(figures.api), percentile95(figures.engine)].map(
    (ms) => `${ms.toFixed(1).padStart(6)} ms`,
  );
  return `${name.padEnd(36)} p95 ${p95}  SQL alone ${alone}  ${ratioOf(figures).toFixed(2)} ×`;
}

function percentile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}
