import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bank } from '@usance/api/billing/bank';
import { type Call, type CallReply, pathOf } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { health } from '@usance/api/health';
import { focus } from '@usance/api/installation/focus';
import { installation } from '@usance/api/installation/installation';
import { type LooseInput, requestOf } from '@usance/api/request';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enginesOfRunningServer } from '#platform/engines/engines-file.ts';
import { pidOfPostgres } from '#platform/postgres/embedded/left-behind.ts';
import { killServers, type ServerProcess, startServerProcess } from '#testing/process/server-process.ts';

const token = 'the-token-of-the-cutting-test-0123456789';
const rounds = 24;
const restarts = new Set([8, 16]);

let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'usance-cut-'));
  server = await startServerProcess({ DATA_DIR: dataDir, INTERNAL_TOKEN: token });
});
afterAll(() => {
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

function send(call: Call, input: LooseInput): Promise<Response> {
  const { url, headers, ...request } = requestOf(call, input, 'internal');
  return fetch(server.internalUrl + url, { ...request, headers: { ...headers, authorization: `Bearer ${token}` } });
}

/** Replies that are neither a success nor a 503 with Retry-After. */
const strange: string[] = [];

/** Sends a request with the same key until it succeeds. */
async function answered<C extends Call>(call: C, input: LooseInput): Promise<CallReply<C>> {
  for (;;) {
    const reply = await send(call, input);
    const text = await reply.text();
    if (reply.ok) return call.reply.parse(JSON.parse(text)) as CallReply<C>;
    const isBusy = reply.status === 503 && JSON.parse(text).reason === 'UNAVAILABLE';
    if (!isBusy || reply.headers.get('retry-after') === null) {
      strange.push(`${call.id}: ${reply.status} ${text}`);
      throw new Error(strange.at(-1));
    }
  }
}

const buyer = { buyerType: 'E', buyerName: 'Cut Ltd', currency: 'USD', signDate: '2026-01-01T00:00:00Z' };
const csv = (
  line: number,
) => `ChargeCategory,PricingQuantity,ListUnitPrice,ListCost,ChargePeriodStart,ChargePeriodEnd,BillingCurrency
Usage,${line},2,${line * 2},2025-03-01T10:00:00Z,2025-03-01T11:00:00Z,USD`;

it('a server survives repeated cuts of its connections and kills of its database, and does everything once', async () => {
  const { id } = await answered(contracts.createInternal, { body: { tags: 'Cut', ...buyer } });
  let acknowledged = Promise.withResolvers<void>();
  const acknowledge = () => {
    acknowledged.resolve();
    acknowledged = Promise.withResolvers();
  };
  let isOver = false;
  const done = { deposits: [] as string[], contracts: [] as string[], imports: [] as string[], reads: 0 };
  const untilOver = async (one: (count: number) => Promise<unknown>) => {
    for (let count = 1; !isOver; count += 1) {
      await one(count);
      acknowledge();
    }
  };
  const deposits = (writer: number) =>
    untilOver(async (count) => {
      // Each amount is unique, so that it identifies its deposit.
      const amount = `${writer * 10_000 + count}.00000001`;
      const body = { type: 'deposit', amount, currency: 'USD' };
      await answered(bank.record, { params: { id }, body, idempotencyKey: `deposit-${amount}` });
      done.deposits.push(amount);
    });
  const writers = [
    deposits(1),
    deposits(2),
    deposits(3),
    untilOver(async (count) => {
      const body = { tags: `Cut ${count}`, ...buyer };
      const made = await answered(contracts.createInternal, { body, idempotencyKey: `contract-${count}` });
      done.contracts.push(made.id);
    }),
    untilOver(async (count) => {
      const report = await answered(focus.import, { body: csv(count), idempotencyKey: `import-${count}` });
      expect([report.rated, report.agreed]).toEqual([1, 1]);
      done.imports.push(report.contractId);
    }),
    untilOver(async () => {
      await answered(bank.balance, { params: { id } });
      done.reads += 1;
    }),
  ];

  const { ownerUrl } = enginesOfRunningServer(dataDir, {});
  const cutting = (async () => {
    for (let round = 1; round <= rounds; round += 1) {
      await acknowledged.promise;
      if (restarts.has(round)) process.kill(pidOfPostgres(join(dataDir, 'postgres', 'data')) ?? 0, 'SIGKILL');
      else await cutAll(ownerUrl);
    }
    isOver = true;
  })();
  await Promise.all([cutting, ...writers]);

  expect(strange).toEqual([]);
  expect(server.child.exitCode).toBeNull();
  const ready = () => fetch(server.internalUrl + pathOf(health.ready, 'internal'));
  while ((await ready()).status !== 200);
  expect((await depositedAmounts(id)).sort()).toEqual(done.deposits.sort());
  expect(await idsOfContracts(ownerUrl)).toEqual([id, ...done.contracts, ...done.imports].sort());
  const { checks } = await answered(installation.verify, {});
  expect(checks.flatMap(({ problems }) => problems)).toEqual([]);
  expect(await server.end('SIGINT')).toBe(0);
}, 180_000);

/** Cuts all connections of the server; repeats while the database restarts. */
async function cutAll(ownerUrl: string): Promise<void> {
  for (;;) {
    try {
      await asOwner(ownerUrl, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'usance_app'");
      return;
    } catch {
      // The database is restarting, as the test intends.
    }
  }
}

async function asOwner(ownerUrl: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

async function idsOfContracts(ownerUrl: string): Promise<string[]> {
  const { rows } = await asOwner(ownerUrl, 'select id from contract order by id');
  return rows.map((row: { id: string }) => row.id);
}

async function depositedAmounts(id: string): Promise<string[]> {
  const amounts: string[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const { items } = await answered(bank.transactions, { params: { id }, query: { pageNum } });
    if (items.length === 0) return amounts;
    amounts.push(...items.map((item) => item.amount));
  }
}
