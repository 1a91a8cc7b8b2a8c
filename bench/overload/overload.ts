import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/process/server-process.ts';
import { silent } from '../../apps/server/src/testing/silent-log.ts';
import { testToken } from '../../apps/server/src/testing/test-app.ts';
import { describeHardware } from '../hardware.ts';
import { median, timed } from '../timing.ts';
import { type Client, keepAsking, type Outcome, outcomeOf, readOnce } from './clients.ts';
import { peakMemory } from './memory.ts';
import { mixedReads } from './mixed-reads.ts';
import { makeReaders, signInAll } from './sessions.ts';

const fewer = [2, 4, 8, 16, 32];

/**
 * Starts an installation with the demonstration and reads from it with more and more clients, in the end far more than
 * it can serve. Prints the accepted requests, their times, and the time until the server is as fast as before.
 */
export async function benchOverload(clients: number, seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'usance-overload-'));
  console.log(`${describeHardware()}; ${clients} clients, ${seconds} s; load before ${loadavg()[0]?.toFixed(1)}`);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent });
  // Each client has its own address, so the limit per address is not measured.
  const server = await startServerProcess({
    DATA_DIR: folder,
    SEED: 'demo',
    TRUST_PROXY: 'loopback',
    DATABASE_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    INTERNAL_TOKEN: testToken,
    SEALING_KEY: testToken.repeat(2),
  });
  try {
    // Clients who have asked before would meet the limit of one session.
    const people = await makeReaders(postgres.url, 1 + Math.max(...fewer) + clients);
    await measure(server, await signInAll(server.url, people), seconds);
  } finally {
    await server.end('SIGTERM');
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(server: ServerProcess, all: readonly Client[], seconds: number): Promise<void> {
  const [first, ...others] = all;
  const few = others.slice(0, Math.max(...fewer));
  const many = others.slice(few.length);
  if (first === undefined) throw new Error('No client could sign in');
  const urls = await mixedReads(server.url, first);
  const round = () => timed(() => oneRound(first, urls));
  await round();
  const unloadedMs = median([await round(), await round(), await round(), await round(), await round()]);
  const speeds: number[] = [];
  for (const some of fewer) {
    const outcome = outcomeOf(await keepAsking(few.slice(0, some), urls, seconds / 4), seconds / 4);
    speeds.push(outcome.goodput);
    print(some, outcome);
  }
  // Node accepts one new connection per turn of its event loop, so a first connection under load waits before any of
  // our code runs. People and proxies keep their connections, so each client connects before the measurement.
  await Promise.all(many.map((client) => readOnce(client, [...urls.values()][0] ?? '')));
  const asking = keepAsking(many, urls, seconds);
  await wait(seconds * 1_000);
  // Now no client sends again; requests in progress are still answered.
  const recoveredMs = await timeUntil(async () => (await round()) <= 2 * unloadedMs);
  const overloaded = await asking;
  const outcome = outcomeOf(overloaded, seconds);
  print(many.length, outcome);
  for (const [name, { accepted, p50, p99 }] of outcomesByRead(overloaded, seconds))
    console.log(
      `  ${name.padEnd(28)} ${`${accepted}`.padStart(7)} accepted  p50 ${milliseconds(p50)}  p99 ${milliseconds(p99)}`,
    );
  console.log(`goodput ${(outcome.goodput / Math.max(...speeds)).toFixed(2)} × the best with fewer clients`);
  console.log(
    `a round of all reads as fast as before (${milliseconds(unloadedMs)}) after ${milliseconds(recoveredMs)}`,
  );
  for (const { name, mebibytes } of peakMemory(server.child.pid ?? 0))
    console.log(`most memory of ${name}: ${mebibytes} MiB`);
}

/** Sends all reads one after the other, and repeats each refused one until it succeeds. */
async function oneRound(client: Client, urls: ReadonlyMap<string, string>): Promise<void> {
  for (const url of urls.values()) {
    while ((await readOnce(client, url)).status !== 200);
  }
}

async function timeUntil(reached: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  for (let lastBegan = start; ; lastBegan = performance.now()) {
    if (await reached()) return lastBegan - start;
  }
}

function outcomesByRead(asked: Awaited<ReturnType<typeof keepAsking>>, seconds: number): [string, Outcome][] {
  return [...Map.groupBy(asked, ({ read }) => read)].map(([read, those]) => [read, outcomeOf(those, seconds)]);
}

function print(clients: number, { goodput, accepted, p50, p99, others }: Outcome): void {
  const counts = [...others].map(([status, times]) => `${times} × ${status}`).join(', ');
  console.log(
    `${`${clients}`.padStart(4)} clients ${goodput.toFixed(0).padStart(6)} accepted/s (${accepted})  p50 ${milliseconds(p50)}  p99 ${milliseconds(p99)}  ${counts}  load ${loadavg()[0]?.toFixed(1)}`,
  );
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(0).padStart(5)} ms`;
}
