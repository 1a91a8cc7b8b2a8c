import { Checkbox, type CheckboxProps, TextInput, type TextInputProps } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import { PolicyLinks } from '../policy/policy-links.tsx';

/** Fields of both forms, with the same labels and autofill. */
export const WorkEmailField = (props: TextInputProps) => (
  <TextInput label={m.registration_work_email()} type="email" required autoComplete="username" {...props} />
);

export const CompanyField = (props: TextInputProps) => (
  <TextInput label={m.registration_company()} autoComplete="organization" {...props} />
);

export const TermsField = (props: CheckboxProps) => (
  <Checkbox label={m.registration_terms()} description={<PolicyLinks policies={['terms', 'privacy']} />} {...props} />
);
