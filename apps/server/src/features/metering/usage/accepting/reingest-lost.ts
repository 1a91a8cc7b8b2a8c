import { type BillingMonth, billingMonthOf, parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { floorToHour, type Instant, instantOf } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { resentRows } from '../mending/wrong-batches.ts';
import type { UsageLine } from '../reading/usage-line.ts';
import type { KnownLine } from './keep-keys.ts';
import { drawBatches } from './store-batches.ts';

/** A copy of a record in a lost batch, and the new batch that stores it again. */
export interface ReingestedRecord {
  readonly line: UsageLine;
  readonly batchNo: string;
  readonly lost: LostBatch;
}

export interface LostBatch {
  readonly no: string;
  /** The data cloud's former contract, if its renewal was carried out after the record arrived. */
  readonly contractId: string;
  readonly month: BillingMonth;
  readonly acceptedAt: Date;
}

/** Claims the known records whose batches are lost. If several senders send one, one of them claims it. */
export async function reingestLost(tx: Tx, known: readonly KnownLine[]): Promise<ReingestedRecord[]> {
  const lost = await lostBatches(tx, [...new Set(known.map(({ batchNo }) => batchNo))]);
  if (lost.size === 0) return [];
  const missing = known.flatMap(({ line, batchNo }) => (lost.has(batchNo) ? [line] : []));
  const fresh = await drawBatches(tx, lost.keys());
  const { rows } = await sql<{ at: number; lost: string; fresh: string }>`
    with held as materialized (
      select key, at, batch_no from unnest(${missing.map(({ key }) => key)}::uuid[]) with ordinality as line (key, at)
        join usage_key using (key)
      where batch_no = any(${[...fresh.keys()]}::bigint[])
      order by key for update of usage_key
    )
    update usage_key set batch_no = given.fresh
    from held join unnest(${[...fresh.keys()]}::bigint[], ${[...fresh.values()]}::bigint[]) as given (lost, fresh)
      on given.lost = held.batch_no
    where usage_key.key = held.key
    returning held.at::int, given.lost::text, given.fresh::text`.execute(tx);
  return rows.flatMap((row) => {
    const [line, batch] = [missing[row.at - 1], lost.get(row.lost)];
    return line && batch ? [{ line, batchNo: row.fresh, lost: batch }] : [];
  });
}

/** The hour in which the record was billed at first: its own or, if it was late, that of its arrival. */
export function formerHour({ line, lost: { month, acceptedAt } }: ReingestedRecord, zone: BillingZone): Instant {
  const hours = [floorToHour(line.kind.start), floorToHour(instantOf(acceptedAt))];
  return hours.find((hour) => billingMonthOf(hour, zone) === month) ?? rangeOf(month, zone).start;
}

/**
 * Returns the batches with records that are still lost. Shares their rows, so that they are not declared found
 * meanwhile.
 */
async function lostBatches(tx: Tx, numbers: readonly string[]): Promise<ReadonlyMap<string, LostBatch>> {
  if (numbers.length === 0) return new Map();
  const rows = await tx
    .selectFrom('usage_batch')
    .select(['batch_no', 'contract_id', 'month', 'accepted_at'])
    .where('lost_at', 'is not', null)
    .where('batch_no', 'in', numbers)
    .where(sql<boolean>`${resentRows('usage_batch')} < rows`)
    .orderBy('batch_no')
    .forShare()
    .execute();
  return new Map(
    rows.map(({ batch_no: no, contract_id: contractId, month, accepted_at: acceptedAt }) => [
      no,
      { no, contractId, month: parseBillingMonth(month), acceptedAt },
    ]),
  );
}
