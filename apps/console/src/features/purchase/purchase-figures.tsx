import { useQuery } from '@tanstack/react-query';
import type { DailyAccumulation } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import { formatMoney } from '@usance/money/display';
import { daysIn } from '@usance/period/day';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import type { Range } from '@usance/period/range';
import { memo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { formatDay } from '../../ui/format/dates.ts';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';
import { Freshness } from '../available-balance/freshness.tsx';
import { ForecastFigure } from './forecast/forecast-figure.tsx';
import { runningMonthOf } from './forecast/running-month.ts';
import { changeOf, highestDay } from './purchase-change.ts';
import { purchaseQueries } from './search/purchase.queries.ts';
import { spellRange } from './search/purchase-days.ts';
import { callConditions } from './search/purchase-filters.ts';
import type { PurchaseSearch } from './search/purchase-search.ts';
import { type PurchaseDays, usePurchaseDays } from './search/use-purchase-days.ts';

interface PurchaseFiguresProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
}

/** The amount of the range, the comparison of its whole days with as many earlier ones, and the forecast of the running month. */
export const PurchaseFigures = memo(function PurchaseFigures({ contract, search, period }: PurchaseFiguresProps) {
  const { currency, billingZone } = contract;
  const [now, before] = usePurchaseDays(contract.id, search, period);
  const total = totalOf(now.days);
  const highest = highestDay(now.days ?? []);
  const month = runningMonthOf(period, billingZone);
  return (
    <FigureRow>
      <FigureCard
        size="main"
        label={m.purchase_total_of({ period: spellRange(period.elapsed, billingZone) })}
        figure={total === undefined ? '—' : <MoneyText amount={total} currency={currency} />}
        isOld={now.isOld}
        change={changeIn(period, now, before, contract)}
        asOf={<AsOf contract={contract} />}
      />
      {/* Without days to compare, a part of today would stand beside a whole period. */}
      {period.compared && period.previous && (
        <Before contract={contract} range={period.compared.before} whole={period.previous} before={before} />
      )}
      <FigureCard
        label={m.purchase_highest_day()}
        figure={highest === undefined ? '—' : <MoneyText amount={highest.amount} currency={currency} />}
        isOld={now.isOld}
        asOf={now.days === undefined ? placeOfDay : highest && formatDay(highest.day)}
      />
      {month && <ForecastFigure contract={contract} month={month} filters={callConditions(search)} />}
    </FigureRow>
  );
});

/** Keeps the line of the day while it loads. */
const placeOfDay = '\u00a0';

interface BeforeProps {
  contract: Contract;
  /** The shown part of the earlier period. */
  range: Range;
  whole: Range;
  before: PurchaseDays;
}

function Before({ contract: { currency, billingZone }, range, whole, before }: BeforeProps) {
  const amount = totalOf(before.days, daysIn(range, billingZone).length);
  return (
    <FigureCard
      label={m.purchase_total_of({ period: spellRange(range, billingZone) })}
      figure={amount === undefined ? '—' : <MoneyText amount={amount} currency={currency} />}
      isOld={before.isOld}
      asOf={range.end < whole.end ? m.purchase_same_days() : m.purchase_period_before()}
    />
  );
}

/**
 * Returns the comparison, such as "Nov 1 – 20, $120.00: 4.3% more than Oct 1 – 20". While either side loads, it keeps
 * its place with usual amounts, unseen. Returns undefined without an earlier charge.
 */
function changeIn({ range, compared }: PurchasePeriod, now: PurchaseDays, before: PurchaseDays, contract: Contract) {
  const { billingZone: zone, currency } = contract;
  if (compared === undefined) return undefined;
  const amount = freshTotalOf(now, daysIn(compared.now, zone).length);
  const amountBefore = freshTotalOf(before, daysIn(compared.before, zone).length);
  const isAwaited = amount === undefined || amountBefore === undefined;
  const shown = isAwaited ? usualAmounts : { amount, before: amountBefore };
  const change = changeOf(shown.amount, shown.before, spellRange(compared.before, zone));
  if (change === undefined || compared.now.end === range.end) return change && { ...change, isAwaited };
  // The card also includes today, so the text names the amount that the percentage compares.
  const days = spellRange(compared.now, zone);
  const text = m.purchase_change_of({ days, amount: formatMoney(shown.amount, currency), change: change.text });
  return { ...change, text, isAwaited };
}

/** Amounts whose comparison is about as long as most are. */
const usualAmounts = { amount: '10500.00', before: '10000.00' } as const;

/** Returns the amount of the first days, unless it answers an earlier request. */
function freshTotalOf({ days, isOld }: PurchaseDays, first: number): string | undefined {
  return isOld ? undefined : totalOf(days, first);
}

/** The hour up to which usage is rated, and the zone of the days. */
function AsOf({ contract }: { contract: Contract }) {
  const { data } = useQuery(purchaseQueries.freshness(contract.id));
  const zone = m.purchase_zone({ zone: contract.billingZone });
  if (data === undefined) return zone;
  return (
    <>
      <Freshness figures={data} zone={contract.billingZone} /> · {zone}
    </>
  );
}

/** Returns the amount of the first days, or of all; undefined while they load. */
function totalOf(days: readonly DailyAccumulation[] | undefined, first = days?.length): string | undefined {
  return days && (days[Math.min(first ?? 0, days.length) - 1]?.accAmount ?? '0');
}
