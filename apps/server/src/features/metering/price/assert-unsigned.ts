import type { Currency } from '@usance/money/currency';
import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import type { Repricing } from '../billing-day/dirty-days.ts';
import { lastClosedMonth, lastClosedMonthsOf, signedUpTo } from '../closed-month/closed-month.ts';
import type { PriceRow } from './price.ts';

/**
 * Throws 409 if a price change begins before the end of a month signed under it. All changes must be of one contract or
 * of one currency's list.
 */
export async function assertUnsignedFrom(tx: Tx, changes: readonly Repricing[]): Promise<void> {
  const signed = await signedUntil(tx, changes[0]);
  if (signed && changes.some(({ from }) => from < signed.until)) throw refusal(signed);
}

/**
 * Like `assertUnsignedFrom`, for new versions of any contracts and of the list, in a fixed number of statements. A
 * contract may add its own price in signed months in which the SKU had no price: nothing was billed, and late usage
 * could not be rated otherwise.
 */
export async function assertNothingSignedUnder(tx: Tx, coming: readonly PriceRow[]): Promise<void> {
  const signedOf = await signedUnder(tx, coming);
  const within = coming.flatMap((row) => {
    const signed = signedOf(row);
    return signed && row.effective_from < signed.until ? [{ row, signed }] : [];
  });
  const priced = await pricedBefore(tx, within);
  const refused = within.find(({ row }) => row.contract_id === null || priced.has(row.id));
  if (refused) throw refusal(refused.signed);
}

interface Signed {
  readonly month: BillingMonth;
  readonly until: Date;
}

async function signedUntil(
  tx: Tx,
  scope: Pick<Repricing, 'contractId' | 'currency'> | undefined,
): Promise<Signed | undefined> {
  const month = scope && (await lastClosedMonth(tx, scope));
  return month && signedThrough(month, scope.currency);
}

function signedThrough(month: BillingMonth, currency: Currency): Signed {
  return { month, until: new Date(rangeOf(month, billingZoneOf(currency)).end) };
}

const refusal = ({ month }: Signed) => signedUpTo(month, 'prices of signed months do not change');

/** Returns a lookup of the signed months that each new version must not touch. */
async function signedUnder(tx: Tx, coming: readonly PriceRow[]): Promise<(row: PriceRow) => Signed | undefined> {
  const own = await lastClosedMonthsOf(tx, [...new Set(coming.flatMap(({ contract_id }) => contract_id ?? []))]);
  const listed = new Map<Currency, Signed | undefined>();
  for (const { contract_id, currency } of coming)
    if (contract_id === null && !listed.has(currency))
      listed.set(currency, await signedUntil(tx, { contractId: null, currency }));
  return ({ contract_id, currency }) => {
    if (contract_id === null) return listed.get(currency);
    const month = own.get(contract_id);
    return month && signedThrough(month, currency);
  };
}

/** A new version that begins in a signed month. */
interface Within {
  readonly row: PriceRow;
  readonly signed: Signed;
}

/** The ids of those versions of contracts whose SKU had a price anywhere in the signed time they cover. */
async function pricedBefore(tx: Tx, within: readonly Within[]): Promise<ReadonlySet<string>> {
  const own = within.filter(({ row }) => row.contract_id !== null);
  if (own.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    with given as (
      select id, sku_id, contract_id, currency, tstzrange(effective_from, until) as signed
      from unnest(${own.map(({ row }) => row.id)}::text[], ${own.map(({ row }) => row.sku_id)}::text[],
        ${own.map(({ row }) => row.contract_id)}::text[], ${own.map(({ row }) => row.currency)}::text[],
        ${own.map(({ row }) => row.effective_from)}::timestamptz[], ${own.map(untilOf)}::timestamptz[])
        as given (id, sku_id, contract_id, currency, effective_from, until)
    ), listed as materialized (
      select sku_id, currency, tstzrange(effective_from, effective_to) as held
      from price where contract_id is null and sku_id in (select sku_id from given)
    ), owned as materialized (
      select sku_id, contract_id, currency, tstzrange(effective_from, effective_to) as held
      from price where contract_id in (select contract_id from given)
    )
    select id from given join listed using (sku_id, currency) where held && signed
    union
    select id from given join owned using (sku_id, contract_id, currency) where held && signed`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

const untilOf = ({ row: { effective_to: end }, signed: { until } }: Within) => (end && end < until ? end : until);
