import type { ParsedQuery } from '@usance/api/call';
import type { AuditChange, AuditRecord, auditRecords, WholeAuditRecord } from '@usance/api/contract/audit-record';
import { sql } from 'kysely';
import type { Deps, Grounds, ReadContext } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { type AuditRow, auditRecordOf, wholeAuditRecordOf } from './audit-record.ts';
import { namedThings } from './named-things.ts';

type Filters = ParsedQuery<typeof auditRecords.list>;

/** Returns a page of the contract's audit records, newest first. Only operators see refused calls. */
export async function listAuditRecords(
  { db, contract }: Pick<ReadContext, 'db'> & Grounds,
  { query }: { query: Filters },
): Promise<Page<AuditRecord>> {
  const done = found(db, query).where(of(contract.id)).where('audit.refused', 'is', null);
  const page = await pageOf(done, query, inOrder(contract.id, query.ordering), asRead);
  const thingsOf = await namedThings(db, page.items, contract.id);
  return { ...page, items: page.items.map((row) => auditRecordOf(row, thingsOf(row))) };
}

/** Returns a page of the audit records of all contracts and accounts, newest first. */
export async function listAllAuditRecords(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof auditRecords.listAll> },
): Promise<Page<WholeAuditRecord>> {
  let wanted = found(db, query);
  if (query.contractId) wanted = wanted.where(of(query.contractId));
  if (query.accountId) wanted = wanted.where('audit.account_id', '=', query.accountId);
  const page = await pageOf(wanted, query, inOrder(query.contractId, query.ordering), asRead);
  const thingsOf = await namedThings(db, page.items, query.contractId);
  return { ...page, items: page.items.map((row) => wholeAuditRecordOf(row, thingsOf(row))) };
}

const asRead = (row: AuditRow) => row;

function found(db: Db, { start, end, actor, call }: Filters) {
  let wanted = db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .leftJoin('account as operator', 'operator.id', 'audit.operator_id')
    .leftJoin('internal_token as token', 'token.id', 'audit.token_id');
  if (start !== undefined) wanted = wanted.where('audit.at', '>=', new Date(start));
  if (end !== undefined) wanted = wanted.where('audit.at', '<', new Date(end));
  if (actor !== undefined)
    wanted = wanted.where(
      sql<boolean>`position(lower(${actor}) in lower(concat_ws(' ', account.identifier, operator.identifier, token.name))) > 0`,
    );
  if (call !== undefined) wanted = wanted.where(sql<boolean>`(${is(call)} or ${is(`internal.${call}`)})`);
  return wanted;
}

/**
 * True for the named operation and those below it. The prefix `internal` marks the operator's variant of a customer's
 * call.
 */
const is = (call: string) => sql<boolean>`(audit.call = ${call} or starts_with(audit.call, ${`${call}.`}))`;

/**
 * Matches the calls that name the contract or change one of its rows; the call that creates a contract cannot name
 * it. A union uses one index for each half: an OR of both would scan the whole audit.
 */
const of = (contractId: string) =>
  sql<boolean>`audit.id = any(array(
    select named.id from audit as named where named.contract_id = ${contractId}
    union
    select changed.id from audit_change join audit as changed on changed.written_in = audit_change.written_in
    where audit_change.contract_id = ${contractId}))`;

/** Adds the changes to each row, in the order of ids: of two concurrent calls the later one has the higher id. */
const inOrder = (contractId: string | undefined, ordering: Filters['ordering']) => (wanted: ReturnType<typeof found>) =>
  wanted
    .select([
      'audit.id',
      'audit.at',
      'audit.request_id',
      'audit.call',
      'audit.address',
      'audit.contract_id',
      'audit.params',
      'audit.query',
      'audit.body',
      'audit.refused',
      'audit.token_id',
      'audit.account_id',
      'account.identifier as account',
      'operator.identifier as operator',
      'token.name as token',
      sql<AuditChange[] | null>`(
        select jsonb_agg(jsonb_build_object('of', change.of, 'before', change.before, 'after', change.after) order by change.id)
        from (select * from audit_change
          where audit_change.written_in = audit.written_in
            and (${contractId ?? null}::text is null or audit_change.contract_id = ${contractId ?? null})
          order by audit_change.id limit 20) as change)`.as('changes'),
    ])
    .orderBy('audit.id', ordering);
