import { signOnRefusals } from '@usance/api/people/sso';
import { useMemo } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useFailureText } from '../../ui/words/failure-text.ts';
import classes from './single-sign-on.module.css';

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

const told: readonly string[] = signOnRefusals;

/** Returns the failure of a single sign-on by the reason in the URL. An unknown reason counts as a refusal. */
function ssoRefusal(reason: string): ApiError {
  const known = told.includes(reason) ? reason : 'SINGLE_SIGN_ON_REFUSED';
  return new ApiError({ status: 401, reason: known, message: '', metadata: {}, requestId: '' });
}
