import type { CallReply } from '@usance/api/call';
import type { HoldCause, holds } from '@usance/api/money/hold';
import { formatDecimal, isNegative, negate, subtract, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { freeze, unfreeze } from '../../money/frozen/freeze.ts';
import { heldByCause } from '../../money/frozen/frozen.queries.ts';
import { holdDisputed } from '../statement-record/hold.ts';
import { heldDifferently } from './held-differently.queries.ts';
import { releaseEndedOf } from './release-ended.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Recalculates the held cash: releases holds of data clouds that are gone, books the difference between each hold and
 * its postings, and holds free cash for disputes. Refuses with 409 if a hold exceeds the cash.
 */
export async function calculateHolds(ctx: OnLocked<Moment>): Promise<CallReply<typeof holds.calculate>> {
  const { tx, contract } = ctx;
  const before = await heldByCause(tx, contract.id);
  await releaseEndedOf(ctx, contract);
  await bookDifferences(ctx, contract);
  await holdDisputed(ctx, contract);
  const after = await heldByCause(tx, contract.id);
  const totals = (held: ReadonlyMap<HoldCause, string>, beside: ReadonlyMap<HoldCause, string>) => {
    const frozen = formatDecimal(sum([...held.values()]), 8);
    return { frozen, difference: formatDecimal(subtract(frozen, sum([...beside.values()])), 8) };
  };
  const causes = [...new Set([...before.keys(), ...after.keys()])].sort().map((cause) => {
    const frozen = after.get(cause) ?? '0.00000000';
    const difference = formatDecimal(subtract(frozen, before.get(cause) ?? '0'), 8);
    return { cause, ...withFormatted({ frozen, difference }, contract.currency) };
  });
  return { contractId: contract.id, ...withFormatted(totals(after, before), contract.currency), causes };
}

/** Books releases first, so that their cash is available for the other holds. */
async function bookDifferences({ tx, now }: Moment, contract: LockedContract): Promise<void> {
  for (const { asked, booked, memo } of await heldDifferently(tx, contract.id)) {
    const difference = formatDecimal(subtract(asked, booked), 8);
    if (isNegative(difference))
      await unfreeze(tx, contract, { amount: formatDecimal(negate(difference), 8), at: now, memo });
    else await freeze(tx, contract, { amount: difference, at: now, memo });
  }
}
