import type { Statement, StatementLine } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { DayText } from '../../ui/cell/date-text.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import { formatDay } from '../../ui/format/dates.ts';
import { Facts } from '../../ui/page/facts.tsx';

interface StatementFactsProps {
  statement: Pick<
    Statement,
    'customerName' | 'contractId' | 'cycleStart' | 'cycleEnd' | 'statementDate' | 'dueDate' | 'id' | 'digest'
  > & { statementData: { skuAndAmounts: readonly Pick<StatementLine, 'offerId'>[] } };
  zone: Contract['billingZone'];
}

/** The facts of a statement: its customer and days, its dates, and the offers that priced it. */
export function StatementFacts({ statement, zone }: StatementFactsProps) {
  const offers = offersOf(statement);
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
        ...(offers.length === 0 ? [] : [[m.statement_offer(), offers.map(offerText)] as const]),
        [m.statement_digest(), <IdText key="digest" id={statement.digest} longest={24} />],
      ]}
    />
  );
}

/** Returns the offers that priced a line. */
function offersOf({ statementData }: StatementFactsProps['statement']): string[] {
  return [...new Set(statementData.skuAndAmounts.flatMap(({ offerId }) => offerId ?? []))];
}

const offerText = (id: string) => (
  <div key={id}>
    <IdText id={id} longest={40} />
  </div>
);
