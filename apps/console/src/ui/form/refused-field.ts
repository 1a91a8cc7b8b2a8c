import { ApiError } from '../../api/api-error.ts';

/** The form's name of the field that a refusal is about, where the form has it; `names` are by the names in the call. */
export function refusedField(error: Error | null, names: Readonly<Record<string, string>>): string | undefined {
  if (!(error instanceof ApiError) || error.reason !== 'INVALID_PARAMETER') return undefined;
  return names[error.metadata['field'] ?? ''];
}

/** The first of several failures that no field of the form is to blame for. */
export function besideFields(
  errors: readonly (Error | null)[],
  names: Readonly<Record<string, string>>,
): Error | undefined {
  return errors.find((error) => error !== null && refusedField(error, names) === undefined) ?? undefined;
}
