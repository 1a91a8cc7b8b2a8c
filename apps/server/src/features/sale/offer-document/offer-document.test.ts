import { readFileSync } from 'node:fs';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { describe, expect, it } from 'vitest';
import { drawDocument } from '#platform/pdf/draw-document.ts';
import { offerDocument } from './offer-document.ts';
import { offerWordsOf } from './offer-words.ts';

const item: PrivateOffer['offerItems'][number] = {
  id: 'poi-aaaa',
  skuId: 'sku-aaaa',
  type: 'compute',
  itemType: 'saas',
  cloudProvider: 'aws',
  region: 'us-east-1',
  regionName: 'US East (N. Virginia)',
  edition: 'ENTERPRISE',
  billingItem: 'compute.core-hour',
  tier: '',
  listingPrice: '0.150000000000',
  price: '0.135000000000',
  unit: 'core-hour',
  priceUnit: 'USD/core-hour',
  discount: '0.900000',
  creditPerCoreHour: null,
};

const offer: PrivateOffer = {
  id: 'po-aaaabbbb',
  revision: 1,
  contractId: 'ct-aaaabbbb',
  status: 'pending_acceptance',
  channel: 'direct',
  currency: 'CNY',
  discountType: 'tiered',
  effectiveDate: Date.parse('2027-03-31T16:00:00Z') / 1000,
  expirationDate: null,
  endsAt: null,
  confirmationDeadline: Date.parse('2027-03-20T02:30:00Z') / 1000,
  createdAt: Date.parse('2027-03-01T00:00:00Z') / 1000,
  comment: null,
  tieredDiscounts: [
    { tierLevel: 1, minThreshold: '0.00000000', maxThreshold: '1000.00000000', discountRate: '1.000000' },
    { tierLevel: 2, minThreshold: '1000.00000000', maxThreshold: '-1', discountRate: '0.850000' },
  ],
  offerItems: [item, { ...item, id: 'poi-bbbb', listingPrice: null, discount: '1.000000', tier: 'hot' }],
  response: null,
  invalidReason: null,
};
const contract = { id: 'ct-aaaabbbb', tags: 'Main', buyer_name: '示例科技', currency: 'CNY' } as const;

describe('an offer as a document', () => {
  it('shows times in the contract’s zone, and marks a missing expiration', () => {
    const { facts } = offerDocument(offer, contract, 'en');
    expect(new Map(facts)).toEqual(
      new Map([
        ['Customer', '示例科技'],
        ['Contract', 'Main (ct-aaaabbbb)'],
        ['Status', 'Pending acceptance'],
        ['Channel', 'Direct'],
        ['Discount type', 'Tiered'],
        ['Currency', 'CNY'],
        ['Created at', '2027-03-01 08:00 (Asia/Shanghai)'],
        ['Effective date', '2027-04-01 00:00 (Asia/Shanghai)'],
        ['Expiration date', 'No expiration'],
        ['Confirmation deadline', '2027-03-20 10:30 (Asia/Shanghai)'],
      ]),
    );
  });

  it('shows prices with 8 places, discounts as percentages, and full prices as a dash', () => {
    const [tiers, items] = offerDocument(offer, contract, 'en').tables;
    expect(tiers?.rows).toEqual([
      ['1', '￥0.00', '￥1,000.00', '-'],
      ['2', '￥1,000.00', 'No upper limit', 'pay 85%'],
    ]);
    expect(items?.rows).toEqual([
      [
        'compute.core-hour',
        'Compute, Commercial',
        'AWS us-east-1',
        '￥0.15000000',
        '￥0.13500000',
        'pay 90%',
        'core-hour',
      ],
      ['compute.core-hour (hot)', 'Compute, Commercial', 'AWS us-east-1', '–', '￥0.13500000', '-', 'core-hour'],
    ]);
  });

  it('uses the same Chinese names of items, tiers and units as a statement', () => {
    const storage = { billingItem: 'storage', tier: 'highPerf', unit: 'GB-hour' };
    const offerItems = offer.offerItems.map((item) => ({ ...item, ...storage }));
    const items = offerDocument({ ...offer, offerItems }, contract, 'zh').tables.at(-1);
    expect(items?.rows.map((row) => [row[0], row.at(-1)])).toEqual(offerItems.map(() => ['存储 (高性能)', 'GB·小时']));
  });

  it('shows the response and the reason of invalidity, in Chinese too', () => {
    const respondedAt = Date.parse('2027-03-19T00:00:00Z') / 1000;
    const response = { action: 'accept', comment: '同意', respondedAt } as const;
    const superseded = { ...offer, status: 'invalid', invalidReason: 'superseded', response } as const;
    const { facts, title } = offerDocument(superseded, contract, 'zh');
    expect(title).toBe('专属报价 po-aaaabbbb');
    expect(facts).toContainEqual(['状态', '已失效: 被其他报价取代']);
    expect(facts).toContainEqual(['答复', '已接受, 2027-03-19 08:00 (Asia/Shanghai)\n同意']);
  });

  it.each([
    ['en', 'Prices end on', '2027-05-01 12:00 (Asia/Shanghai)'],
    ['zh', '价格终止于', '2027-05-01 12:00 (Asia/Shanghai)'],
  ] as const)('tells in %s when the prices of an accepted one end before its expiration date', (language, name, at) => {
    const response = { action: 'accept', comment: null, respondedAt: offer.createdAt } as const;
    const endsAt = Date.parse('2027-05-01T04:00:00Z') / 1000;
    const ended = { ...offer, status: 'invalid', invalidReason: 'withdrawn', response, endsAt } as const;
    const shown = (given: PrivateOffer) => new Map(offerDocument(given, contract, language).facts).get(name);
    expect(shown({ ...ended, expirationDate: endsAt + 3_600 })).toBe(at);
    expect(shown({ ...ended, expirationDate: null })).toBe(at);
    expect(shown({ ...ended, expirationDate: endsAt })).toBeUndefined();
    // Only an accepted offer had prices.
    expect(shown({ ...ended, response: null })).toBeUndefined();
  });

  it('is drawn on as many pages as needed, with only the needed glyphs', async () => {
    const many = { ...offer, offerItems: Array.from({ length: 200 }, () => item) };
    const [one, more] = [await drawn(offer), await drawn(many)];
    expect([pagesOf(one), pagesOf(more)]).toEqual([1, 6]);
    expect(one.length).toBeLessThan(200_000);
    expect(one.equals(await drawn(offer))).toBe(true);
  });
});

it.each(['en', 'zh'] as const)('uses the console’s words in %s', (language) => {
  const messages = (file: string): Record<string, string> =>
    JSON.parse(
      readFileSync(new URL(`../../../../../console/messages/${language}/${file}.json`, import.meta.url), 'utf8'),
    );
  const shown = messages('private-offer');
  const w = offerWordsOf(language);
  const lists = { status: w.statuses, channel: w.channels, invalid: w.invalid, discount: w.types, kind: w.kinds };
  for (const [part, words] of Object.entries(lists))
    for (const [value, word] of Object.entries(words)) expect(shown[`private_offer_${part}_${value}`]).toBe(word);
  const { status, channel, currency, created, effective, expiration, ends, deadline, comment, response, tiers, items } =
    w;
  const facts = {
    status,
    channel,
    currency,
    created,
    effective,
    expiration,
    ends,
    deadline,
    comment,
    response,
    tiers,
    items,
  };
  const columns = { discount: w.discount, kind: w.kind, list_price: w.listPrice, price: w.price, unit: w.unit };
  const rest = { no_expiration: w.noExpiration, tiers_note: w.tiersNote, tier_level: w.level, tier_from: w.from };
  for (const [name, word] of Object.entries({
    ...facts,
    ...columns,
    ...rest,
    tier_to: w.upTo,
    tier_no_limit: w.noLimit,
  }))
    expect([name, shown[`private_offer_${name}`]]).toEqual([name, word]);
  expect(messages('ui')['ui_rate_pay']).toBe(w.pay);
});

const drawn = async (of: PrivateOffer) => Buffer.from(await drawDocument(offerDocument(of, contract, 'zh')));
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length;
