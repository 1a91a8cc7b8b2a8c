import type { Contract } from '@usance/api/contract';
import { type Role, rolesAllow } from '@usance/api/role';
import { billingZoneOf } from '@usance/period/zone';
import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/postgres/database.ts';

export type ContractRow = Selectable<Database['contract']>;

/** What a contract's roles let their holder do: the server's answer that the console's buttons ask. */
function permissionsOf(roles: readonly Role[]): NonNullable<Contract['permissions']> {
  return {
    canReadDataclouds: rolesAllow(roles, 'datacloud.read'),
    canCreateDatacloud: rolesAllow(roles, 'datacloud.create'),
    canReadBilling: rolesAllow(roles, 'billing.read'),
    canManageBilling: rolesAllow(roles, 'billing.manage'),
    canAdminister: rolesAllow(roles, 'contract.admin'),
  };
}

/** The wire form of a contract; with its reader's roles when the reader is a customer. */
export function contractOf(row: ContractRow, roles?: readonly Role[]): Contract {
  return {
    id: row.id,
    signID: row.sign_id,
    state: row.state,
    creator: row.creator ?? '',
    tags: row.tags,
    name: row.tags,
    buyerType: row.buyer_type,
    buyerName: row.buyer_name,
    serviceType: row.service_type,
    commencingOn: row.commencing_on.toISOString(),
    currency: row.currency,
    billingZone: billingZoneOf(row.currency),
    marketplace: { state: 'unknown' },
    ...(roles ? { roles: [...roles], permissions: permissionsOf(roles) } : {}),
  };
}
