import { ApiError } from '../../api/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { IdText } from '../cell/id-text.tsx';
import { useFailureText } from '../words/failure-text.ts';
import classes from './form.module.css';

interface FormRefusalProps {
  error?: Error | null | undefined;
  /** Words in place of the error's own. */
  children?: string | undefined;
}

/**
 * Why a form was not taken, where no field of it is to blame; nothing while there is nothing to say. It names the request, so
 * that people can quote it, except where they only have to enter something else.
 */
export function FormRefusal({ error, children = '' }: FormRefusalProps) {
  const words = useFailureText(error);
  const text = children || words;
  if (text === '') return null;
  const requestId = error instanceof ApiError && ![400, 401].includes(error.status) ? error.requestId : '';
  return (
    <div role="alert" className={classes.refusal}>
      <p>{text}</p>
      {requestId !== '' && (
        <p className={classes.request}>
          {m.ui_request()} <IdText id={requestId} longest={40} />
        </p>
      )}
    </div>
  );
}
