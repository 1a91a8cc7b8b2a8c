import * as z from 'zod/mini';
import { accountId } from './account.ts';
import { defineCalls, inPath } from './call.ts';
import { email } from './email.ts';
import { role } from './role.ts';
import { sortedUpBy } from './sorted.ts';
import { contractId, contractParams, instantText, noContent, optionalText, paged, paging } from './wire.ts';

/** Who has a role: a person, or another role that contains it. */
const roleMember = z.object({
  /** The account, or the role. */
  id: z.string(),
  /** The e-mail, or the role. */
  name: z.string(),
  type: z.enum(['role', 'user']),
  /** When it was granted; of a role that contains it, when the contract was made. */
  gmtCreated: instantText,
  /** Whether whoever asks may take it back. */
  isRevocable: z.boolean(),
});
export type RoleMember = z.output<typeof roleMember>;

const contractRole = z.object({
  contractId,
  name: role,
  type: z.literal('role'),
  children: z.array(roleMember),
  /** Whether whoever asks may grant it. */
  isGrantable: z.boolean(),
});
export type ContractRole = z.output<typeof contractRole>;

/** A role that whoever asks holds on a contract. */
const ownRole = z.object({ contractId, contractTags: z.string(), name: role, gmtCreated: instantText });
export type OwnRole = z.output<typeof ownRole>;

const read = { method: 'GET', customer: 'contract.read', contract: inPath, admission: 'read' } as const;
const params = z.strictObject({ id: contractParams.shape.id, role });
/** Its e-mail or its id, as people write the one and lists tell the other. */
const member = z.strictObject({ id: contractParams.shape.id, role, user: z.union([accountId, email]) });
const write = {
  path: '/contracts/{id}/roles/{role}/member/{user}',
  // Billing admins grant the roles of bills alone, which is the verb's to say.
  customer: 'role.grant',
  contract: inPath,
  admission: 'write',
  params: member,
  reply: noContent,
} as const;

export const contractRoles = defineCalls('contract-role', {
  listOwn: {
    method: 'GET',
    path: '/contracts/roles',
    summary: 'A page of the roles that you hold, contract by contract',
    customer: 'signed-in',
    admission: 'read',
    query: z.strictObject({
      role: z.optional(role),
      ...paging,
      ...sortedUpBy('contractId', 'contractTags', 'name', 'gmtCreated'),
    }),
    reply: paged(ownRole),
  },
  list: {
    ...read,
    path: '/contracts/{id}/roles',
    summary: 'The roles of a contract, each with its members; those alone that have a given member where asked so',
    params: contractParams,
    query: z.strictObject({
      /** Those alone that have this member: a role, an account or an e-mail. */
      child: optionalText(254),
    }),
    reply: z.object({ items: z.array(contractRole) }),
  },
  children: {
    ...read,
    path: '/contracts/{id}/roles/{role}/children',
    summary: 'The members of a role: people, and roles that contain it',
    params,
    reply: z.object({ items: z.array(roleMember) }),
  },
  parents: {
    ...read,
    path: '/contracts/{id}/roles/{role}/parents',
    summary: 'The roles that a role makes its holder a member of',
    params,
    reply: z.object({ items: z.array(contractRole) }),
  },
  grant: {
    ...write,
    locks: 'contract',
    method: 'POST',
    summary: 'Grant a role to somebody who has an account; again, it changes nothing',
    refusals: ['ACCOUNT_NOT_FOUND', 'NO_PERMISSION', 'ROLE_LIMIT'],
  },
  revoke: {
    ...write,
    locks: 'contract',
    method: 'DELETE',
    summary: 'Take a role back; the last admin keeps theirs',
    refusals: ['LAST_ADMIN', 'NO_PERMISSION', 'ROLE_NOT_GRANTED'],
  },
});
