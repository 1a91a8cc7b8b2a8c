import { withdrawals } from '@usance/api/billing/withdrawal';
import { contractArchives } from '@usance/api/installation/contract-archive';
import { holds } from '@usance/api/money/hold';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { because, contractWith } from '../../billing/hold/hold.fixture.ts';
import { verifyHolds } from '../../billing/hold/verify-holds.ts';

let from: TestApp;
let to: TestApp;
beforeAll(async () => {
  const options = { now: '2026-10-20T00:00:00Z', twoPeopleAbove: { USD: '15' } };
  [from, to] = [await startTestApp(options), await startTestApp(options)];
});
afterAll(async () => {
  await from.close();
  await to.close();
});

it('holds travel with their contract, without people’s names and what they proposed', async () => {
  const { id, params, hold, begin, of } = await contractWith(from, '100');
  const ended = await hold('5');
  await internalCaller(from).call(holds.release, { params: of(ended), body: because });
  const proposed = await hold('20');
  await internalCaller(from).call(holds.release, { params: of(proposed), body: because });
  const [large, small] = [await begin('30'), await begin('10')];
  const tar = await internalCaller(from).call(contractArchives.export, { params, query: { leaveUsage: false } });
  await internalCaller(to).call(contractArchives.import, { body: tar });

  expect(await verifyHolds(to.deps.db)).toEqual([]);
  const there = internalCaller(to);
  const { items } = await there.call(holds.cashHolds, { params, query: { orderBy: 'amount' } });
  expect(items).toMatchObject([
    { id: large.id, state: 'open', begunBy: null },
    { id: proposed.id, state: 'open', begunBy: null, proposal: null },
    { id: small.id, state: 'open' },
    { id: ended.id, state: 'released', ended: { by: null, ...because } },
  ]);
  expect(await there.call(holds.calculate, { body: { contractId: id } })).toMatchObject({
    frozen: '60.00000000',
    difference: '0.00000000',
  });
  await there.call(withdrawals.completeWithdrawal, { params: of(small) });
  expect(await there.refusal(withdrawals.completeWithdrawal, { params: of(large) })).toMatchObject({
    reason: 'SECOND_PERSON_REQUIRED',
  });
  await there.call(withdrawals.cancelWithdrawal, { params: of(large), body: because });
});
