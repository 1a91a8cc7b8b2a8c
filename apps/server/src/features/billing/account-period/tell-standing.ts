import { compare, isNegative, multiply } from '@usance/money/decimal';
import { addDays, type Day, dayOf } from '@usance/period/day';
import { type Instant, instantOf } from '@usance/period/instant';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { Work } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { ratedBetween } from '../../metering/billing-day/rated-days.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';
import { notifyPeople } from '../../party/notification/notify-people.ts';
import { warnBelow } from '../balance-warning/warn-below.ts';
import type { AccountState } from './rule/episode.ts';
import type { Standing } from './rule/standing.ts';

const lookedBackDays = 7;
const warnedDaysAhead = 3;

/**
 * Tells people where the account has come to since they were last told, and that what is available has become little: each
 * once, whoever looks and however often, and no more than once in a day. Of a study nothing is ever asked.
 */
export async function tellStanding(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  { state, standing: { available } }: { state: AccountState; standing: Standing },
): Promise<void> {
  if (contract.is_study) return;
  const isWarned = await warnBelow({ tx, now }, contract, available);
  const told = await lastTold(tx, contract.id);
  const zone = billingZoneOf(contract.currency);
  const today = dayOf(instantOf(now), zone);
  const isLow = isNegative(available) || (await isLittle(tx, contract.id, { available, today }));
  if (told.period === state.summary && told.is_low === isLow) return;
  const seen = { period: state.summary, is_low: isLow };
  await tx
    .insertInto('account_told')
    .values({ contract_id: contract.id, ...seen })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(seen))
    .execute();
  // What it is below has just been told: that it is little besides would be the same again.
  if (isLow && !told.is_low && !isWarned) {
    const { currency } = contract;
    await notifyPeople({ tx, now }, contract, { kind: 'balance_low', dedupeKey: today, available, currency });
  }
  if (state.summary === told.period) return;
  const until = nextDay(state, zone);
  await notifyPeople({ tx, now }, contract, {
    kind: 'account_period',
    dedupeKey: `${state.summary} ${today}`,
    period: state.summary,
    ...(until === undefined ? {} : { until }),
  });
}

/** Whoever was never told of anything takes the account to be in order. */
async function lastTold(tx: Tx, contractId: string) {
  const row = await tx
    .selectFrom('account_told')
    .select(['period', 'is_low'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst();
  return row ?? { period: 'normal', is_low: false };
}

/** Whether it is less than the days ahead will cost, if they are as the last days were on average. */
async function isLittle(
  tx: Tx,
  contractId: string,
  { available, today }: { available: string; today: Day },
): Promise<boolean> {
  const used = await ratedBetween(tx, contractId, addDays(today, -lookedBackDays), addDays(today, -1));
  return compare(multiply(available, String(lookedBackDays)), multiply(used, String(warnedDaysAhead))) < 0;
}

/** The day on which the next period begins, while the days of this one count. */
function nextDay({ summary, episode, ...ends }: AccountState, zone: BillingZone): Day | undefined {
  if (episode === undefined || episode.stoppedAt !== undefined) return undefined;
  const endOf: Partial<Record<AccountState['summary'], Instant | undefined>> = {
    extensionPeriod: ends.extensionEnd,
    suspensionPeriod: ends.suspensionEnd,
    backupPeriod: ends.backupEnd,
  };
  const end = endOf[summary];
  return end === undefined ? undefined : dayOf(end, zone);
}
