import { schemaResolver, useForm } from '@mantine/form';
import type { FormEvent } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { useRuleText } from '../words/use-rule-text.ts';
import { refusedField } from './refused-field.ts';

interface CallFormInput<Values> {
  /** The body schema of the call, whose rules apply to the form. */
  body: ZodMiniType;
  initialValues: Values;
  /** Errors of the fields from before the form was shown. */
  initialErrors?: Readonly<Record<string, string>>;
}

/** A form over a call's body. Broken rules show in the reader's language, and the first such field gets the focus. */
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
  /** Shows an error at a field, and focuses it. */
  const objectTo = (field: string, text: string) => {
    form.setFieldError(field, text);
    form.getInputNode(field)?.focus();
  };
  /** Shows a refusal at its field, if the form has it; `names` maps the fields of the call to those of the form. */
  const tellField = (error: Error, names: Readonly<Record<string, string>>) => {
    const field = refusedField(error, names);
    if (field !== undefined) objectTo(field, error.message);
  };
  return { form, submit, objectTo, tellField };
}
