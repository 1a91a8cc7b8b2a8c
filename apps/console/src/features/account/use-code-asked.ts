import { ApiError } from '../../api/api-error.ts';

interface Form {
  readonly values: { readonly code?: string };
  setFieldValue: (field: 'code', value: string | undefined) => void;
}

/**
 * Adds a code field to a password form once the server asks for a second factor. A wrong code is marked at the field,
 * and the entries stay.
 */
export function useCodeAsked(form: Form, objectTo: (field: string, text: string) => void) {
  const isAsked = form.values.code !== undefined;
  const isAsking = (error: Error | null) => error instanceof ApiError && error.reason === 'SECOND_FACTOR_REQUIRED';
  const isAboutIt = (error: Error | null) =>
    error instanceof ApiError && error.reason === 'INVALID_PARAMETER' && error.metadata['field'] === 'code';
  return {
    isAsked,
    onError: (error: Error) => {
      if (isAsking(error)) form.setFieldValue('code', '');
      else if (isAboutIt(error)) objectTo('code', error.message);
    },
    forget: () => isAsked && form.setFieldValue('code', undefined),
    /** Returns the error to show below the form, if no field shows it. */
    besideField: (error: Error | null) => (isAsking(error) || isAboutIt(error) ? null : error),
  };
}
