import type { ParsedBody } from '@usance/api/call';
import { type Price, priceId, type prices } from '@usance/api/metering/price';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict, invalidParameter, notFound } from '#platform/refusal.ts';
import { currenciesOf } from '../../contract/contract/contract.queries.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { assertNothingSignedUnder } from './assert-unsigned.ts';
import { makeWay } from './make-way.ts';
import { type PriceRow, priceOf, repricingOf } from './price.ts';
import { refuseOverlap } from './refuse-overlap.ts';

type Body = ParsedBody<typeof prices.create>;
type NewPrice = Body['items'][number];

const rowsAStatement = 1_000;

/**
 * Creates price versions, all or none, and marks the affected days to be rated again.
 * An open version yields to a new one for as long as that holds. Any other overlap is refused, and so is a version that
 * begins in a signed month, except a contract's own price where the SKU had none.
 */
export async function createPrices(
  { tx }: Pick<Work, 'tx'>,
  { body: { items } }: { body: Body },
): Promise<{ items: Price[] }> {
  assertPeriods(items);
  await changePrices(
    tx,
    items.map(({ contractId = null, currency }) => ({ contractId, currency })),
  );
  await assertContracts(tx, items);
  await assertSkus(tx, items);
  const rows = items.map(rowOf);
  await assertNothingSignedUnder(tx, rows);
  const created = await makeWay(tx, rows).catch(overlapping);
  for (let from = 0; from < created.length; from += rowsAStatement) {
    await tx
      .insertInto('price')
      .values(created.slice(from, from + rowsAStatement))
      .execute()
      .catch(overlapping);
  }
  await markRepricedDays(tx, rows.map(repricingOf));
  return { items: rows.map(priceOf) };
}

/** Two concurrent calls do not see each other's rows, but the database's exclusion constraint does. */
const overlapping = (error: unknown) => refuseOverlap(error, 'The version overlaps another version of the same price.');

function rowOf(item: NewPrice): PriceRow {
  return {
    id: newId(priceId),
    sku_id: item.skuId,
    contract_id: item.contractId ?? null,
    currency: item.currency,
    unit_price: item.unitPrice,
    list_price: item.listPrice ?? item.unitPrice,
    price_unit: item.priceUnit,
    effective_from: new Date(item.effectiveFrom),
    effective_to: item.effectiveTo === undefined ? null : new Date(item.effectiveTo),
    ended_by_next: false,
    goes_on: false,
    passing: false,
    origin_kind: item.contractId === undefined ? 'list' : 'contract',
    origin_id: null,
  };
}

function assertPeriods(items: readonly NewPrice[]): void {
  items.forEach((item, index) => {
    if (item.effectiveTo !== undefined && Date.parse(item.effectiveTo) <= Date.parse(item.effectiveFrom)) {
      throw invalidParameter(`items.${index}.effectiveTo`, 'Must lie after effectiveFrom.');
    }
  });
}

async function assertSkus(tx: Tx, items: readonly NewPrice[]): Promise<void> {
  const ids = [...new Set(items.map((item) => item.skuId))];
  const found = await tx.selectFrom('sku').select('id').where('id', 'in', ids).execute();
  if (found.length === ids.length) return;
  const missing = ids.find((id) => !found.some((row) => row.id === id));
  throw invalidParameter('skuId', `${missing} does not exist.`);
}

async function assertContracts(tx: Tx, items: readonly NewPrice[]): Promise<void> {
  const ids = [...new Set(items.flatMap((item) => item.contractId ?? []))];
  const contracts = await currenciesOf(tx, ids);
  for (const { contractId, currency } of items) {
    const known = contractId === undefined ? currency : contracts.get(contractId);
    if (known === undefined) throw notFound('CONTRACT_NOT_FOUND');
    if (known !== currency)
      throw conflict('CURRENCY_CONFLICT', `This contract is kept in ${known}.`, { field: 'currency' });
  }
}
