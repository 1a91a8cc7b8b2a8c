import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { email } from '../email.ts';
import { accountId } from '../people/account.ts';
import { sortedUpBy } from '../sorted.ts';
import { contractId, contractParams, instantText, noContent, optionalText, paged, paging } from '../wire.ts';
import { role } from './role.ts';

/** A holder of a role: a person, or another role that contains it. */
const roleMember = z.object({
  /** The account's id, or the role. */
  id: z.string(),
  /** The e-mail, or the role. */
  name: z.string(),
  type: z.enum(['role', 'user']),
  /** The time of the grant; for a containing role, the creation of the contract. */
  gmtCreated: instantText,
  /** True if the caller may revoke it. */
  isRevocable: z.boolean(),
});
export type RoleMember = z.output<typeof roleMember>;

const contractRole = z.object({
  contractId,
  name: role,
  type: z.literal('role'),
  children: z.array(roleMember),
  /** True if the caller may grant it. */
  isGrantable: z.boolean(),
});
export type ContractRole = z.output<typeof contractRole>;

/** A role of the caller on a contract. */
const ownRole = z.object({ contractId, contractTags: z.string(), name: role, gmtCreated: instantText });
export type OwnRole = z.output<typeof ownRole>;

const read = { method: 'GET', customer: 'contract.read', contract: inPath, admission: 'read' } as const;
const params = z.strictObject({ id: contractParams.shape.id, role });
/** The member's e-mail or account id. */
const member = z.strictObject({ id: contractParams.shape.id, role, user: z.union([accountId, email]) });
const write = {
  path: '/contracts/{id}/roles/{role}/member/{user}',
  // Billing admins may grant billing roles only, which the verb checks.
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
    summary: 'The roles of a contract with their members; optionally only those that have a given member',
    params: contractParams,
    query: z.strictObject({
      /** Only roles that have this member: a role, an account or an e-mail. */
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
    summary: 'The roles that a role contains',
    params,
    reply: z.object({ items: z.array(contractRole) }),
  },
  grant: {
    ...write,
    locks: 'contract',
    method: 'POST',
    summary: 'Grant a role to an account; repeating it changes nothing',
    refusals: ['ACCOUNT_NOT_FOUND', 'NO_PERMISSION', 'ROLE_LIMIT'],
  },
  revoke: {
    ...write,
    locks: 'contract',
    method: 'DELETE',
    summary: 'Revoke a role; the last admin cannot be revoked',
    refusals: ['LAST_ADMIN', 'NO_PERMISSION', 'ROLE_NOT_GRANTED'],
  },
});
