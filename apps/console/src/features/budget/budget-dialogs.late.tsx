import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Budget, budgets } from '@usance/api/billing/budget';
import type { Contract } from '@usance/api/contract/contract';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { AskFirst } from '../../ui/feedback/dialog/ask-first.tsx';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import type { BudgetAct } from './budget-columns.tsx';
import { BudgetForm } from './budget-form.tsx';

interface BudgetDialogsProps {
  contract: Contract;
  open: 'new' | { act: BudgetAct; budget: Budget };
  onClose: () => void;
}

/** The dialogs that set, change and delete a budget, and that continue although it is reached. */
export function BudgetDialogs({ contract, open, onClose }: BudgetDialogsProps) {
  if (open === 'new') return <BudgetForm contract={contract} onClose={onClose} />;
  if (open.act === 'edit') return <BudgetForm contract={contract} budget={open.budget} onClose={onClose} />;
  return <AskOf act={open.act} budget={open.budget} onClose={onClose} />;
}

function AskOf({ act, budget, onClose }: { act: 'goOn' | 'delete'; budget: Budget; onClose: () => void }) {
  const queryClient = useQueryClient();
  const sayDone = useFocusBack();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { id, contractId, name, amountFormatted: amount, spent } = budget;
  const answer = useMutation({
    mutationFn: async () => {
      const of = { params: { id: contractId, budgetID: id }, idempotencyKey };
      if (act === 'goOn') await call(budgets.goOn, of);
      else await call(budgets.delete, of);
    },
    meta: { ignoreError: true },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['budget', contractId] });
      void queryClient.invalidateQueries({ queryKey: ['datacloud'] });
      notify.success(act === 'goOn' ? m.budget_gone_on() : m.budget_deleted());
      sayDone();
      onClose();
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ['budget', contractId] }),
  });
  const words =
    act === 'goOn'
      ? {
          title: m.budget_go_on_title(),
          effect: m.budget_go_on_text({ spent: spent?.amountFormatted ?? amount, name, amount }),
          confirm: m.budget_go_on(),
        }
      : {
          title: m.budget_delete_title({ name }),
          effect: m.budget_delete_text(),
          confirm: m.budget_delete(),
          isLoss: true,
        };
  return (
    <AskFirst
      opened
      {...words}
      isPending={answer.isPending}
      failure={answer.error}
      onClose={onClose}
      onConfirm={() => answer.mutate()}
    />
  );
}
