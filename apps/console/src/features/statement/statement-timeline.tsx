import { useQuery } from '@tanstack/react-query';
import type { Statement } from '@usance/api/billing/statement';
import type { BillingZone } from '@usance/period/zone';
import * as m from '../../i18n/messages.gen.ts';
import { deductionQueries } from '../deduction/deduction.queries.ts';
import { stepsOfStatement } from './statement-steps.ts';
import classes from './statement-timeline.module.css';

/** The way of a statement from its issue to its payment, with the day of each step. */
export function StatementTimeline({ statement, zone }: { statement: Statement; zone: BillingZone }) {
  const steps = stepsOfStatement(statement, zone, usePaidAt(statement));
  return (
    <ol className={classes.steps} aria-label={m.statement_timeline()}>
      {steps.map(({ id, name, when, state }) => (
        <li key={id} data-state={state} aria-current={state === 'waits' || state === 'late' ? 'step' : undefined}>
          <span className={classes.name}>{name}</span>
          <span className={classes.when}>{when}</span>
        </li>
      ))}
    </ol>
  );
}

/** Returns the time of the latest payment of a settled statement, once it is known. */
function usePaidAt({ contractId, start, deductState }: Statement): string | undefined {
  const { data, isPlaceholderData } = useQuery({
    ...deductionQueries.list(contractId, {
      statementStart: Date.parse(start),
      pageSize: 1,
      orderBy: 'gmtCreated',
      ordering: 'desc',
    }),
    enabled: deductState === 'fullySettled',
  });
  return isPlaceholderData ? undefined : data?.items[0]?.gmtCreated;
}
