import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { endOtherSessionsByCookie } from '../account/signed-in/end-sessions.ts';

/** Ends all sessions of the caller but the calling one. People who ask for this fear a copied cookie, so it changes. */
export function endOwnOthers(ctx: Pick<WriteContext, 'tx' | 'now' | 'subject' | 'cookies'>): Promise<void> {
  return endOtherSessionsByCookie(ctx.tx, signedInAccount(ctx.subject), ctx);
}
