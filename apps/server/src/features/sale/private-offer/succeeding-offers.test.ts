import { prices } from '@usance/api/metering/price';
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
import { knownBuyer, seconds } from './private-offer.fixture.ts';
import { offeringSinceTenth, rowsByOffer } from './rated-by-offer.fixture.ts';
import { verifyOffers } from './verify-offers.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
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

describe('usage under successive offers', () => {
  it('is superseded inside a month by the next offer, with late usage on either side', async () => {
    const { accepted, told } = offers();
    const first = await accepted();
    await sendUsage(app, [used('2026-10-13T10')]);
    await rows();
    const next = { effectiveDate: seconds('2026-10-13T00:00:00Z'), offerItems: [{ skuId, price: '0.07' }] };
    const second = await accepted(next);
    expect(await told(first)).toMatchObject({ status: 'invalid', invalidReason: 'superseded' });
    await sendUsage(app, [used('2026-10-12T23'), used('2026-10-13T00'), used('2026-10-09T00')]);
    expect(await rows()).toEqual([
      ['10-09T00', '15.00', null],
      ['10-12T23', '12.00', first.id],
      ['10-13T00', '7.00', second.id],
      ['10-13T10', '7.00', second.id],
    ]);
  });

  it('stays under the former offer until the next one begins', async () => {
    const { accepted, told } = offers();
    const first = await accepted();
    const from = { effectiveDate: seconds('2026-10-16T00:00:00Z'), expirationDate: seconds('2027-12-02T00:00:00Z') };
    const second = await accepted({ ...from, offerItems: [{ skuId, price: '0.07' }] });
    expect([(await told(first)).status, (await told(second)).status]).toEqual(['accepted', 'accepted']);
    app.clock.moveTo('2026-10-16T12:00:00Z');
    await sendUsage(app, [used('2026-10-15T23'), used('2026-10-16T00')]);
    expect(await rows()).toEqual([
      ['10-15T23', '12.00', first.id],
      ['10-16T00', '7.00', second.id],
    ]);
    expect(await told(first)).toMatchObject({ status: 'invalid', invalidReason: 'superseded' });
  });

  it('stays under the former offer if the next one is withdrawn before it begins', async () => {
    app.clock.moveTo('2026-10-16T12:00:00Z');
    const { accepted, told, withdraw } = offers();
    const first = await accepted();
    const next = await accepted({
      effectiveDate: seconds('2026-10-16T14:00:00Z'),
      offerItems: [{ skuId, price: '0.07' }],
    });
    const last = await accepted({
      effectiveDate: seconds('2026-10-16T13:30:00Z'),
      offerItems: [{ skuId, price: '0.01' }],
    });
    const endsAt = async () => (await told(first)).endsAt;
    expect(await endsAt()).toBe(last.effectiveDate);
    await withdraw(last);
    expect(await endsAt()).toBe(next.effectiveDate);
    app.clock.moveTo('2026-10-16T12:30:00Z');
    await withdraw(next);
    expect(await endsAt()).toBeNull();
    app.clock.moveTo('2026-10-16T16:00:00Z');
    await sendUsage(app, [used('2026-10-16T13'), used('2026-10-16T14')]);
    expect(await rows()).toEqual([
      ['10-16T13', '12.00', first.id],
      ['10-16T14', '12.00', first.id],
    ]);
    expect(await told(first)).toMatchObject({ status: 'accepted', invalidReason: null });
    expect(await verifyOffers(app.deps.db)).toEqual([]);
  });

  it('falls under an offer that begins before the former one and replaces it wholly', async () => {
    const { accepted, told } = offers();
    const later = await accepted({ effectiveDate: seconds('2026-10-20T00:00:00Z') });
    const sooner = await accepted({ offerItems: [{ skuId, price: '0.07' }] });
    expect(await told(later)).toMatchObject({ status: 'invalid', invalidReason: 'superseded' });
    const { items } = await internalCaller(app).call(prices.contractList, {
      params: { id: acme.contractId },
      query: { skuId, at: '2026-10-25T00:00:00Z' },
    });
    expect(items).toMatchObject([{ origin: { id: sooner.id } }]);
  });
});
