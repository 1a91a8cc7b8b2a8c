import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { notFound } from '#platform/refusal.ts';
import { endSessionOf } from '../account/signed-in/end-sessions.ts';

/** Ends a session of the caller; 404 for one that is not theirs or has ended. */
export async function endOwnSession(
  { tx, now, subject }: Pick<WriteContext, 'tx' | 'now' | 'subject'>,
  { params: { id } }: { params: { id: string } },
): Promise<void> {
  if (!(await endSessionOf(tx, signedInAccount(subject), id, now))) throw notFound('SESSION_NOT_FOUND');
}
