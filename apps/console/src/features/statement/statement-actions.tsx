import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Statement } from '@usance/api/billing/statement';
import * as m from '../../i18n/messages.gen.ts';
import { OffButton } from '../../ui/tip/off-button.tsx';
import { HeaderPayLink } from '../available-balance/header-pay-link.tsx';
import { downloadStatement } from './download-statement.ts';
import { useApproveStatement } from './use-approve-statement.tsx';

/** The actions on a statement's page. */
export function StatementActions({ statement }: { statement: Statement }) {
  const { approve, dialog } = useApproveStatement();
  const isOpen = statement.confirmState === 'unconfirmed';
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
      {statement.permissions.canDownload ? (
        <Button variant="default" onClick={() => downloadStatement(statement)}>
          {m.statement_download()}
        </Button>
      ) : (
        <OffButton variant="default" why={m.statement_download_later()}>
          {m.statement_download()}
        </OffButton>
      )}
      {isOpen && statement.permissions.canConfirm ? (
        <Button onClick={() => approve(statement)}>{m.statement_approve()}</Button>
      ) : (
        <OffButton why={isOpen ? m.statement_approve_no_auth() : m.statement_approve_not_now()}>
          {m.statement_approve()}
        </OffButton>
      )}
      {dialog}
    </>
  );
}
