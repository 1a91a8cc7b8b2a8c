import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import { m } from '../../paraglide/messages.js';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { formatClock, formatDay } from '../../ui/format/dates.ts';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { purchaseQueries } from './purchase.queries.ts';
import { changeOf, highestDay } from './purchase-change.ts';
import { spellRange } from './purchase-days.ts';
import { callFilters } from './purchase-filters.ts';
import type { PurchasePeriod } from './purchase-period.ts';
import type { PurchaseSearch } from './purchase-search.ts';

interface PurchaseFiguresProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
}

/** What the range came to, how that moved, and since when it is true. */
export function PurchaseFigures({ contract, search, period }: PurchaseFiguresProps) {
  const { id, currency, billingZone } = contract;
  const { data: now } = useQuery(purchaseQueries.daily(id, callFilters(search, period.range)));
  const { data: before } = useQuery(purchaseQueries.daily(id, callFilters(search, period.previous)));
  const previousDays = spellRange(period.previous, billingZone);
  const total = totalOf(now?.items);
  const previous = totalOf(before?.items);
  const highest = highestDay(now?.items ?? []);
  return (
    <FigureRow>
      <FigureCard
        size="main"
        label={m.purchase_total_of({ period: spellRange(period.elapsed, billingZone) })}
        figure={total === undefined ? '—' : <MoneyText amount={total} currency={currency} />}
        {...(total !== undefined && previous !== undefined && { change: changeOf(total, previous, previousDays) })}
        asOf={<Freshness contract={contract} />}
      />
      <FigureCard
        label={m.purchase_total_of({ period: previousDays })}
        figure={previous === undefined ? '—' : <MoneyText amount={previous} currency={currency} />}
        asOf={period.previous.end < period.previousWhole.end ? m.purchase_same_stretch() : m.purchase_period_before()}
      />
      <FigureCard
        label={m.purchase_highest_day()}
        figure={highest === undefined ? '—' : <MoneyText amount={highest.amount} currency={currency} />}
        asOf={highest && formatDay(highest.day)}
      />
    </FigureRow>
  );
}

/** Up to which hour usage has been rated, and the zone in which days begin. */
function Freshness({ contract }: { contract: Contract }) {
  const { data } = useQuery(availableBalanceQueries.detail(contract.id));
  if (data === undefined) return m.purchase_zone({ zone: contract.billingZone });
  const parts = [
    m.available_balance_updated({ time: formatClock(data.asOf) }),
    ...(data.usageThrough === null
      ? []
      : [m.available_balance_usage_through({ time: formatClock(data.usageThrough) })]),
    m.purchase_zone({ zone: contract.billingZone }),
  ];
  return parts.join(' · ');
}

function totalOf(days: ReadonlyArray<{ accAmount: string }> | undefined): string | undefined {
  return days && (days.at(-1)?.accAmount ?? '0');
}
