import { ApiError } from '../../api/api-error.ts';

interface Form {
  values: Readonly<Record<string, unknown>>;
  setFieldError: (field: string, error: string) => void;
  getInputNode: (field: string) => HTMLElement | null;
}

/** Whether the server objects to one field of a form; that field then says so, and is focused. */
export function tellField(form: Form, error: Error): void {
  const field = fieldOf(form, error);
  if (field === undefined) return;
  form.setFieldError(field, error.message);
  form.getInputNode(field)?.focus();
}

/** What is left to be said below the form: a failure that no field says. */
export function besideFields<Failure extends Error>(form: Form, error: Failure | null): Failure | null {
  return error !== null && fieldOf(form, error) === undefined ? error : null;
}

function fieldOf({ values }: Form, error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.reason !== 'INVALID_PARAMETER') return undefined;
  const field = error.metadata['field'];
  return field !== undefined && field in values ? field : undefined;
}
