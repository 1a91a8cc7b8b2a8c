import { schemaResolver, useForm } from '@mantine/form';
import type { FormEvent } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { useRuleText } from '../words/use-rule-text.ts';
import { refusedField } from './refused-field.ts';

interface CallFormInput<Values> {
  /** The body of the call that the form sends: its rules are the form's. */
  body: ZodMiniType;
  initialValues: Values;
  /** What was said of the fields before the form came. */
  initialErrors?: Readonly<Record<string, string>>;
}

/** A form over a call's body. What a rule objects to is said in the reader's language, and the first such field is focused. */
export function useCallForm<Values extends Record<string, unknown>>({
  body,
  initialValues,
  initialErrors = {},
}: CallFormInput<Values>) {
  const ruleText = useRuleText();
  const form = useForm<Values>({
    initialValues,
    initialErrors,
    validate: schemaResolver(body, { sync: true }),
    enhanceGetInputProps: ({ inputProps: { error } }) => (typeof error === 'string' ? { error: ruleText(error) } : {}),
  });
  const submit = (send: (values: Values) => void): ((event?: FormEvent<HTMLFormElement>) => void) =>
    form.onSubmit(send, (errors) => {
      const [first] = Object.keys(errors);
      if (first !== undefined) form.getInputNode(first)?.focus();
    });
  /** Says it at a field, and focuses that. */
  const objectTo = (field: string, text: string) => {
    form.setFieldError(field, text);
    form.getInputNode(field)?.focus();
  };
  /** Says a refusal at the field that it is about, where the form has it; `names` are by the names in the call. */
  const tellField = (error: Error, names: Readonly<Record<string, string>>) => {
    const field = refusedField(error, names);
    if (field !== undefined) objectTo(field, error.message);
  };
  return { form, submit, objectTo, tellField };
}
