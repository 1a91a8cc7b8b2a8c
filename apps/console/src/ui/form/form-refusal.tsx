import { ApiError } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../cell/id-text.tsx';
import { useFailureText } from '../words/failure-text.ts';
import classes from './form.module.css';
import { useSecondsUntil } from './use-seconds-until.ts';

interface FormRefusalProps {
  error?: Error | null | undefined;
  /** Words in place of the error's own. */
  children?: string | undefined;
}

/**
 * Why a form was not taken, where no field of it is to blame; nothing while there is nothing to say. It names the request, so
 * that people can quote it, except where they only have to enter something else or to wait. A wait is counted down, and the
 * refusal goes when it is over.
 */
export function FormRefusal({ error, children = '' }: FormRefusalProps) {
  const { againAt = 0 } = error instanceof ApiError ? error : {};
  const secondsLeft = useSecondsUntil(againAt);
  const words = useFailureText(error);
  const text = children || words;
  const isOver = againAt > 0 && secondsLeft === 0;
  if (text === '' || isOver) return null;
  const requestId = error instanceof ApiError && ![400, 401, 429].includes(error.status) ? error.requestId : '';
  return (
    <div role="alert" className={classes.refusal}>
      {/* Heard once, and not again with each second. */}
      <p aria-live={againAt > 0 ? 'off' : undefined}>{text}</p>
      {requestId !== '' && (
        <p className={classes.request}>
          {m.ui_request()} <IdText id={requestId} longest={40} />
        </p>
      )}
    </div>
  );
}
