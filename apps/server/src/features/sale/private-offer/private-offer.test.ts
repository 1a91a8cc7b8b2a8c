import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { tiers } from '@usance/api/metering/tier';
import { privateOffers } from '@usance/api/sale/private-offer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { coreHour } from '../../metering/sku/sku.fixture.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { knownBuyer, novemberTerms, offeringToNewContract, seconds } from './private-offer.fixture.ts';

let app: TestApp;
let skuId: string;
let otherSku: string;
let unpriced: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
  skuId = await sellCoreHours(app, 'compute.r-series', '0.15');
  otherSku = await sellCoreHours(app, 'compute.other', '0.1');
  const { items } = await internalCaller(app).call(skus.create, { body: { items: [coreHour('compute.new')] } });
  unpriced = items[0]?.id ?? '';
});
afterAll(() => app.close());

const ladder = [
  { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '1' },
  { tierLevel: 2, minThreshold: '100', maxThreshold: '-1', discountRate: '0.9' },
];
const ofNewContract = () => offeringToNewContract(app, novemberTerms(skuId));

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
      effectiveDate: seconds('2026-11-01T00:00:00Z'),
      expirationDate: seconds('2027-11-01T00:00:00Z'),
      endsAt: seconds('2027-11-01T00:00:00Z'),
      confirmationDeadline: seconds('2026-10-25T00:00:00Z'),
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
          regionName: 'US East (N. Virginia)',
          billingItem: 'compute.r-series',
          unit: 'core-hour',
          creditPerCoreHour: '0.125000',
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

  it('shows the buyer everything except its creator and approver', async () => {
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

  it('lists the newest first, in pages with either parameter name, and by status', async () => {
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

  it('waits as approved until its buyer’s KYC is complete', async () => {
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
    const edit = { ...of(offer), body: { ...novemberTerms(skuId), offerItems: [{ skuId, discount: '0.7' }] } };
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

  it('is answered and approved as it was read, not with later terms', async () => {
    const { id, draft, approved, of } = await ofNewContract();
    await knownBuyer(app, id);
    const internal = internalCaller(app);
    const read = await approved();
    expect([(await draft()).revision, read.revision]).toEqual([1, 1]);
    const [one, two] = [await member(app, id, 'billing_admin'), await member(app, id, 'billing_admin')];
    await two.call(privateOffers.respond, { ...of(read), body: { action: 'reject', comment: 'No', revision: 1 } });
    const edit = { ...of(read), body: { ...novemberTerms(skuId), offerItems: [{ skuId, price: '9' }] } };
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

  it('of two concurrent answers, one counts', async () => {
    const { id, approved, of } = await ofNewContract();
    await knownBuyer(app, id);
    const offer = await approved();
    const buyers = [await member(app, id, 'admin'), await member(app, id, 'billing_admin')];
    const answers = await Promise.allSettled(
      buyers.map((buyer) => buyer.call(privateOffers.respond, { ...of(offer), body: { action: 'accept' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses actions that its status does not allow, and names the status', async () => {
    const { id, draft, of, approved } = await ofNewContract();
    const internal = internalCaller(app);
    const offer = await draft();
    const conflict = (status: string) => ({ code: 409, reason: 'OFFER_STATE_CONFLICT', metadata: { status } });
    const approve = { ...of(offer), body: { action: 'approve' as const } };
    expect(await internal.refusal(privateOffers.approve, approve)).toMatchObject(conflict('draft'));
    expect(await internal.refusal(privateOffers.withdraw, { ...of(offer), body: {} })).toMatchObject(conflict('draft'));
    await knownBuyer(app, id);
    const waiting = await approved();
    expect(await internal.refusal(privateOffers.update, { ...of(waiting), body: novemberTerms(skuId) })).toMatchObject(
      conflict('pending_acceptance'),
    );
    expect(await internal.refusal(privateOffers.delete, of(waiting))).toMatchObject(conflict('pending_acceptance'));
    expect(await internal.refusal(privateOffers.submit, of(waiting))).toMatchObject(conflict('pending_acceptance'));
  });
});
