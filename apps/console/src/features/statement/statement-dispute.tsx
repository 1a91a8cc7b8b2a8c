import type { Statement } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { isZero } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import * as m from '../../i18n/messages.gen.ts';
import { DayText } from '../../ui/cell/date-text.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import classes from './statement-dispute.module.css';

interface StatementDisputeProps {
  statement: Pick<Statement, 'credited' | 'currency'>;
  dispute: NonNullable<Statement['dispute']>;
  zone: Contract['billingZone'];
}

/** A customer's dispute: its day, its author, its reason, and what became of it. */
export function StatementDispute({ statement, dispute, zone }: StatementDisputeProps) {
  const { at, by, reason, decidedAt } = dispute;
  const dayText = (time: string) => <DayText key={time} day={dayOf(instant(time), zone)} />;
  return (
    <Section
      title={decidedAt === undefined ? m.statement_disputed() : m.statement_dispute_decided()}
      note={decidedAt === undefined ? m.statement_disputed_note() : outcomeOf(statement)}
    >
      <Facts
        facts={[
          [m.statement_disputed_on(), dayText(at)],
          [m.statement_disputed_by(), by],
          ...(decidedAt === undefined ? [] : [[m.statement_dispute_decided_on(), dayText(decidedAt)] as const]),
        ]}
      />
      <p className={classes.reason}>{reason}</p>
    </Section>
  );
}

function outcomeOf({ credited, currency }: Pick<Statement, 'credited' | 'currency'>): string {
  if (isZero(credited)) return m.statement_dispute_declined();
  return m.statement_dispute_upheld({ amount: formatMoney(credited, currency) });
}
