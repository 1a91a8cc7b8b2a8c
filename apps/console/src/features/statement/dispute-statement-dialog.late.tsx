import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestDispute, statements } from '@usance/api/billing/statement';
import { call } from '../../api/call.ts';
import { allOfContract } from '../../api/query-client.ts';
import * as m from '../../i18n/messages.gen.ts';
import { AskReason } from '../../ui/feedback/dialog/ask-reason.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import type { DisputedStatement } from './use-dispute-statement.tsx';

interface DisputeStatementDialogProps {
  statement: DisputedStatement;
  onClose: () => void;
}

/** Asks for a reason and disputes a statement. */
export function DisputeStatementDialog({ statement, onClose }: DisputeStatementDialogProps) {
  const send = useDispute(statement);
  return (
    <AskReason
      title={m.statement_dispute_month({ month: formatMonth(statement.month) })}
      effect={m.statement_dispute_effect()}
      confirm={m.statement_dispute()}
      label={m.statement_dispute_reason()}
      required={m.statement_dispute_reason_required()}
      longest={longestDispute}
      isPending={send.isPending}
      failure={send.error}
      onClose={onClose}
      onSend={send.mutate}
    />
  );
}

/** Sends the dispute, then refetches the statement, even after a refusal: a colleague may have approved it. */
function useDispute({ id, contractId, month }: DisputedStatement) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ reason, idempotencyKey }: { reason: string; idempotencyKey: string }) =>
      call(statements.dispute, { params: { id: contractId, statementID: id }, body: { reason }, idempotencyKey }),
    meta: { ignoreError: true },
    onSuccess: () => notify.success(m.statement_dispute_sent({ month: formatMonth(month) })),
    // Balances, cash and holds change with it.
    onSettled: () => queryClient.invalidateQueries(allOfContract(contractId)),
  });
}
