import { availableBalances } from '@usance/api/billing/available-balance';
import { statements } from '@usance/api/billing/statement';
import { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import type { HourDecision } from '@usance/api/marketplace/marketplace-hour';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { marketplacesAt } from '../marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';
import { adjustmentsOf, goTo, hourlyStatementsOf, linkedContract, used } from './hours.fixture.ts';

let app: TestApp;
let standIn: StandIn;
let mishap: 'lost' | 'reply lost' | 'throttled' | undefined;
beforeAll(async () => {
  standIn = await startStandIn({
    dimensions: ['usage_cent'],
    now: () => app.clock.now(),
    mishap: (target) => (target.includes('BatchMeterUsage') ? mishap : undefined),
  });
  app = await startTestApp({ now: '2026-10-02T00:00:00Z', clickhouse: true, marketplaces: marketplacesAt(standIn) });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});
let months = 9;
beforeEach(() => {
  mishap = undefined;
  months += 1;
  app.clock.moveTo(at('10:20'));
});

const monthNo = (no: number) => new Date(Date.UTC(2026, no - 1, 1)).toISOString().slice(0, 7);
const at = (time: string, day = '10') => `${monthNo(months)}-${day}T${time}:00Z`;
const heldOf = (account: string) =>
  standIn.books.records.filter((each) => each.account === account).reduce((sum, { quantity }) => sum + quantity, 0);
const detailsOf = async (id: string) =>
  (await internalCaller(app).call(availableBalances.get, { params: { id } })).details;
const inputOf = async (contractId: string, decision: HourDecision) => {
  const [hour] = await hourlyStatementsOf(app, contractId);
  const params = { id: contractId, hourlyStatementID: hour?.id ?? '' };
  return { params, body: { decision, reason: 'The marketplace was asked' } };
};
const decide = async (contractId: string, decision: HourDecision) =>
  internalCaller(app).call(calls.decide, await inputOf(contractId, decision));

/** A link whose first hour, of two dollars, has expired without an answer of the marketplace. */
async function inDoubt(how: 'lost' | 'reply lost') {
  const linked = await linkedContract(app, standIn);
  await used(app, linked, at('10:00'), '2');
  mishap = how;
  await goTo(app, at('11:10'));
  mishap = 'throttled';
  await goTo(app, at('11:12'));
  await goTo(app, at('10:12', '11'));
  mishap = undefined;
  await goTo(app, at('10:13', '11'));
  expect((await hourlyStatementsOf(app, linked.contractId))[0]).toMatchObject({ state: 'expired', inDoubt: true });
  return linked;
}

describe('an hour in doubt', () => {
  it('that was taken counts as accepted, however often that is decided', async () => {
    const { contractId, account } = await inDoubt('reply lost');
    const taken = { state: 'reported', acceptedQuantity: '200', inDoubt: false, decision: 'taken' };
    expect(await decide(contractId, 'taken')).toMatchObject(taken);
    expect(await decide(contractId, 'taken')).toMatchObject(taken);
    const other = await inputOf(contractId, 'notTaken');
    expect(await internalCaller(app).refusal(calls.decide, other)).toMatchObject({
      code: 409,
      reason: 'MARKETPLACE_CONFLICT',
    });
    await goTo(app, at('12:10', '11'));
    expect(heldOf(account)).toBe(200);
  });

  it('that was not taken is added to later hours if it is too late to send it', async () => {
    const { contractId, account } = await inDoubt('lost');
    expect(await decide(contractId, 'notTaken')).toMatchObject({ state: 'expired', inDoubt: false });
    expect(await decide(contractId, 'notTaken')).toMatchObject({ state: 'expired', inDoubt: false });
    await goTo(app, at('12:10', '11'));
    expect(heldOf(account)).toBe(200);
    expect(await adjustmentsOf(app, contractId)).toMatchObject([{ reason: 'expired', amount: '2.000000000000' }]);
  });

  it('that was not taken is sent again while it can be', async () => {
    const { token, account, customer, ...linked } = await linkedContract(app, standIn);
    await used(app, linked, at('10:00'), '2');
    mishap = 'lost';
    await goTo(app, at('11:10'));
    mishap = undefined;
    standIn.books.leave(token);
    await goTo(app, at('11:12'));
    const [failed] = await hourlyStatementsOf(app, linked.contractId);
    expect(failed).toMatchObject({ state: 'failed', inDoubt: true });
    standIn.books.subscribe({ cloud: 'aws', product: 'prod-aws', account, customer, token: `${token}-again` });
    expect(await decide(linked.contractId, 'notTaken')).toMatchObject({ state: 'pending', inDoubt: false });
    await goTo(app, at('11:13'));
    const [sent] = await hourlyStatementsOf(app, linked.contractId);
    expect([sent, heldOf(account)]).toMatchObject([{ state: 'reported', decision: 'notTaken' }, 200]);
  });

  it.each(['is open', 'is signed'])(
    'of a settled link is ours to collect if it was not taken and its month %s',
    async (how) => {
      const linked = await linkedContract(app, standIn);
      const { contractId } = linked;
      await used(app, linked, at('10:00'), '2');
      mishap = 'lost';
      await internalCaller(app).call(calls.unlink, { params: { id: contractId }, body: { reason: 'Given up' } });
      await goTo(app, at('10:21'));
      mishap = 'throttled';
      await goTo(app, at('10:23'));
      await goTo(app, at('11:30'));
      mishap = undefined;
      await goTo(app, at('11:31'));
      expect(await detailsOf(contractId)).toMatchObject({ unbilled: '0.00000000', marketplaceMetered: '2.00000000' });
      if (how === 'is signed') {
        await goTo(app, `${monthNo(months + 1)}-02T09:00:00Z`);
        const body = { contractId, month: monthNo(months) };
        expect(await internalCaller(app).call(statements.sign, { body })).toMatchObject({
          payableAmount: '0.00000000',
        });
      }
      expect(await decide(contractId, 'notTaken')).toMatchObject({ state: 'expired', inDoubt: false });
      expect(await detailsOf(contractId)).toMatchObject({ unbilled: '2.00000000', marketplaceMetered: '0.00000000' });
    },
  );

  it('can be decided, but no other hour, and only through its own contract', async () => {
    const { contractId } = await linkedContract(app, standIn);
    await goTo(app, at('11:10'));
    const input = await inputOf(contractId, 'taken');
    expect(await internalCaller(app).refusal(calls.decide, input)).toMatchObject({ code: 409 });
    const { id } = await contract(app);
    const elsewhere = { ...input, params: { ...input.params, id } };
    expect(await internalCaller(app).refusal(calls.decide, elsewhere)).toMatchObject({ code: 404 });
  });
});
