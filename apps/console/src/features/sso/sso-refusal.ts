import { sso } from '@usance/api/people/sso';
import { ApiError } from '../../api/api-error.ts';

const told: readonly string[] = [...sso.answer.refusals, ...sso.callback.refusals];

/** Returns the failure of a single sign-on by the reason in the URL. An unknown reason counts as a refusal. */
export function ssoRefusal(reason: string): ApiError {
  const known = told.includes(reason) ? reason : 'SINGLE_SIGN_ON_REFUSED';
  return new ApiError({ status: 401, reason: known, message: '', metadata: {}, requestId: '' });
}
