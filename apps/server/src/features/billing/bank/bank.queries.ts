import type { bank } from '@usance/api/bank';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { withFormatted } from '@usance/money/display';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { accountSums, listAccountHistory } from '../../money/ledger/account-history.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import type { ContractRow } from '../../party/contract/contract.ts';
import { type BankKind, bankDetailOf } from './bank.ts';

/** Every way cash moves that the bank balance knows of (holds move cash too, but not that), and those from outside. */
export const cashKinds: readonly BankKind[] = ['deposit', 'deduct', 'withdraw'];
export const transferKinds: readonly BankKind[] = ['deposit', 'withdraw'];

/** A page of a contract's cash movements, of the `kinds` and the types asked for. */
export function listBankDetails(
  db: DbOrTx,
  { id: contractId, currency }: ContractRow,
  query: ParsedQuery<typeof bank.details>,
  kinds: readonly BankKind[],
): Promise<CallReply<typeof bank.details>> {
  const wanted = kinds.filter((kind) => query.types?.includes(kind) ?? true);
  const filter = { contractId, account: 'cash', kinds: wanted, start: query.start, end: query.end } as const;
  return listAccountHistory(db, filter, query, (row) => bankDetailOf(row, currency));
}

/** Sums of cash movements in a range; a type that is not asked for is 0. */
export async function bankSummary(
  db: DbOrTx,
  { id: contractId, currency }: ContractRow,
  query: ParsedQuery<typeof bank.summary>,
): Promise<CallReply<typeof bank.summary>> {
  const kinds = query.types ?? cashKinds;
  const sumOf = await accountSums(db, { contractId, account: 'cash', kinds, start: query.start, end: query.end });
  return withFormatted(
    { depositAmount: sumOf('deposit'), deductAmount: sumOf('deduct'), withdrawAmount: sumOf('withdraw') },
    currency,
  );
}

/** The bank balance, and how much of it is held. */
export async function bankBalance(
  db: DbOrTx,
  { id: contractId, currency }: ContractRow,
): Promise<CallReply<typeof bank.balance>> {
  const { bank: balance, frozen } = await balancesOf(db, contractId);
  return { contractId, currency, ...withFormatted({ balance, frozen }, currency) };
}
