import type { Contract } from '@usance/api/contract/contract';
import { type Role, rolesAllow, type WidenedScopes } from '@usance/api/contract/role';
import { type BillingMonth, billingMonthOf } from '@usance/period/billing-month';
import { instantOf } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import { type LastLink, marketplaceOf } from '../marketplace-link/last-link.ts';

export type ContractRow = Selectable<Database['contract']>;

/** Returns the billing month of an instant in the contract's zone. */
export function monthAt({ currency }: Pick<ContractRow, 'currency'>, at: Date): BillingMonth {
  return billingMonthOf(instantOf(at), billingZoneOf(currency));
}

/** Returns the month of the contract's first statement. */
export function firstMonthOf(contract: Pick<ContractRow, 'currency' | 'commencing_on'>): BillingMonth {
  return monthAt(contract, contract.commencing_on);
}

/** Returns the instant, or the contract's beginning if that is later. */
export function notBeforeBeginning({ commencing_on }: Pick<ContractRow, 'commencing_on'>, at: Date): Date {
  return at > commencing_on ? at : commencing_on;
}

/** Returns the scopes that the contract gives to more roles. */
export function widenedBy({ shares_costs }: Pick<ContractRow, 'shares_costs'>): WidenedScopes {
  return { sharesCosts: shares_costs };
}

/** Returns what the caller's roles allow in this state of the contract. The console's buttons follow it. */
function permissionsOf(row: ContractRow, roles: readonly Role[]): NonNullable<Contract['permissions']> {
  return {
    canReadDataclouds: rolesAllow(roles, 'datacloud.read'),
    canCreateDatacloud: row.state === 'Active' && rolesAllow(roles, 'datacloud.create'),
    // Allowed in every state, so that unused data clouds can be removed.
    canDeleteDatacloud: rolesAllow(roles, 'datacloud.create'),
    canReadCosts: rolesAllow(roles, 'costs.read', widenedBy(row)),
    canReadBilling: rolesAllow(roles, 'billing.read'),
    canManageBilling: rolesAllow(roles, 'billing.manage'),
    canAdminister: rolesAllow(roles, 'contract.admin'),
  };
}

/** The facts that the wire form needs beside the contract's row. */
export interface BesideContract {
  /** The creator's e-mail. */
  readonly creator: string | null;
  readonly nextBillingVersion: string | undefined;
  readonly link: LastLink | null;
}

/** The wire form of a contract, with the caller's roles for a customer. */
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
    ...(roles ? { roles: [...roles], permissions: permissionsOf(row, roles) } : {}),
  };
}
