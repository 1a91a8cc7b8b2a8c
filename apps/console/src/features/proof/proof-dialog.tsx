import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { accounts, loginBody } from '@usance/api/people/account';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import dialog from '../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { accountQueries } from '../account/account.queries.ts';
import { PasskeyFailure } from '../account/passkey-failure.tsx';
import { canUsePasskeys, provePasskey } from '../account/prove-passkey.ts';
import { SecondFactorField } from '../account/second-factor-field.tsx';
import { useCodeAsked } from '../account/use-code-asked.ts';

interface ProofDialogProps {
  opened: boolean;
  onClose: () => void;
  onProved: () => void;
}

/** Asks for the password again, and for a code if there is a second factor; a passkey counts as both. */
export function ProofDialog({ opened, onClose, onProved }: ProofDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title={m.proof_title()} size={440}>
      <ProofForm onClose={onClose} onProved={onProved} />
    </FormModal>
  );
}

interface Said extends Record<string, unknown> {
  identifier: string;
  password: string;
  code?: string;
}

function ProofForm({ onClose, onProved }: Omit<ProofDialogProps, 'opened'>) {
  const identifier = useQuery(accountQueries.whoami()).data?.identifier ?? '';
  const initialValues: Said = { identifier, password: '' };
  const { form, submit, objectTo } = useCallForm({ body: loginBody, initialValues });
  const code = useCodeAsked(form, objectTo);
  const prove = useMutation({
    mutationFn: (body: Said) => call(accounts.login, { body: { ...body, identifier, refresh: true } }),
    meta: { ignoreError: true },
    onSuccess: onProved,
    onError: code.onError,
  });
  const withPasskey = useMutation({
    mutationFn: () => provePasskey({ refresh: true }),
    meta: { ignoreError: true },
    onSuccess: onProved,
  });
  return (
    <form noValidate className={dialog.form} onSubmit={submit((values) => prove.mutate(values))}>
      <p className={dialog.why}>{m.proof_why()}</p>
      {/* Lets password managers find the account. */}
      <input type="hidden" autoComplete="username" value={identifier} readOnly />
      <PasswordInput
        label={m.account_password()}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': m.account_show_password() }}
        {...form.getInputProps('password')}
      />
      {code.isAsked && <SecondFactorField {...form.getInputProps('code')} />}
      <FormRefusal error={code.besideField(prove.error)} />
      <PasskeyFailure error={withPasskey.error} />
      <div className={dialog.end}>
        {canUsePasskeys() && (
          <Button variant="subtle" loading={withPasskey.isPending} onClick={() => withPasskey.mutate()}>
            {m.proof_with_passkey()}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={prove.isPending}>
          {m.proof_confirm()}
        </Button>
      </div>
    </form>
  );
}
