import { sso } from '@usance/api/sso';
import { ApiError } from '../../api/api-error.ts';

const told: readonly string[] = [...sso.answer.refusals, ...sso.callback.refusals];

/** Why a single sign-on did not succeed, by the reason in the address. Whatever else stands there is told as a refusal. */
export function ssoRefusal(reason: string): ApiError {
  const known = told.includes(reason) ? reason : 'SINGLE_SIGN_ON_REFUSED';
  return new ApiError({ status: 401, reason: known, message: '', metadata: {}, requestId: '' });
}
