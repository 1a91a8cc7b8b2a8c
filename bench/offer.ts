import { skus } from '@usance/api/metering/sku';
import { offerComparisons } from '@usance/api/sale/offer-comparison';
import { privateOffers } from '@usance/api/sale/private-offer';
import { instant } from '@usance/period/instant';
import { contract } from '../apps/server/src/testing/builders.ts';
import { internalCaller } from '../apps/server/src/testing/callers.ts';
import { startTestApp, type TestApp } from '../apps/server/src/testing/test-app.ts';
import startEngines from '../scripts/testing/start-engines.ts';
import { describeHardware } from './hardware.ts';
import { acknowledgeUsage, sellSyntheticSkus } from './rated-month.ts';
import { fillUsage } from './synthetic-usage.ts';
import { median, timed } from './timing.ts';

const firstDays = ['01-01', '02-01', '03-01', '04-01', '05-01', '06-01'].map((day) => instant(`2026-${day}T00:00:00Z`));

/**
 * Measures the comparison of six months under an offer, with tiers and without, against reading the same usage from the
 * engine.
 */
export async function benchOffer(rowsOfMonth: number, rounds: number): Promise<void> {
  const stopEngines = await startEngines();
  const damaged = 'usage is filled in without claims of its keys';
  const app = await startTestApp({ now: '2026-07-10T12:00:00Z', clickhouse: true, damaged });
  try {
    console.log(`${describeHardware()}; 6 × ${rowsOfMonth} rows, median of ${rounds}`);
    const { id } = await contract(app, { signDate: '2026-01-01T00:00:00Z' });
    for (const day of firstDays) await fillUsage(app.deps.clickhouse, id, rowsOfMonth, day);
    await acknowledgeUsage(app, id);
    await sellSyntheticSkus(app, id);
    const plain = await repeated(rounds, () => readAll(app, id));
    console.log(`${'the engine sums its quantities by SKU'.padEnd(44)} ${(plain / 1000).toFixed(2)} s`);
    for (const [name, tiers] of [['items', []] as const, ['items and tiers', ladder] as const]) {
      const poid = await drafted(app, id, tiers);
      const ms = await repeated(rounds, async () => {
        await internalCaller(app).call(offerComparisons.get, { params: { id, poid } });
      });
      console.log(
        `${`compared under an offer of ${name}`.padEnd(44)} ${(ms / 1000).toFixed(2)} s  ${(ms / plain).toFixed(1)} ×`,
      );
    }
  } finally {
    await app.close();
    await stopEngines();
  }
}

const ladder = [
  { tierLevel: 1, minThreshold: '0', maxThreshold: '100000', discountRate: '1' },
  { tierLevel: 2, minThreshold: '100000', maxThreshold: '500000', discountRate: '0.9' },
  { tierLevel: 3, minThreshold: '500000', maxThreshold: '-1', discountRate: '0.8' },
];

async function drafted(app: TestApp, id: string, tiers: readonly (typeof ladder)[number][]): Promise<string> {
  const caller = internalCaller(app);
  const { items } = await caller.call(skus.list, { query: { pageSize: 999 } });
  const seconds = (text: string) => Date.parse(text) / 1000;
  const offer = await caller.call(privateOffers.create, {
    params: { id },
    body: {
      effectiveDate: seconds('2026-08-01T00:00:00Z'),
      confirmationDeadline: seconds('2026-07-31T00:00:00Z'),
      offerItems: items.map(({ id: skuId }) => ({ skuId, discount: '0.712345' })),
      ...(tiers.length > 0 && { discountType: 'tiered' as const, tieredDiscounts: [...tiers] }),
    },
  });
  return offer.id;
}

async function readAll(app: TestApp, contractId: string): Promise<void> {
  await app.deps.clickhouse.query(
    'SELECT sku_no, sum(quantity) AS all FROM usage_record WHERE contract_id = {contractId:String} GROUP BY sku_no',
    { contractId },
  );
}

async function repeated(rounds: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  return median(times);
}
