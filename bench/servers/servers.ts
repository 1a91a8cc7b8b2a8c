import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { statements } from '@usance/api/billing/statement';
import type { Call } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { skus } from '@usance/api/metering/sku';
import { type LooseInput, requestOf } from '@usance/api/request';
import { createDatacloud } from '../../apps/server/src/features/contract/datacloud/create-datacloud.ts';
import type { Metered } from '../../apps/server/src/features/metering/usage/metering.fixture.ts';
import { startEmbedded } from '../../apps/server/src/platform/clickhouse/embedded.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded/embedded-postgres.ts';
import { openPostgres } from '../../apps/server/src/platform/postgres/open-postgres.ts';
import { killServers, startServerProcess } from '../../apps/server/src/testing/process/server-process.ts';
import { silent } from '../../apps/server/src/testing/silent-log.ts';
import { testToken } from '../../apps/server/src/testing/test-app.ts';
import { describeHardware } from '../hardware.ts';
import { Reports, senderTo } from '../ingest/reports.ts';
import { median, timed } from '../timing.ts';

const senders = 8;
const rowsOfReport = 5_000;
const clients = 8;
const callsOfClient = 50;

/**
 * Measures one and two server processes on the same databases, in turns: usage until it is acknowledged, and lists of
 * statements. The engines share the cores with the servers, so a ratio near 1 means that the cores are busy.
 */
export async function benchServers(rounds: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-servers-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const usage = await startEmbedded(dataDir, silent);
  try {
    const env = {
      DATABASE_URL: postgres.url,
      DATABASE_OWNER_URL: postgres.ownerUrl,
      CLICKHOUSE_URL: `http://default:${usage.password}@127.0.0.1:${usage.port()}/usance`,
      INTERNAL_TOKEN: testToken,
      SEALING_KEY: testToken.repeat(2),
    };
    const servers: string[] = [];
    for (const name of ['first', 'second'])
      servers.push((await startServerProcess({ ...env, DATA_DIR: join(dataDir, name) })).internalUrl);
    const metered = await furnish(servers[0] ?? '', postgres.url);
    console.log(`${describeHardware()}; median of ${rounds}; load ${loadavg()[0]?.toFixed(1)}`);
    const compare = async (name: string, unit: string, work: (origins: readonly string[]) => Promise<number>) => {
      const [one, two]: [number[], number[]] = [[], []];
      for (let round = -1; round < rounds; round += 1) {
        const speeds = [await work(servers.slice(0, 1)), await work(servers)] as const;
        if (round < 0) continue;
        one.push(speeds[0]);
        two.push(speeds[1]);
      }
      const ratio = median(two.map((speed, round) => speed / (one[round] ?? Number.NaN)));
      console.log(
        `${name.padEnd(20)} one ${median(one).toFixed(1)} ${unit}  two ${median(two).toFixed(1)}  ${ratio.toFixed(2)} ×`,
      );
    };
    const reports = new Reports(rowsOfReport);
    await compare('usage, acknowledged', 'K rows/s', async (origins) => {
      const sent = metered.map((contract) => reports.of([contract]));
      const ms = await timed(() => Promise.all(sent.map((body, at) => senderTo(inTurn(origins, at))([body]))));
      return (senders * rowsOfReport) / ms;
    });
    await compare('lists of statements', 'a second', async (origins) => {
      const ms = await timed(() =>
        Promise.all(
          Array.from({ length: clients }, async (_, at) => {
            for (let call = 0; call < callsOfClient; call += 1)
              await asked(inTurn(origins, at), statements.list, {
                params: { id: metered[at % senders]?.contractId },
                query: {},
              });
          }),
        ),
      );
      return (clients * callsOfClient * 1_000) / ms;
    });
  } finally {
    killServers();
    await usage.close();
    await postgres.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const inTurn = (origins: readonly string[], at: number) => origins[at % origins.length] ?? '';

/** Makes a contract with a data cloud for each sender, and the SKU that reports name. */
async function furnish(origin: string, databaseUrl: string): Promise<Metered[]> {
  const sku = { product: 'Compute', type: 'Warehouse', subType: '', billingItem: 'compute.r', tier: '' };
  const kinds = { unit: 'core-hour', resourceKind: 'warehouse', costKind: 'compute' };
  const at = { cloudProvider: 'aws', region: 'us-east-1', edition: 'ENTERPRISE' };
  await asked(origin, skus.create, { body: { items: [{ ...sku, ...kinds, ...at }] } });
  const postgres = await openPostgres(databaseUrl);
  const metered: Metered[] = [];
  for (let made = 0; made < senders; made += 1) {
    const buyer = { buyerType: 'E', buyerName: 'Bench Ltd', currency: 'USD', signDate: '2026-01-01T00:00:00Z' };
    const reply = await asked(origin, contracts.createInternal, { body: { tags: `Bench ${made}`, ...buyer } });
    const { id: contractId } = contracts.createInternal.reply.parse(await reply.json());
    const named = { contractId, name: `bench${made}`, regionID: 'aws-us-east-1', edition: 'ENTERPRISE', creator: 'b' };
    const datacloud = await postgres.db
      .transaction()
      .execute((tx) => createDatacloud({ tx, now: new Date() }, { ...named, edition: 'ENTERPRISE' }));
    metered.push({ contractId, datacloudId: datacloud.id });
  }
  await postgres.close();
  return metered;
}

async function asked(origin: string, call: Call, input: LooseInput): Promise<Response> {
  const { method, url, headers, body } = requestOf(call, input, 'internal');
  const authorization = `Bearer ${testToken}`;
  const reply = await fetch(origin + url, {
    method,
    headers: { ...headers, authorization },
    ...(body !== undefined && { body }),
  });
  // A server that is busy asks to be asked again.
  if (reply.status === 503) {
    await reply.text();
    return asked(origin, call, input);
  }
  if (!reply.ok) throw new Error(`${call.id}: ${reply.status} ${await reply.text()}`);
  if (method === 'GET') await reply.text();
  return reply;
}
