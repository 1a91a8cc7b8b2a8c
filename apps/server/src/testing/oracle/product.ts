import { bank } from '@usance/api/billing/bank';
import { creditLimits } from '@usance/api/billing/credit-limit';
import { gracePeriods } from '@usance/api/billing/grace-period';
import { statements } from '@usance/api/billing/statement';
import { discounts } from '@usance/api/metering/discount';
import { prices } from '@usance/api/metering/price';
import { purchaseBlacklists } from '@usance/api/metering/purchase-blacklist';
import { skus } from '@usance/api/metering/sku';
import { tiers } from '@usance/api/metering/tier';
import { usages } from '@usance/api/metering/usage';
import { vouchers } from '@usance/api/money/voucher';
import { createDatacloud } from '../../features/contract/datacloud/create-datacloud.ts';
import { coreHour } from '../../features/metering/sku/sku.fixture.ts';
import { place } from '../../features/metering/usage/metering.fixture.ts';
import { contract } from '../builders.ts';
import { internalCaller } from '../callers.ts';
import type { TestApp } from '../test-app.ts';
import { rfc } from './calendar.ts';
import type { ContractGiven, Event, ListPrice, Usage } from './history.ts';

/** The product's contract that corresponds to one of the oracle's. */
export interface Twin {
  readonly id: string;
  readonly datacloudId: string;
  readonly given: ContractGiven;
  /** The ids of its vouchers, in order of issue. */
  readonly voucherIds: string[];
  /** The ids of its offers by their numbers. */
  readonly offerIds: Map<number, string>;
}

const reason = 'A random history';

/** Creates the SKUs and prices of the items; returns the SKUs' ids by item. */
export async function sell(app: TestApp, list: readonly ListPrice[]): Promise<ReadonlyMap<string, string>> {
  const items = [...new Set(list.map(({ item }) => item))];
  const sold = await internalCaller(app).call(skus.create, { body: { items: items.map((item) => coreHour(item)) } });
  const idOf = new Map(sold.items.map(({ billingItem, id }) => [billingItem, id]));
  // One version after the other, because an open one yields to the next.
  for (const from of [...new Set(list.map((each) => each.from))].sort((a, b) => a - b)) {
    const versions = list.filter((each) => each.from === from);
    await internalCaller(app).call(prices.create, {
      body: {
        items: versions.map(({ item, currency, price }) => ({
          skuId: idOf.get(item) ?? '',
          currency,
          unitPrice: price,
          priceUnit: 'core-hour',
          effectiveFrom: rfc(from),
        })),
      },
    });
  }
  return idOf;
}

export async function twinOf(app: TestApp, given: ContractGiven): Promise<Twin> {
  const { id } = await contract(app, { currency: given.currency, signDate: rfc(given.begin) });
  const work = { contractId: id, name: `oracle_${id.slice(3)}`, regionID: 'aws-us-east-1', edition: place.edition };
  const made = await app.deps.db
    .transaction()
    .execute((tx) => createDatacloud({ tx, now: app.deps.clock.now() }, { ...work, creator: 'oracle' }));
  if (!given.paysAtOnce) await allowDebt(app, id, given);
  return { id, datacloudId: made.id, given, voucherIds: [], offerIds: new Map() };
}

async function allowDebt(app: TestApp, id: string, { currency }: ContractGiven): Promise<void> {
  const year = { graceDays: 366, extensionDays: 366, suspensionDays: 366, backupDays: 366 };
  await internalCaller(app).call(gracePeriods.create, { params: { id }, body: { ...year, reason } });
  const limit = { amount: '1000000000', currency };
  await internalCaller(app).call(creditLimits.create, { params: { id }, body: { ...limit, reason } });
}

/** Sends the usage of all contracts as one report, and then a part of it again, which must count as duplicates. */
export async function sendUsageOf(app: TestApp, sent: readonly (readonly [Twin, Usage])[]): Promise<void> {
  if (sent.length === 0) return;
  const lines = sent.map(([twin, usage]) =>
    JSON.stringify({
      id: usage.id,
      source: 'oracle',
      contractId: twin.id,
      datacloudId: twin.datacloudId,
      objectId: 'wh-1',
      objectName: 'etl',
      resourceKind: 'warehouse',
      billingItem: usage.item,
      quantity: usage.quantity,
      correction: usage.quantity.startsWith('-'),
      unit: 'core-hour',
      start: rfc(usage.start),
      end: rfc(usage.end),
    }),
  );
  const first = await internalCaller(app).call(usages.ingest, { body: lines.join('\n') });
  const again = lines.slice(0, Math.ceil(lines.length / 5));
  const second = await internalCaller(app).call(usages.ingest, { body: again.join('\n') });
  if (first.accepted < lines.length || second.duplicate < again.length)
    throw new Error(`Usage was not accepted: ${JSON.stringify({ first, second })}`);
}

/** Makes the product's calls for an event, except for usage and offers. */
export async function tell(app: TestApp, twin: Twin, event: Event, skuIds: ReadonlyMap<string, string>): Promise<void> {
  const caller = internalCaller(app);
  const params = { id: twin.id };
  const { currency } = twin.given;
  if (event.kind === 'deposit')
    await caller.call(bank.record, { params, body: { type: 'deposit', amount: event.amount, currency } });
  else if (event.kind === 'withdrawal')
    await caller.call(bank.record, { params, body: { type: 'withdraw', amount: event.amount, currency } });
  else if (event.kind === 'bind') {
    const voucherID = twin.voucherIds[event.voucherNo] ?? '';
    await caller.call(vouchers.redeem, { params: { ...params, voucherID }, body: { reason } });
  } else if (event.kind === 'voucher') {
    const body = { denomination: event.amount, currency, validDays: event.days, bound: event.isBound, reason };
    twin.voucherIds.push((await caller.call(vouchers.issue, { params, body })).id);
  } else if (event.kind === 'uphold') {
    const query = { pageSize: 1, pageNum: event.monthsAgo + 1, orderBy: 'start', ordering: 'desc' } as const;
    const { items } = await caller.call(statements.list, { params, query });
    const id = items[0]?.id ?? '';
    await caller.call(statements.update, { params, body: [{ id, confirmState: 'manualProcessing' }] });
    await caller.call(statements.update, { params, body: [{ id, confirmState: 'confirmed', credit: event.credit }] });
  } else if (event.kind === 'discount')
    await caller.call(discounts.create, { params, body: { zhekou: event.rate, start: rfc(event.from), reason } });
  else if (event.kind === 'free')
    await caller.call(purchaseBlacklists.create, {
      params,
      body: { skuId: skuIds.get(event.item) ?? '', start: rfc(event.from), reason },
    });
  else if (event.kind === 'ownPrice') {
    const own = { skuId: skuIds.get(event.item) ?? '', contractId: twin.id, currency, unitPrice: event.price };
    const body = { items: [{ ...own, priceUnit: 'core-hour', effectiveFrom: rfc(event.from) }] };
    await caller.call(prices.create, { body });
  } else if (event.kind === 'tiers') {
    const ladder = event.tiers.map(({ from, rate }, index) => ({
      tierLevel: index + 1,
      minThreshold: from,
      maxThreshold: event.tiers[index + 1]?.from ?? '-1',
      discountRate: rate,
    }));
    await caller.call(tiers.create, { params, body: { effectiveFrom: rfc(event.from), tiers: ladder, reason } });
  }
}
