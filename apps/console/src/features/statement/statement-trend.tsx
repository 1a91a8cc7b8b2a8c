import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import { m } from '../../paraglide/messages.js';
import { StackedBars } from '../../ui/chart/stacked-bars.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { Section } from '../../ui/page/section.tsx';
import { statementQueries } from './statement.queries.ts';
import type { StatementSearch } from './statement-search.ts';
import classes from './statement-trend.module.css';

interface StatementTrendProps {
  contract: Contract;
  months: StatementSearch['trend'];
  onMonths: (months: StatementSearch['trend']) => void;
  onMonth: (month: string) => void;
}

/** What the last half year or year came to, a bar a month. */
export function StatementTrend({ contract, months, onMonths, onMonth }: StatementTrendProps) {
  const { data } = useQuery(statementQueries.list(contract.id, { pageSize: months }));
  const statements = (data?.items ?? []).toReversed();
  if (data !== undefined && statements.length === 0) return null;
  return (
    <Section
      title={m.statement_trend()}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={m.statement_trend_range()}
          value={String(months)}
          data={[
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
          summary={summaryOf(statements)}
          pointsLabel={m.statement_month()}
          points={statements.map(({ month }) => ({ key: month, label: formatMonth(month, 'short') }))}
          series={[
            {
              id: 'total:consumption',
              name: m.statement_consumption(),
              values: statements.map(({ amount }) => amount),
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
  const newest = statements.at(-1);
  if (newest === undefined) return '';
  return m.statement_trend_summary({ month: formatMonth(newest.month), amount: newest.amountFormatted });
}
