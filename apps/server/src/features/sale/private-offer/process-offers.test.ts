import { privateOffers } from '@usance/api/sale/private-offer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usedIn,
} from '../../metering/usage/metering.fixture.ts';
import { knownBuyer } from './private-offer.fixture.ts';
import { offeringSinceTenth, rowsByOffer } from './rated-by-offer.fixture.ts';
import { verifyOffers } from './verify-offers.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'offers are tampered with' });
  skuId = await sellCoreHours(app, 'compute.r', '0.15');
});
afterAll(() => app.close());

let acme: Metered;
beforeEach(async () => {
  acme = await meteredContract(app);
  await knownBuyer(app, acme.contractId);
});

const offers = () => offeringSinceTenth(app, acme, skuId);
const used = (hour: string, quantity = '100') => usedIn(acme, hour, quantity);
const rows = () => rowsByOffer(app, acme);

describe(privateOffers.processSaas.id, () => {
  const process = () => internalCaller(app).call(privateOffers.processSaas, { body: { contractId: acme.contractId } });

  it('repairs lost prices and reports it; a second run does nothing', async () => {
    const { accepted } = offers();
    const { id: privateOfferId } = await accepted();
    const of = { contractId: acme.contractId, privateOfferId };
    expect(await process()).toEqual({ items: [{ ...of, written: 0, ended: 0, unchanged: 1 }], refused: [] });
    await app.deps.db.deleteFrom('price').where('origin_id', '=', privateOfferId).execute();
    expect(await verifyOffers(app.deps.db)).toEqual([
      `${acme.contractId}: offer ${privateOfferId}, price of ${skuId} is not what usage is rated by`,
    ]);
    await sendUsage(app, [used('2026-10-14T00')]);
    expect(await rows()).toEqual([['10-14T00', '15.00', null]]);
    expect(await process()).toEqual({ items: [{ ...of, written: 1, ended: 0, unchanged: 0 }], refused: [] });
    expect(await rows()).toEqual([['10-14T00', '12.00', privateOfferId]]);
    expect(await process()).toEqual({ items: [{ ...of, written: 0, ended: 0, unchanged: 1 }], refused: [] });
    await app.deps.db
      .updateTable('price')
      .set({ effective_to: new Date('2026-10-13T00:00:00Z') })
      .where('origin_id', '=', privateOfferId)
      .execute();
    expect(await verifyOffers(app.deps.db)).toHaveLength(1);
    expect(await process()).toEqual({ items: [{ ...of, written: 0, ended: 1, unchanged: 0 }], refused: [] });
    expect(await verifyOffers(app.deps.db)).toEqual([]);
    const [kept] = await app.deps.db
      .deleteFrom('price')
      .where('origin_id', '=', privateOfferId)
      .returningAll()
      .execute();
    if (!kept) throw new Error('The offer has no price');
    const otherwise = { ...kept, list_price: '99', price_unit: 'moon' };
    await app.deps.db.insertInto('price').values(otherwise).execute();
    expect(await verifyOffers(app.deps.db)).toEqual([expect.stringContaining('told as 99.000000000000 per moon')]);
    expect(await process()).toEqual({ items: [{ ...of, written: 1, ended: 1, unchanged: 0 }], refused: [] });
    expect(await verifyOffers(app.deps.db)).toEqual([]);
    const byoc = await internalCaller(app).call(privateOffers.processByoc, { body: { contractId: acme.contractId } });
    expect(byoc).toEqual({ items: [], refused: [] });
  });
});
