import { bank } from '@usance/api/billing/bank';
import { pathOf } from '@usance/api/call';
import { auditRecords } from '@usance/api/contract/audit-record';
import { contracts } from '@usance/api/contract/contract';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { dataclouds } from '@usance/api/contract/datacloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { pauseEnded } from '../datacloud/pause-ended.ts';
import { asks, steppingOn } from './contract-lifecycle.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { take, refused, stateOf, inDays } = steppingOn(() => app);

describe('the life of a contract', () => {
  it('leads direct sales from draft to active, step by step', async () => {
    const { id } = await contract(app, { state: 'Draft' });
    for (const state of ['LegalAudit', 'Approved', 'Signing', 'Active'] as const)
      expect(await take({ contractId: id, state })).toMatchObject({ state, progress: 'taken' });
    const { items } = await internalCaller(app).call(contractLifecycles.list, { query: { contractId: id } });
    expect(items.map(({ fromState, state }) => `${fromState} ${state}`).sort()).toEqual(
      ['Draft LegalAudit', 'LegalAudit Approved', 'Approved Signing', 'Signing Active'].sort(),
    );
  });

  it.each([
    ['Draft', 'Active'],
    ['Draft', 'End'],
    ['Active', 'Draft'],
    ['Active', 'Dropped'],
    ['Active', 'Active'],
  ] as const)('cannot change from %s to %s', async (from, to) => {
    const { id } = await contract(app, { state: from });
    expect(await refused({ contractId: id, state: to })).toMatchObject({
      code: 409,
      reason: 'CONTRACT_STATE_CONFLICT',
      metadata: { state: from },
    });
    expect((await stateOf(id)).state).toBe(from);
  });

  it('ends at once, and from then on no data cloud can be created in it', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    await take({ contractId: id, state: 'End' });
    expect(await stateOf(id)).toEqual({ state: 'End', ended_at: app.clock.now() });
    expect((await admin.call(contracts.get, { params: { id } })).permissions?.canCreateDatacloud).toBe(false);
    expect(await refused({ contractId: id, state: 'Active' })).toMatchObject({ code: 409 });
  });

  it('is renewed by an active contract of the same currency', async () => {
    const [old, dollars, yuan] = [await contract(app), await contract(app), await contract(app, { currency: 'CNY' })];
    const renewed = { contractId: old.id, state: 'Renewed' } as const;
    expect(await refused(renewed)).toMatchObject({ code: 400, metadata: { field: 'successorId' } });
    expect(await refused({ ...renewed, successorId: yuan.id })).toMatchObject({ code: 409 });
    expect(await refused({ ...renewed, successorId: old.id })).toMatchObject({ code: 409 });
    expect(await refused({ ...renewed, successorId: 'ct-aaaaaaaa' })).toMatchObject({ code: 409 });
    expect(await take({ ...renewed, successorId: dollars.id })).toMatchObject({ successorId: dollars.id });
  });

  it('cannot renew one that renews it, even at the same time', async () => {
    const pairs = Array.from({ length: 8 }, async () => {
      const [one, other] = [await contract(app), await contract(app)];
      const renew = (contractId: string, successorId: string) =>
        internalCaller(app).raw({
          method: 'POST',
          url: pathOf(contractLifecycles.create, 'internal'),
          payload: asks({ contractId, state: 'Renewed', successorId }).body,
        });
      const replies = await Promise.all([renew(one.id, other.id), renew(other.id, one.id)]);
      return replies.map(({ statusCode }) => statusCode).sort();
    });
    for (const statuses of await Promise.all(pairs)) expect(statuses).toEqual([200, 409]);
  });

  it('cannot plan a renewal by an unknown contract', async () => {
    const { id } = await contract(app);
    const plan = { contractId: id, state: 'Renewed', effectiveAt: inDays(1) } as const;
    expect(await refused({ ...plan, successorId: 'ct-aaaaaaaa' })).toMatchObject({ reason: 'CONTRACT_NOT_FOUND' });
  });

  it.each(['End', 'Invalid'] as const)('that becomes %s has no running data cloud', async (state) => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const made = { contractId: id, regionID: 'aws-us-east-1', edition: 'ENTERPRISE', name: `of_${state}` } as const;
    await admin.call(dataclouds.create, { body: made });
    await take({ contractId: id, state });
    const { items } = await admin.call(dataclouds.list, { query: { contractId: id } });
    expect(items).toMatchObject([{ state: 'PAUSED' }]);
    const [told] = (await admin.call(auditRecords.list, { params: { id }, query: {} })).items;
    expect(told).toMatchObject({ actor: { kind: 'token' }, call: 'contract-lifecycle.create' });
    expect(told?.changes.map(({ of }) => of)).toContain('datacloud');
  });

  it('that ended without pausing its data clouds has them paused by the hourly job, which the audit shows', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const made = { contractId: id, regionID: 'aws-us-east-1', edition: 'ENTERPRISE', name: 'of_before' } as const;
    await admin.call(dataclouds.create, { body: made });
    const ended = { state: 'End', ended_at: app.clock.now() } as const;
    await app.deps.db.updateTable('contract').set(ended).where('id', '=', id).execute();
    for (let rounds = 0; rounds < 2; rounds += 1) await pauseEnded(app.deps, app.clock.now());
    const acts = await admin.call(auditRecords.list, { params: { id }, query: { call: 'datacloud.pause' } });
    expect(acts.items).toMatchObject([
      {
        actor: { kind: 'platform' },
        changes: [{ of: 'datacloud', before: { state: 'RUNNING' }, after: { state: 'PAUSED' } }],
      },
    ]);
  });

  it('can be voided only if nothing was paid on it', async () => {
    const [unused, paid] = [await contract(app), await contract(app)];
    await internalCaller(app).call(bank.record, {
      params: { id: paid.id },
      body: { type: 'deposit', amount: '1', currency: 'USD' },
    });
    expect(await refused({ contractId: paid.id, state: 'Invalid' })).toMatchObject({ code: 409 });
    await take({ contractId: unused.id, state: 'Invalid' });
    expect((await stateOf(unused.id)).state).toBe('Invalid');
  });

  it('is refused for an unknown contract', async () => {
    expect(await refused({ contractId: 'ct-aaaaaaaa', state: 'End' })).toMatchObject({ reason: 'CONTRACT_NOT_FOUND' });
    const someone = await person(app);
    expect(
      await someone.refusal(contractLifecycles.create, asks({ contractId: 'ct-aaaaaaaa', state: 'End' })),
    ).toMatchObject({ code: 404 });
  });
});

let taken: string;
beforeAll(async () => {
  const { id } = await contract(app);
  taken = (await take({ contractId: id, state: 'End' })).id;
});
refusesToEverybody(
  [
    ['says another reason of what was done', `update contract_lifecycle set reason = 'x' where id = '$L'`],
    ['has it undone', `update contract_lifecycle set progress = 'planned' where id = '$L'`],
    ['forgets it', `delete from contract_lifecycle where id = '$L'`],
    ['forgets all', 'truncate contract_lifecycle cascade'],
  ],
  () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names: { L: taken },
    everything: () => app.deps.db.selectFrom('contract_lifecycle').selectAll().where('id', '=', taken).execute(),
  }),
);
