import { useQuery } from '@tanstack/react-query';
import type { StatementSummary } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { instantOfEpochMs } from '@usance/period/instant';
import { consoleNow } from '../../../api/product-time.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { ChartSlot } from '../../../ui/chart/frame/chart-slot.tsx';
import { StackedBars } from '../../../ui/chart/stacked-bars.tsx';
import { Segments } from '../../../ui/field/segments.tsx';
import { formatMonth } from '../../../ui/format/dates.ts';
import { Section } from '../../../ui/page/section.tsx';
import { statementQueries } from '../statement.queries.ts';
import type { StatementSearch } from './statement-search.ts';
import { monthsBefore } from './trend-months.ts';

interface StatementTrendProps {
  contract: Contract;
  months: StatementSearch['trend'];
  /** True if the page already shows that its statements could not be loaded. */
  isFailureTold: boolean;
  onMonths: (months: StatementSearch['trend']) => void;
  onMonth: (month: string) => void;
}

/** The amounts of the last half year or year, with a bar for each month, even without a statement. */
export function StatementTrend({ contract, months, isFailureTold, onMonths, onMonth }: StatementTrendProps) {
  const shown = monthsBefore(instantOfEpochMs(consoleNow()), months, contract.billingZone);
  const query = useQuery(statementQueries.newest(contract.id, months));
  const isEmpty = query.data !== undefined && within(shown, query.data.items).length === 0;
  if (isEmpty || (query.isError && isFailureTold)) return null;
  return (
    <Section
      title={m.statement_trend()}
      actions={
        <Segments
          label={m.statement_trend_range()}
          value={months === 12 ? '12' : '6'}
          options={[
            { value: '6', label: m.statement_trend_6() },
            { value: '12', label: m.statement_trend_12() },
          ]}
          onChange={(chosen) => onMonths(chosen === '12' ? 12 : 6)}
        />
      }
    >
      <ChartSlot query={query} height={285} failed={m.statement_trend_failed()}>
        {({ items }) => (
          <TrendBars contract={contract} months={shown} statements={within(shown, items)} onMonth={onMonth} />
        )}
      </ChartSlot>
    </Section>
  );
}

/** Drops statements older than the trend. */
function within(months: readonly string[], statements: readonly StatementSummary[]): StatementSummary[] {
  return statements.filter(({ month }) => months.includes(month));
}

interface TrendBarsProps {
  contract: Contract;
  /** Oldest first. */
  months: readonly string[];
  /** Newest first. */
  statements: readonly StatementSummary[];
  onMonth: (month: string) => void;
}

function TrendBars({ contract, months, statements, onMonth }: TrendBarsProps) {
  const amounts = new Map(statements.map(({ month, amount }) => [month, amount]));
  return (
    <StackedBars
      title={m.statement_trend_title()}
      summary={summaryOf(statements)}
      pointsLabel={m.statement_month()}
      points={months.map((month) => ({ key: month, label: formatMonth(month, 'short') }))}
      series={[
        {
          id: 'total:consumption',
          name: m.statement_consumption(),
          values: months.map((month) => amounts.get(month) ?? '0'),
        },
      ]}
      currency={contract.currency}
      height={200}
      onDrill={onMonth}
    />
  );
}

function summaryOf(statements: readonly { month: string; amountFormatted: string }[]): string {
  const [newest] = statements;
  if (newest === undefined) return '';
  return m.statement_trend_summary({ month: formatMonth(newest.month), amount: newest.amountFormatted });
}
