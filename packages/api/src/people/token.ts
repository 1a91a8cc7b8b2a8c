import * as z from 'zod/mini';
import { defineCalls, type InternalScope } from '../call.ts';
import { says } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
import { idOf, instantText, noContent, paged, paging, text } from '../wire.ts';

/** The permissions of tokens; each write needs exactly one scope. */
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
  /** To the minute; null if it was never used. */
  gmtLastUsed: z.nullable(instantText),
  gmtRevoked: z.nullable(instantText),
});
export type Token = z.output<typeof token>;

/** The input for a new token. */
export const tokenBody = z.strictObject({
  /** The owner's name, shown in the list. */
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
    summary: 'Internal tokens, the newest first, revoked ones included',
    query: z.strictObject({ ...paging, ...sortedBy('gmtCreated', 'name', 'gmtLastUsed') }),
    reply: paged(token),
  },
  create: {
    ...manage,
    method: 'POST',
    path: '/tokens',
    summary: 'Create an internal token with at most the scopes of the calling token; it is shown only once',
    tellsSecret: true,
    body: tokenBody,
    reply: z.object({ ...token.shape, token: z.string() }),
  },
  revoke: {
    ...manage,
    method: 'DELETE',
    path: '/tokens/{id}',
    summary: 'Revoke an internal token permanently',
    refusals: ['TOKEN_NOT_FOUND', 'TOKEN_CONFIGURED'],
    params: z.strictObject({ id: tokenId }),
    reply: noContent,
  },
});
