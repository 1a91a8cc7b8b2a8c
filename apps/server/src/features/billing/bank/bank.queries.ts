import type { bank } from '@usance/api/billing/bank';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { withFormatted } from '@usance/money/display';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { accountSums, listAccountHistory } from '../../money/ledger/account-history.ts';
import { balancesOf, bankBefore } from '../../money/ledger/ledger.queries.ts';
import { type BankKind, bankDetailOf } from './bank.ts';

/** The kinds of postings that change the bank balance; holds move cash without changing it. */
const cashKinds: readonly BankKind[] = ['deposit', 'deduct', 'withdraw'];

/** Returns a page of a contract's cash movements of the given types. */
export function listBankMovements(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof bank.details> },
): Promise<CallReply<typeof bank.details>> {
  const { id: contractId, currency } = contract;
  const kinds = query.types?.length ? query.types : cashKinds;
  const filter = { contractId, account: 'cash', kinds, start: query.start, end: query.end } as const;
  return listAccountHistory(db, filter, query, (row) => bankDetailOf(row, currency));
}

/** Returns the sums of cash movements in a range; 0 for types not asked for. */
export async function bankSummary(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof bank.summary> },
): Promise<CallReply<typeof bank.summary>> {
  const { id: contractId, currency } = contract;
  const kinds = query.types?.length ? query.types : cashKinds;
  const sumOf = await accountSums(db, { contractId, account: 'cash', kinds, start: query.start, end: query.end });
  return withFormatted(
    { depositAmount: sumOf('deposit'), deductAmount: sumOf('deduct'), withdrawAmount: sumOf('withdraw') },
    currency,
  );
}

/** Returns the bank balance and its held part; as of just before `end` if given. */
export async function bankBalance(
  { db, contract }: ContractReading,
  { query: { end } }: { query: ParsedQuery<typeof bank.balance> },
): Promise<CallReply<typeof bank.balance>> {
  const { id: contractId, currency } = contract;
  const { bank: balance, frozen } = await (end === undefined
    ? balancesOf(db, contractId)
    : bankBefore(db, contractId, new Date(end)));
  return { contractId, currency, ...withFormatted({ balance, frozen }, currency) };
}
