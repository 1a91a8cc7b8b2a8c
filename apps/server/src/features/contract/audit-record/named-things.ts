import type { AuditChange, NamedThing } from '@usance/api/audit-record';
import { withFormatted } from '@usance/money/display';
import { parseBillingMonth } from '@usance/period/billing-month';
import type { Db } from '#platform/postgres/database.ts';
import type { AuditRow } from './audit-record.ts';

type Named = Pick<AuditRow, 'request_id' | 'params' | 'query' | 'body' | 'changes'>;

/** So many are told of one record: a call may name a hundred. */
const mostTold = 20;

/**
 * Finds what the rows name, of one contract where one is given: its things alone, so that an id in a body tells nobody about
 * the things of another contract. Answers what one row names.
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

/** A job of the platform sends nothing: its row keeps the id of what it carried out as its request's, and several as its body. */
function idsIn({ params, query, body, request_id, changes }: Named): string[] {
  const texts = [JSON.stringify([params, query]), body ?? '', request_id, JSON.stringify(changes)];
  const things = texts.flatMap((text) => text.match(/\b(?:stm|vch|dc|po)-[a-z2-7]{4,40}\b/g) ?? []);
  return [...new Set([...things, ...(changes ?? []).flatMap(peopleIn)])].slice(0, mostTold);
}

/** A person only by a column that holds people: an account's id in a text that somebody wrote tells nobody whose it is. */
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
