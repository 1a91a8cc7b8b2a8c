import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type StatementSummary, statements } from '@usance/api/billing/statement';
import { isZero } from '@usance/money/decimal';
import { useCallback, useState } from 'react';
import { call } from '../../api/call.ts';
import { allOfContract } from '../../api/query-client.ts';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../../ui/cell/id-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { formatDay, formatMonth } from '../../ui/format/dates.ts';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { useCashFacts } from './use-cash-facts.tsx';
import { useDisputeStatement } from './use-dispute-statement.tsx';

const confirmMoneyDialog = new Late(
  async () => (await import('../../ui/feedback/dialog/confirm-money-dialog.tsx')).ConfirmMoneyDialog,
);

interface Approval {
  statement: StatementSummary;
  key: string;
}

/** Opens the dialogs to approve and to dispute a statement; put `dialog` anywhere on the page. */
export function useApproveStatement() {
  const [statement, setStatement] = useState<StatementSummary>();
  const { part: ConfirmMoneyDialog, press } = useLate(confirmMoneyDialog);
  const cash = useCashFacts(statement);
  const { dispute, disputeDialog } = useDisputeStatement();
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: ({ statement: { id, contractId }, key }: Approval) =>
      call(statements.confirm, {
        params: { id: contractId },
        body: [{ id, confirmState: 'confirmed' }],
        idempotencyKey: key,
      }),
    meta: { ignoreError: true },
    onSuccess: (_reply, { statement: { contractId, month } }) => {
      // Balances, cash and holds change with it.
      void queryClient.invalidateQueries(allOfContract(contractId));
      notify.success(m.statement_approved({ month: formatMonth(month) }));
    },
  });
  const approval = statement && ConfirmMoneyDialog && (
    <ConfirmMoneyDialog
      opened
      onClose={() => setStatement(undefined)}
      title={m.statement_approve_month({ month: formatMonth(statement.month) })}
      amount={<MoneyText amount={statement.payableAmount} currency={statement.currency} />}
      effect={m.statement_approve_effect({ date: formatDay(statement.dueDate) })}
      facts={[
        [
          m.ui_contract(),
          <span key="contract">
            {statement.contractName} <IdText id={statement.contractId} />
          </span>,
        ],
        ...(isZero(statement.marketplaceMetered) ? [] : marketplaceFacts(statement)),
        [m.ui_money_moves_on(), formatDay(statement.dueDate)],
        ...cash.former,
      ]}
      sum={cash.sum}
      otherwise={{
        label: m.statement_dispute_instead(),
        onChoose: () => {
          setStatement(undefined);
          dispute(statement);
        },
      }}
      isWaiting={cash.isWaiting}
      confirmLabel={m.statement_approve()}
      onConfirm={(key) => confirm.mutateAsync({ statement, key })}
    />
  );
  const approve = useCallback(
    (asked: StatementSummary) => {
      setStatement(asked);
      press();
    },
    [press],
  );
  const dialog = (
    <>
      {approval}
      {disputeDialog}
    </>
  );
  return { approve, dispute, dialog };
}

/** Returns the month's amount, and the part that a marketplace bills. */
function marketplaceFacts({ amount, marketplaceMetered, currency }: StatementSummary) {
  return [
    [m.statement_consumption(), <MoneyText key="amount" amount={amount} currency={currency} />],
    [m.statement_marketplace_metered(), <MoneyText key="metered" amount={marketplaceMetered} currency={currency} />],
  ] as const;
}
