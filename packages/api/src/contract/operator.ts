import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { accountId, identity } from '../people/account.ts';
import { sortedBy } from '../sorted.ts';
import { boolParam, instantText, noContent, paged, paging } from '../wire.ts';

const operator = z.object({ ...identity.shape, gmtNamed: instantText });
export type Operator = z.output<typeof operator>;

const path = '/accounts/operators';
// An operator gets the rights of others, so naming one needs the same scope as creating a token.
const naming = { internal: 'token.write', admission: 'write', reply: noContent } as const;

export const operators = defineCalls('operator', {
  assume: {
    method: 'GET',
    path: '/accounts/self-service/assume/{id}',
    summary:
      'For operators: the account to act for; acquire=true acts for it for 15 minutes, false returns to your account',
    customer: 'signed-in',
    admission: 'read',
    auditsItself: true,
    refusals: [
      'ACCOUNT_NOT_FOUND',
      'CROSS_SITE_REQUEST',
      'NO_PERMISSION',
      'PASSWORD_PROOF_REQUIRED',
      'SESSION_NOT_FOUND',
    ],
    params: z.strictObject({ id: accountId }),
    query: z.strictObject({ acquire: z.optional(boolParam) }),
    reply: identity,
  },
  list: {
    internal: 'read',
    method: 'GET',
    path,
    summary: 'The operators, the last named first',
    admission: 'read',
    query: z.strictObject({ ...paging, ...sortedBy('gmtNamed', 'identifier') }),
    reply: paged(operator),
  },
  name: {
    ...naming,
    method: 'POST',
    path,
    summary: 'Let an account act for others',
    refusals: ['ACCOUNT_NOT_FOUND'],
    body: z.strictObject({ user: accountId }),
  },
  dismiss: {
    ...naming,
    method: 'DELETE',
    path: `${path}/{user}`,
    summary: 'Remove an operator; present acting for others ends',
    params: z.strictObject({ user: accountId }),
  },
});
