import { compare } from '@usance/money/decimal';
import type { Day } from '@usance/period/day';
import type { Tx } from '#platform/postgres/database.ts';
import { liveRuns } from '../../billing-day/live-runs.ts';
import { usedDays } from '../../billing-day/used-days.ts';
import { RefusedDays } from '../refusal/refused-days.ts';

/** The number of records on a day, and the exact sum of their quantities over all SKUs. */
interface Total {
  readonly day: Day;
  readonly rows: bigint;
  readonly quantity: string | null;
}

const none = { rows: 0n, quantity: '0' };

/** Returns the days, in order, whose rated totals differ from the acknowledged ones. */
export function disagreeingDays(acknowledged: readonly Total[], rated: readonly Total[]): Day[] {
  const ratedOf = new Map(rated.map((total) => [total.day, total]));
  const usedOf = new Map(acknowledged.map((total) => [total.day, total]));
  const days = new Set([...usedOf.keys(), ...ratedOf.keys()]);
  return [...days].sort().filter((day) => !isSame(usedOf.get(day) ?? none, ratedOf.get(day) ?? none));
}

/** Returns the rated days, in order, whose records differ from the stored ones. */
export function daysOfOtherRecords(stored: readonly Records[], rated: readonly Records[]): Day[] {
  const storedOf = new Map(stored.map(({ day, hashTotal }) => [day, hashTotal]));
  return rated.flatMap(({ day, hashTotal }) => (storedOf.get(day) === hashTotal ? [] : [day])).sort();
}

interface Records {
  readonly day: Day;
  readonly hashTotal: string;
}

function isSame(used: Omit<Total, 'day'>, rated: Omit<Total, 'day'>): boolean {
  return used.rows === rated.rows && compare(used.quantity ?? '0', rated.quantity ?? '0') === 0;
}

/** Throws USAGE_DISAGREES if the live records or quantity of a day differ from the acknowledged ones. */
export async function assertAcknowledged(tx: Tx, contractId: string, first: Day, last: Day): Promise<void> {
  const used = await usedDays(tx, contractId, first, last);
  const disagreeing = disagreeingDays(used, await liveRuns(tx, contractId, first, last));
  if (disagreeing.length > 0) throw usageDisagrees(disagreeing);
}

/**
 * 409 USAGE_DISAGREES: days whose stored usage differs from the acknowledged usage are not billed. `metadata.days`
 * lists them; `cause` tells why the batches could not be stored again.
 */
export function usageDisagrees(days: readonly Day[], cause?: unknown): RefusedDays {
  const named = days.slice(0, 31).join(', ');
  const message = `What is stored of ${named} is not what was acknowledged, so it is not billed. «npm run verify» says what is wrong.`;
  return new RefusedDays('USAGE_DISAGREES', days, { message, metadata: { days: named }, cause });
}
