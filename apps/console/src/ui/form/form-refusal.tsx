import { ApiError } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../cell/id-text.tsx';
import { useFailureText } from '../words/failure-text.ts';
import classes from './form.module.css';
import { useSecondsUntil } from './use-seconds-until.ts';

interface FormRefusalProps {
  error?: Error | null | undefined;
  /** Replaces the error's own text. */
  children?: string | undefined;
}

/**
 * The refusal of a form that no field is to blame for; renders nothing without one. It shows the request id to quote,
 * unless the user only has to correct the input or to wait. A wait is counted down, and the refusal disappears at its
 * end.
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
      {/* Announced once, not again each second. */}
      <p aria-live={againAt > 0 ? 'off' : undefined}>{text}</p>
      {requestId !== '' && (
        <p className={classes.request}>
          {m.ui_request()} <IdText id={requestId} longest={40} />
        </p>
      )}
    </div>
  );
}
