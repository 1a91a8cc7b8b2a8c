import type { AvailableBalance } from '@usance/api/available-balance';
import { m } from '../../paraglide/messages.js';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { formatClock, formatInstant } from '../../ui/format/dates.ts';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';
import { PeriodTag, toneOf } from './period-tag.tsx';

/** The one amount that matters, and the six it is made of. */
export function BalanceFigures({ balance }: { balance: AvailableBalance }) {
  const { details, currency } = balance;
  const parts = [
    [m.available_balance_cash(), details.bankBalance],
    [m.available_balance_voucher(), details.voucher],
    [m.available_balance_frozen(), details.frozen],
    [m.available_balance_unbilled(), details.unbilled],
    [m.available_balance_due(), details.undeductedDue],
    [m.available_balance_overdue(), details.undeductedOverDue],
  ] as const;
  return (
    <FigureRow>
      <FigureCard
        size="main"
        label={m.available_balance_title()}
        tone={toneOf[balance.state.summary]}
        figure={<MoneyText amount={balance.availableBalance} currency={currency} />}
        asOf={freshness(balance)}
      >
        <PeriodTag balance={balance} />
      </FigureCard>
      {parts.map(([label, amount]) => (
        <FigureCard key={label} label={label} figure={<MoneyText amount={amount} currency={currency} />} />
      ))}
    </FigureRow>
  );
}

function freshness({ asOf, usageThrough }: AvailableBalance): string {
  const updated = m.available_balance_updated({ time: formatClock(asOf) });
  return usageThrough === null
    ? updated
    : `${updated} · ${m.available_balance_usage_through({ time: formatInstant(usageThrough, 'UTC') })}`;
}
