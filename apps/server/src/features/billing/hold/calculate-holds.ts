import type { CallReply } from '@usance/api/call';
import type { holds } from '@usance/api/hold';
import { formatDecimal, isNegative, isZero, subtract } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import type { Work } from '../../../platform/context/context.ts';
import { unfreeze } from '../../money/frozen/freeze.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import type { OnLocked } from '../../party/contract/locked.ts';
import { holdDisputed } from '../statement-record/hold.ts';
import { heldForSomething } from './hold.queries.ts';

/** Lets go of what is held for nothing, and holds what disputes still ask for, as far as there is free cash. */
export async function calculateHolds(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
): Promise<CallReply<typeof holds.calculate>> {
  const { tx, now, contract } = ctx;
  const { frozen: before } = await balancesOf(tx, contract.id);
  const surplus = formatDecimal(subtract(before, await heldForSomething(tx, contract.id)), 8);
  if (!isZero(surplus) && !isNegative(surplus)) await unfreeze(tx, contract, { amount: surplus, at: now });
  await holdDisputed(ctx, contract);
  const { frozen } = await balancesOf(tx, contract.id);
  const difference = formatDecimal(subtract(frozen, before), 8);
  return { contractId: contract.id, ...withFormatted({ frozen, difference }, contract.currency) };
}
