import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Budget, type BudgetTerms, budgetBody, budgets } from '@usance/api/billing/budget';
import type { Contract } from '@usance/api/contract/contract';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import dialog from '../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { useRuleText } from '../../ui/words/use-rule-text.ts';
import { limitWord } from './budget-words.ts';
import { ScopeFields } from './scope-fields.tsx';
import { SharesField } from './shares-field.tsx';

interface BudgetFormProps {
  contract: Contract;
  /** Absent for a new one. */
  budget?: Budget;
  onClose: () => void;
}

/** Sets a budget, or replaces its terms. */
export function BudgetForm(props: BudgetFormProps) {
  const { budget, onClose } = props;
  return (
    <FormModal
      opened
      onClose={onClose}
      title={budget === undefined ? m.budget_add() : m.budget_edit_title({ name: budget.name })}
      size={560}
      returnFocus={false}
    >
      <TermsForm {...props} />
    </FormModal>
  );
}

function TermsForm({ contract, budget, onClose }: BudgetFormProps) {
  const queryClient = useQueryClient();
  const ruleText = useRuleText();
  const sayDone = useFocusBack();
  const { form, submit, tellField } = useCallForm<BudgetTerms>({ body: budgetBody, initialValues: termsOf(budget) });
  const params = { id: contract.id };
  const save = useMutation({
    mutationFn: (body: BudgetTerms) =>
      budget === undefined
        ? call(budgets.create, { params, body })
        : call(budgets.update, { params: { ...params, budgetID: budget.id }, body }),
    meta: { ignoreError: true },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['budget', contract.id] });
      notify.success(m.budget_saved());
      sayDone();
      onClose();
    },
    onError: (error) => tellField(error, { name: 'name', amount: 'amount' }),
  });
  const { atLimit, filter } = form.values;
  const sharesOf = (field: 'warnings' | 'forecastWarnings') => {
    const wrong = Object.entries(form.errors).find(([at]) => at.startsWith(field))?.[1];
    return {
      shares: form.values[field],
      error: typeof wrong === 'string' ? ruleText(wrong) : undefined,
      onChange: (shares: number[]) => form.setFieldValue(field, shares),
    };
  };
  return (
    <form noValidate className={dialog.form} onSubmit={submit((values) => save.mutate(values))}>
      <TextInput label={m.budget_name()} required data-autofocus maxLength={64} {...form.getInputProps('name')} />
      <TextInput
        label={m.budget_amount_in({ currency: contract.currency })}
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('amount')}
      />
      <ScopeFields contractId={contract.id} filter={filter} onChange={(kept) => form.setFieldValue('filter', kept)} />
      <SharesField label={m.budget_warn_at()} hint={m.budget_warn_hint()} {...sharesOf('warnings')} />
      <SharesField
        label={m.budget_warn_forecast_at()}
        hint={m.budget_warn_forecast_hint()}
        {...sharesOf('forecastWarnings')}
      />
      <ChoiceField
        label={m.budget_at_limit()}
        description={atLimit === 'stop' ? m.budget_limit_stop_hint() : undefined}
        options={Object.entries(limitWord).map(([value, word]) => ({ value, label: word() }))}
        {...form.getInputProps('atLimit')}
      />
      <FormRefusal error={save.error} />
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {m.ui_save()}
        </Button>
      </div>
    </form>
  );
}

function termsOf(budget: Budget | undefined): BudgetTerms {
  if (budget === undefined)
    return { name: '', amount: '', filter: {}, warnings: [80], forecastWarnings: [], atLimit: 'tell' };
  const { name, amount, filter, warnings, forecastWarnings, atLimit } = budget;
  return { name, amount: amount.replace(/\.?0+$/, ''), filter, warnings, forecastWarnings, atLimit };
}
