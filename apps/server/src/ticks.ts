import { followDue } from './features/billing/account-period/follow-due.ts';
import { type CalendarGuard, openCalendarGuard } from './features/billing/calendar/calendar-guard.ts';
import type { Witness } from './features/billing/calendar/witness.ts';
import { runDueStatements } from './features/billing/statement/run-due.ts';
import { tellEnding } from './features/billing/voucher/tell-ending.ts';
import { writeOffEnded } from './features/billing/voucher/write-off-ended.ts';
import { dropDeadRuns } from './features/metering/rating/drop-dead-runs.ts';
import { rateDue } from './features/metering/rating/rate-due.ts';
import { forgetPayloads } from './features/metering/usage/mending/forget-payloads.ts';
import { flushUsage } from './features/metering/usage/moving/flush-usage.ts';
import { forgetPassed } from './features/party/account/forget-passed.ts';
import { tellUpgrades } from './features/party/billing-version/tell-upgrades.ts';
import { followPlans } from './features/party/contract-lifecycle/follow-plans.ts';
import { pauseEnded } from './features/party/datacloud/pause-ended.ts';
import { builtInProvisioner, type Provisioner } from './features/party/datacloud/provisioner.ts';
import { forgetChallenges } from './features/party/passkey/challenge.ts';
import { forgetSso } from './features/party/sso/forget-sso.ts';
import { forgetCodes } from './features/party/verification/forget-codes.ts';
import { bounded } from './platform/clickhouse/bounded.ts';
import { limitsOf } from './platform/clickhouse/limits.ts';
import type { Deps } from './platform/context/context.ts';
import { forgetRequestCounts } from './platform/http/listener/forget-request-counts.ts';
import type { Tick } from './platform/jobs/open-jobs.ts';
import { forgetMessages } from './platform/message/forget-messages.ts';

/** All that comes round by itself; each looks up what is due, so that late, twice or after a crash comes to the same. What cannot be undone waits while the clock is in doubt. */
export function ticksOf(deps: Deps, witness?: Witness, provisioner: Provisioner = builtInProvisioner): readonly Tick[] {
  const mayRun: CalendarGuard = witness ? openCalendarGuard(deps, witness) : async () => true;
  const guarded = (name: string, cron: string, job: (deps: Deps, now: Date) => Promise<unknown>): Tick => ({
    name,
    cron,
    run: async (now) => {
      if (await mayRun(now)) await job(deps, now);
    },
  });
  return [
    { name: 'usage.flush', cron: '* * * * *', run: async () => void (await flushUsage(deps)) },
    guarded('usage.forget-payloads', '41 * * * *', forgetPayloads),
    { name: 'purchase.rate-due', cron: '*/5 * * * *', run: () => rateAndFollow(asRating(deps), mayRun) },
    guarded('account-period.follow-due', '11 * * * *', followDue),
    guarded('account.forget-passed', '29 * * * *', forgetPassed),
    guarded('verification.forget-codes', '37 * * * *', forgetCodes),
    guarded('sso.forget', '47 * * * *', forgetSso),
    guarded('passkey.forget-challenges', '31 * * * *', forgetChallenges),
    guarded('rates.forget', '53 * * * *', forgetRequestCounts),
    guarded('message.forget', '43 * * * *', forgetMessages),
    guarded('billing-version.tell-upgrades', '23 * * * *', tellUpgrades),
    guarded('contract.follow-plans', '* * * * *', (given, now) => followPlans(given, now, provisioner)),
    guarded('datacloud.pause-ended', '13 * * * *', (given, now) => pauseEnded(given, now, provisioner)),
    guarded('purchase.drop-dead-runs', '17 * * * *', dropDeadRuns),
    guarded('voucher.tell-ending', '7 * * * *', tellEnding),
    guarded('voucher.write-off-ended', '*/10 * * * *', writeOffEnded),
    guarded('statement.run-due', '* * * * *', (given, now) => runDueStatements(asRating(given), now)),
  ];
}

/** As calls that rate: without limits of its own a statement has an hour, for which one that is never answered would wait. */
const asRating = (deps: Deps): Deps => ({
  ...deps,
  clickhouse: bounded(deps.clickhouse, { limits: limitsOf.rating }),
});

/** What is rated moves balances. What time had made of them comes first, unless the clock is in doubt: it waits, marked. */
async function rateAndFollow(deps: Deps, mayRun: CalendarGuard): Promise<void> {
  const followUnlessInDoubt = async () => {
    const now = deps.clock.now();
    if (await mayRun(now)) await followDue(deps, now);
  };
  await followUnlessInDoubt();
  await rateDue(deps);
  await followUnlessInDoubt();
}
