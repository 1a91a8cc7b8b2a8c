import type { getBankBalance, listBankBalanceDetails, summarizeBankBalance } from '@usance/api/bank';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { formatMoney } from '@usance/money/display';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { accountHistory, accountSums } from '../../money/ledger/account-history.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { type BankKind, bankDetailOf, isBankKind } from './bank-detail.ts';

/** Every way cash moves, and those that the bank knows of. */
export const cashKinds: readonly BankKind[] = ['deposit', 'deduct', 'withdraw'];
export const transferKinds: readonly BankKind[] = ['deposit', 'withdraw'];

/** A page of a contract's cash movements, of the `kinds` and the types asked for. 404: no such contract. */
export async function bankDetails(
  db: DbOrTx,
  contractId: string,
  query: ParsedQuery<typeof listBankBalanceDetails>,
  kinds: readonly BankKind[],
): Promise<CallReply<typeof listBankBalanceDetails>> {
  const { currency } = await getContract(db, contractId);
  const wanted = kinds.filter((kind) => query.types?.includes(kind) ?? true);
  const filter = { contractId, account: 'cash', kinds: wanted, start: query.start, end: query.end } as const;
  const { rows, totalSize } = await accountHistory(db, filter, query);
  const items = rows.flatMap(({ kind, ...row }) =>
    isBankKind(kind) ? [bankDetailOf({ ...row, kind }, currency)] : [],
  );
  return { items, pageNum: query.pageNum, pageSize: query.pageSize, totalSize };
}

/** Sums of cash movements in a range; a type that is not asked for is 0. 404: no such contract. */
export async function bankSummary(
  db: DbOrTx,
  contractId: string,
  query: ParsedQuery<typeof summarizeBankBalance>,
): Promise<CallReply<typeof summarizeBankBalance>> {
  const { currency } = await getContract(db, contractId);
  const kinds = query.types ?? cashKinds;
  const sumOf = await accountSums(db, { contractId, account: 'cash', kinds, start: query.start, end: query.end });
  const [depositAmount, deductAmount, withdrawAmount] = [sumOf('deposit'), sumOf('deduct'), sumOf('withdraw')];
  return {
    depositAmount,
    depositAmountFormatted: formatMoney(depositAmount, currency),
    deductAmount,
    deductAmountFormatted: formatMoney(deductAmount, currency),
    withdrawAmount,
    withdrawAmountFormatted: formatMoney(withdrawAmount, currency),
  };
}

/** The bank balance, and how much of it is held. 404: no such contract. */
export async function bankBalance(db: DbOrTx, contractId: string): Promise<CallReply<typeof getBankBalance>> {
  const { currency } = await getContract(db, contractId);
  const { bank: balance, frozen } = await balancesOf(db, contractId);
  return {
    contractId,
    currency,
    balance,
    balanceFormatted: formatMoney(balance, currency),
    frozen,
    frozenFormatted: formatMoney(frozen, currency),
  };
}
