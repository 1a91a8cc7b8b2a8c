import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { sortedBy } from '../sorted.ts';
import { contractId, idOf, instantText, lines, noContent, paged, paging } from '../wire.ts';

export const contractBlacklistId = idOf('bl');

/** A contract for which operators have changed the access to features that check the blacklist. */
const contractBlacklist = z.object({
  id: contractBlacklistId,
  contractId,
  contractTags: z.string(),
  reason: z.string(),
  gmtCreated: instantText,
  gmtModified: instantText,
});
export type ContractBlacklist = z.output<typeof contractBlacklist>;

const path = '/contract-blacklists';
/** The entry's id, or that of its contract, which has at most one entry. */
const one = {
  path: `${path}/{id}`,
  params: z.strictObject({ id: z.union([contractBlacklistId, contractId]) }),
} as const;
const write = { internal: 'contract.write', admission: 'write' } as const;

export const contractBlacklists = defineCalls('contract-blacklist', {
  create: {
    ...write,
    method: 'POST',
    path,
    summary: 'Put a contract on the blacklist',
    refusals: ['CONTRACT_BLACKLIST_CONFLICT', 'CONTRACT_NOT_FOUND'],
    body: z.strictObject({ contractId, reason: lines(500) }),
    reply: contractBlacklist,
  },
  list: {
    internal: 'read',
    method: 'GET',
    path,
    summary: 'The contracts on the blacklist, the newest first',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedBy('gmtCreated', 'gmtModified', 'contractId', 'contractTags'),
      contractId: z.optional(contractId),
    }),
    reply: paged(contractBlacklist),
  },
  update: {
    ...write,
    ...one,
    method: 'PUT',
    summary: 'Change the reason',
    refusals: ['CONTRACT_BLACKLIST_NOT_FOUND'],
    body: z.strictObject({ reason: lines(500) }),
    reply: contractBlacklist,
  },
  delete: {
    ...write,
    ...one,
    method: 'DELETE',
    summary: 'Take a contract off the blacklist',
    refusals: ['CONTRACT_BLACKLIST_NOT_FOUND'],
    reply: noContent,
  },
  check: {
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Whether a contract is on the blacklist',
    customer: 'contract.read',
    internal: 'read',
    contract: inPath,
    admission: 'read',
    params: z.strictObject({ id: contractId }),
    reply: z.boolean(),
  },
});
