import type { AuditChange, NamedThing } from '@usance/api/contract/audit-record';
import { withFormatted } from '@usance/money/display';
import { parseBillingMonth } from '@usance/period/billing-month';
import type { Db } from '#platform/postgres/database.ts';
import type { AuditRow } from './audit-record.ts';

type Named = Pick<AuditRow, 'request_id' | 'params' | 'query' | 'body' | 'changes'>;

/** The most names of one record: a call may name a hundred things. */
const mostTold = 20;

/**
 * Finds the names of all ids in the rows, and returns a lookup by row. With a contract, only names of its own things
 * are found, so that a foreign id in a body reveals nothing.
 */
export async function namedThings(
  db: Db,
  rows: readonly Named[],
  contractId: string | undefined,
): Promise<(row: Named) => NamedThing[]> {
  const ids = [...new Set(rows.flatMap(idsIn))];
  const found = new Map<string, NamedThing>();
  if (ids.length > 0) for (const thing of await lookUp(db, ids, contractId)) found.set(thing.id, thing);
  return (row) => idsIn(row).flatMap((id) => found.get(id) ?? []);
}

/**
 * Returns the ids that a row names. A job of the platform has no request: its row has the affected id as its request
 * id, or several as its body.
 */
function idsIn({ params, query, body, request_id, changes }: Named): string[] {
  const texts = [JSON.stringify([params, query]), body ?? '', request_id, JSON.stringify(changes)];
  const things = texts.flatMap((text) => text.match(/\b(?:stm|vch|dc|po)-[a-z2-7]{4,40}\b/g) ?? []);
  return [...new Set([...things, ...(changes ?? []).flatMap(peopleIn)])].slice(0, mostTold);
}

/** Returns the accounts in columns that hold accounts. An account id inside free text must not be resolved. */
function peopleIn({ before, after }: AuditChange): string[] {
  return [before, after].flatMap((side) =>
    [side?.['account_id'], side?.['creator']].filter((value) => typeof value === 'string'),
  );
}

async function lookUp(db: Db, ids: readonly string[], contractId: string | undefined): Promise<NamedThing[]> {
  const [statements, vouchers, dataclouds, offers, people] = await Promise.all([
    db
      .selectFrom('statement')
      .select(['id', 'contract_id', 'month', 'payable', 'currency'])
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('voucher')
      .innerJoin('contract', 'contract.id', 'voucher.contract_id')
      .select(['voucher.id', 'voucher.contract_id', 'denomination', 'contract.currency'])
      .where('voucher.id', 'in', ids)
      .execute(),
    db.selectFrom('datacloud').select(['id', 'contract_id', 'name']).where('id', 'in', ids).execute(),
    db.selectFrom('private_offer').select(['id', 'contract_id']).where('id', 'in', ids).execute(),
    db.selectFrom('account').select(['id', 'identifier as email']).where('id', 'in', ids).execute(),
  ]);
  const isOurs = (row: { contract_id: string }) => contractId === undefined || row.contract_id === contractId;
  return [
    ...statements.filter(isOurs).map(({ id, month, payable, currency }) => ({
      kind: 'statement' as const,
      id,
      month: parseBillingMonth(month),
      ...withFormatted({ payable }, currency),
    })),
    ...vouchers.filter(isOurs).map(({ id, denomination, currency }) => ({
      kind: 'voucher' as const,
      id,
      ...withFormatted({ denomination }, currency),
    })),
    ...dataclouds.filter(isOurs).map(({ id, name }) => ({ kind: 'datacloud' as const, id, name })),
    ...offers.filter(isOurs).map(({ id }) => ({ kind: 'private-offer' as const, id })),
    ...people.map((person) => ({ kind: 'account' as const, ...person })),
  ];
}
