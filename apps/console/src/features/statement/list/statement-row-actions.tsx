import type { StatementSummary } from '@usance/api/billing/statement';
import * as m from '../../../i18n/messages.gen.ts';
import { formatMonth } from '../../../ui/format/dates.ts';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { GuardedButton } from '../../../ui/tip/guarded-button.tsx';
import { PayLink } from '../../available-balance/pay-link.tsx';
import { downloadStatement } from '../download-statement.ts';

interface StatementRowActionsProps {
  statement: StatementSummary;
  onApprove: (statement: StatementSummary) => void;
}

/** The actions of a statement in its row. Each button and link names the month, for screen readers. */
export function StatementRowActions({ statement, onApprove }: StatementRowActionsProps) {
  const { permissions } = statement;
  const month = formatMonth(statement.month);
  return (
    <RowActions>
      <GuardedButton
        size="compact-sm"
        variant="default"
        whyNot={permissions.canDownload ? undefined : m.statement_download_later()}
        onClick={() => downloadStatement(statement)}
        aria-label={m.statement_download_month({ month })}
      >
        {m.statement_download()}
      </GuardedButton>
      {statement.overdue && (
        <PayLink contractId={statement.contractId} size="compact-sm" aria-label={m.statement_pay_month({ month })} />
      )}
      {statement.confirmState === 'unconfirmed' && (
        <GuardedButton
          size="compact-sm"
          variant="default"
          whyNot={permissions.canConfirm ? undefined : m.statement_approve_no_auth()}
          onClick={() => onApprove(statement)}
          aria-label={m.statement_approve_month({ month })}
        >
          {m.statement_approve()}
        </GuardedButton>
      )}
    </RowActions>
  );
}
