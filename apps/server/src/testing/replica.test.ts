import { bank } from '@usance/api/billing/bank';
import { focusExports } from '@usance/api/billing/focus-export';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import type { Call } from '@usance/api/call';
import { auditRecords } from '@usance/api/contract/audit-record';
import { contracts } from '@usance/api/contract/contract';
import { dataclouds } from '@usance/api/contract/datacloud';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { OperatorError } from '#platform/failure/operator-error.ts';
import { openReplica, type Replica } from '#platform/postgres/replica/replica.ts';
import { contract, member } from './builders.ts';
import { type Caller, internalCaller } from './callers.ts';
import { definedCalls } from './defined-calls.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './process/replicated-postgres.ts';
import { silent } from './silent-log.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { openTestPostgres } from './test-postgres.ts';

const soon = { timeout: 30_000, interval: 50 };

describe('a server with a replica of its database', () => {
  let postgres: ReplicatedPostgres;
  let app: TestApp;
  let replica: Replica;
  let contractId: string;
  let admin: Caller;
  beforeAll(async () => {
    postgres = await startReplicatedPostgres();
    vi.stubEnv('TEST_POSTGRES_OWNER_URL', postgres.ownerUrl);
    vi.stubEnv('TEST_POSTGRES_URL', postgres.url);
    app = await startTestApp({ clickhouse: true, replicaOf: postgres.onReplica });
    if (app.deps.replica === undefined) throw new Error('The app has no replica');
    replica = app.deps.replica;
    ({ id: contractId } = await contract(app));
    admin = await member(app, contractId, 'admin');
  });
  afterAll(async () => {
    await app.close();
    vi.unstubAllEnvs();
    await postgres.close();
  });

  const names = async () => (await admin.call(contracts.list, { query: {} })).items.map(({ tags }) => tags);
  const contractOf = (tags: string) => admin.call(contracts.create, { body: { tags } });
  /** Counts the reads of some work by the database that answered. */
  const answeredIn = async (work: () => Promise<unknown>) => {
    const before = replica.answered();
    await work();
    const after = replica.answered();
    return { replica: after.replica - before.replica, primary: after.primary - before.primary };
  };
  const byReplica = { replica: 1, primary: 0 };
  const byPrimary = { replica: 0, primary: 1 };
  const untilReplicaAnswers = () => vi.waitFor(async () => expect(await answeredIn(names)).toEqual(byReplica), soon);

  it('has it answer every call that may be read there, and no other', async () => {
    const range = { start: Date.parse('2026-10-01T00:00:00Z'), end: Date.parse('2026-11-01T00:00:00Z') };
    const ofContract = { params: { id: contractId } };
    const system = internalCaller(app);
    const reads: [Call, () => Promise<unknown>][] = [
      [contracts.list, names],
      [dataclouds.list, () => admin.call(dataclouds.list, { query: {} })],
      [auditRecords.list, () => admin.call(auditRecords.list, { ...ofContract, query: {} })],
      [auditRecords.listAll, () => system.call(auditRecords.listAll, { query: {} })],
      [statements.list, () => admin.call(statements.list, { ...ofContract, query: {} })],
      [purchases.list, () => admin.call(purchases.list, { ...ofContract, query: {} })],
      [purchases.aggBy, () => admin.call(purchases.aggBy, { ...ofContract, query: { aggDimensions: ['product'] } })],
      [purchases.groups, () => admin.call(purchases.groups, { ...ofContract, query: { groupBy: 'product' } })],
      [purchases.aggBySku, () => admin.call(purchases.aggBySku, { ...ofContract, query: {} })],
      [purchases.dailyAcc, () => admin.call(purchases.dailyAcc, { ...ofContract, query: {} })],
      [purchases.changes, () => admin.call(purchases.changes, { ...ofContract, query: {} })],
      [purchases.forecast, () => admin.call(purchases.forecast, { ...ofContract, query: {} })],
      [purchases.anomalies, () => admin.call(purchases.anomalies, { ...ofContract, query: {} })],
      [purchases.distinctFields, () => admin.call(purchases.distinctFields, { ...ofContract, query: range })],
      [purchases.download, () => admin.call(purchases.download, { ...ofContract, query: range })],
      ...Object.values(focusExports).map((call): [Call, () => Promise<unknown>] => [
        call,
        () => admin.call(call, { ...ofContract, query: { fromMonth: '2026-10', toMonth: '2026-10' } }),
      ]),
    ];
    const marked = (await definedCalls()).filter((call) => call.reads === 'replica');
    expect(reads.map(([call]) => call.id).sort()).toEqual(marked.map((call) => call.id).sort());
    await untilReplicaAnswers();
    for (const [call, read] of reads) expect([call.id, await answeredIn(read)]).toEqual([call.id, byReplica]);
    expect(await answeredIn(() => admin.call(contracts.get, ofContract))).toEqual({ replica: 0, primary: 0 });
  });

  it('shows what was just written, whoever wrote it', async () => {
    await untilReplicaAnswers();
    for (const round of [1, 2, 3, 4, 5]) {
      await contractOf(`Round ${round}`);
      expect(await names()).toContain(`Round ${round}`);
      await internalCaller(app).call(bank.record, {
        params: { id: contractId },
        body: { type: 'deposit', amount: `${round}`, currency: 'USD' },
      });
    }
  });

  it('shows it while the replica is behind, and asks the replica again once it has caught up', async () => {
    await untilReplicaAnswers();
    await postgres.pause();
    await contractOf('Written in the pause');
    expect(await answeredIn(async () => expect(await names()).toContain('Written in the pause'))).toEqual(byPrimary);
    await postgres.resume();
    await untilReplicaAnswers();
    expect(await names()).toContain('Written in the pause');
  });

  it('shows it while the replica is dead, and asks the replica again once it is back', async () => {
    await untilReplicaAnswers();
    await postgres.kill();
    await contractOf('Written after the death');
    expect(await answeredIn(async () => expect(await names()).toContain('Written after the death'))).toEqual(byPrimary);
    await postgres.start();
    await untilReplicaAnswers();
    expect(await names()).toContain('Written after the death');
  });

  it('has the primary answer what the replica cannot', async () => {
    await untilReplicaAnswers();
    const { db } = app.deps;
    const which = sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`;
    const locking = sql`select from contract for update`;
    const run = await replica.read(db, async (near) => {
      await locking.execute(near);
      return which.execute(near);
    });
    expect(run.rows).toEqual([{ isReplica: false }]);
    await untilReplicaAnswers();
    expect((await replica.read(db, (near) => which.execute(near))).rows).toEqual([{ isReplica: true }]);
  });

  it('tells refusals of the read, and does not run it again', async () => {
    await untilReplicaAnswers();
    const refused = vi.fn(() => Promise.reject(new Error('refused')));
    await expect(replica.read(app.deps.db, refused)).rejects.toThrow('refused');
    expect(refused).toHaveBeenCalledOnce();
  });
});

describe('the database of DATABASE_REPLICA_URL', () => {
  const opened = async () => {
    const database = await openTestPostgres();
    onTestFinished(() => database.close());
    return database;
  };

  it('is refused if it is another one', async () => {
    const [ours, other] = [await opened(), await opened()];
    await expect(openReplica(other.url, ours.db, silent)).rejects.toThrow(OperatorError);
  });

  it('answers no read if it is no replica', async () => {
    const ours = await opened();
    const replica = await openReplica(ours.url, ours.db, silent);
    onTestFinished(() => replica.close());
    await replica.read(ours.db, (db) => sql`select 1`.execute(db));
    expect(replica.answered()).toEqual({ replica: 0, primary: 1 });
  });

  it('may be away when the server starts', async () => {
    const ours = await opened();
    const nowhere = new URL(ours.url);
    nowhere.searchParams.set('host', '/nowhere');
    const replica = await openReplica(nowhere.href, ours.db, silent);
    onTestFinished(() => replica.close());
    await replica.read(ours.db, (db) => sql`select 1`.execute(db));
    expect(replica.answered()).toEqual({ replica: 0, primary: 1 });
  });
});
