import type { ParsedBody } from '@usance/api/call';
import type { billingVersions, ContractBillingVersion } from '@usance/api/contract/billing-version';
import { addMonths, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import type { WriteContext } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import { getAccount } from '../../people/account/account.queries.ts';
import { monthAt, notBeforeBeginning } from '../contract/contract.ts';
import type { OnLocked } from '../contract/locked.ts';
import { nextVersionOf } from '../contract/next-version.queries.ts';
import { beginVersion } from './begin-version.ts';
import { billingVersionOf } from './billing-version.ts';

/**
 * Switches a contract to the next version at the start of its next billing month, so that one version bills each
 * month. Refuses with 409 if that is not the next version or the contract is not active.
 */
export async function upgradeContract(
  ctx: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject'>>,
  { body: { billingVersion } }: { body: ParsedBody<typeof billingVersions.create> },
): Promise<ContractBillingVersion> {
  const { tx, now, contract, subject } = ctx;
  if (contract.state !== 'Active')
    throw conflict('CONTRACT_STATE_CONFLICT', 'Only an active contract can switch to another billing version.');
  const next = await nextVersionOf(tx, contract);
  if (billingVersion !== next)
    throw conflict('BILLING_VERSION_CONFLICT', 'The contract cannot switch to this billing version.', {
      nextBillingVersion: next ?? '',
    });
  const zone = billingZoneOf(contract.currency);
  const from = new Date(rangeOf(addMonths(monthAt(contract, notBeforeBeginning(contract, now)), 1), zone).start);
  const creator = subject.kind === 'account' ? (await getAccount(tx, subject.accountId)).identifier : '';
  const row = await beginVersion(ctx, contract.id, { version: next, from, creator });
  if (!row) throw new Error(`${contract.id} got ${next} despite its lock`);
  return billingVersionOf(row);
}
