import { auditRecords } from '@usance/api/contract/audit-record';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { notifications as notificationCalls } from '@usance/api/contract/notification';
import { privateOffers } from '@usance/api/sale/private-offer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { nextOffer } from './follow-offers.ts';
import { knownBuyer, novemberTerms, offeringToNewContract, seconds } from './private-offer.fixture.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
  skuId = await sellCoreHours(app, 'compute.r-series', '0.15');
});
afterAll(() => app.close());

const ofNewContract = () => offeringToNewContract(app, novemberTerms(skuId));

describe('offers over time', () => {
  const runTick = async () => {
    await app.ticks.find(({ name }) => name === 'private-offer.follow')?.run(app.clock.now());
  };
  const noticesOf = async (id: string) => {
    const rows = await app.deps.db
      .selectFrom('notification')
      .selectAll()
      .where('contract_id', '=', id)
      .orderBy('no')
      .execute();
    return rows.map((row) => (row.arguments as { event?: string }).event);
  };
  const storedOf = async (id: string) => {
    const { state } = await app.deps.db
      .selectFrom('private_offer')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return state;
  };

  it('people are notified again of an offer that waits again after a rejection, even with the same deadline', async () => {
    const { id, approved, of } = await ofNewContract();
    await knownBuyer(app, id);
    const offer = await approved();
    const buyer = await member(app, id, 'billing_admin');
    await buyer.call(privateOffers.respond, { ...of(offer), body: { action: 'reject', comment: 'Too dear' } });
    const internal = internalCaller(app);
    await internal.call(privateOffers.update, { ...of(offer), body: novemberTerms(skuId) });
    await internal.call(privateOffers.submit, of(offer));
    await internal.call(privateOffers.approve, { ...of(offer), body: { action: 'approve' } });
    expect(await noticesOf(id)).toEqual(['waits', 'rejected', 'waits']);
  });

  it('an answered or withdrawn offer causes no other notification', async () => {
    const { id, approved, of } = await ofNewContract();
    await knownBuyer(app, id);
    const [answered, withdrawn] = [await approved(), await approved()];
    const buyer = await member(app, id, 'billing_admin');
    const titles = async () => {
      const { notifications } = await buyer.call(notificationCalls.list, { params: { id }, query: {} });
      return notifications.map(({ notificationTitle }) => notificationTitle);
    };
    const waits = 'A private offer is waiting for you';
    expect(await titles()).toEqual([waits, waits]);
    await buyer.call(privateOffers.respond, { ...of(answered), body: { action: 'reject', comment: 'Too dear' } });
    expect(await titles()).toEqual(['A private offer was rejected', waits]);
    await internalCaller(app).call(privateOffers.withdraw, { ...of(withdrawn), body: { reason: 'Made by mistake' } });
    expect(await titles()).toEqual(['A private offer was withdrawn', 'A private offer was rejected']);
  });

  it('a deadline expires at its instant, is stored once, and is notified before and after', async () => {
    const { id, approved, told, of } = await ofNewContract();
    const offer = await approved();
    await knownBuyer(app, id);
    await runTick();
    await runTick();
    expect([await storedOf(offer.id), await noticesOf(id)]).toEqual(['pending_acceptance', ['waits']]);
    app.clock.moveTo('2026-10-21T23:59:59Z');
    await runTick();
    expect(await noticesOf(id)).toEqual(['waits']);
    app.clock.moveTo('2026-10-22T00:00:00Z');
    await runTick();
    await runTick();
    expect(await noticesOf(id)).toEqual(['waits', 'deadline']);
    app.clock.moveTo('2026-10-24T23:59:59.999Z');
    expect((await told(offer)).status).toBe('pending_acceptance');
    app.clock.moveTo('2026-10-25T00:00:00Z');
    expect((await told(offer)).status).toBe('expired');
    const buyer = await member(app, id, 'admin');
    expect(await buyer.refusal(privateOffers.respond, { ...of(offer), body: { action: 'accept' } })).toMatchObject({
      reason: 'OFFER_STATE_CONFLICT',
      metadata: { status: 'expired' },
    });
    expect(await storedOf(offer.id)).toBe('pending_acceptance');
    app.clock.moveTo('2026-10-27T00:00:00Z');
    await runTick();
    await runTick();
    expect([await storedOf(offer.id), await noticesOf(id)]).toEqual(['expired', ['waits', 'deadline', 'expired']]);
    const { items } = await internalCaller(app).call(auditRecords.listAll, {
      query: { contractId: id, call: 'private-offer.follow' },
    });
    expect(items).toMatchObject([{ actor: { kind: 'platform' } }, { actor: { kind: 'platform' } }]);
    expect(items[0]?.changes).toMatchObject([
      { of: 'private_offer', before: { state: 'pending_acceptance' }, after: { state: 'expired' } },
    ]);
  });

  it('a contract that ends ends its offers', async () => {
    const { id, submitted, accepted, told } = await ofNewContract();
    await knownBuyer(app, id);
    const later = { confirmationDeadline: seconds('2026-11-25T00:00:00Z') };
    const [waiting, held] = [await submitted(later), await accepted(later)];
    await internalCaller(app).call(contractLifecycles.create, {
      body: { contractId: id, state: 'End', reason: 'It was agreed on' },
    });
    for (const offer of [waiting, held])
      expect(await told(offer)).toMatchObject({ status: 'invalid', invalidReason: 'contract_ended' });
    await runTick();
    expect([await storedOf(waiting.id), await storedOf(held.id)]).toEqual(['invalid', 'invalid']);
  });

  it('an accepted offer ends at its expiration date with a notification, and the job knows each instant in advance', async () => {
    const { id, accepted, told } = await ofNewContract();
    await knownBuyer(app, id);
    const offer = await accepted({
      confirmationDeadline: '2026-11-20T00:00:00Z',
      expirationDate: '2026-12-01T00:00:00Z',
    });
    const next = async (after: string) => (await nextOffer(app.deps.db, new Date(after)))?.toISOString();
    expect(await next('2026-11-30T23:59:59Z')).toBe('2026-12-01T00:00:00.000Z');
    const waiting = await ofNewContract();
    await knownBuyer(app, waiting.id);
    await waiting.approved({ confirmationDeadline: '2026-12-31T00:00:00Z' });
    expect(await next('2026-12-01T00:00:00Z')).toBe('2026-12-28T00:00:00.000Z');
    expect(await next('2026-12-28T00:00:00Z')).toBe('2026-12-31T00:00:00.000Z');
    app.clock.moveTo('2026-12-01T00:00:00Z');
    expect(await told(offer)).toMatchObject({ status: 'expired', invalidReason: null });
    await runTick();
    await runTick();
    expect([await storedOf(offer.id), await noticesOf(id)]).toEqual(['expired', ['waits', 'accepted', 'ended']]);
    const buyer = await member(app, id, 'billing_viewer');
    const { notifications } = await buyer.call(notificationCalls.list, { params: { id }, query: {} });
    expect(notifications[0]).toMatchObject({
      notificationType: 'private_offer',
      notificationTitle: 'A private offer has ended',
      url: `/billing-center/${id}/private-offers`,
    });
  });
});
