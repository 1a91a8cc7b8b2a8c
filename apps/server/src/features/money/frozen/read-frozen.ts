import type { frozenType, listFrozenDetails, summarizeFrozen } from '@usance/api/bank';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { formatMoney } from '@usance/money/display';
import type * as z from 'zod/mini';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { accountHistory, accountSums } from '../ledger/account-history.ts';
import { balancesOf } from '../ledger/ledger.queries.ts';

type FrozenType = z.output<typeof frozenType>;

const kindOf = { frozen: 'freeze', unfrozen: 'unfreeze' } as const;
const everyType: readonly FrozenType[] = ['frozen', 'unfrozen'];

/** A page of holds and releases with the held total after each. 404: no such contract. */
export async function frozenDetails(
  db: DbOrTx,
  contractId: string,
  query: ParsedQuery<typeof listFrozenDetails>,
): Promise<CallReply<typeof listFrozenDetails>> {
  const { currency } = await getContract(db, contractId);
  const kinds = (query.types ?? everyType).map((type) => kindOf[type]);
  const filter = { contractId, account: 'frozen', kinds, start: query.start, end: query.end } as const;
  const { rows, totalSize } = await accountHistory(db, filter, query);
  const items = rows.map((row) => ({
    id: row.id,
    gmtTime: row.at.toISOString(),
    type: row.kind === 'freeze' ? ('frozen' as const) : ('unfrozen' as const),
    amount: row.amount,
    amountFormatted: formatMoney(row.amount, currency),
    newBalance: row.balanceAfter,
    newBalanceFormatted: formatMoney(row.balanceAfter, currency),
  }));
  return { items, pageNum: query.pageNum, pageSize: query.pageSize, totalSize };
}

/** Sums of holds and releases in a range, and what is held now. 404: no such contract. */
export async function frozenSummary(
  db: DbOrTx,
  contractId: string,
  range: ParsedQuery<typeof summarizeFrozen>,
): Promise<CallReply<typeof summarizeFrozen>> {
  const { currency } = await getContract(db, contractId);
  const sumOf = await accountSums(db, { contractId, account: 'frozen', kinds: ['freeze', 'unfreeze'], ...range });
  const { frozen: balance } = await balancesOf(db, contractId);
  const [frozenAmount, unfrozenAmount] = [sumOf('freeze'), sumOf('unfreeze')];
  return {
    frozenAmount,
    frozenAmountFormatted: formatMoney(frozenAmount, currency),
    unfrozenAmount,
    unfrozenAmountFormatted: formatMoney(unfrozenAmount, currency),
    balance,
    balanceFormatted: formatMoney(balance, currency),
  };
}
