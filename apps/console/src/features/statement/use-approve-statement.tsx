import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type StatementSummary, statements } from '@usance/api/statement';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { m } from '../../paraglide/messages.js';
import { IdText } from '../../ui/cell/id-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { ConfirmMoneyDialog } from '../../ui/feedback/confirm-money-dialog.tsx';
import { notify } from '../../ui/feedback/notify.tsx';
import { formatDay } from '../../ui/format/dates.ts';
import { statementQueries } from './statement.queries.ts';

/** Opens the confirm statement dialog; put `dialog` anywhere on the page. */
export function useApproveStatement(): { approve: (statement: StatementSummary) => void; dialog: React.ReactNode } {
  const [statement, setStatement] = useState<StatementSummary>();
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: ({ id, contractId, key }: { id: string; contractId: string; key: string }) =>
      call(statements.confirm, {
        params: { id: contractId },
        body: [{ id, confirmState: 'confirmed' }],
        idempotencyKey: key,
      }),
    meta: { ignoreError: true },
    onSuccess: (_reply, { contractId }) => {
      void queryClient.invalidateQueries({ queryKey: statementQueries.of(contractId) });
      notify.success(m.statement_confirmed());
    },
  });
  const dialog = statement && (
    <ConfirmMoneyDialog
      opened
      onClose={() => setStatement(undefined)}
      title={m.statement_confirm()}
      amount={<MoneyText amount={statement.payableAmount} currency={statement.currency} />}
      contract={
        <>
          {statement.contractName} <IdText id={statement.contractId} />
        </>
      }
      effect={m.statement_confirm_effect({ date: formatDay(statement.dueDate) })}
      date={formatDay(statement.dueDate)}
      confirmLabel={m.statement_confirm()}
      onConfirm={(key) => confirm.mutateAsync({ id: statement.id, contractId: statement.contractId, key })}
    />
  );
  return { approve: setStatement, dialog };
}
