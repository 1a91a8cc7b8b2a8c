import { ApiError } from '../../api/api-error.ts';

/**
 * Returns the form's field that a refusal is about, if it has it; `names` maps the fields of the call to those of the
 * form.
 */
export function refusedField(error: Error | null, names: Readonly<Record<string, string>>): string | undefined {
  if (!(error instanceof ApiError) || error.reason !== 'INVALID_PARAMETER') return undefined;
  return names[error.metadata['field'] ?? ''];
}

/** Returns the first failure that no field of the form is to blame for. */
export function besideFields(
  errors: readonly (Error | null)[],
  names: Readonly<Record<string, string>>,
): Error | undefined {
  return errors.find((error) => error !== null && refusedField(error, names) === undefined) ?? undefined;
}
