import type { CallReply, ParsedQuery } from '@usance/api/call';
import { type FrozenType, type frozens, type HoldCause, holdCause } from '@usance/api/money/hold';
import { add, type Decimal, formatDecimal, isZero, zero } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { accountSums, listAccountHistory } from '../ledger/account-history.ts';
import { balancesOf } from '../ledger/ledger.queries.ts';

const kindOf = { frozen: 'freeze', unfrozen: 'unfreeze' } as const;
const typeOf = { freeze: 'frozen', unfreeze: 'unfrozen' } as const;
const everyType: readonly FrozenType[] = ['frozen', 'unfrozen'];

/** Lists holds and releases, each with the total held after it. */
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
    cause: causeOf(row.memo),
    ...withFormatted({ amount: row.amount, newBalance: row.balanceAfter }, currency),
  }));
}

/** The sums of holds and releases in a range, and the amounts held now. */
export async function frozenSummary(
  { db, contract }: ContractReading,
  { query: range }: { query: ParsedQuery<typeof frozens.summary> },
): Promise<CallReply<typeof frozens.summary>> {
  const { id: contractId, currency } = contract;
  const kinds = ['freeze', 'unfreeze'] as const;
  const sumOf = await accountSums(db, { contractId, account: 'frozen', kinds, ...range });
  const { frozen: balance } = await balancesOf(db, contractId);
  const causes = [...(await heldByCause(db, contractId))].map(([cause, amount]) => ({
    cause,
    ...withFormatted({ amount }, currency),
  }));
  const totals = { frozenAmount: sumOf('freeze'), unfrozenAmount: sumOf('unfreeze'), balance };
  return { ...withFormatted(totals, currency), causes };
}

/** The cash held for each cause; causes without cash are left out. */
export async function heldByCause(db: DbOrTx, contractId: string): Promise<ReadonlyMap<HoldCause, string>> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('posting', (join) =>
      join.onRef('posting.contract_id', '=', 'entry.contract_id').onRef('posting.id', '=', 'entry.posting_id'),
    )
    .where('entry.contract_id', '=', contractId)
    .where('entry.account', '=', 'frozen')
    .select([detail('statementID'), detail('holdCause'), sql<string>`sum(entry.amount)`.as('amount')])
    .groupBy(['statementID', 'holdCause'])
    .execute();
  const amounts = new Map<HoldCause, Decimal>();
  for (const { amount, ...memo } of rows) {
    const cause = causeOf(memo);
    amounts.set(cause, add(amounts.get(cause) ?? zero, amount));
  }
  const held = [...amounts].filter(([, amount]) => !isZero(amount));
  return new Map(held.sort().map(([cause, amount]) => [cause, formatDecimal(amount, 8)]));
}

const detail = <const Field extends string>(field: Field) =>
  sql<string | null>`posting.memo ->> ${sql.lit(field)}`.as(field);

/** The memo of a posting determines its cause. */
function causeOf(memo: { statementID?: string | null; holdCause?: string | null }): HoldCause {
  if (memo.statementID) return 'dispute';
  const { data: cause = 'correction' } = holdCause.safeParse(memo.holdCause);
  return cause;
}
