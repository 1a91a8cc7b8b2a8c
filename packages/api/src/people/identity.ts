import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { sortedBy } from '../sorted.ts';
import { instantText, optionalText, paged, paging } from '../wire.ts';
import { identity } from './account.ts';

const knownIdentity = z.object({ ...identity.shape, gmtCreated: instantText });
export type KnownIdentity = z.output<typeof knownIdentity>;

export const identities = defineCalls('identity', {
  list: {
    internal: 'read',
    method: 'GET',
    path: '/accounts/admin/identities',
    summary: 'All accounts, the newest first, optionally by a part of the identifier',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedBy('gmtCreated', 'identifier'),
      identifier: optionalText(254),
    }),
    reply: paged(knownIdentity),
  },
});
