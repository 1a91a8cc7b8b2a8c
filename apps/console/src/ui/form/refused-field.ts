import { ApiError } from '../../api/api-error.ts';

/** The form's name of the field that a refusal is about, where the form has it; `names` are by the names in the call. */
export function refusedField(error: Error | null, names: Readonly<Record<string, string>>): string | undefined {
  if (!(error instanceof ApiError) || error.reason !== 'INVALID_PARAMETER') return undefined;
  return names[error.metadata['field'] ?? ''];
}
