import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import { instantOfEpochMs } from '@usance/period/instant';
import { m } from '../../paraglide/messages.js';
import { StackedBars } from '../../ui/chart/stacked-bars.tsx';
import { Segments } from '../../ui/field/segments.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { Section } from '../../ui/page/section.tsx';
import { rangeOfMonths } from '../../ui/search/months.ts';
import { statementQueries } from './statement.queries.ts';
import type { StatementSearch } from './statement-search.ts';
import classes from './statement-trend.module.css';
import { monthsBefore } from './trend-months.ts';

interface StatementTrendProps {
  contract: Contract;
  months: StatementSearch['trend'];
  onMonths: (months: StatementSearch['trend']) => void;
  onMonth: (month: string) => void;
}

/** What the last half year or year came to, a bar a month, those without a statement too. */
export function StatementTrend({ contract, months, onMonths, onMonth }: StatementTrendProps) {
  const shown = monthsBefore(instantOfEpochMs(Date.now()), months, contract.billingZone);
  const range = rangeOfMonths({ from: shown[0], to: shown.at(-1) }, contract.billingZone);
  const { data } = useQuery(statementQueries.list(contract.id, { ...range, pageSize: months }));
  const statements = new Map((data?.items ?? []).map((statement) => [statement.month, statement]));
  if (data !== undefined && statements.size === 0) return null;
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
      {data === undefined ? (
        <div className={classes.toCome} />
      ) : (
        <StackedBars
          title={m.statement_trend_title()}
          summary={summaryOf([...statements.values()])}
          pointsLabel={m.statement_month()}
          points={shown.map((month) => ({ key: month, label: formatMonth(month, 'short') }))}
          series={[
            {
              id: 'total:consumption',
              name: m.statement_consumption(),
              values: shown.map((month) => statements.get(month)?.amount ?? '0'),
            },
          ]}
          currency={contract.currency}
          height={200}
          onDrill={onMonth}
        />
      )}
    </Section>
  );
}

function summaryOf(statements: readonly { month: string; amountFormatted: string }[]): string {
  const [newest] = statements;
  if (newest === undefined) return '';
  return m.statement_trend_summary({ month: formatMonth(newest.month), amount: newest.amountFormatted });
}
