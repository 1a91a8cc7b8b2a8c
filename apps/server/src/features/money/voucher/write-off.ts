import { formatDecimal, negate, sum } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { post } from '../ledger/post.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/** A part of a voucher's balance, above 0. */
interface Part {
  readonly id: string;
  readonly amount: string;
}

/** Writes off the rest of ended vouchers: the grant is cancelled. */
export async function writeOff(work: Moment, contract: LockedContract, parts: readonly Part[]): Promise<void> {
  await book(work, contract, { parts, way: (amount) => formatDecimal(negate(amount)) });
}

/** Reverses write-offs, because a month of the vouchers' windows is signed again. */
export async function writeBack(work: Moment, contract: LockedContract, parts: readonly Part[]): Promise<void> {
  await book(work, contract, { parts, way: (amount) => amount });
}

async function book(
  { tx, now }: Moment,
  contract: LockedContract,
  { parts, way }: { parts: readonly Part[]; way: (amount: string) => string },
): Promise<void> {
  if (parts.length === 0) return;
  const legs = parts.map(({ id, amount }) => ({ account: { kind: 'voucher', id } as const, amount: way(amount) }));
  const granted = formatDecimal(negate(sum(legs.map(({ amount }) => amount))));
  await post(tx, contract, {
    kind: 'overdue',
    at: now,
    entries: [...legs, { account: { kind: 'voucher_grant' }, amount: granted }],
  });
}
