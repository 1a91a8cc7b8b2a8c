import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestDispute, statements } from '@usance/api/billing/statement';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { allOfContract } from '../../api/query-client.ts';
import * as m from '../../i18n/messages.gen.ts';
import { AskFirst } from '../../ui/feedback/dialog/ask-first.tsx';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import type { DisputedStatement } from './use-dispute-statement.tsx';

interface DisputeStatementDialogProps {
  statement: DisputedStatement;
  onClose: () => void;
}

/** Asks for a reason and disputes a statement. */
export function DisputeStatementDialog({ statement, onClose }: DisputeStatementDialogProps) {
  // Another reason needs another key.
  const [{ written, idempotencyKey }, setAsked] = useState(() => askedWith(''));
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const sayDone = useFocusBack();
  const send = useDispute(statement);
  const reason = written.trim();
  const submit = () => {
    setChecked(true);
    if (reason === '') return field.current?.focus();
    if (send.isPending) return;
    send.mutate(
      { reason, idempotencyKey },
      {
        onSuccess: () => {
          sayDone();
          onClose();
        },
      },
    );
  };
  return (
    <AskFirst
      opened
      title={m.statement_dispute_month({ month: formatMonth(statement.month) })}
      effect={m.statement_dispute_effect()}
      confirm={m.statement_dispute()}
      isPending={send.isPending}
      failure={send.error}
      onClose={onClose}
      onConfirm={submit}
      field={
        <Textarea
          ref={field}
          data-autofocus
          label={m.statement_dispute_reason()}
          required
          autosize
          minRows={3}
          maxRows={8}
          maxLength={longestDispute}
          value={written}
          onChange={(event) => setAsked(askedWith(event.currentTarget.value))}
          error={isChecked && reason === '' ? m.statement_dispute_reason_required() : undefined}
          errorProps={{ role: 'alert' }}
        />
      }
    />
  );
}

const askedWith = (written: string) => ({ written, idempotencyKey: crypto.randomUUID() });

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
