import { auditRecords } from '@usance/api/audit-record';
import { contractLifecycles } from '@usance/api/contract-lifecycle';
import { notifications as notificationCalls } from '@usance/api/notification';
import { prices } from '@usance/api/price';
import { privateOffers } from '@usance/api/private-offer';
import { skus } from '@usance/api/sku';
import { tiers } from '@usance/api/tier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '../../../testing/builders.ts';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { monthSigned } from '../../metering/closed-month/closed-month.fixture.ts';
import { coreHour } from '../../metering/sku/sku.fixture.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { nextOffer } from './follow-offers.ts';
import { knownBuyer, offering, seconds } from './private-offer.fixture.ts';

let app: TestApp;
let skuId: string;
let otherSku: string;
let unpriced: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', damaged: 'months are signed without rows' });
  skuId = await sellCoreHours(app, 'compute.r-series', '0.15');
  otherSku = await sellCoreHours(app, 'compute.other', '0.1');
  const { items } = await internalCaller(app).call(skus.create, { body: { items: [coreHour('compute.new')] } });
  unpriced = items[0]?.id ?? '';
});
afterAll(() => app.close());

const dates = {
  effectiveDate: seconds('2026-11-01T00:00:00Z'),
  confirmationDeadline: seconds('2026-10-25T00:00:00Z'),
};
const ladder = [
  { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '1' },
  { tierLevel: 2, minThreshold: '100', maxThreshold: '-1', discountRate: '0.9' },
];
const terms = () => ({ ...dates, offerItems: [{ skuId, discount: '0.8' }] });

async function ofNewContract(given: object = {}) {
  const { id } = await contract(app, given);
  return { id, ...offering(app, id, terms()) };
}

describe('the life of an offer', () => {
  it('goes from draft to accepted, and becomes the contract’s prices and tiers', async () => {
    const { id, of, draft, accept } = await ofNewContract();
    await knownBuyer(app, id);
    const internal = internalCaller(app);
    const drafted = await draft({
      discountType: 'tiered',
      tieredDiscounts: ladder,
      expirationDate: '2027-11-01T08:00:00+08:00',
      comment: ' For a year ',
      offerItems: [
        { skuId, discount: '0.8' },
        { skuId: otherSku, price: '0.0345' },
        { skuId: unpriced, price: '7' },
      ],
    });
    expect(drafted).toMatchObject({
      contractId: id,
      status: 'draft',
      channel: 'direct',
      currency: 'USD',
      discountType: 'tiered',
      effectiveDate: dates.effectiveDate,
      expirationDate: seconds('2027-11-01T00:00:00Z'),
      endsAt: seconds('2027-11-01T00:00:00Z'),
      confirmationDeadline: dates.confirmationDeadline,
      createdAt: seconds('2026-10-15T12:00:00Z'),
      comment: 'For a year',
      response: null,
      invalidReason: null,
      approver: null,
      tieredDiscounts: [
        { tierLevel: 1, minThreshold: '0.00000000', maxThreshold: '100.00000000', discountRate: '1.000000' },
        { tierLevel: 2, minThreshold: '100.00000000', maxThreshold: '-1', discountRate: '0.900000' },
      ],
      offerItems: [
        {
          type: 'compute',
          itemType: 'saas',
          cloudProvider: 'aws',
          region: 'us-east-1',
          billingItem: 'compute.r-series',
          unit: 'core-hour',
          creditPerCoreHour: '0.125',
          // 0.15 × 0.8
          listingPrice: '0.150000000000',
          price: '0.120000000000',
          discount: '0.800000',
        },
        { listingPrice: '0.100000000000', price: '0.034500000000', discount: '1.000000', creditPerCoreHour: null },
        { listingPrice: null, price: '7.000000000000', discount: '1.000000' },
      ],
    });
    expect(await internal.call(privateOffers.submit, of(drafted))).toMatchObject({ status: 'pending_approval' });
    const approved = await internal.call(privateOffers.approve, {
      ...of(drafted),
      body: { action: 'approve', comment: 'Good customer' },
    });
    expect(approved).toMatchObject({ status: 'pending_acceptance', approvalComment: 'Good customer' });
    const buyer = await member(app, id, 'billing_admin');
    const accepted = await accept(buyer, drafted);
    expect(accepted).toMatchObject({ status: 'accepted', response: { action: 'accept', comment: null } });
    const origin = { kind: 'offer', id: drafted.id };
    const held = await internal.call(prices.contractList, {
      params: { id },
      query: { at: '2026-11-01T00:00:00Z', pageSize: 100 },
    });
    expect(held.items.filter((price) => price.origin.kind === 'offer')).toMatchObject(
      [
        [skuId, '0.120000000000', '0.120000000000'],
        [otherSku, '0.034500000000', '0.034500000000'],
        [unpriced, '7.000000000000', '7.000000000000'],
      ]
        .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
        .map(([sku, unitPrice, listPrice]) => ({
          skuId: sku,
          unitPrice,
          listPrice,
          origin,
          effectiveFrom: '2026-11-01T00:00:00.000Z',
          effectiveTo: '2027-11-01T00:00:00.000Z',
        })),
    );
    const before = await internal.call(prices.contractList, { params: { id }, query: { at: '2026-10-31T23:00:00Z' } });
    expect(before.items.filter((price) => price.origin.kind === 'offer')).toEqual([]);
    expect((await internal.call(tiers.list, { params: { id }, query: {} })).items).toMatchObject([
      { source: origin, effectiveFrom: '2026-11-01T00:00:00.000Z', effectiveTo: '2027-11-01T00:00:00.000Z' },
    ]);
  });

  it('tells a buyer everything but who made and approved it', async () => {
    const { id, approved, told, of } = await ofNewContract();
    const offer = await approved();
    expect(await told(offer)).toMatchObject({
      creator: 'INTERNAL_TOKEN',
      approver: 'INTERNAL_TOKEN',
      approvalComment: null,
    });
    const viewer = await member(app, id, 'billing_viewer');
    const read = await viewer.call(privateOffers.get, of(offer));
    expect(Object.keys(read)).not.toContain('creator');
    expect(Object.keys(read)).not.toContain('approver');
    expect(await viewer.refusal(privateOffers.respond, { ...of(offer), body: { action: 'accept' } })).toMatchObject({
      code: 403,
    });
    const stranger = await person(app);
    expect(await stranger.refusal(privateOffers.get, of(offer))).toMatchObject({ reason: 'CONTRACT_NOT_FOUND' });
    const other = await ofNewContract();
    expect(await internalCaller(app).refusal(privateOffers.get, other.of(offer))).toMatchObject({
      code: 404,
      reason: 'PRIVATE_OFFER_NOT_FOUND',
    });
  });

  it('lists the newest first, by page under either name, and by status', async () => {
    const { id, draft, submitted } = await ofNewContract();
    const [first, second] = [await draft(), await submitted()];
    const list = (query: object) => internalCaller(app).call(privateOffers.list, { params: { id }, query });
    const ids = async (query: object) => (await list(query)).privateOffers.map((offer) => offer.id);
    expect((await list({ page: 1, pageSize: 1 })).paginator).toEqual({ pageNum: 1, pageSize: 1, totalSize: 2 });
    const newest = [first.id, second.id].sort();
    expect(await ids({})).toEqual(newest);
    expect(await ids({ pageNum: 2, pageSize: 1 })).toEqual(newest.slice(1));
    expect(await ids({ page: 2, pageSize: 1 })).toEqual(newest.slice(1));
    expect(await ids({ statuses: 'pending_approval,accepted' })).toEqual([second.id]);
  });

  it('fixes its prices when it is submitted', async () => {
    const late = await sellCoreHours(app, 'compute.late', '1');
    const { draft, of, told } = await ofNewContract();
    const given = { offerItems: [{ skuId: late, discount: '0.333333' }] };
    const [fixed, open] = [await draft(given), await draft(given)];
    await internalCaller(app).call(privateOffers.submit, of(fixed));
    const price = { skuId: late, currency: 'USD' as const, unitPrice: '0.000001', priceUnit: 'core-hour' };
    await internalCaller(app).call(prices.create, {
      body: { items: [{ ...price, effectiveFrom: '2026-10-20T00:00:00Z' }] },
    });
    // 0.000001 × 0.333333 = 0.000000333333
    expect((await told(open)).offerItems).toMatchObject([{ listingPrice: '0.000001000000', price: '0.000000333333' }]);
    expect((await told(fixed)).offerItems).toMatchObject([{ listingPrice: '1.000000000000', price: '0.333333000000' }]);
  });

  it('waits, approved, until its buyer is known', async () => {
    const { id, approved, told, of, accept } = await ofNewContract();
    const offer = await approved();
    expect(offer.status).toBe('approved');
    const buyer = await member(app, id, 'admin');
    expect(await buyer.refusal(privateOffers.respond, { ...of(offer), body: { action: 'accept' } })).toMatchObject({
      code: 409,
      reason: 'OFFER_STATE_CONFLICT',
      metadata: { status: 'approved' },
    });
    await knownBuyer(app, id);
    expect((await told(offer)).status).toBe('pending_acceptance');
    expect((await accept(buyer, offer)).status).toBe('accepted');
  });

  it('is rejected with a reason, edited, and offered again', async () => {
    const { id, approved, of } = await ofNewContract();
    await knownBuyer(app, id);
    const offer = await approved();
    const buyer = await member(app, id, 'billing_admin');
    const reject = (comment: string) => ({ ...of(offer), body: { action: 'reject' as const, comment } });
    expect(await buyer.refusal(privateOffers.respond, reject('  '))).toMatchObject({
      code: 400,
      metadata: { field: 'comment' },
    });
    expect(await buyer.call(privateOffers.respond, reject('Too dear'))).toMatchObject({
      status: 'rejected',
      response: { action: 'reject', comment: 'Too dear' },
    });
    const edit = { ...of(offer), body: { ...terms(), offerItems: [{ skuId, discount: '0.7' }] } };
    expect(await internalCaller(app).call(privateOffers.update, edit)).toMatchObject({
      status: 'draft',
      response: null,
      approver: null,
      offerItems: [{ price: '0.105000000000' }],
    });
    await internalCaller(app).call(privateOffers.submit, of(offer));
    const no = { ...of(offer), body: { action: 'reject' as const, comment: 'Too cheap' } };
    expect(await internalCaller(app).call(privateOffers.approve, no)).toMatchObject({
      status: 'rejected',
      response: null,
    });
    await internalCaller(app).call(privateOffers.delete, of(offer));
    expect(await internalCaller(app).refusal(privateOffers.get, of(offer))).toMatchObject({ code: 404 });
    expect((await internalCaller(app).call(privateOffers.list, { params: { id }, query: {} })).privateOffers).toEqual(
      [],
    );
  });

  it('is answered and approved as it was read, and not with terms that came since', async () => {
    const { id, draft, approved, of } = await ofNewContract();
    await knownBuyer(app, id);
    const internal = internalCaller(app);
    const read = await approved();
    expect([(await draft()).revision, read.revision]).toEqual([1, 1]);
    const [one, two] = [await member(app, id, 'billing_admin'), await member(app, id, 'billing_admin')];
    await two.call(privateOffers.respond, { ...of(read), body: { action: 'reject', comment: 'No', revision: 1 } });
    const edit = { ...of(read), body: { ...terms(), offerItems: [{ skuId, price: '9' }] } };
    expect(await internal.call(privateOffers.update, edit)).toMatchObject({ revision: 2 });
    await internal.call(privateOffers.submit, of(read));
    const approve = (revision: number) => ({ ...of(read), body: { action: 'approve' as const, revision } });
    const changed = { code: 409, reason: 'OFFER_STATE_CONFLICT', metadata: { field: 'revision' } };
    expect(await internal.refusal(privateOffers.approve, approve(1))).toMatchObject(changed);
    await internal.call(privateOffers.approve, approve(2));
    const accept = (revision: number) => ({ ...of(read), body: { action: 'accept' as const, revision } });
    expect(await one.refusal(privateOffers.respond, accept(1))).toMatchObject(changed);
    expect(await one.call(privateOffers.respond, accept(2))).toMatchObject({ status: 'accepted', revision: 2 });
  });

  it('of two who answer at once, one is heard', async () => {
    const { id, approved, of } = await ofNewContract();
    await knownBuyer(app, id);
    const offer = await approved();
    const buyers = [await member(app, id, 'admin'), await member(app, id, 'billing_admin')];
    const answers = await Promise.allSettled(
      buyers.map((buyer) => buyer.call(privateOffers.respond, { ...of(offer), body: { action: 'accept' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses what its status does not take, and says which that is', async () => {
    const { id, draft, of, approved } = await ofNewContract();
    const internal = internalCaller(app);
    const offer = await draft();
    const conflict = (status: string) => ({ code: 409, reason: 'OFFER_STATE_CONFLICT', metadata: { status } });
    const approve = { ...of(offer), body: { action: 'approve' as const } };
    expect(await internal.refusal(privateOffers.approve, approve)).toMatchObject(conflict('draft'));
    expect(await internal.refusal(privateOffers.withdraw, { ...of(offer), body: {} })).toMatchObject(conflict('draft'));
    await knownBuyer(app, id);
    const waiting = await approved();
    expect(await internal.refusal(privateOffers.update, { ...of(waiting), body: terms() })).toMatchObject(
      conflict('pending_acceptance'),
    );
    expect(await internal.refusal(privateOffers.delete, of(waiting))).toMatchObject(conflict('pending_acceptance'));
    expect(await internal.refusal(privateOffers.submit, of(waiting))).toMatchObject(conflict('pending_acceptance'));
  });
});

describe('terms that no offer can have', () => {
  it.each([
    [{ expirationDate: dates.effectiveDate }, 'expirationDate'],
    [{ confirmationDeadline: seconds('2026-10-15T12:00:00Z') }, 'confirmationDeadline'],
    [
      { expirationDate: seconds('2026-11-10T00:00:00Z'), confirmationDeadline: seconds('2026-11-11T00:00:00Z') },
      'confirmationDeadline',
    ],
    [{ effectiveDate: 1.5 }, 'effectiveDate'],
    [{ effectiveDate: 10 }, 'effectiveDate'],
    [{ effectiveDate: dates.effectiveDate * 10_000 }, 'effectiveDate'],
    [{ offerItems: [] }, 'offerItems'],
    [{ tieredDiscounts: ladder }, 'tieredDiscounts'],
    [{ discountType: 'tiered' }, 'tieredDiscounts'],
    [
      { discountType: 'tiered', tieredDiscounts: [ladder[0], { ...ladder[1], minThreshold: '101' }] },
      'tieredDiscounts.1.minThreshold',
    ],
    [{ discountType: 'tiered', tieredDiscounts: [ladder[0]] }, 'tieredDiscounts.0.maxThreshold'],
    [{ channel: 'friend' }, 'channel'],
  ])('%j is refused, and %s named', async (given, field) => {
    const { refused } = await ofNewContract();
    expect(await refused(given)).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER', metadata: { field } });
  });

  it('an item is of a SKU that is sold to the contract, once, at a price or a discount', async () => {
    const { refused } = await ofNewContract();
    const named = async (...offerItems: object[]) => (await refused({ offerItems })).metadata['field'];
    expect(await named({ skuId })).toBe('offerItems.0.price');
    expect(await named({ skuId, price: '1', discount: '0.5' })).toBe('offerItems.0.price');
    expect(await named({ skuId, discount: '1.5' })).toBe('offerItems.0.discount');
    expect(await named({ skuId, price: '-1' })).toBe('offerItems.0.price');
    expect(await named({ skuId, price: '1' }, { skuId, price: '2' })).toBe('offerItems.1.skuId');
    expect(await named({ skuId, price: '1' }, { skuId: 'sku-aaaa', price: '2' })).toBe('offerItems.1.skuId');
    const credit = await sellCoreHours(app, 'credit', '1.2');
    expect(await named({ skuId: credit, price: '1' })).toBe('offerItems.0.skuId');
    expect(await refused({ offerItems: [{ skuId: unpriced, discount: '0.5' }] })).toMatchObject({
      code: 409,
      reason: 'PRICE_CONFLICT',
      metadata: { field: 'offerItems.0.discount', skuId: unpriced },
    });
  });

  it('is in the contract’s currency, begins after what is signed, and is made to a contract that goes on', async () => {
    const { id, refused, draft, of } = await ofNewContract();
    expect(await refused({ currency: 'CNY' })).toMatchObject({ code: 409, reason: 'CURRENCY_CONFLICT' });
    const soon = await draft({ effectiveDate: seconds('2026-09-30T23:00:00Z') });
    await monthSigned(app, id, '2026-09');
    const signed = { code: 409, reason: 'MONTH_SIGNED', metadata: { field: 'effectiveDate' } };
    expect(await refused({ effectiveDate: seconds('2026-09-30T23:59:59Z') })).toMatchObject(signed);
    expect(await internalCaller(app).refusal(privateOffers.submit, of(soon))).toMatchObject(signed);
    expect(await draft({ effectiveDate: seconds('2026-10-01T00:00:00Z') })).toMatchObject({ status: 'draft' });
    await internalCaller(app).call(contractLifecycles.create, {
      body: { contractId: id, state: 'End', reason: 'It was agreed on' },
    });
    expect(await refused({})).toMatchObject({ code: 409, reason: 'CONTRACT_STATE_CONFLICT' });
  });
});

describe('what time makes of offers', () => {
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

  it('people are told of an offer again that waits again after it was rejected, with the same deadline too', async () => {
    const { id, approved, of } = await ofNewContract();
    await knownBuyer(app, id);
    const offer = await approved();
    const buyer = await member(app, id, 'billing_admin');
    await buyer.call(privateOffers.respond, { ...of(offer), body: { action: 'reject', comment: 'Too dear' } });
    const internal = internalCaller(app);
    await internal.call(privateOffers.update, { ...of(offer), body: terms() });
    await internal.call(privateOffers.submit, of(offer));
    await internal.call(privateOffers.approve, { ...of(offer), body: { action: 'approve' } });
    expect(await noticesOf(id)).toEqual(['waits', 'waits']);
  });

  it('a deadline holds at its instant, is written once, and is told before and after', async () => {
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

  it('an accepted offer ends at its expiration date, is told of, and each instant is known before', async () => {
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
