import type { bank } from '@usance/api/bank';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { withFormatted } from '@usance/money/display';
import { accountSums, listAccountHistory } from '../../money/ledger/account-history.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import type { ContractReading } from '../../party/contract/contract-reading.ts';
import { type BankKind, bankDetailOf } from './bank.ts';

type History = ParsedQuery<typeof bank.details>;

/** Every way cash moves that the bank balance knows of (holds move cash too, but not that), and those from outside. */
const cashKinds: readonly BankKind[] = ['deposit', 'deduct', 'withdraw'];
const transferKinds: readonly BankKind[] = ['deposit', 'withdraw'];

/** A page of a contract's cash movements, of the types asked for. */
export function listBankDetails(
  ctx: ContractReading,
  { query }: { query: History },
): Promise<CallReply<typeof bank.details>> {
  return listMovements(ctx, query, cashKinds);
}

/** A page of the deposits and withdrawals among a contract's cash movements, of the types asked for. */
export function listBankTransactions(
  ctx: ContractReading,
  { query }: { query: History },
): Promise<CallReply<typeof bank.transactions>> {
  return listMovements(ctx, query, transferKinds);
}

function listMovements({ db, contract }: ContractReading, query: History, kinds: readonly BankKind[]) {
  const { id: contractId, currency } = contract;
  const wanted = query.types?.length ? kinds.filter((kind) => query.types?.includes(kind)) : kinds;
  const filter = { contractId, account: 'cash', kinds: wanted, start: query.start, end: query.end } as const;
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

/** The bank balance, and how much of it is held. */
export async function bankBalance({ db, contract }: ContractReading): Promise<CallReply<typeof bank.balance>> {
  const { id: contractId, currency } = contract;
  const { bank: balance, frozen } = await balancesOf(db, contractId);
  return { contractId, currency, ...withFormatted({ balance, frozen }, currency) };
}
