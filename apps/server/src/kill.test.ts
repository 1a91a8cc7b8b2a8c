import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bank } from '@usance/api/bank';
import type { Call } from '@usance/api/call';
import { contracts } from '@usance/api/contract';
import { type LooseInput, requestOf } from '@usance/api/request';
import { skus } from '@usance/api/sku';
import { usages } from '@usance/api/usage';
import { afterEach, describe, expect, it } from 'vitest';
import { flushUsage } from './features/metering/usage/moving/flush-usage.ts';
import { releaseClaims } from './features/metering/usage/moving/let-go-of-claims.ts';
import { verifyLedger } from './features/money/ledger/verify-ledger.ts';
import { createDatacloud } from './features/party/datacloud/create-datacloud.ts';
import { systemClock } from './platform/clock.ts';
import { openEngines } from './platform/engines/open-engines.ts';
import { pidOfPostgres } from './platform/postgres/embedded/left-behind.ts';
import { killServers, type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { silent } from './testing/silent-log.ts';

const token = 'the-token-of-the-kill-test-0123456789';
const kills = 3;
const acknowledgedBeforeKill = 60;
const writersOfEach = 3;
const linesABatch = 20;

afterEach(killServers);

describe('kill -9 of the server', () => {
  it('loses no deposit and no usage that was acknowledged, and counts none twice', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'usance-kill-'));
    const env = { DATA_DIR: dataDir, INTERNAL_TOKEN: token };
    const place = await furnish(env);
    const sent = { deposits: new Map<string, boolean>(), batches: new Map<string, boolean>() };

    for (let kill = 0; kill < kills; kill += 1) {
      const server = await startServerProcess(env);
      await writeUntilKilled(server, place, sent, { kill, dataDir });
    }

    const server = await startServerProcess(env);
    for (const [amount, acknowledged] of sent.deposits) {
      const reply = await admitted(server, ...deposit(place.contractId, amount));
      expect(reply.ok).toBe(true);
      if (acknowledged) expect(reply.headers.get('idempotent-replayed')).toBe('true');
    }
    for (const [batch, acknowledged] of sent.batches) {
      const reply = usages.ingest.reply.parse(await (await admitted(server, ...ingest(place, batch))).json());
      if (acknowledged) expect(reply).toMatchObject({ accepted: 0, duplicate: linesABatch, refused: 0 });
      else expect(reply.accepted + reply.duplicate).toBe(linesABatch);
    }
    const amounts = await depositedAmounts(server, place.contractId);
    expect(amounts).toEqual([...sent.deposits.keys()].sort());
    const { balance } = await read(server, bank.balance, place.contractId);
    expect(unitsOf(balance)).toBe(amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n));
    expect(await server.end('SIGINT')).toBe(0);

    const stored = await storedUsage(dataDir);
    const ids = [...sent.batches.keys()].flatMap((batch) => lineIds(batch));
    expect(stored).toEqual({ problems: [], ids: ids.sort() });
    rmSync(dataDir, { recursive: true });
  }, 180_000);
});

interface Place {
  readonly contractId: string;
  readonly datacloudId: string;
}

/** A contract with a data cloud and a SKU to meter. */
async function furnish(env: { DATA_DIR: string; INTERNAL_TOKEN: string }): Promise<Place> {
  const server = await startServerProcess(env);
  const created = await admitted(server, contracts.createInternal, {
    body: {
      tags: 'Kill',
      buyerType: 'E',
      buyerName: 'Kill Ltd',
      currency: 'USD',
      signDate: '2026-01-01T00:00:00Z',
    },
  });
  const { id: contractId } = contracts.createInternal.reply.parse(await created.json());
  const sku = { product: 'Compute', type: 'Warehouse', subType: '', billingItem: 'core', tier: '', unit: 'core-hour' };
  const kinds = { resourceKind: 'warehouse', costKind: 'compute' };
  const at = { cloudProvider: 'aws', region: 'us-east-1', edition: 'ENTERPRISE' };
  expect((await admitted(server, skus.create, { body: { items: [{ ...sku, ...kinds, ...at }] } })).ok).toBe(true);
  expect(await server.end('SIGINT')).toBe(0);

  const { postgres, ...engines } = await openEngines({ dataDir: env.DATA_DIR, log: silent });
  const place = { contractId, name: 'killed', regionID: 'aws-us-east-1', edition: 'ENTERPRISE', creator: 'a' } as const;
  const { id: datacloudId } = await postgres.db
    .transaction()
    .execute((tx) => createDatacloud({ tx, now: new Date() }, place));
  await engines.close();
  return { contractId, datacloudId };
}

/** Many clients write at once; after so many acknowledgements the process is killed while more are on their way. */
async function writeUntilKilled(
  server: ServerProcess,
  place: Place,
  sent: Record<'deposits' | 'batches', Map<string, boolean>>,
  { kill, dataDir }: { kill: number; dataDir: string },
): Promise<void> {
  let acknowledged = 0;
  const write = async (log: Map<string, boolean>, name: string, request: () => Promise<Response>) => {
    log.set(name, false);
    const reply = await request();
    await reply.arrayBuffer();
    if (reply.ok) log.set(name, true);
    acknowledged += reply.ok ? 1 : 0;
    if (acknowledged === acknowledgedBeforeKill) {
      server.child.kill('SIGKILL');
      const database = pidOfPostgres(join(dataDir, 'postgres', 'data'));
      // Every other time its database goes with it, as when the power is cut.
      if (kill % 2 === 0 && database !== undefined) process.kill(database, 'SIGKILL');
    }
  };
  const untilGone = async (one: (count: number) => Promise<void>) => {
    for (let count = 1; ; count += 1) {
      try {
        await one(count);
      } catch {
        return;
      }
    }
  };
  const writers = Array.from({ length: writersOfEach }, (_, writer) => [
    untilGone((count) => {
      // No two alike, so that the amount is the deposit's name.
      const amount = `${(kill + 1) * 1_000_000 + writer * 10_000 + count}.00000001`;
      return write(sent.deposits, amount, () => send(server, ...deposit(place.contractId, amount)));
    }),
    untilGone((count) => {
      const batch = `${kill}-${writer}-${count}`;
      return write(sent.batches, batch, () => send(server, ...ingest(place, batch)));
    }),
  ]);
  await Promise.all(writers.flat());
  await server.end('SIGKILL');
}

function deposit(contractId: string, amount: string): [Call, LooseInput] {
  const body = { type: 'deposit', amount, currency: 'USD' };
  return [bank.record, { params: { id: contractId }, body, idempotencyKey: amount }];
}

function ingest({ contractId, datacloudId }: Place, batch: string): [Call, LooseInput] {
  const common = { contractId, datacloudId, objectId: 'o', objectName: 'o', resourceKind: 'warehouse' };
  const metered = { billingItem: 'core', quantity: '0.000000000001', unit: 'core-hour' };
  const hour = { start: '2026-10-01T00:00:00Z', end: '2026-10-01T01:00:00Z' };
  const lines = lineIds(batch).map((id) => JSON.stringify({ id, ...common, ...metered, ...hour }));
  return [usages.ingest, { body: lines.join('\n') }];
}

function lineIds(batch: string): string[] {
  return Array.from({ length: linesABatch }, (_, line) => `${batch}-${line}`);
}

/** As send, and again for as long as a busy machine has the server say 503. */
async function admitted(server: ServerProcess, call: Call, input: LooseInput): Promise<Response> {
  for (;;) {
    const reply = await send(server, call, input);
    if (reply.status !== 503) return reply;
    await reply.arrayBuffer();
  }
}

function send(server: ServerProcess, call: Call, input: LooseInput): Promise<Response> {
  const { url, headers, ...request } = requestOf(call, input, 'internal');
  return fetch(server.internalUrl + url, { ...request, headers: { ...headers, authorization: `Bearer ${token}` } });
}

async function read<C extends typeof bank.balance>(server: ServerProcess, call: C, contractId: string) {
  return call.reply.parse(await (await admitted(server, call, { params: { id: contractId } })).json());
}

async function depositedAmounts(server: ServerProcess, contractId: string): Promise<string[]> {
  const amounts: string[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const reply = await admitted(server, bank.transactions, { params: { id: contractId }, query: { pageNum } });
    const { items } = bank.transactions.reply.parse(await reply.json());
    if (items.length === 0) return amounts.sort();
    amounts.push(...items.map((item) => item.amount));
  }
}

/** Looks into the databases themselves, without the server. */
async function storedUsage(dataDir: string) {
  const { postgres, clickhouse, close } = await openEngines({ dataDir, log: silent });
  await releaseClaims(postgres.db);
  await flushUsage({ db: postgres.db, clickhouse, clock: systemClock, log: silent });
  const problems = await verifyLedger(postgres.db);
  const rows = await clickhouse.query<{ id: string }>('SELECT usage_id AS id FROM usage_record');
  await close();
  return { problems, ids: rows.map((row) => row.id).sort() };
}

function unitsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
