import { ApiError } from '../../api/api-error.ts';

interface Form {
  readonly values: { readonly code?: string };
  setFieldValue: (field: 'code', value: string | undefined) => void;
}

/**
 * The code of a form that asks for a password: asked for once the server says that the account has a second factor, and told
 * to be wrong where it stands, with all that was typed.
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
    /** What is left to be said below the form. */
    besideField: (error: Error | null) => (isAsking(error) || isAboutIt(error) ? null : error),
  };
}
