import pg from 'pg';
import { Thread } from '../../apps/server/src/platform/process/thread.ts';
import { contract } from '../../apps/server/src/testing/builders.ts';
import { startTestApp, type TestApp, testToken } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { describeHardware } from '../hardware.ts';
import { median } from '../timing.ts';
import type { DepositRun } from './deposit-clients.thread.ts';

const clients = 16;
const seconds = 4;

/**
 * Measures deposits over HTTP against transactions like those of TPC-B on the same PostgreSQL, in turn: on 200 contracts
 * and branches, and on one.
 */
export async function benchDeposits(rounds: number): Promise<void> {
  const stopEngines = await startEngines();
  const app = await startTestApp();
  const thread = new Thread<DepositRun, number>(new URL('./deposit-clients.thread.ts', import.meta.url));
  try {
    console.log(`${describeHardware()}; ${clients} clients, ${seconds} s each, median of ${rounds}`);
    const origin = await app.internalListener.listen({ port: 0, host: '127.0.0.1' });
    const contractIds: string[] = [];
    for (let made = 0; made < 200; made += 1) contractIds.push((await contract(app)).id);
    await fillBranches(app);
    for (const places of [200, 1]) {
      const [own, alone]: [number[], number[]] = [[], []];
      for (let round = -1; round < rounds; round += 1) {
        const alike = await likeTpcB(app.postgresUrl, places);
        const run = { origin, token: testToken, contractIds: contractIds.slice(0, places), clients, seconds };
        const booked = (await thread.ask(run)) / seconds;
        if (round < 0) continue;
        own.push(booked);
        alone.push(alike);
      }
      const ratio = median(own.map((each, round) => each / (alone[round] ?? Number.NaN)));
      const [mine, theirs] = [own, alone].map((each) => `${median(each).toFixed(0)}/s`);
      console.log(`deposits, ${places} contracts`.padEnd(28), `${mine}  like TPC-B ${theirs}  ${ratio.toFixed(2)} ×`);
    }
  } finally {
    await thread.end();
    await app.close();
    await stopEngines();
  }
}

async function fillBranches({ ownerScript }: TestApp): Promise<void> {
  await ownerScript(`
    create table branches (bid int primary key, bbalance numeric);
    create table tellers (tid int primary key, bid int, tbalance numeric);
    create table accounts (aid int primary key, bid int, abalance numeric);
    create table history (tid int, bid int, aid int, delta numeric, mtime timestamptz);
    insert into branches select n, 0 from generate_series(1, 200) n;
    insert into tellers select n, 1 + n % 200, 0 from generate_series(1, 2000) n;
    insert into accounts select n, 1 + n % 200, 0 from generate_series(1, 200000) n;
    grant select, insert, update on branches, tellers, accounts, history to public;
    analyze`);
}

/** Returns the transactions a second. */
async function likeTpcB(url: string, branches: number): Promise<number> {
  const connections = Array.from({ length: clients }, () => new pg.Client({ connectionString: url }));
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  await Promise.all(
    connections.map(async (engine) => {
      await engine.connect();
      for (; performance.now() < end; done += 1) {
        const [aid, tid, bid] = [200_000, 2_000, branches].map((of) => 1 + Math.floor(Math.random() * of));
        await engine.query('begin');
        await engine.query('update accounts set abalance = abalance + 1 where aid = $1', [aid]);
        await engine.query('select abalance from accounts where aid = $1', [aid]);
        await engine.query('update tellers set tbalance = tbalance + 1 where tid = $1', [tid]);
        await engine.query('update branches set bbalance = bbalance + 1 where bid = $1', [bid]);
        await engine.query('insert into history values ($1, $2, $3, 1, now())', [tid, bid, aid]);
        await engine.query('commit');
      }
    }),
  );
  for (const engine of connections) await engine.end();
  return done / seconds;
}
