import { type CostView, type costViews, mostMailedViews } from '@usance/api/billing/cost-view';
import { says } from '@usance/api/rule';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Asked, LockedGrounds, Work } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { conflict } from '#platform/refusal.ts';
import { keepLanguage } from '../../contract/notification/keep-language.ts';
import { getCostView, viewReader } from './cost-view.queries.ts';
import { costViewOf } from './cost-view.ts';
import { type MailDays, nextMailAt } from './next-mail.ts';

type Choosing = Pick<Work, 'tx' | 'now'> & Pick<Asked, 'subject' | 'language'> & LockedGrounds;

/** Stores when the caller gets a view by mail. Refuses with 409 one mailed view of the contract too many. */
export async function chooseViewMail(
  ctx: Choosing,
  { params: { viewID }, body: { mail } }: Pick<Input<typeof costViews.mail>, 'params' | 'body'>,
): Promise<CostView> {
  const { tx, contract } = ctx;
  const reader = viewReader(ctx);
  const view = await getCostView(tx, contract.id, viewID, reader);
  if (mail === 'none') {
    await tx
      .deleteFrom('cost_view_mail')
      .where('contract_id', '=', contract.id)
      .where('view_id', '=', viewID)
      .where('account_id', '=', reader.accountId)
      .execute();
    return costViewOf({ ...view, sent_on: null }, reader);
  }
  await keepLanguage(ctx);
  if (view.sent_on === null) await refuseTooMany(ctx, reader.accountId);
  if (view.sent_on !== mail) await keepMail(ctx, { viewID, accountId: reader.accountId, mail });
  return costViewOf({ ...view, sent_on: mail }, reader);
}

async function keepMail(
  { tx, now, contract }: Choosing,
  { viewID, accountId, mail }: { viewID: string; accountId: string; mail: MailDays },
): Promise<void> {
  const chosen = { sent_on: mail, next_at: nextMailAt(mail, billingZoneOf(contract.currency), now) };
  await tx
    .insertInto('cost_view_mail')
    .values({ contract_id: contract.id, view_id: viewID, account_id: accountId, ...chosen })
    .onConflict((same) => same.columns(['contract_id', 'view_id', 'account_id']).doUpdateSet(chosen))
    .execute();
}

async function refuseTooMany({ tx, contract }: Choosing, accountId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('cost_view_mail')
    .select(sql<string>`count(*)`.as('count'))
    .where('contract_id', '=', contract.id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostMailedViews) throw conflict('COST_VIEW_CONFLICT', says('tooMany', { max: mostMailedViews }));
}
