import type { AvailableBalance, Runway } from '@usance/api/billing/available-balance';
import { type Decimal, formatDecimal, fromUnits, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { roundHalfUp } from '@usance/money/rounding';
import { addDays, dayOf } from '@usance/period/day';
import { instantOf, instantOfEpochMs, plusDays24h } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { openMonths } from '../../metering/billing-day/open-months.ts';
import { marketplaceShares } from '../../metering/marketplace-share/marketplace-share.queries.ts';
import { payingVouchers } from '../../money/voucher/voucher.queries.ts';
import { isForecastable } from '../purchase/forecast/forecast.ts';
import { readRecentDays } from '../purchase/forecast/recent-days.ts';
import type { PurchaseContext } from '../purchase/selection/purchase-selection.ts';
import { reachOf } from '../settlement/pay-hours.ts';
import { balanceIn, snapshot } from './available-balance.queries.ts';
import { comingCosts } from './runway/coming-costs.ts';
import { lossesAhead } from './runway/losses-ahead.ts';
import { daysCovered, longestRunwayDays } from './runway/runway.ts';

/** Returns how many days the available balance lasts, or the countdown of the account once it is no longer normal. */
export async function getRunway(ctx: PurchaseContext): Promise<Runway> {
  const { id: contractId, currency } = ctx.contract;
  const { balance, now, ...paying } = await readMoney(ctx);
  const of = { contractId, currency };
  if (balance.isStudy || (await isMetered(ctx))) return { ...of, outlook: 'notCharged' };
  if (balance.state.summary !== 'normal') return { ...of, outlook: 'countdown', countdown: countdownOf(balance) };
  const recent = await readRecentDays(ctx, { includeZeroAmount: true });
  if (!isForecastable(recent)) return { ...of, outlook: 'tooLittleHistory' };
  const zone = billingZoneOf(currency);
  const today = dayOf(now, zone);
  const costs = comingCosts(recent, today);
  const losses = lossesAhead({ months: paying.months, costs, now, zone }, paying.vouchers);
  const days = daysCovered({ available: balance.availableBalance, losses }, costs);
  const cost = withFormatted({ dailyCost: meanOf(costs) }, currency);
  if (days === undefined) return { ...of, outlook: 'lasts', ...cost };
  return { ...of, outlook: 'runsOut', days, day: addDays(today, days), ...cost };
}

/** Reads in one snapshot, or a statement signed between two reads would be paid twice or not at all. */
function readMoney({ db, contract, now: asked }: PurchaseContext) {
  return snapshot(db, async (tx) => {
    const balance = await balanceIn(tx, { contract, now: asked });
    const now = instantOf(new Date(balance.asOf));
    const months = await openMonths(tx, contract.id);
    const first = Math.min(now, ...months.map(({ range, hours }) => reachOf(range, hours).start));
    const reach = { start: instantOfEpochMs(first), end: plusDays24h(now, longestRunwayDays) };
    return { balance, now, months, vouchers: await payingVouchers(tx, contract.id, reach) };
  });
}

async function isMetered({ db, contract }: PurchaseContext): Promise<boolean> {
  const shares = await marketplaceShares(db, contract.id);
  return shares?.windows.some(({ endedAt }) => endedAt === undefined) ?? false;
}

function countdownOf({ state, details }: AvailableBalance): NonNullable<Runway['countdown']> {
  const period = state.summary;
  const ends: Partial<Record<typeof period, string | undefined>> = {
    overdraft: details.overdraftEnd,
    extensionPeriod: details.extensionPeriodEnd,
    suspensionPeriod: details.suspensionPeriodEnd,
    backupPeriod: details.backupPeriodEnd,
  };
  const end = state.stoppedAt === undefined ? ends[period] : undefined;
  return { period, ...(end !== undefined && { end }) };
}

const shownDays = 28;

/** The mean of four weeks from tomorrow: today is partly over. */
function meanOf(costs: readonly Decimal[]): string {
  const { units, scale } = roundHalfUp(sum(costs.slice(1, 1 + shownDays)), 12);
  return formatDecimal(roundHalfUp(fromUnits(units / BigInt(shownDays), scale), 8));
}
