import { Button } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import classes from '../account/public-form.module.css';
import { CodeField } from '../verification/code-field.tsx';
import type { SentCodes } from '../verification/use-sent-code.ts';
import { codeBody } from './registration-fields.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

interface CodeStepProps extends StepProps {
  email: string;
  initialToken: string;
  codes: SentCodes;
  isRegistering: boolean;
  failure: Error | undefined;
  onBack: (token: string) => void;
  onSend: () => void;
  onNext: (token: string) => void;
}

/** Takes the code sent to the e-mail, and creates the account. */
export function CodeStep({
  email,
  initialToken,
  codes,
  isRegistering,
  failure,
  onBack,
  onSend,
  onNext,
  ...coming
}: CodeStepProps) {
  const { form, submit } = useCallForm({
    body: codeBody,
    initialValues: { token: initialToken },
    initialErrors: coming.initialErrors,
  });
  return (
    <StepFrame step={3} title={m.registration_verify()} lead={m.registration_verify_lead({ email })} {...coming}>
      <form noValidate className={classes.form} onSubmit={submit(({ token }) => onNext(token))}>
        {codes.byocMessage !== undefined && (
          <p role="status" className={classes.info}>
            {m.registration_byoc()}
          </p>
        )}
        <CodeField
          label={m.verification_code()}
          required
          codes={codes}
          target={email}
          onSend={onSend}
          {...form.getInputProps('token')}
        />
        <FormRefusal error={failure} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => onBack(form.values.token)}>
            {m.registration_back()}
          </Button>
          <Button type="submit" loading={isRegistering}>
            {m.registration_title()}
          </Button>
        </div>
      </form>
    </StepFrame>
  );
}
