import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Statement } from '@usance/api/billing/statement';
import * as m from '../../i18n/messages.gen.ts';
import { useNarrow } from '../../ui/table/use-narrow.ts';
import { GuardedButton } from '../../ui/tip/guarded-button.tsx';
import { HeaderPayLink } from '../available-balance/header-pay-link.tsx';
import { downloadStatement } from './download-statement.ts';
import { useApproveStatement } from './use-approve-statement.tsx';

/**
 * The actions on a statement's page. On a phone they wrap, so an approval that is wanted comes before the lesser ones.
 * An order in the style alone would leave the keyboard behind.
 */
export function StatementActions({ statement }: { statement: Statement }) {
  const { approve, dispute, dialog } = useApproveStatement();
  const whyNot = whyNotApproved(statement);
  const isFirst = useNarrow() && whyNot === undefined;
  const approval = (
    <GuardedButton whyNot={whyNot} onClick={() => approve(statement)}>
      {m.statement_approve()}
    </GuardedButton>
  );
  return (
    <>
      {statement.overdue && <HeaderPayLink contractId={statement.contractId} />}
      {isFirst && approval}
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            to="/billing-center/$contractId/cost-analysis"
            params={{ contractId: statement.contractId }}
            search={{ time: Date.parse(statement.start) }}
            {...props}
          />
        )}
      >
        {m.statement_cost_analysis()}
      </Button>
      <GuardedButton
        variant="default"
        whyNot={statement.permissions.canDownload ? undefined : m.statement_download_later()}
        onClick={() => downloadStatement(statement)}
      >
        {m.statement_download()}
      </GuardedButton>
      {statement.permissions.canConfirm && (
        <Button variant="default" onClick={() => dispute(statement)}>
          {m.statement_dispute()}
        </Button>
      )}
      {!isFirst && approval}
      {dialog}
    </>
  );
}

function whyNotApproved({ confirmState, permissions }: Statement): string | undefined {
  if (confirmState === 'confirmed') return m.statement_approve_done();
  if (confirmState === 'manualProcessing') return m.statement_approve_in_review();
  return permissions.canConfirm ? undefined : m.statement_approve_no_auth();
}
