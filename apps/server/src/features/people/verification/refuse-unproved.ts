import { says } from '@usance/api/rule';
import type { ReadContext } from '#platform/context/context.ts';
import { invalidParameter, type Refusal } from '#platform/refusal.ts';
import { type Bound, isProved } from './prove-code.ts';

/** The refusal of a code that proves nothing, for any reason. */
export const codeWrong = (field: string): Refusal => invalidParameter(field, says('codeWrong'));

/** Refuses a code that does not prove the bound target and purpose; `field` is its place in the request. */
export async function refuseUnproved(
  { db, subject, now }: Pick<ReadContext, 'db' | 'subject' | 'now'>,
  { authJobID, token }: { readonly authJobID: string; readonly token: string },
  bound: Bound,
  field: string,
): Promise<void> {
  if (!(await isProved(db, { id: authJobID, proof: token, bound }, { subject, now }))) throw codeWrong(field);
}
