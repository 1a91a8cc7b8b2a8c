import { compare } from '@usance/money/decimal';
import type { Day } from '@usance/period/day';
import type { Tx } from '../../../platform/postgres/database.ts';
import { liveRuns } from '../billing-day/live-runs.ts';
import { usedDays } from '../billing-day/used-days.ts';
import { RefusedDays } from './refused-days.ts';

/** What a day holds: records, and their quantities' exact sum over all SKUs. */
interface Total {
  readonly day: Day;
  readonly rows: bigint;
  readonly quantity: string | null;
}

const none = { rows: 0n, quantity: '0' };

/** The days of which something else was rated than was acknowledged, in order; none when all agree. */
export function disagreeingDays(acknowledged: readonly Total[], rated: readonly Total[]): Day[] {
  const ratedOf = new Map(rated.map((total) => [total.day, total]));
  const usedOf = new Map(acknowledged.map((total) => [total.day, total]));
  const days = new Set([...usedOf.keys(), ...ratedOf.keys()]);
  return [...days].sort().filter((day) => !isSame(usedOf.get(day) ?? none, ratedOf.get(day) ?? none));
}

/** The days of which other records were rated than were stored before, in order. What both lack is none. */
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

/** Refuses with USAGE_DISAGREES when another number of records, or another quantity, counts in a day than was acknowledged. */
export async function assertAcknowledged(tx: Tx, contractId: string, first: Day, last: Day): Promise<void> {
  const used = await usedDays(tx, contractId, first, last);
  const disagreeing = disagreeingDays(used, await liveRuns(tx, contractId, first, last));
  if (disagreeing.length > 0) throw usageDisagrees(disagreeing);
}

/**
 * 409 USAGE_DISAGREES: nothing is billed of days that are not stored as they were acknowledged. `metadata.days` lists them;
 * `cause` is why they could not be stored again.
 */
export function usageDisagrees(days: readonly Day[], cause?: unknown): RefusedDays {
  const named = days.slice(0, 31).join(', ');
  const message = `What is stored of ${named} is not what was acknowledged, so it is not billed. «npm run verify» says what is wrong.`;
  return new RefusedDays('USAGE_DISAGREES', days, { message, metadata: { days: named }, cause });
}
