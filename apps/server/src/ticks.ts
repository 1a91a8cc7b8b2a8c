import { randomUUID } from 'node:crypto';
import { followDue } from './features/billing/account-period/follow-due.ts';
import { nextLook } from './features/billing/account-period/next-look.ts';
import { type CalendarGuard, openCalendarGuard } from './features/billing/calendar/calendar-guard.ts';
import type { Witness } from './features/billing/calendar/witness.ts';
import { releaseEnded } from './features/billing/hold/release-ended.ts';
import { nextStep } from './features/billing/statement/next-step.ts';
import { runDueStatements } from './features/billing/statement/run-due.ts';
import { nextEndingToTell, tellEnding } from './features/billing/voucher/tell-ending.ts';
import { writeOffEnded } from './features/billing/voucher/write-off-ended.ts';
import type { OwnState } from './features/installation/waiting/find-waiting.ts';
import { tellWaiting } from './features/installation/waiting/tell-waiting.ts';
import { meterHours, nextMetering } from './features/marketplace/hour/meter-hours.ts';
import { forgetTokens } from './features/marketplace/landing/resolve-token.ts';
import { endRefused } from './features/marketplace/link/end-refused.ts';
import { followRenewals } from './features/marketplace/link/follow-renewals.ts';
import { nothingSold } from './features/marketplace/provider/marketplace-config.ts';
import type { Marketplaces } from './features/marketplace/provider/marketplaces.ts';
import { openMarketplaces } from './features/marketplace/provider/open-marketplaces.ts';
import { dropDeadRuns } from './features/metering/rating/drop-dead-runs.ts';
import { rateDue } from './features/metering/rating/rate-due.ts';
import { forgetPayloads } from './features/metering/usage/mending/forget-payloads.ts';
import { flushUsage } from './features/metering/usage/moving/flush-usage.ts';
import { forgetPassed } from './features/party/account/forget-passed.ts';
import { tellUpgrades } from './features/party/billing-version/tell-upgrades.ts';
import { followPlans } from './features/party/contract-lifecycle/follow-plans.ts';
import { nextPlan } from './features/party/contract-lifecycle/next-plan.ts';
import { pauseEnded } from './features/party/datacloud/pause-ended.ts';
import { builtInProvisioner, type Provisioner } from './features/party/datacloud/provisioner.ts';
import { forgetChallenges } from './features/party/passkey/challenge.ts';
import { SealingKey } from './features/party/second-factor-record/sealing-key.ts';
import { forgetSso } from './features/party/sso/forget-sso.ts';
import { forgetCodes } from './features/party/verification/forget-codes.ts';
import { followOffers, nextOffer } from './features/sale/private-offer/follow-offers.ts';
import { bounded } from './platform/clickhouse/bounded.ts';
import { limitsOf } from './platform/clickhouse/limits.ts';
import type { Deps } from './platform/context/context.ts';
import { forgetRequestCounts } from './platform/http/listener/forget-request-counts.ts';
import type { Tick } from './platform/jobs/open-jobs.ts';
import { forgetMessages } from './platform/message/forget-messages.ts';
import type { Db } from './platform/postgres/database.ts';

type Job = (deps: Deps, now: Date, outside: Date) => Promise<unknown>;
type DueAfter = (db: Db, after: Date) => Promise<Date | undefined>;

/** All that comes round by itself; each looks up what is due, so that late, twice or after a crash comes to the same. What cannot be undone waits while the clock is in doubt. */
export function ticksOf(
  deps: Deps,
  witness?: Witness,
  provisioner: Provisioner = builtInProvisioner,
  key: SealingKey = new SealingKey(randomUUID()),
  marketplaces: Marketplaces = openMarketplaces(nothingSold),
  own: OwnState = {},
): readonly Tick[] {
  const mayRun: CalendarGuard = witness ? openCalendarGuard(deps, witness) : async () => true;
  // Where time was moved, the machine's own work and what others sign go by the time outside.
  const outsideAt = (now: Date) =>
    new Date(now.getTime() + deps.clock.outside().getTime() - deps.clock.now().getTime());
  const guarded = (name: string, cron: string, job: Job, dueAfter?: DueAfter): Tick => ({
    name,
    cron,
    run: async (now) => {
      if (await mayRun(now)) await job(deps, now, outsideAt(now));
    },
    ...(dueAfter && { dueAfter: (after) => dueAfter(deps.db, after) }),
  });
  // What comes in is looked for at each step of time that is moved, and nobody knows when it comes.
  const atOnce = async () => undefined;
  return [
    { name: 'usage.flush', cron: '* * * * *', run: async () => void (await flushUsage(deps)), dueAfter: atOnce },
    { name: 'waiting.tell', cron: '* * * * *', run: () => tellWaiting(deps, own) },
    guarded('usage.forget-payloads', '41 * * * *', forgetPayloads),
    {
      name: 'purchase.rate-due',
      cron: '*/5 * * * *',
      run: () => rateAndFollow(asRating(deps), mayRun, provisioner),
      dueAfter: atOnce,
    },
    // After the rating of the same step: what came in is in its hour.
    guarded(
      'marketplace.meter',
      '* * * * *',
      async (given, now) => {
        // Before an hour is closed that the successor is to report.
        await followRenewals(given, now);
        await meterHours(asRating(given), marketplaces, now);
      },
      nextMetering,
    ),
    guarded('marketplace.end-refused', '15 * * * *', endRefused, atOnce),
    guarded('account-period.follow-due', '* * * * *', (given, now) => followDue(given, now, provisioner), nextLook),
    guarded('frozen.release-ended', '* * * * *', releaseEnded, atOnce),
    guarded('account.forget-passed', '29 * * * *', forgetPassed),
    guarded('verification.forget-codes', '37 * * * *', forgetCodes),
    guarded('sso.forget', '47 * * * *', forgetSso),
    guarded('passkey.forget-challenges', '31 * * * *', forgetChallenges),
    guarded('rates.forget', '53 * * * *', (given, _now, outside) => forgetRequestCounts(given, outside)),
    guarded('marketplace.forget-tokens', '51 * * * *', forgetTokens),
    guarded('message.forget', '43 * * * *', forgetMessages),
    guarded('billing-version.tell-upgrades', '23 * * * *', tellUpgrades),
    guarded('contract.follow-plans', '* * * * *', (given, now) => followPlans(given, now, provisioner), nextPlan),
    guarded('datacloud.pause-ended', '13 * * * *', (given, now) => pauseEnded(given, now, provisioner)),
    guarded('private-offer.follow', '* * * * *', (given, now) => followOffers(given, now, key), nextOffer),
    guarded('purchase.drop-dead-runs', '17 * * * *', (given, _now, outside) => dropDeadRuns(given, outside)),
    guarded('voucher.tell-ending', '7 * * * *', tellEnding, nextEndingToTell),
    guarded('statement.run-due', '* * * * *', (given, now) => runDueStatements(asRating(given), now), nextStep),
    // After the signing of the same step, which is what it waits for.
    guarded('voucher.write-off-ended', '*/10 * * * *', writeOffEnded, atOnce),
  ];
}

/** As calls that rate: without limits of its own a statement has an hour, for which one that is never answered would wait. */
const asRating = (deps: Deps): Deps => ({
  ...deps,
  clickhouse: bounded(deps.clickhouse, { limits: limitsOf.rating }),
});

/** What is rated moves balances. What time had made of them comes first, unless the clock is in doubt: it waits, marked. */
async function rateAndFollow(deps: Deps, mayRun: CalendarGuard, provisioner: Provisioner): Promise<void> {
  const followUnlessInDoubt = async () => {
    const now = deps.clock.now();
    if (await mayRun(now)) await followDue(deps, now, provisioner);
  };
  await followUnlessInDoubt();
  await rateDue(deps);
  await followUnlessInDoubt();
}
