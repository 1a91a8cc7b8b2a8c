import type { Contract } from '@usance/api/contract';
import { type Role, rolesAllow } from '@usance/api/role';
import { type BillingMonth, billingMonthOf } from '@usance/period/billing-month';
import { instantOf } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import { type LastLink, marketplaceOf } from '../marketplace-link/last-link.ts';

export type ContractRow = Selectable<Database['contract']>;

/** The billing month that a moment lies in, in the contract's zone. */
export function monthAt({ currency }: Pick<ContractRow, 'currency'>, at: Date): BillingMonth {
  return billingMonthOf(instantOf(at), billingZoneOf(currency));
}

/** The month of the contract's first statement. */
export function firstMonthOf(contract: Pick<ContractRow, 'currency' | 'commencing_on'>): BillingMonth {
  return monthAt(contract, contract.commencing_on);
}

/** A moment, or that of the contract's beginning where it begins later. */
export function notBeforeBeginning({ commencing_on }: Pick<ContractRow, 'commencing_on'>, at: Date): Date {
  return at > commencing_on ? at : commencing_on;
}

/** What a contract's roles let their holder do while it is in this state: the server's answer that the console's buttons ask. */
function permissionsOf(roles: readonly Role[], state: ContractRow['state']): NonNullable<Contract['permissions']> {
  return {
    canReadDataclouds: rolesAllow(roles, 'datacloud.read'),
    canCreateDatacloud: state === 'Active' && rolesAllow(roles, 'datacloud.create'),
    // In whatever state: what is there and nobody needs can go.
    canDeleteDatacloud: rolesAllow(roles, 'datacloud.create'),
    canReadBilling: rolesAllow(roles, 'billing.read'),
    canManageBilling: rolesAllow(roles, 'billing.manage'),
    canAdminister: rolesAllow(roles, 'contract.admin'),
  };
}

/** What is told of a contract beside its own row. */
export interface BesideContract {
  /** What whoever made it signs in with. */
  readonly creator: string | null;
  readonly nextBillingVersion: string | undefined;
  readonly link: LastLink | null;
}

/** The wire form of a contract; with its reader's roles when the reader is a customer. */
export function contractOf(
  row: ContractRow,
  { creator, nextBillingVersion, link }: BesideContract,
  roles?: readonly Role[],
): Contract {
  return {
    id: row.id,
    signID: row.sign_id,
    state: row.state,
    creator: creator ?? '',
    creatorID: row.creator ?? '',
    tags: row.tags,
    name: row.name || row.tags,
    buyerType: row.buyer_type,
    buyerName: row.buyer_name,
    serviceType: row.service_type,
    commencingOn: row.commencing_on.toISOString(),
    currency: row.currency,
    billingZone: billingZoneOf(row.currency),
    marketplace: marketplaceOf(link),
    ...(nextBillingVersion === undefined ? {} : { nextBillingVersion }),
    ...(roles ? { roles: [...roles], permissions: permissionsOf(roles, row.state) } : {}),
  };
}
