import * as z from 'zod/mini';
import { defineCalls, type InternalScope } from './call.ts';
import { says } from './rule.ts';
import { sortedBy } from './sorted.ts';
import { idOf, instantText, noContent, paged, paging, text } from './wire.ts';

/** What a token may do; a write is in one scope only. */
export const internalScope = z.enum({
  read: 'read',
  metrics: 'metrics',
  'usage.write': 'usage.write',
  'price.write': 'price.write',
  'contract.write': 'contract.write',
  'money.write': 'money.write',
  'operation.write': 'operation.write',
  'token.write': 'token.write',
} satisfies { readonly [Scope in InternalScope]: Scope });

export const tokenId = idOf('tok');
const token = z.object({
  id: tokenId,
  name: z.string(),
  scopes: z.array(internalScope),
  gmtCreated: instantText,
  /** To the minute; null for one that was never used. */
  gmtLastUsed: z.nullable(instantText),
  gmtRevoked: z.nullable(instantText),
});
export type Token = z.output<typeof token>;

/** What a new token is given. */
export const tokenBody = z.strictObject({
  /** Whose it is: people read it in the list. */
  name: text(100),
  scopes: z.array(internalScope).check(
    z.minLength(1, says('required')),
    z.refine((scopes) => new Set(scopes).size === scopes.length, says('givenTwice')),
  ),
});

const manage = { internal: 'token.write', admission: 'write' } as const;

export const tokens = defineCalls('token', {
  list: {
    ...manage,
    method: 'GET',
    path: '/tokens',
    summary: 'Internal tokens, the newest first, the revoked ones too',
    query: z.strictObject({ ...paging, ...sortedBy('gmtCreated', 'name', 'gmtLastUsed') }),
    reply: paged(token),
  },
  create: {
    ...manage,
    method: 'POST',
    path: '/tokens',
    summary: 'Make an internal token, which may do no more than the one that makes it; it is told this once',
    tellsSecret: true,
    body: tokenBody,
    reply: z.object({ ...token.shape, token: z.string() }),
  },
  revoke: {
    ...manage,
    method: 'DELETE',
    path: '/tokens/{id}',
    summary: 'Revoke an internal token, for ever',
    refusals: ['TOKEN_NOT_FOUND', 'TOKEN_CONFIGURED'],
    params: z.strictObject({ id: tokenId }),
    reply: noContent,
  },
});
