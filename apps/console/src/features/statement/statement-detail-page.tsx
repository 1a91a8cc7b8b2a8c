import { useSuspenseQuery } from '@tanstack/react-query';
import type { Statement } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { Below, loadedBelow } from '../../ui/late/below.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { PageFoot } from '../../ui/print/page-foot.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { statementQueries } from './statement.queries.ts';
import { StatementActions } from './statement-actions.tsx';
import { StatementAmounts } from './statement-amounts.tsx';
import { StatementDispute } from './statement-dispute.tsx';
import { statementStatus } from './statement-status.ts';
import { StatementTimeline } from './statement-timeline.tsx';

interface StatementDetailPageProps {
  contractId: string;
  statementId: string;
  /** The line whose amount is explained. */
  line?: number | undefined;
  onCloseLine: () => void;
}

/** A signed statement: its customer, its cycle, its amounts, and all lines. */
export function StatementDetailPage({ contractId, statementId, line, onCloseLine }: StatementDetailPageProps) {
  const { data: statement } = useSuspenseQuery(statementQueries.detail(contractId, statementId));
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { tone, word } = statementStatus(statement);
  return (
    <>
      <PageHeader
        title={m.statement_title({ month: formatMonth(statement.month) })}
        lead={<StatusTag tone={tone}>{word}</StatusTag>}
        actions={<StatementActions statement={statement} />}
      />
      <StatementAmounts statement={statement} />
      <StatementTimeline statement={statement} zone={contract.billingZone} />
      {statement.dispute && (
        <StatementDispute statement={statement} dispute={statement.dispute} zone={contract.billingZone} />
      )}
      <Below>
        <StatementParts statement={statement} contract={contract} line={line} onCloseLine={onCloseLine} />
      </Below>
      <PageFoot lines={footOf(statement, contract)} />
    </>
  );
}

const StatementParts = loadedBelow(async () => (await import('./statement-parts.late.tsx')).StatementParts);

/** Returns the footer of printed pages: the statement, and the digest that proves its lines. */
function footOf({ month, customerName, id, digest }: Statement, { billingZone }: Contract): string[] {
  return [
    m.statement_foot({ month: formatMonth(month), customer: customerName, id, zone: billingZone }),
    m.statement_foot_digest({ digest }),
  ];
}
