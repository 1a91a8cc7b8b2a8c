import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { FrozenType, frozens } from '@usance/api/frozen';
import { withFormatted } from '@usance/money/display';
import type { ContractReading } from '../../party/contract/contract-reading.ts';
import { accountSums, listAccountHistory } from '../ledger/account-history.ts';
import { balancesOf } from '../ledger/ledger.queries.ts';

const kindOf = { frozen: 'freeze', unfrozen: 'unfreeze' } as const;
const typeOf = { freeze: 'frozen', unfreeze: 'unfrozen' } as const;
const everyType: readonly FrozenType[] = ['frozen', 'unfrozen'];

/** A page of holds and releases with the held total after each. */
export function listFrozenDetails(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof frozens.details> },
): Promise<CallReply<typeof frozens.details>> {
  const { id: contractId, currency } = contract;
  const kinds = (query.types?.length ? query.types : everyType).map((type) => kindOf[type]);
  const filter = { contractId, account: 'frozen', kinds, start: query.start, end: query.end } as const;
  return listAccountHistory(db, filter, query, (row) => ({
    id: row.id,
    gmtTime: row.at.toISOString(),
    type: typeOf[row.kind],
    ...withFormatted({ amount: row.amount, newBalance: row.balanceAfter }, currency),
  }));
}

/** Sums of holds and releases in a range, and what is held now. */
export async function frozenSummary(
  { db, contract }: ContractReading,
  { query: range }: { query: ParsedQuery<typeof frozens.summary> },
): Promise<CallReply<typeof frozens.summary>> {
  const { id: contractId, currency } = contract;
  const kinds = ['freeze', 'unfreeze'] as const;
  const sumOf = await accountSums(db, { contractId, account: 'frozen', kinds, ...range });
  const { frozen: balance } = await balancesOf(db, contractId);
  return withFormatted({ frozenAmount: sumOf('freeze'), unfrozenAmount: sumOf('unfreeze'), balance }, currency);
}
