import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BillingVersion, billingVersion, billingVersions } from '@usance/api/contract/billing-version';
import type { Contract } from '@usance/api/contract/contract';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import classes from '../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { PolicyLinks } from '../policy/policy-links.tsx';

interface UpgradeDialogProps {
  /** The contracts with a newer version; only those that the reader administers can be chosen. */
  contracts: readonly Contract[];
  /** The contract chosen at first. */
  chosen?: string | undefined;
  onClose: () => void;
}

/** Switches one of the reader's contracts to its next billing version. */
export function UpgradeDialog(props: UpgradeDialogProps) {
  return (
    <FormModal opened onClose={props.onClose} title={m.billing_version_upgrade()} size={500}>
      <UpgradeForm {...props} />
    </FormModal>
  );
}

function UpgradeForm({ contracts, chosen, onClose }: UpgradeDialogProps) {
  const mine = contracts.filter(({ permissions }) => permissions?.canAdminister);
  const [contractId, setContractId] = useState(chosen ?? (mine.length === 1 ? mine[0]?.id : undefined));
  const [agrees, setAgrees] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const contract = mine.find(({ id }) => id === contractId);
  const next = versionOf(contract);
  const box = useRef<HTMLInputElement>(null);
  const upgrade = useUpgrade(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!agrees) box.current?.focus();
    else if (contract && next && !upgrade.isPending) upgrade.mutate({ contract, next });
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p className={classes.why}>{m.billing_version_why()}</p>
      {mine.length < contracts.length && <p className={classes.why}>{m.billing_version_needs_admin()}</p>}
      <ChoiceField
        label={m.ui_contract()}
        placeholder={m.billing_version_choose()}
        required
        options={mine.map(({ id, tags }) => ({ value: id, label: tags }))}
        value={contractId ?? null}
        onChange={(id) => setContractId(id ?? undefined)}
        error={isChecked && !contract ? m.billing_version_choose() : undefined}
      />
      {next && <p className={classes.why}>{m.billing_version_next({ version: next })}</p>}
      <Checkbox
        ref={box}
        label={m.billing_version_agree()}
        description={<PolicyLinks policies={['upgrade']} />}
        checked={agrees}
        onChange={(event) => setAgrees(event.currentTarget.checked)}
        error={isChecked && !agrees ? m.billing_version_must_agree() : undefined}
      />
      <FormRefusal error={upgrade.error ?? undefined} />
      <div className={classes.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={upgrade.isPending}>
          {m.billing_version_confirm()}
        </Button>
      </div>
    </form>
  );
}

/** Undefined for a version of a newer server, which this console does not know. */
function versionOf(contract: Contract | undefined): BillingVersion | undefined {
  return billingVersion.options.find((each) => each === contract?.nextBillingVersion);
}

function useUpgrade(onDone: () => void) {
  const queryClient = useQueryClient();
  const sayDone = useFocusBack();
  return useMutation({
    mutationFn: ({ contract, next }: { contract: Contract; next: BillingVersion }) =>
      call(billingVersions.create, { params: { id: contract.id }, body: { billingVersion: next } }),
    meta: { ignoreError: true },
    onSuccess: (_made, { contract }) => {
      void queryClient.invalidateQueries({ queryKey: ['contract'] });
      notify.success(m.billing_version_upgraded({ contract: contract.tags }));
      sayDone();
      onDone();
    },
  });
}
