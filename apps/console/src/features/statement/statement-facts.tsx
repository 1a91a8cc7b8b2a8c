import type { Contract } from '@usance/api/contract';
import type { Statement } from '@usance/api/statement';
import { m } from '../../paraglide/messages.js';
import { DayText } from '../../ui/cell/date-text.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import { formatDay } from '../../ui/format/dates.ts';
import { Facts } from '../../ui/page/facts.tsx';

/** Whose statement, of which days, and when it was made and is due. */
export function StatementFacts({ statement, zone }: { statement: Statement; zone: Contract['billingZone'] }) {
  return (
    <Facts
      facts={[
        [m.statement_customer(), statement.customerName],
        [m.statement_contract_id(), <IdText key="contract" id={statement.contractId} longest={40} />],
        [m.statement_cycle(), `${formatDay(statement.cycleStart)} – ${formatDay(statement.cycleEnd)}`],
        [m.statement_zone(), zone],
        [m.statement_type(), m.statement_type_usage()],
        [m.statement_date(), <DayText key="date" day={statement.statementDate} />],
        [m.statement_due_date(), <DayText key="due" day={statement.dueDate} />],
        [m.statement_id(), <IdText key="id" id={statement.id} longest={40} />],
        [m.statement_digest(), <IdText key="digest" id={statement.digest} longest={24} />],
      ]}
    />
  );
}
