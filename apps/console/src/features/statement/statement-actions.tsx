import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Statement } from '@usance/api/billing/statement';
import * as m from '../../i18n/messages.gen.ts';
import { HeaderPayLink } from '../available-balance/header-pay-link.tsx';
import { downloadStatement } from './download-statement.ts';
import { useApproveStatement } from './use-approve-statement.tsx';

/** The actions on a statement's page. */
export function StatementActions({ statement }: { statement: Statement }) {
  const { approve, dialog } = useApproveStatement();
  return (
    <>
      {statement.overdue && <HeaderPayLink contractId={statement.contractId} />}
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
      <Button
        variant="default"
        disabled={!statement.permissions.canDownload}
        onClick={() => downloadStatement(statement)}
      >
        {m.statement_download()}
      </Button>
      <Button
        disabled={statement.confirmState !== 'unconfirmed' || !statement.permissions.canConfirm}
        onClick={() => approve(statement)}
      >
        {m.statement_approve()}
      </Button>
      {dialog}
    </>
  );
}
