import type { CallReply, ParsedBody } from '@usance/api/call';
import { type Token, tokenId, type tokens } from '@usance/api/people/token';
import type { Work, WriteContext } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { hashOf, randomSecret } from '#platform/random-secret.ts';
import { noPermission } from '#platform/refusal.ts';
import { tokenOf } from './token.ts';

type Given = ParsedBody<typeof tokens.create>;

/** Creates a token with at most the caller's own scopes. */
export async function createToken(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'subject'>,
  { body }: { body: Given },
): Promise<CallReply<typeof tokens.create>> {
  const held = ctx.subject.kind === 'internal' ? ctx.subject.scopes : [];
  const missing = body.scopes.find((scope) => !held.includes(scope));
  if (missing !== undefined) throw noPermission(`This token lacks the scope ${missing}, so it cannot grant it.`);
  return makeToken(ctx, body);
}

/** Creates a token. The reply is the only time it is shown; the database stores its hash. */
export async function makeToken(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { name, scopes }: Given,
): Promise<Token & { token: string }> {
  const token = randomSecret();
  const row = { id: newId(tokenId), name, scopes, created_at: now };
  await tx
    .insertInto('internal_token')
    .values({ ...row, token_hash: hashOf(token) })
    .execute();
  return { ...tokenOf({ ...row, last_used_at: null, revoked_at: null }), token };
}
