import { Button, TextInput } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { besideFields } from '../../ui/form/refused-field.ts';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import classes from '../account/public-form.module.css';
import { NewPasswordField } from '../password/new-password-field.tsx';
import { RegionSwitch } from '../regional-host/region-switch.tsx';
import { CodeField } from '../verification/code-field.tsx';
import { type SentCodes, sendCodeTo, useSentCode } from '../verification/use-sent-code.ts';
import { chosenOf, optionsOf, positions } from './registration-choices.ts';
import { type FullName, fieldNames, fullNameBody, type PhoneWanted } from './registration-fields.ts';
import type { Carried, Prefilled } from './registration-search.ts';
import { CompanyField, TermsField, WorkEmailField } from './shared-fields.tsx';
import { saidOf, useRegister } from './use-register.ts';

interface FullNameFormProps {
  prefilled: Prefilled;
  /** True if a telephone must also be proved. */
  isPhoneRequired: boolean;
  onRegistered: () => void;
}

/** The registration form on one page: full name, company and position with the codes. */
export function FullNameForm({ prefilled, isPhoneRequired, onRegistered }: FullNameFormProps) {
  const mail = useSentCode('register');
  const sms = useSentCode('phone');
  const phoneWanted = phoneWantedOf(isPhoneRequired, mail);
  const callForm = useCallForm({ body: fullNameBody(phoneWanted), initialValues: valuesOf(prefilled) });
  const { form, submit, objectTo, tellField } = callForm;
  const register = useRegister(() => {
    mail.forget();
    sms.forget();
    onRegistered();
  });
  const { values } = form;
  const sending = { callForm, names: fieldNames, earlier: register };
  function send(said: FullName) {
    const authJobID = mail.jobFor(said.email);
    if (authJobID === undefined) return objectTo('token', m.verification_not_sent());
    const hasPhone = phoneWanted !== 'none' && said.phone !== '';
    const phoneJob = hasPhone ? sms.jobFor(said.phone) : undefined;
    if (hasPhone && phoneJob === undefined) return objectTo('phoneToken', m.verification_not_sent());
    const { fullName, company, position } = said;
    const body = {
      email: { address: said.email, authJobID, token: said.token },
      password: said.password,
      traits: saidOf({ fullName, company, position }),
      ...(phoneJob !== undefined && { phone: { number: said.phone, authJobID: phoneJob, token: said.phoneToken } }),
    };
    register.mutate(body, { onError: (error) => tellField(error, fieldNames) });
  }
  return (
    <form noValidate className={classes.form} onSubmit={submit(send)}>
      <TextInput label={m.registration_full_name()} required autoComplete="name" {...form.getInputProps('fullName')} />
      <WorkEmailField {...form.getInputProps('email')} />
      <CodeField
        label={m.verification_code()}
        required
        codes={mail}
        target={values.email}
        onSend={() => sendCodeTo('email', { ...sending, codes: mail })}
        {...form.getInputProps('token')}
      />
      <NewPasswordField label={m.account_password()} {...form.getInputProps('password')} />
      <CompanyField required {...form.getInputProps('company')} />
      <ChoiceField
        label={m.registration_position()}
        required
        options={optionsOf(positions)}
        {...form.getInputProps('position')}
      />
      {mail.byocMessage !== undefined && (
        <p role="status" className={classes.info}>
          {m.registration_byoc()}
        </p>
      )}
      {phoneWanted !== 'none' && (
        <>
          <TextInput
            label={isPhoneRequired ? m.registration_phone_number() : m.registration_phone_optional()}
            type="tel"
            required={isPhoneRequired}
            autoComplete="tel-national"
            {...form.getInputProps('phone')}
          />
          {(isPhoneRequired || values.phone !== '') && (
            <CodeField
              label={m.registration_phone_code()}
              required
              codes={sms}
              target={values.phone}
              onSend={() => sendCodeTo('phone', { ...sending, codes: sms, codeField: 'phoneToken' })}
              {...form.getInputProps('phoneToken')}
            />
          )}
        </>
      )}
      <RegionSwitch path="/signup" typed={carriedOf(prefilled, values)} />
      <TermsField {...form.getInputProps('terms', { type: 'checkbox' })} />
      <FormRefusal error={besideFields([register.error, mail.error, sms.error], fieldNames)} />
      <Button type="submit" fullWidth loading={register.isPending}>
        {m.registration_title()}
      </Button>
    </form>
  );
}

function phoneWantedOf(isRequired: boolean, mail: SentCodes): PhoneWanted {
  if (mail.byocMessage !== undefined) return 'none';
  return isRequired ? 'required' : 'optional';
}

/** Carries the link's first and last name separately, unless the reader changed the full name. */
function carriedOf(prefilled: Prefilled, { fullName, email, company, position, phone }: FullName): Carried {
  const { firstName = '', lastName = '' } = prefilled;
  const names = fullName === valuesOf(prefilled).fullName ? { firstName, lastName } : { firstName: fullName };
  return { ...names, email, company, position, phoneNumber: phone };
}

function valuesOf({ firstName = '', lastName = '', email = '', company = '', position, phoneNumber = '' }: Prefilled) {
  return {
    fullName: `${firstName} ${lastName}`.trim(),
    email,
    token: '',
    password: '',
    company,
    position: chosenOf(positions, position),
    phone: phoneNumber,
    phoneToken: '',
    terms: false,
  };
}
