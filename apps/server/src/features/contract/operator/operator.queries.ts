import type { ParsedQuery } from '@usance/api/call';
import type { Operator, operators } from '@usance/api/contract/operator';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { identityOf } from '../../people/account/account.queries.ts';

/** True if the account is an operator; the lock keeps it one until commit. */
export async function staysOperator(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('operator')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a page of the operators. */
export function listOperators(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof operators.list> },
): Promise<Page<Operator>> {
  return pageOf(
    db.selectFrom('operator').innerJoin('account', 'account.id', 'operator.account_id'),
    query,
    (found) =>
      found
        .select(['account.id', 'account.identifier', 'account.traits', 'operator.named_at'])
        .orderBy(query.orderBy === 'identifier' ? sql`lower(account.identifier)` : 'operator.named_at', query.ordering)
        .orderBy('account.id'),
    (row) => ({ ...identityOf(row), gmtNamed: row.named_at.toISOString() }),
  );
}
