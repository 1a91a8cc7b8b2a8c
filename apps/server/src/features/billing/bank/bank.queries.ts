import type { bank } from '@usance/api/bank';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { withFormatted } from '@usance/money/display';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { accountSums, listAccountHistory } from '../../money/ledger/account-history.ts';
import { balancesOf, bankBefore } from '../../money/ledger/ledger.queries.ts';
import { type BankKind, bankDetailOf } from './bank.ts';

/** Every way cash moves that the bank balance knows of; holds move cash too, but not that. */
const cashKinds: readonly BankKind[] = ['deposit', 'deduct', 'withdraw'];

/** A page of a contract's cash movements, of the types asked for. */
export function listBankMovements(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof bank.details> },
): Promise<CallReply<typeof bank.details>> {
  const { id: contractId, currency } = contract;
  const kinds = query.types?.length ? query.types : cashKinds;
  const filter = { contractId, account: 'cash', kinds, start: query.start, end: query.end } as const;
  return listAccountHistory(db, filter, query, (row) => bankDetailOf(row, currency));
}

/** Sums of cash movements in a range; a type that is not asked for is 0. */
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

/** The bank balance, and how much of it is held; as both were before `end` where that is given. */
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
