// The server for the browser tests: the whole product with the demonstration, under a clock that tests move.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { buildApp } from '../../apps/server/src/app.ts';
import { seedDemo } from '../../apps/server/src/features/installation/demo/seed-demo.ts';
import { openDemoMarketplaces } from '../../apps/server/src/features/marketplace/stand-in/demo-marketplaces.ts';
import { fitOut } from '../../apps/server/src/fittings.ts';
import { ManualClock } from '../../apps/server/src/platform/clock.ts';
import { openEngines } from '../../apps/server/src/platform/engines/open-engines.ts';
import { SealingKey } from '../../apps/server/src/platform/sealing/sealing-key.ts';
import { internalToken, startsAt } from './demo-facts.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'usance-e2e-'));
const dist = join(folder, 'console');
// Serves a copy, since a build of the console during the run would remove its files.
cpSync(fromHere('../../apps/console/dist'), dist, { recursive: true });

const clock = new ManualClock(startsAt);
const log = pino({ level: 'warn' }, pino.destination(2));
const engines = await openEngines({ dataDir: folder, log });
const { marketplaces, close: closeMarketplaces } = await openDemoMarketplaces(clock);
const stores = { db: engines.postgres.db, clickhouse: engines.clickhouse, clock, log };
const deps = fitOut(stores, { sealingKey: new SealingKey(internalToken), marketplaces });
const app = await buildApp(deps, {
  internalToken,
  console: { dist, boot: { variant: 'hosted', version: 'e2e' } },
});
// Without linked contracts: tests move the time by months, and each hour of a linked contract would be reported.
await seedDemo(deps, { isLinked: false }, (line) => console.log(line));

/** Returns the last code sent to an address, or an empty string. */
async function codeSentTo(address: string): Promise<string> {
  const message = await deps.db
    .selectFrom('message_outbox')
    .select('body')
    .where('recipient', '=', address)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return /\b\d{6}\b/.exec(message?.body ?? '')?.[0] ?? '';
}

/**
 * The control server for actions that no API call offers: it moves the clock, runs the work that is due by then, and
 * returns sent codes.
 */
const control = createServer(async (request, reply) => {
  const url = new URL(request.url ?? '/', 'http://control');
  const to = url.searchParams.get('to');
  const coded = url.searchParams.get('coded');
  try {
    if (coded !== null) return reply.end(await codeSentTo(coded));
    if (request.method === 'POST' && to !== null) {
      clock.moveTo(to);
      for (const tick of app.ticks) await tick.run(clock.now());
    }
    reply.end(clock.now().toISOString());
  } catch (error) {
    reply.writeHead(500).end(String(error));
  }
});
control.listen(0, '127.0.0.1');
await app.internalListener.listen({ port: 0, host: '127.0.0.1' });
await app.publicListener.listen({ port: 0, host: '127.0.0.1' });
const ports = [app.publicListener, app.internalListener, { server: control }].map(
  ({ server }) => (server.address() as AddressInfo).port,
);
console.log(`Serving console ${ports[0]}, internal ${ports[1]}, control ${ports[2]}.`);

process.once('SIGTERM', async () => {
  control.close();
  for (const listener of [app.publicListener, app.internalListener]) {
    listener.server.closeAllConnections();
    await listener.close();
  }
  await closeMarketplaces();
  await engines.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
