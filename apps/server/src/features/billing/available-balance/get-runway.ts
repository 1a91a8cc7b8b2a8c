import type { AvailableBalance, Runway } from '@usance/api/billing/available-balance';
import { formatDecimal, fromUnits, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { roundHalfUp } from '@usance/money/rounding';
import { addDays, dayOf, daysBetween } from '@usance/period/day';
import { instantOf, plusDays24h } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { marketplaceShares } from '../../metering/marketplace-share/marketplace-share.queries.ts';
import { payingVouchers } from '../../money/voucher/voucher.queries.ts';
import { isForecastable } from '../purchase/forecast/forecast.ts';
import { readRecentDays } from '../purchase/forecast/recent-days.ts';
import type { PurchaseContext } from '../purchase/selection/purchase-selection.ts';
import { getAvailableBalance } from './available-balance.queries.ts';
import { comingCosts } from './runway/coming-costs.ts';
import { daysCovered, type EndingVoucher, longestRunwayDays } from './runway/runway.ts';

/** Returns how many days the available balance lasts, or the countdown of the account once it is no longer normal. */
export async function getRunway(ctx: PurchaseContext): Promise<Runway> {
  const { id: contractId, currency } = ctx.contract;
  const balance = await getAvailableBalance(ctx);
  const of = { contractId, currency };
  if (balance.isStudy || (await isMetered(ctx))) return { ...of, outlook: 'notCharged' };
  if (balance.state.summary !== 'normal') return { ...of, outlook: 'countdown', countdown: countdownOf(balance) };
  const recent = await readRecentDays(ctx, { includeZeroAmount: true });
  if (!isForecastable(recent)) return { ...of, outlook: 'tooLittleHistory' };
  const zone = billingZoneOf(currency);
  const today = dayOf(instantOf(ctx.now), zone);
  const costs = () => comingCosts(recent, today);
  const money = {
    available: balance.availableBalance,
    unbilled: balance.details.unbilled,
    vouchers: await endingVouchers(ctx),
  };
  const days = daysCovered(money, costs());
  const cost = withFormatted({ dailyCost: meanOf(costs()) }, currency);
  if (days === undefined) return { ...of, outlook: 'lasts', ...cost };
  return { ...of, outlook: 'runsOut', days, day: addDays(today, days), ...cost };
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

async function endingVouchers({ db, contract, now }: PurchaseContext): Promise<EndingVoucher[]> {
  const zone = billingZoneOf(contract.currency);
  const from = instantOf(now);
  const vouchers = await payingVouchers(db, contract.id, { start: from, end: plusDays24h(from, longestRunwayDays) });
  return vouchers.map(({ balance, window }) => ({
    balance,
    endsIn: daysBetween(dayOf(from, zone), dayOf(window.end, zone)),
  }));
}

const weeks = 28;

/** The mean of four weeks from tomorrow: today is partly over. */
function meanOf(costs: Iterator<Parameters<typeof roundHalfUp>[0] & object, undefined>): string {
  costs.next();
  const coming = Array.from({ length: weeks }, () => costs.next().value ?? '0');
  const { units, scale } = roundHalfUp(sum(coming), 12);
  return formatDecimal(roundHalfUp(fromUnits(units / BigInt(weeks), scale), 8));
}
