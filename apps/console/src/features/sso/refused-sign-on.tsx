import { useMemo } from 'react';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useFailureText } from '../../ui/words/failure-text.ts';
import classes from './single-sign-on.module.css';
import { ssoRefusal } from './sso-refusal.ts';

/** The failure of a single sign-on, by the reason in the URL. Renders nothing without one. */
export function RefusedSignOn({ reason }: { reason: string | undefined }) {
  const error = useMemo(() => (reason === undefined ? null : ssoRefusal(reason)), [reason]);
  const text = useFailureText(error);
  if (text === '' || !window.isSecureContext) return null;
  return (
    <div className={classes.refused}>
      <FormRefusal>{text}</FormRefusal>
    </div>
  );
}
