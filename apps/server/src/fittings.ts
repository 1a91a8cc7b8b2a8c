import { randomUUID } from 'node:crypto';
import type { Deps, Fittings, Stores } from '#platform/context/context.ts';
import { openMetrics } from '#platform/http/load/metrics.ts';
import type { Tick } from '#platform/jobs/open-jobs.ts';
import { SealingKey } from '#platform/sealing/sealing-key.ts';
import { moving } from './features/billing/account-period/moving-money.ts';
import { builtInProvisioner } from './features/contract/datacloud/provisioner.ts';
import { tradeDefaultsOf } from './features/contract/trade-default/trade-defaults.ts';
import { MovableClock } from './features/installation/test-clock/movable-clock.ts';
import { measureWaiting } from './features/installation/waiting/measure-waiting.ts';
import { nothingSold } from './features/marketplace/provider/marketplace-config.ts';
import { openMarketplaces } from './features/marketplace/provider/open-marketplaces.ts';
import { serviceProviderAt } from './features/people/sso/saml/service-provider.ts';
import { ticksOf } from './ticks.ts';

/** Fittings that an operator may set; the calendar always comes from the rooms. */
export interface SaidByOperator extends Partial<Omit<Fittings, 'calendar' | 'serviceProvider'>> {
  /** The address of the installation for browsers. */
  readonly publicUrl?: string;
  /** The clock of the stores if it can be moved, as in a sandbox. */
  readonly testClock?: MovableClock | undefined;
}

/** Returns an installation with all its fittings, with defaults for those not given. */
export function fitOut(
  { db, replica, clickhouse, clock, log }: Stores,
  { publicUrl = 'http://localhost:8080', testClock, ...said }: SaidByOperator,
): Deps {
  let ticks: readonly Tick[] | undefined;
  const deps: Deps = {
    // A random key, for tests: later processes cannot read secrets that it sealed.
    sealingKey: said.sealingKey ?? new SealingKey(randomUUID()),
    serviceProvider: serviceProviderAt(publicUrl),
    moving,
    provisioner: builtInProvisioner,
    marketplaces: openMarketplaces(nothingSold),
    tradeDefaults: said.tradeDefaults ?? tradeDefaultsOf(undefined),
    twoPeopleAbove: {},
    datacloudHold: {},
    skipsPhones: false,
    isSelfHosted: false,
    process: { version: 'unknown', metrics: openMetrics(), isDraining: () => false },
    ...said,
    ...{ db, replica, clickhouse, clock, log },
    calendar: {
      clock: testClock ?? new MovableClock(clock),
      get ticks() {
        ticks ??= ticksOf(deps);
        return ticks;
      },
    },
  };
  measureWaiting(deps);
  return deps;
}
