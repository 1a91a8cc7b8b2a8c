import type { bank } from '@usance/api/billing/bank';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { withFormatted } from '@usance/money/display';
import { addDays, dayOf } from '@usance/period/day';
import { instantOf } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { OnContract, ReadContext } from '#platform/context/context.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { accountSums, listAccountHistory } from '../../money/ledger/account-history.ts';
import { cashAtDays } from '../../money/ledger/cash-days.queries.ts';
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

const shownDays = 90;

/** Returns the bank balance and its held part at the end of each of the last 90 days, today included. */
export async function bankDays({
  db,
  contract: { id: contractId, currency },
  now,
}: Pick<OnContract<ReadContext>, 'db' | 'contract' | 'now'>): Promise<CallReply<typeof bank.days>> {
  const last = dayOf(instantOf(now), billingZoneOf(currency));
  const days = await cashAtDays(db, { contractId, currency, first: addDays(last, 1 - shownDays), last });
  const items = days.map(({ day, bank: balance, frozen }) => ({
    day,
    ...withFormatted({ balance, frozen }, currency),
  }));
  return { items };
}
