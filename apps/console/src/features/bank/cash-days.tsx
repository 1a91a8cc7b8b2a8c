import { useQuery } from '@tanstack/react-query';
import type { BankBalanceDay } from '@usance/api/billing/bank';
import type { StatementSummary } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { compare, formatDecimal, isZero, subtract } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import * as m from '../../i18n/messages.gen.ts';
import { ChartSlot } from '../../ui/chart/frame/chart-slot.tsx';
import type { Point, Series } from '../../ui/chart/series/series.ts';
import { StackedBars } from '../../ui/chart/stacked-bars.tsx';
import { formatDay, formatMonth, shortDay } from '../../ui/format/dates.ts';
import { statementQueries } from '../statement/statement.queries.ts';
import { bankQueries } from './bank.queries.ts';

/** The statements of 90 days, and of the months that were signed late. */
const newest = 10;

/** A bar for the cash at the end of each of the last 90 days; the days on which statements were due are marked. */
export function CashDays({ contract }: { contract: Contract }) {
  const days = useQuery(bankQueries.days(contract.id));
  const { data: statements } = useQuery(statementQueries.newest(contract.id, newest));
  return (
    <ChartSlot query={days} height={295} failed={m.bank_days_failed()}>
      {({ items }) => <Bars days={items} statements={statements?.items ?? []} contract={contract} />}
    </ChartSlot>
  );
}

interface BarsProps {
  days: readonly BankBalanceDay[];
  statements: readonly StatementSummary[];
  contract: Contract;
}

function Bars({ days, statements, contract: { currency } }: BarsProps) {
  const isHeld = days.some(({ frozen }) => !isZero(frozen));
  const series: Series[] = [
    {
      id: 'cash:free',
      name: m.bank_days_free(),
      values: days.map(freeOf),
    },
    ...(isHeld
      ? [{ id: 'cash:frozen', name: m.bank_days_held(), values: days.map(({ frozen }) => frozen) } as const]
      : []),
  ];
  return (
    <StackedBars
      title={m.bank_days_title()}
      summary={summaryOf(days, currency)}
      pointsLabel={m.bank_days_day()}
      points={days.map(({ day }, index) => pointOf(day, index === days.length - 1, statements))}
      series={series}
      currency={currency}
      height={220}
    />
  );
}

/** Says when free cash was lowest since there was any. */
function summaryOf(days: readonly BankBalanceDay[], currency: Contract['currency']): string {
  if (days.every(({ balance }) => isZero(balance))) return m.bank_days_none();
  const withCash = days.slice(days.findIndex(({ balance }) => !isZero(balance)));
  const lowest = withCash.reduce((low, next) => (compare(freeOf(next), freeOf(low)) < 0 ? next : low));
  return m.bank_days_summary({ day: formatDay(lowest.day), amount: formatMoney(freeOf(lowest), currency) });
}

const freeOf = ({ balance, frozen }: BankBalanceDay) => formatDecimal(subtract(balance, frozen));

function pointOf(day: string, isToday: boolean, statements: readonly StatementSummary[]): Point {
  const due = statements.filter(({ dueDate, payableAmount }) => dueDate === day && !isZero(payableAmount));
  const notes = due.map(({ month, payableAmountFormatted: amount }) =>
    m.bank_days_due({ amount, month: formatMonth(month) }),
  );
  return {
    key: day,
    label: shortDay(day),
    ...(isToday && { isSoFar: true }),
    ...(notes.length > 0 && { note: notes.join(' · ') }),
  };
}
