import { compare, multiply } from '@usance/money/decimal';
import { addDays, type Day, dayOf } from '@usance/period/day';
import { type Instant, instantOf, plusDays24h } from '@usance/period/instant';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import { type Selectable, sql } from 'kysely';
import type { Database, Tx } from '#platform/postgres/database.ts';
import { opaque, prepared } from '#platform/postgres/prepared.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { unservedOf } from '../../contract/datacloud/unserved.queries.ts';
import { notifyPeople, withdrawMails } from '../../contract/notification/notify-people.ts';
import { type WarningJson, warnBelowThreshold, warningJson } from '../balance-warning/warn-below.ts';
import { recentUsageCost } from './figures/recent-usage-cost.ts';
import type { AccountState } from './rule/episode.ts';
import { isBelowZero, type Standing } from './rule/standing.ts';

const lookedBackDays = 7;
const warnedDaysAhead = 3;

/** A contract's account as a check has found it. */
interface Seen {
  readonly contract: LockedContract;
  readonly now: Date;
  readonly state: AccountState;
  readonly available: string;
  readonly standing: Standing;
  readonly graceDays: number;
}

/**
 * Notifies the members of each contract of the account's new state since the last notice, and of a low balance: each
 * once, however many checks run. States outside an episode are announced at most once a day. Studies are not charged,
 * so they get no notice.
 */
export async function announceStandings(tx: Tx, seen: readonly Seen[]): Promise<void> {
  const charged = seen.filter(({ contract }) => !contract.is_study);
  if (charged.length === 0) return;
  const known = await readNotices(tx, charged);
  for (const each of charged) {
    const notices = known.get(each.contract.id);
    if (notices) await announce(tx, each, notices);
  }
}

async function announce(
  tx: Tx,
  { contract, now, state, available, standing, graceDays }: Seen,
  { told, warning, used }: Notices,
): Promise<void> {
  const isWarned = warning !== null && (await warnBelowThreshold({ tx, now }, contract, available, warning));
  const zone = billingZoneOf(contract.currency);
  const today = dayOf(instantOf(now), zone);
  const isLow = isBelowZero(standing) || isLittle(available, used);
  const lateSince = lateIn(state, standing, now);
  const stands = { period: state.summary, t0: dateOf(state.episode?.t0), late_since: dateOf(lateSince) };
  const isNews = !isSame(told, stands);
  if (!isNews && told.is_low === isLow) return;
  const seen = { ...stands, is_low: isLow };
  await tx
    .insertInto('account_told')
    .values({ contract_id: contract.id, ...seen })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(seen))
    .execute();
  if (told.is_low && !isLow && !isWarned) await withdrawMails(tx, contract, 'balance_low');
  // A warning about the threshold was just sent; a notice of a low balance would repeat it.
  if (isLow && !told.is_low && !isWarned) {
    const { currency } = contract;
    const whyNoServices = await unservedOf(tx, contract);
    await notifyPeople({ tx, now }, contract, {
      kind: 'balance_low',
      dedupeKey: today,
      available,
      currency,
      ...(whyNoServices && { unserved: whyNoServices }),
    });
  }
  if (!isNews || isHidden(told, stands, standing)) return;
  const until = nextDay(state, zone);
  const ended = endOf(told, stands);
  const whyNoServices = await unservedOf(tx, contract);
  // A contract that continues may get data clouds until it is suspended, and again once it is reopened.
  const mayGetDataclouds = contract.ended_at === null && (ended === 'reopened' || state.summary === 'extensionPeriod');
  await notifyPeople({ tx, now }, contract, {
    kind: 'account_period',
    dedupeKey: [state.summary, ...eventOf(told, stands, until ?? today)].join(' '),
    period: state.summary,
    ...(until === undefined ? {} : { until }),
    ...(lateSince === undefined ? {} : { graceUntil: dayOf(plusDays24h(lateSince, graceDays), zone) }),
    ...(ended === undefined ? {} : { ended }),
    ...(whyNoServices && !mayGetDataclouds && { unserved: whyNoServices }),
  });
}

type Told = Pick<Selectable<Database['account_told']>, 'period' | 't0' | 'late_since'>;

/** Returns the instant since which a statement is overdue within its days of grace. */
function lateIn({ episode }: AccountState, { overdueFrom }: Standing, now: Date): Instant | undefined {
  return episode === undefined && overdueFrom !== undefined && overdueFrom <= now.getTime() ? overdueFrom : undefined;
}

function isSame(one: Told, other: Told): boolean {
  const at = ({ t0, late_since }: Told) => [t0?.getTime(), late_since?.getTime()].join();
  return one.period === other.period && at(one) === at(other);
}

/** True if a dispute hid the overdue statement and nothing else changed, so that no payment is announced. */
function isHidden(told: Told, stands: Told, { disputes }: Standing): boolean {
  return disputes.length > 0 && told.late_since !== null && isSame({ ...told, late_since: null }, stands);
}

/** Returns how the announced state ended. Only an operator ends destruction. */
function endOf(told: Told, stands: Told): 'cured' | 'reopened' | undefined {
  if (told.period === 'destructionPeriod' && stands.t0?.getTime() !== told.t0?.getTime()) return 'reopened';
  const [wasPressed, isPressed] = [told, stands].map(({ t0, late_since }) => (t0 ?? late_since) !== null);
  return wasPressed && !isPressed ? 'cured' : undefined;
}

/**
 * Identifies an event among those of the same period: by the episode or statement that began or ended, or by the day.
 */
function eventOf(told: Told, stands: Told, day: Day): string[] {
  const at = (instant: Date | null) => instant?.toISOString() ?? '';
  if (stands.t0 !== null) return [at(stands.t0), day];
  if (stands.late_since !== null) return ['late', at(stands.late_since)];
  const ended = told.t0 ?? told.late_since;
  return ended === null ? [day] : ['after', at(ended)];
}

const dateOf = (at: Instant | undefined): Date | null => (at === undefined ? null : new Date(at));

/** The last announcement, the threshold of the members, and the cost of the last days. */
interface Notices {
  readonly told: Told & { readonly is_low: boolean };
  readonly warning: WarningJson | null;
  readonly used: string;
}

async function readNotices(tx: Tx, seen: readonly Seen[]): Promise<ReadonlyMap<string, Notices>> {
  const days = seen.map(({ contract, now }) => dayOf(instantOf(now), billingZoneOf(contract.currency)));
  const cost = recentUsageCost(sql`asked.id`, { first: sql`asked.first`, last: sql`asked.last`, now: sql`asked.now` });
  const { rows } = await sql<NoticesRow>`
    ${prepared('account notices')} select asked.id, period, is_low, t0, late_since, ${warningJson(sql`asked.id`)} as warning, ${cost} as used
    from unnest(${opaque(sql`${seen.map(({ contract }) => contract.id)}::text[]`)},
      ${opaque(sql`${days.map((day) => addDays(day, -lookedBackDays))}::date[]`)},
      ${opaque(sql`${days.map((day) => addDays(day, -1))}::date[]`)},
      ${opaque(sql`${seen.map(({ now }) => now)}::timestamptz[]`)}) as asked (id, first, last, now)
    left join account_told on account_told.contract_id = asked.id`.execute(tx);
  return new Map(
    rows.map(({ id, warning, used, period, is_low, t0, late_since }) => {
      // A contract that was never announced counts as in order.
      const told = { period: period ?? ('normal' as const), is_low: is_low ?? false, t0, late_since };
      return [id, { told, warning, used }];
    }),
  );
}

interface NoticesRow {
  id: string;
  period: Told['period'] | null;
  is_low: boolean | null;
  t0: Date | null;
  late_since: Date | null;
  warning: WarningJson | null;
  used: string;
}

/** True if the balance is below the estimated cost of the next days, by the average of the last ones. */
function isLittle(available: string, used: string): boolean {
  return compare(multiply(available, String(lookedBackDays)), multiply(used, String(warnedDaysAhead))) < 0;
}

/** Returns the day on which the next period begins, unless the episode is stopped. */
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
