import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CallReply } from '@usance/api/call';
import { confirmSecondFactorBody, secondFactor } from '@usance/api/people/second-factor';
import { useEffect } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../../ui/cell/id-text.tsx';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import dialog from '../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import classes from './second-factor.module.css';

const qrPicture = new Late(async () => (await import('./qr-picture.late.tsx')).QrPicture);

type Begun = CallReply<typeof secondFactor.begin>;

interface SetUpDialogProps {
  /** The new secret; the dialog is closed without it. */
  begun: Begun | undefined;
  onClose: () => void;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** Shows the secret as QR code and text, and asks for a code from the app. */
export function SetUpDialog({ begun, onClose, onConfirmed }: SetUpDialogProps) {
  return (
    <FormModal opened={begun !== undefined} onClose={onClose} title={m.second_factor_begin_title()} size={460}>
      {begun && <SetUpForm begun={begun} onClose={onClose} onConfirmed={onConfirmed} />}
    </FormModal>
  );
}

function SetUpForm({ begun, onClose, onConfirmed }: SetUpDialogProps & { begun: Begun }) {
  const { form, submit, objectTo } = useCallForm({ body: confirmSecondFactorBody, initialValues: { code: '' } });
  const isAboutCode = (error: Error | null) => error instanceof ApiError && error.metadata['field'] === 'code';
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => call(secondFactor.confirm, { body }),
    meta: { ignoreError: true },
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onError: (error) => isAboutCode(error) && objectTo('code', error.message),
  });
  const { part: QrPicture, press: wantPicture } = useLate(qrPicture);
  useEffect(wantPicture, [wantPicture]);
  const { onChange, ...code } = form.getInputProps('code');
  return (
    <form noValidate className={dialog.form} onSubmit={submit((values) => confirm.mutate(values))}>
      <p className={dialog.why}>{m.second_factor_scan()}</p>
      <div className={classes.picture}>
        {QrPicture && <QrPicture text={begun.uri} label={m.second_factor_picture()} />}
      </div>
      <dl className={classes.key}>
        <dt>{m.second_factor_key()}</dt>
        <dd>
          <IdText id={begun.secret} longest={64} />
        </dd>
      </dl>
      <a href={begun.uri}>{m.second_factor_open_app()}</a>
      <TextInput
        label={m.second_factor_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        {...code}
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s/g, ''))}
      />
      <FormRefusal error={isAboutCode(confirm.error) ? null : confirm.error} />
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          {m.second_factor_confirm()}
        </Button>
      </div>
    </form>
  );
}
