import type { Statement } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import * as m from '../../i18n/messages.gen.ts';
import { DayText } from '../../ui/cell/date-text.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import classes from './statement-dispute.module.css';

interface StatementDisputeProps {
  dispute: NonNullable<Statement['dispute']>;
  zone: Contract['billingZone'];
}

/** A customer's dispute: its day, its author and its reason. */
export function StatementDispute({ dispute: { at, by, reason }, zone }: StatementDisputeProps) {
  return (
    <Section title={m.statement_disputed()} note={m.statement_disputed_note()}>
      <Facts
        facts={[
          [m.statement_disputed_on(), <DayText key="on" day={dayOf(instant(at), zone)} />],
          [m.statement_disputed_by(), by],
        ]}
      />
      <p className={classes.reason}>{reason}</p>
    </Section>
  );
}
