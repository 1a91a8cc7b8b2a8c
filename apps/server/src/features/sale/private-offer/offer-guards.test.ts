import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { knownBuyer, offering, seconds } from './private-offer.fixture.ts';

let app: TestApp;
let skuId: string;
let otherSku: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
  skuId = await sellCoreHours(app, 'compute.r', '1');
  otherSku = await sellCoreHours(app, 'compute.other', '1');
});
afterAll(() => app.close());

let id: string;
let offers: ReturnType<typeof offering>;
beforeEach(async () => {
  ({ id } = await contract(app));
  await knownBuyer(app, id);
  offers = offering(app, id, {
    effectiveDate: seconds('2026-11-01T00:00:00Z'),
    confirmationDeadline: seconds('2026-10-25T00:00:00Z'),
    offerItems: [{ skuId, discount: '0.8' }],
  });
});

const refused = (statement: string) =>
  expect(sql.raw(statement).execute(app.deps.db)).rejects.toMatchObject({ code: '23001' });

describe.each(['approved', 'accepted'] as const)('the database refuses additions to an offer that is %s', (state) => {
  it('an item, a tier or an attachment', async () => {
    const offer = await offers[state]();
    await refused(
      `insert into private_offer_item (contract_id, offer_id, id, item_no, sku_id, fixed_price, list_price, price_unit, price)
       values ('${id}', '${offer.id}', 'poi-x', 9, '${otherSku}', 5, 5, 'h', 5)`,
    );
    await refused(`insert into private_offer_tier values ('${id}', '${offer.id}', 1, 0, null, 0.5)`);
    await refused(
      `insert into attachment values ('${id}', '${offer.id}', 'att-x', 'x', 'application/octet-stream', 1,
       encode(sha256('a'), 'hex'), now())`,
    );
  });

  it('an item or tier moved from a draft', async () => {
    const offer = await offers[state]();
    const draft = await offers.draft({
      offerItems: [{ skuId: otherSku, price: '3' }],
      discountType: 'tiered',
      tieredDiscounts: [{ tierLevel: 1, minThreshold: '0', maxThreshold: '-1', discountRate: '0.9' }],
    });
    await refused(`update private_offer_item set offer_id = '${offer.id}', item_no = 7 where offer_id = '${draft.id}'`);
    await refused(`update private_offer_tier set offer_id = '${offer.id}' where offer_id = '${draft.id}'`);
  });
});

it('the database lets an offer’s state only go forward', async () => {
  const { approved, accepted, withdraw } = offers;
  const waiting = await approved();
  const ended = await withdraw(await accepted());
  await refused(`update private_offer set state = 'draft' where id = '${waiting.id}'`);
  await refused(
    `update private_offer set state = 'accepted', ended_at = null, end_reason = null where id = '${ended.id}'`,
  );
});
