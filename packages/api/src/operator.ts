import * as z from 'zod/mini';
import { accountId, identity } from './account.ts';
import { defineCalls } from './call.ts';
import { sortedBy } from './sorted.ts';
import { boolParam, instantText, noContent, paged, paging } from './wire.ts';

const operator = z.object({ ...identity.shape, gmtNamed: instantText });
export type Operator = z.output<typeof operator>;

const path = '/accounts/operators';
// Who acts for others may do what they may, so naming one is no smaller a right than making a token.
const naming = { internal: 'token.write', admission: 'write', reply: noContent } as const;

export const operators = defineCalls('operator', {
  assume: {
    method: 'GET',
    path: '/accounts/self-service/assume/{id}',
    summary:
      'For operators: whom you would act for; with acquire=true act for them for 15 minutes, with false be yourself',
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
    summary: 'Who may act for others, the last named first',
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
    summary: 'Let an account act for others no more; where it does so now, it stops',
    params: z.strictObject({ user: accountId }),
  },
});
