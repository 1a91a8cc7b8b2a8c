import { hourMs } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import { bounded } from '#platform/clickhouse/bounded.ts';
import { isAway } from '#platform/clickhouse/is-away.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { Deps } from '#platform/context/context.ts';
import type { Message } from '#platform/message/message.ts';
import { postMessages } from '#platform/message/post-message.ts';
import type { Db, DbOrTx } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import type { PurchaseContext } from '../purchase/selection/purchase-selection.ts';
import type { CostViewRow } from './cost-view.ts';
import { dueReaders } from './due-readers.ts';
import { lastMailAt, type MailDays, nextMailAt } from './next-mail.ts';
import { type ViewFigures, viewFigures } from './view-figures.ts';
import { viewMailOf } from './view-mail.ts';

type Sending = Pick<Deps, 'db' | 'clickhouse' | 'log'>;

/**
 * Mails the views that are due. One that fails is logged, holds up no other, and is tried again in an hour. Throws if
 * ClickHouse is away, and the next round tries all again.
 */
export async function sendViewMails(deps: Sending, now: Date): Promise<void> {
  const { rows } = await sql<CostViewRow>`
    select * from cost_view where (contract_id, id) in (
      select contract_id, view_id from cost_view_mail where next_at <= ${now}
    ) order by contract_id, id`.execute(deps.db);
  const clickhouse = bounded(deps.clickhouse, { limits: limitsOf.read });
  for (const view of rows) {
    try {
      await sendViewMail({ ...deps, clickhouse }, view, now);
    } catch (error) {
      // All others would wait as long for it.
      if (await isAway(deps.clickhouse, error)) throw error;
      deps.log.error({ contractId: view.contract_id, viewId: view.id, err: error }, 'mailing a view failed');
      await postpone(deps.db, view, now);
    }
  }
}

/** Returns the time of the next mail after an instant. */
export function nextViewMail(db: Db, after: Date): Promise<Date | undefined> {
  return earliest(db, sql`(select min(next_at) from cost_view_mail where next_at > ${after})`);
}

/** Reads the figures outside the transaction that queues the mails, and asks again there who may read them. */
async function sendViewMail({ db, clickhouse }: Sending, view: CostViewRow, now: Date): Promise<void> {
  const contract = await getContract(db, view.contract_id);
  const figures = await dueFigures({ db, clickhouse, contract, now }, view);
  await db.transaction().execute(async (tx) => {
    const due = await dueReaders(tx, view, now);
    const moved = await moveOn(tx, view, contract, now);
    const mails = due.flatMap(({ account_id, sent_on, identifier, language }): Message[] => {
      const shown = moved.has(account_id) && figures.get(sent_on);
      if (!shown) return [];
      return [{ channel: 'mail', to: identifier, ...viewMailOf(view, shown, contract.currency, language ?? 'en') }];
    });
    await postMessages({ tx, now }, mails);
  });
}

/** Reads the figures of each kind of mail days for which someone may get them, as they were due: a mail can be late. */
async function dueFigures(ctx: PurchaseContext, view: CostViewRow): Promise<ReadonlyMap<MailDays, ViewFigures>> {
  const { db, contract, now } = ctx;
  const due = await dueReaders(db, view, now);
  const figures = new Map<MailDays, ViewFigures>();
  for (const mail of new Set(due.map(({ sent_on }) => sent_on))) {
    const dueAt = lastMailAt(mail, billingZoneOf(contract.currency), now);
    figures.set(mail, await viewFigures({ ...ctx, now: dueAt }, view.analysis));
  }
  return figures;
}

/**
 * Moves the due mails of a view on to their next day, and returns whose they are. Another server that reads the same
 * ones waits here, and then finds none.
 */
async function moveOn(
  db: DbOrTx,
  { contract_id, id }: CostViewRow,
  { currency }: ContractRow,
  now: Date,
): Promise<ReadonlySet<string>> {
  const next = (mail: MailDays) => nextMailAt(mail, billingZoneOf(currency), now);
  const moved = await db
    .updateTable('cost_view_mail')
    .set({
      next_at: sql<Date>`case sent_on when 'monday' then ${next('monday')}::timestamptz else ${next('firstOfMonth')}::timestamptz end`,
    })
    .where('contract_id', '=', contract_id)
    .where('view_id', '=', id)
    .where('next_at', '<=', now)
    .returning('account_id')
    .execute();
  return new Set(moved.map(({ account_id }) => account_id));
}

async function postpone(db: Db, { contract_id, id }: CostViewRow, now: Date): Promise<void> {
  await db
    .updateTable('cost_view_mail')
    .set({ next_at: new Date(now.getTime() + hourMs) })
    .where('contract_id', '=', contract_id)
    .where('view_id', '=', id)
    .where('next_at', '<=', now)
    .execute();
}
