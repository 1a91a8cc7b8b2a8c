import {
  type CostView,
  type CostViewTerms,
  costViewId,
  type costViews,
  mostCostViews,
} from '@usance/api/billing/cost-view';
import { says } from '@usance/api/rule';
import { sql } from 'kysely';
import type { Asked, LockedGrounds, Work } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict, noPermission } from '#platform/refusal.ts';
import { getCostView, viewReader } from './cost-view.queries.ts';
import { costViewOf, mayChangeView, type ReadCostView, type ViewReader } from './cost-view.ts';

type Keeping = Pick<Work, 'tx' | 'now'> & Pick<Asked, 'subject'> & LockedGrounds;

/** Creates a view of the caller. Refuses with 409 a name of another one of theirs, and one view too many. */
export async function createCostView(
  ctx: Keeping,
  { body }: Pick<Input<typeof costViews.create>, 'body'>,
): Promise<CostView> {
  const { tx, contract, now } = ctx;
  const reader = viewReader(ctx);
  await refuseTaken(tx, { contractId: contract.id, accountId: reader.accountId, name: body.name });
  const { count } = await tx
    .selectFrom('cost_view')
    .select(sql<string>`count(*)`.as('count'))
    .where('contract_id', '=', contract.id)
    .where('account_id', '=', reader.accountId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostCostViews) throw conflict('COST_VIEW_CONFLICT', says('tooMany', { max: mostCostViews }));
  const id = newId(costViewId);
  await tx
    .insertInto('cost_view')
    .values({ contract_id: contract.id, id, account_id: reader.accountId, created_at: now, ...columnsOf(body) })
    .execute();
  return costViewOf(await getCostView(tx, contract.id, id, reader), reader);
}

/**
 * Replaces a view. One that an admin makes private again is its maker's alone, and no other person's mails go on.
 * Refuses with 409 a name of another view of its maker.
 */
export async function updateCostView(
  ctx: Keeping,
  { params: { viewID }, body }: Pick<Input<typeof costViews.update>, 'params' | 'body'>,
): Promise<CostView> {
  const { tx, contract } = ctx;
  const reader = viewReader(ctx);
  const before = await changeable(tx, contract.id, viewID, reader);
  const { account_id: accountId } = before;
  await refuseTaken(tx, { contractId: contract.id, accountId, name: body.name, own: viewID });
  const columns = columnsOf(body);
  await tx
    .updateTable('cost_view')
    .set(columns)
    .where('contract_id', '=', contract.id)
    .where('id', '=', viewID)
    .execute();
  if (!body.shared)
    await tx
      .deleteFrom('cost_view_mail')
      .where('contract_id', '=', contract.id)
      .where('view_id', '=', viewID)
      .where('account_id', '!=', accountId)
      .execute();
  // An admin no longer sees a view that is private again, but is told what became of it.
  return costViewOf({ ...before, ...body }, reader);
}

/** Deletes a view with its mails. */
export async function deleteCostView(
  ctx: Keeping,
  { params: { viewID } }: Pick<Input<typeof costViews.delete>, 'params'>,
): Promise<void> {
  const { tx, contract } = ctx;
  await changeable(tx, contract.id, viewID, viewReader(ctx));
  await tx.deleteFrom('cost_view').where('contract_id', '=', contract.id).where('id', '=', viewID).execute();
}

/** Returns a view that the reader may change; 404 if they do not see it, 403 if it is shared by another person. */
async function changeable(tx: Tx, contractId: string, id: string, reader: ViewReader): Promise<ReadCostView> {
  const row = await getCostView(tx, contractId, id, reader);
  if (!mayChangeView(row, reader))
    throw noPermission('Only its maker or an admin of the contract may change this view.');
  return row;
}

const columnsOf = ({ name, shared, analysis }: CostViewTerms) => ({ name, shared, analysis: JSON.stringify(analysis) });

async function refuseTaken(
  tx: Tx,
  { contractId, accountId, name, own = '' }: { contractId: string; accountId: string; name: string; own?: string },
): Promise<void> {
  const other = await tx
    .selectFrom('cost_view')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('id', '!=', own)
    .executeTakeFirst();
  if (other) throw conflict('COST_VIEW_CONFLICT', 'Another view has this name.', { field: 'name' });
}
