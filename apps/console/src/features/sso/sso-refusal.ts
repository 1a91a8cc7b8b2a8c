import { ApiError } from '../../api/api-error.ts';
import { refusalText, refusalWords } from '../../ui/words/refusal-words.ts';

/** Why a single sign-on did not succeed, in the reader's language. Whatever else stands in the address is not shown. */
export function ssoRefusal(reason: string): string {
  const known = Object.hasOwn(refusalWords, reason) ? reason : 'SINGLE_SIGN_ON_REFUSED';
  return refusalText(new ApiError({ status: 401, reason: known, message: '', metadata: {}, requestId: '' }));
}
