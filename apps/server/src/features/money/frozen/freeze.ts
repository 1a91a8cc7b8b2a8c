import { compare, formatDecimal, negate } from '@usance/money/decimal';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { balancesOf } from '../ledger/ledger.queries.ts';
import { post } from '../ledger/post.ts';

/** A hold on cash, or its release. `amount` is above 0, with at most 8 places. */
export interface Hold {
  readonly amount: string;
  readonly at: Date;
  readonly memo?: Readonly<Record<string, string>>;
}

/** Holds free cash, so that it can be neither deducted nor withdrawn. 409 if there is not enough. */
export async function freeze(tx: Tx, contract: LockedContract, hold: Hold): Promise<{ postingId: string }> {
  const { cash } = await balancesOf(tx, contract.id);
  if (compare(hold.amount, cash) > 0)
    throw conflict('FROZEN_CONFLICT', 'There is not enough free cash.', { available: cash });
  return move(tx, contract, hold, 'freeze');
}

/** Releases held cash. 409 if less is held. */
export async function unfreeze(tx: Tx, contract: LockedContract, hold: Hold): Promise<{ postingId: string }> {
  const { frozen } = await balancesOf(tx, contract.id);
  if (compare(hold.amount, frozen) > 0) throw conflict('FROZEN_CONFLICT', 'Less cash than that is held.', { frozen });
  return move(tx, contract, hold, 'unfreeze');
}

function move(
  tx: Tx,
  contract: LockedContract,
  { amount, ...hold }: Hold,
  kind: 'freeze' | 'unfreeze',
): Promise<{ postingId: string }> {
  const opposite = formatDecimal(negate(amount));
  const [cash, frozen] = kind === 'freeze' ? [opposite, amount] : [amount, opposite];
  return post(tx, contract, {
    ...hold,
    kind,
    entries: [
      { account: { kind: 'cash' }, amount: cash },
      { account: { kind: 'frozen' }, amount: frozen },
    ],
  });
}
