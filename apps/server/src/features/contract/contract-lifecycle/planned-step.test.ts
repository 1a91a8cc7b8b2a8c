import { auditRecords } from '@usance/api/contract/audit-record';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { steppingOn } from './contract-lifecycle.fixture.ts';
import { followPlans } from './follow-plans.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { take, refused, stateOf, inDays } = steppingOn(() => app);
const follow = () => followPlans(app.deps, app.clock.now());
const passes = async (days: number) => {
  await app.clock.pass({ hours: days * 24 });
  await follow();
};

describe('a planned step', () => {
  it('is taken once, and ends the contract at the planned time however late the job runs', async () => {
    const { id } = await contract(app);
    const effectiveAt = inDays(1);
    expect(await take({ contractId: id, state: 'End', effectiveAt })).toMatchObject({ progress: 'planned' });
    await passes(0.5);
    expect((await stateOf(id)).state).toBe('Active');
    await passes(1);
    const admin = await member(app, id, 'admin');
    const acts = await admin.call(auditRecords.list, { params: { id }, query: { call: 'contract-lifecycle.follow' } });
    expect(acts.items).toMatchObject([
      { actor: { kind: 'platform', name: '' }, gmtTime: app.clock.now().toISOString() },
    ]);
    expect(acts.items[0]?.changes).toMatchObject([
      { of: 'contract', before: { state: 'Active' }, after: { state: 'End' } },
      { of: 'contract_lifecycle', before: { progress: 'planned' }, after: { progress: 'taken' } },
    ]);
    expect(await stateOf(id)).toEqual({ state: 'End', ended_at: new Date(effectiveAt) });
    await follow();
    const { items } = await internalCaller(app).call(contractLifecycles.list, { query: { contractId: id } });
    expect(items).toMatchObject([{ progress: 'taken', fromState: 'Active', effectiveAt }]);
  });

  it('is the only one of its contract', async () => {
    const { id } = await contract(app);
    const plan = { contractId: id, state: 'End', effectiveAt: inDays(1) } as const;
    await take(plan);
    expect(await refused(plan)).toMatchObject({ code: 409, reason: 'CONTRACT_LIFECYCLE_CONFLICT' });
  });

  it('is taken even if that of another contract fails', async () => {
    const [broken, sound] = [await contract(app), await contract(app)];
    await take({ contractId: broken.id, state: 'End', effectiveAt: inDays(1) });
    await take({ contractId: sound.id, state: 'End', effectiveAt: inDays(2) });
    await app.ownerScript(`
      create function fails() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger fails before update on contract for each row when (old.id = '${broken.id}') execute function fails();`);
    await app.clock.pass({ hours: 72 });
    await follow();
    expect((await stateOf(sound.id)).state).toBe('End');
    await app.ownerScript('drop function fails cascade');
    await follow();
    expect((await stateOf(broken.id)).state).toBe('End');
  });

  it('can be postponed or withdrawn until it is due, but not after', async () => {
    const { id } = await contract(app);
    const { id: plan } = await take({ contractId: id, state: 'End', effectiveAt: inDays(1) });
    const change = (body: object) =>
      internalCaller(app).call(contractLifecycles.update, { params: { id: plan }, body });
    expect(await change({ effectiveAt: inDays(3), reason: 'asked for' })).toMatchObject({ reason: 'asked for' });
    await passes(2);
    expect((await stateOf(id)).state).toBe('Active');
    expect(await change({ withdrawn: true })).toMatchObject({ progress: 'withdrawn' });
    await passes(2);
    expect((await stateOf(id)).state).toBe('Active');
    const late = { params: { id: plan }, body: { reason: 'too late' } };
    expect(await internalCaller(app).refusal(contractLifecycles.update, late)).toMatchObject({
      code: 409,
      reason: 'CONTRACT_LIFECYCLE_CONFLICT',
    });
    await take({ contractId: id, state: 'End', effectiveAt: inDays(1) });
  });

  it('that the contract’s state no longer allows is marked refused, and holds up no other', async () => {
    const [voided, other] = [await contract(app), await contract(app)];
    await take({ contractId: voided.id, state: 'End', effectiveAt: inDays(1) });
    await take({ contractId: other.id, state: 'End', effectiveAt: inDays(1) });
    await take({ contractId: voided.id, state: 'Invalid' });
    await passes(2);
    expect((await stateOf(other.id)).state).toBe('End');
    const { items } = await internalCaller(app).call(contractLifecycles.list, {
      query: { contractId: voided.id, progress: 'refused' },
    });
    expect(items).toMatchObject([{ refusal: 'A contract in state Invalid cannot change to End.' }]);
    const ofIt = { contractId: voided.id, call: 'contract-lifecycle.follow' };
    expect((await internalCaller(app).call(auditRecords.listAll, { query: ofIt })).items).toMatchObject([
      { actor: { kind: 'platform' }, changes: [{ before: { progress: 'planned' }, after: { progress: 'refused' } }] },
    ]);
  });

  it('that renews onto a suspended contract is refused with a reason that operators see', async () => {
    const [former, successor] = [await contract(app), await contract(app)];
    const renewal = { state: 'Renewed', successorId: successor.id, effectiveAt: inDays(1) } as const;
    await take({ contractId: former.id, ...renewal });
    await app.ownerScript(`insert into account_period (contract_id, service, looked_at)
      values ('${successor.id}', 'paused', now()) on conflict (contract_id) do update set service = 'paused'`);
    await passes(2);
    const { items } = await internalCaller(app).call(contractLifecycles.list, { query: { progress: 'refused' } });
    const refusal = 'The account of the renewing contract is suspended.';
    expect(items).toContainEqual(expect.objectContaining({ contractId: former.id, refusal }));
    const ofIt = { contractId: former.id, call: 'contract-lifecycle.follow' };
    const { items: acts } = await internalCaller(app).call(auditRecords.listAll, { query: ofIt });
    expect(acts).toMatchObject([{ changes: [{ after: { progress: 'refused' } }] }]);
    expect((await stateOf(former.id)).state).toBe('Active');
  });

  it('is taken even if that of another is refused and marking it fails', async () => {
    const [voided, sound] = [await contract(app), await contract(app)];
    await take({ contractId: voided.id, state: 'End', effectiveAt: inDays(1) });
    await take({ contractId: sound.id, state: 'End', effectiveAt: inDays(2) });
    await take({ contractId: voided.id, state: 'Invalid' });
    await app.ownerScript(`
      create function fails() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger fails before update on contract_lifecycle for each row
        when (old.contract_id = '${voided.id}') execute function fails();`);
    await passes(3);
    expect((await stateOf(sound.id)).state).toBe('End');
    await app.ownerScript('drop function fails cascade');
    await follow();
    const query = { contractId: voided.id, progress: 'refused' } as const;
    expect((await internalCaller(app).call(contractLifecycles.list, { query })).items).toHaveLength(1);
  });

  it('must lie in the future', async () => {
    const { id } = await contract(app);
    const body = { contractId: id, state: 'End', effectiveAt: inDays(-1) } as const;
    expect(await refused(body)).toMatchObject({ code: 400, metadata: { field: 'effectiveAt' } });
  });
});
