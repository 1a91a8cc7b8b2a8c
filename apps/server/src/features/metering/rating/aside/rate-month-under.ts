import { add, type Decimal, formatDecimal, zero } from '@usance/money/decimal';
import { type BillingMonth, firstDayOf, lastDayOf, rangeOf } from '@usance/period/billing-month';
import { type Day, rangeOfDay } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { Deps } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { usedDays } from '../../billing-day/used-days.ts';
import { type OfferedTerms, priceSegmentsUnder } from '../../price/book/price-book.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import { AmountTooLarge } from '../engine/arithmetic.ts';
import { UnpricedUsage } from '../engine/rate-window.ts';
import { ratedSums } from '../engine/rated-sums.ts';
import { partsOfDays } from '../parts-of-days.ts';
import { unpricedRefusal } from '../refusal/unpriced-refusal.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;
type Rated = Pick<ContractRow, 'id' | 'currency' | 'commencing_on'>;

/**
 * Returns the cost of a contract's billing month under the terms of an offer, by product, with 12 places. Uses the
 * normal rating code but stores nothing. A running month counts its usage so far. 409: usage without a price, or an
 * amount that is too large.
 */
export async function rateMonthUnder(
  engines: Engines,
  contract: Rated,
  { month, terms }: { month: BillingMonth; terms: OfferedTerms },
): Promise<ReadonlyMap<string, string>> {
  const { end } = rangeOf(month, billingZoneOf(contract.currency));
  // Late usage has the price of its own hour, so prices are needed from the beginning of time.
  const segments = await priceSegmentsUnder(engines.db, contract, {
    range: { start: instantOfEpochMs(0), end },
    terms,
  });
  return rateMonthAside(engines, contract, { month, segments }).catch(async (error: unknown) => {
    if (error instanceof UnpricedUsage) throw await unpricedRefusal(engines.db, error.unpriced, []);
    throw error instanceof AmountTooLarge ? conflict('AMOUNT_TOO_LARGE', error.message) : error;
  });
}

async function rateMonthAside(
  { db, clickhouse }: Engines,
  contract: Rated,
  { month, segments }: { month: BillingMonth; segments: readonly PriceSegment[] },
): Promise<ReadonlyMap<string, string>> {
  const zone = billingZoneOf(contract.currency);
  const used = await usedDays(db, contract.id, firstDayOf(month), lastDayOf(month));
  const days = used.map(({ day }) => day);
  const hasTiers = segments.some(({ tiers }) => tiers !== undefined);
  const byProduct = new Map<string, Decimal>();
  let carriedIn = hasTiers ? zero : undefined;
  for (const part of hasTiers ? partsOfDays(days, used) : [days]) {
    const range = wholeOf(part, zone);
    if (range === undefined) continue;
    const sums = await ratedSums(clickhouse, { contractId: contract.id, range, segments, carriedIn });
    if (carriedIn !== undefined) carriedIn = add(carriedIn, sums.beforeTiers);
    for (const [product, amount] of sums.byProduct) byProduct.set(product, add(byProduct.get(product) ?? zero, amount));
  }
  return new Map([...byProduct].map(([product, amount]) => [product, formatDecimal(amount, 12)]));
}

function wholeOf(days: readonly Day[], zone: BillingZone): Range | undefined {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { start: rangeOfDay(first, zone).start, end: rangeOfDay(last, zone).end };
}
