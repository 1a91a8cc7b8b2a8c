import { availableBalances } from '@usance/api/billing/available-balance';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { dataclouds } from '@usance/api/contract/datacloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { followPlans } from '../../../contract/contract-lifecycle/follow-plans.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-10T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(() => app.close());

const before = { start: '2026-10-10T11:00:00Z', end: '2026-10-10T12:00:00Z' };
const after = { start: '2026-10-10T12:00:00Z', end: '2026-10-10T13:00:00Z' };

/** A contract that is renewed on 10-10 at 12:00; its successor exists since September. */
async function renewed(): Promise<{ former: Metered; present: Metered }> {
  const former = await meteredContract(app);
  const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
  await renew(former.contractId, id);
  return { former, present: { ...former, contractId: id } };
}

const renew = (contractId: string, successorId: string, effectiveAt?: string) => {
  const body = { contractId, state: 'Renewed', reason: 'as agreed', successorId } as const;
  return internalCaller(app).call(contractLifecycles.create, {
    body: { ...body, ...(effectiveAt && { effectiveAt }) },
  });
};
const rowsOf = async (...contractIds: string[]) =>
  Promise.all(contractIds.map(async (id) => (await stored(app, id)).rows));

describe('a data cloud whose contract is renewed', () => {
  it('keeps running under the new contract, without granting roles there', async () => {
    const former = await meteredContract(app);
    const { id: successor } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    const [old, next] = [await member(app, former.contractId, 'admin'), await member(app, successor, 'viewer')];
    await renew(former.contractId, successor);
    const list = { query: {} };
    expect((await next.call(dataclouds.list, list)).items).toMatchObject([
      { id: former.datacloudId, state: 'RUNNING', contractId: successor },
    ]);
    expect((await old.call(dataclouds.list, list)).items).toEqual([]);
    const given = { params: { datacloudID: former.datacloudId }, query: { regionID: 'aws-us-east-1' } };
    expect(await old.refusal(dataclouds.delete, given)).toMatchObject({ reason: 'DATACLOUD_NOT_FOUND' });
    expect(await old.refusal(availableBalances.get, { params: { id: successor } })).toMatchObject({ code: 404 });
  });

  it('is billed once, to each contract for its time, whichever contract the meter names', async () => {
    const { former, present } = await renewed();
    app.clock.moveTo('2026-10-10T13:00:00Z');
    const lines = [
      usageOf(former, before),
      usageOf(present, before),
      usageOf(former, after),
      usageOf(present, after),
      usageOf(present, after),
    ];
    expect(await sendUsage(app, lines)).toMatchObject({ accepted: 5, refused: 0 });
    expect(await rowsOf(former.contractId, present.contractId)).toEqual([2, 3]);
    const swapped = lines.map((line) => ({
      ...line,
      contractId: line.contractId === former.contractId ? present.contractId : former.contractId,
    }));
    expect(await sendUsage(app, [...lines, ...swapped])).toMatchObject({ accepted: 0, duplicate: 10, refused: 0 });
    expect(await rowsOf(former.contractId, present.contractId)).toEqual([2, 3]);
  });

  it('counts usage once that a meter with a fast clock sent before the renewal was carried out', async () => {
    const former = await meteredContract(app);
    const { id: successor } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await renew(former.contractId, successor, '2026-10-10T14:00:00Z');
    app.clock.moveTo('2026-10-10T13:59:30Z');
    const line = usageOf(former, { start: '2026-10-10T14:00:00Z', end: '2026-10-10T14:00:20Z' });
    expect(await sendUsage(app, [line])).toMatchObject({ accepted: 1 });
    app.clock.moveTo('2026-10-10T14:00:30Z');
    await followPlans(app.deps, app.clock.now());
    expect(await sendUsage(app, [line, { ...line, contractId: successor }])).toMatchObject({
      duplicate: 2,
      refused: 0,
    });
  });

  it('is still not found under other contracts', async () => {
    const { former } = await renewed();
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    expect(await sendUsage(app, [usageOf({ ...former, contractId: id }, before)])).toMatchObject({
      refusals: [{ reason: 'DATACLOUD_NOT_FOUND' }],
    });
  });

  it('moves again with each renewal', async () => {
    const { former, present } = await renewed();
    app.clock.moveTo('2026-10-10T16:00:00Z');
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await renew(present.contractId, id);
    app.clock.moveTo('2026-10-10T17:00:00Z');
    const now = { start: '2026-10-10T16:00:00Z', end: '2026-10-10T17:00:00Z' };
    expect(
      await sendUsage(
        app,
        [before, after, now].map((when) => usageOf(former, when)),
      ),
    ).toMatchObject({
      accepted: 3,
      refused: 0,
    });
    expect((await rowsOf(former.contractId, present.contractId, id)).reduce((sum, rows) => sum + rows)).toBe(3);
    expect((await rowsOf(id))[0]).toBe(1);
  });

  it('has no usage refused or counted twice that arrives during the renewal', async () => {
    const former = await meteredContract(app);
    const { id: successor } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    const from = app.clock.now().getTime() + 60_000;
    const ahead = { start: new Date(from).toISOString(), end: new Date(from + 1_000).toISOString() };
    const lines = Array.from({ length: 12 }, () => usageOf(former, ahead));
    const send = () => Promise.all(lines.map((line) => sendUsage(app, [line])));
    const [replies] = await Promise.all([send(), renew(former.contractId, successor)]);
    expect(replies.map(({ accepted, refused }) => [accepted, refused])).toEqual(lines.map(() => [1, 0]));
    expect((await send()).map(({ duplicate }) => duplicate)).toEqual(lines.map(() => 1));
    expect((await rowsOf(former.contractId, successor)).reduce((sum, rows) => sum + rows)).toBe(12);
  });

  it('cannot move to a contract that begins later, since no contract would pay in between', async () => {
    const former = await meteredContract(app);
    const { id: successor } = await contract(app, { signDate: '2026-10-11T00:00:00Z' });
    const body = {
      contractId: former.contractId,
      state: 'Renewed',
      reason: 'as agreed',
      successorId: successor,
    } as const;
    expect(await internalCaller(app).refusal(contractLifecycles.create, { body })).toMatchObject({
      reason: 'CONTRACT_STATE_CONFLICT',
      message: expect.stringContaining('begins after this one ends'),
    });
    app.clock.moveTo('2026-10-11T00:00:00Z');
    expect(await renew(former.contractId, successor)).toMatchObject({ progress: 'taken' });
  });
});

describe('a renewal', () => {
  it('waits for a data cloud that came later than the renewal', async () => {
    const former = await meteredContract(app);
    const [next, last] = await Promise.all([1, 2].map(() => contract(app, { signDate: '2026-09-01T00:00:00Z' })));
    const now = app.clock.now().getTime();
    const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
    await renew(next?.id ?? '', last?.id ?? '', at(10));
    app.clock.moveTo(at(20));
    await renew(former.contractId, next?.id ?? '');
    await followPlans(app.deps, app.clock.now());
    app.clock.moveTo(at(40));
    const used = (from: number) => usageOf(former, { start: at(from), end: at(from + 1) });
    expect(await sendUsage(app, [used(5), used(15), used(30)])).toMatchObject({ accepted: 3 });
    expect(await rowsOf(former.contractId, next?.id ?? '', last?.id ?? '')).toEqual([2, 0, 1]);
  });

  it('to a contract with a suspended account is refused, since it would pause or delete the data clouds', async () => {
    const former = await meteredContract(app);
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await app.ownerScript(
      `insert into account_period (contract_id, service, looked_at) values ('${id}', 'deleted', now())
        on conflict (contract_id) do update set service = 'deleted'`,
    );
    const body = { contractId: former.contractId, state: 'Renewed', reason: 'as agreed', successorId: id } as const;
    expect(await internalCaller(app).refusal(contractLifecycles.create, { body })).toMatchObject({
      reason: 'CONTRACT_STATE_CONFLICT',
    });
    await app.ownerScript(`update account_period set service = 'running' where contract_id = '${id}'`);
  });
});
