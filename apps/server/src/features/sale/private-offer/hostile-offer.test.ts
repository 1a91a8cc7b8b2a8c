import { afterAll, beforeAll, describe } from 'vitest';
import { contract } from '#testing/builders.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { knownBuyer, offering, seconds } from './private-offer.fixture.ts';

let app: TestApp;
const attacked = { C: '', A: '', D: '', S: '' };
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
  attacked.S = await sellCoreHours(app, 'compute.r', '0.15');
  attacked.C = (await contract(app)).id;
  await knownBuyer(app, attacked.C);
  const { accepted, draft } = offering(app, attacked.C, {
    effectiveDate: seconds('2026-11-01T00:00:00Z'),
    confirmationDeadline: seconds('2026-10-25T00:00:00Z'),
    discountType: 'tiered',
    tieredDiscounts: [{ tierLevel: 1, minThreshold: '0', maxThreshold: '-1', discountRate: '0.9' }],
    offerItems: [{ skuId: attacked.S, discount: '0.8' }],
  });
  attacked.A = (await accepted()).id;
  attacked.D = (await draft()).id;
});
afterAll(() => app.close());

describe('stored offers', () => {
  const change = (columns: string, offer = '$A') => `update private_offer set ${columns} where id = '${offer}'`;
  const price = (columns: string) =>
    `insert into price (id, sku_id, contract_id, currency, unit_price, list_price, price_unit, effective_from, origin_kind, origin_id${columns})`;
  const hostile: readonly Hostile[] = [
    ['lets an accepted offer begin earlier', change(`effective_date = '2026-10-01Z'`)],
    ['lets it last longer', change(`expiration_date = '2030-01-01Z'`)],
    ['says it was never accepted', change(`response_action = null, responded_at = null, state = 'draft'`)],
    ['makes it invalid without a reason', change(`state = 'invalid'`)],
    ['deletes it while it holds', change(`deleted_at = now()`)],
    ['takes it away', `delete from private_offer where id = '$A'`],
    ['changes what it charges', `update private_offer_item set price = 0 where offer_id = '$A'`],
    ['takes an item out of it', `delete from private_offer_item where offer_id = '$A'`],
    ['changes its tiers', `update private_offer_tier set discount_rate = 0.1 where offer_id = '$A'`],
    [
      'accepts another one for the same time',
      change(`state = 'accepted', response_action = 'accept', responded_at = now()`, '$D'),
    ],
    ['accepts one without a response', change(`state = 'accepted'`, '$D')],
    [
      'rejects one without a reason',
      change(`state = 'rejected', response_action = 'reject', responded_at = now()`, '$D'),
    ],
    ['has an item at a price and a discount', `update private_offer_item set fixed_price = 1 where offer_id = '$D'`],
    [
      'prices by an offer twice at once',
      `${price('')} values ('x', '$S', '$C', 'USD', 1, 1, 'h', '2026-12-01Z', 'offer', '$A')`,
    ],
    ['prices by no offer', `${price('')} values ('x', '$S', '$C', 'USD', 1, 1, 'h', '2026-01-01Z', 'offer', null)`],
    ['has tiers of an offer that are no layer', `update tiered_rate set temporary = false where source_id = '$A'`],
  ];
  refusesToEverybody(hostile, () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names: attacked,
    everything: async () => [
      await app.deps.db.selectFrom('private_offer').selectAll().orderBy('id').execute(),
      await app.deps.db.selectFrom('private_offer_item').selectAll().orderBy('offer_id').execute(),
      await app.deps.db.selectFrom('private_offer_tier').selectAll().orderBy('offer_id').execute(),
      await app.deps.db.selectFrom('price').selectAll().orderBy('id').execute(),
      await app.deps.db.selectFrom('tiered_rate').selectAll().orderBy('id').execute(),
    ],
  }));
});
