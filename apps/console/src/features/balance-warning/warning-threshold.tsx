import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BalanceWarning, balanceWarningBody, balanceWarnings } from '@usance/api/billing/balance-warning';
import type { Contract } from '@usance/api/contract/contract';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { besideFields, refusedField } from '../../ui/form/refused-field.ts';
import { useRuleText } from '../../ui/words/use-rule-text.ts';
import { balanceWarningQueries } from './balance-warning.queries.ts';
import classes from './warning-threshold.module.css';

/** The balance below which members are notified. Billing managers can set it; other members can read it. */
export function WarningThreshold({ contract }: { contract: Contract }) {
  const { data, error, refetch } = useQuery(balanceWarningQueries.detail(contract.id));
  if (data !== undefined)
    return contract.permissions?.canManageBilling ? (
      <ThresholdForm warning={data} />
    ) : (
      <ThresholdField currency={data.currency} value={asTyped(data)} readOnly disabled />
    );
  if (error) return <Failure error={error} onRetry={refetch} />;
  return <ThresholdField currency={contract.currency} value="" readOnly disabled />;
}

/** Built without the shared form code, which is more than the page may load. */
function ThresholdForm({ warning }: { warning: BalanceWarning }) {
  const { contractId, currency } = warning;
  const queryClient = useQueryClient();
  const ruleText = useRuleText();
  const field = useRef<HTMLInputElement>(null);
  // Shows the stored value, even if it changes, until the reader types.
  const [typed, setTyped] = useState<string>();
  const threshold = typed ?? asTyped(warning);
  const [objection, setObjection] = useState<string>();
  const object = (why: string) => {
    setObjection(why);
    field.current?.focus();
  };
  const save = useMutation({
    mutationFn: () => call(balanceWarnings.set, { params: { id: contractId }, body: { threshold } }),
    meta: { ignoreError: true },
    onSuccess: (kept) => {
      queryClient.setQueryData(balanceWarningQueries.detail(contractId).queryKey, kept);
      setTyped(undefined);
      notify.success(m.balance_warning_saved());
    },
    onError: (error) => refusedField(error, names) !== undefined && object(error.message),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const { error } = balanceWarningBody.safeParse({ threshold });
    if (error) return object(error.issues[0]?.message ?? '');
    save.mutate();
  }
  return (
    <form noValidate onSubmit={submit}>
      <ThresholdField
        ref={field}
        currency={currency}
        required
        maxLength={40}
        value={threshold}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setObjection(undefined);
        }}
        error={objection && ruleText(objection)}
        // Keeps the button beside the input, even with an error below.
        inputContainer={(input) => (
          <div className={classes.row}>
            {input}
            <Button type="submit" variant="default" loading={save.isPending}>
              {m.ui_save()}
            </Button>
          </div>
        )}
      />
      <FormRefusal error={besideFields([save.error], names)} />
    </form>
  );
}

const names = { threshold: 'threshold' };

type FieldProps = Omit<React.ComponentProps<typeof TextInput>, 'label' | 'description'>;

function ThresholdField({ currency, ...field }: FieldProps & Pick<Contract, 'currency'>) {
  return (
    <TextInput
      label={m.balance_warning_below({ currency })}
      description={m.balance_warning_hint()}
      inputMode="decimal"
      autoComplete="off"
      className={classes.field}
      {...field}
    />
  );
}

/** Formats a threshold for typing: "1234.50". */
function asTyped({ threshold }: BalanceWarning): string {
  const [whole = '0', places = ''] = threshold.split('.');
  return `${whole}.${places.replace(/0+$/, '').padEnd(2, '0')}`;
}
