import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { Db } from '#platform/postgres/database.ts';
import { getDatacloud, lockDatacloud } from '../datacloud.queries.ts';
import type { Controller } from './controller.ts';
import { endOrder } from './end-order.ts';
import type { OrderRow } from './open-orders.ts';

/** The orders sent at once: a region that does not answer delays few orders of others. */
export const ordersAtOnce = 20;
// The claim outlasts the wait for a controller, so that no other process sends the order meanwhile.
const claimMs = 60_000;
const firstWaitMs = 5_000;
const longestWaitMs = 15 * 60_000;
// An order is sent again unless its outcome is reported by then: the report may be lost.
const leastWaitForEndMs = 60_000;

type Sending = Pick<Deps, 'db' | 'log'>;

/**
 * Sends the due orders to their controllers and returns how many it claimed. An order is sent again, after seconds at
 * first and at most a quarter of an hour, until its outcome is reported or the controller refuses it. Safe to run
 * concurrently: an order is claimed, and its id lets a controller act once.
 */
export async function sendOrders(deps: Sending, controller: Controller, now: Date): Promise<number> {
  const claimed = await claim(deps.db, now);
  const ended = await Promise.allSettled(claimed.map((order) => send(deps, controller, order, now)));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return claimed.length;
}

async function send(deps: Sending, controller: Controller, order: OrderRow, now: Date): Promise<void> {
  const { db, log } = deps;
  try {
    const sent = {
      id: order.id,
      kind: order.kind,
      createdAt: order.created_at,
      asker: await askerOf(db, order),
      datacloud: await getDatacloud(db, order.datacloud_id),
    };
    const answer = await controller.send(sent, now);
    if (answer === 'taken') return await wait(db, order, now, leastWaitForEndMs, null);
    if (answer === 'gone') return await end(deps, order, now, { progress: 'done', event: 'deleted' });
    log.error({ orderId: order.id, kind: order.kind }, 'a controller refused an order');
    const failure = 'The controller refused it.';
    // A refused deletion stays open: operators fix the cause.
    if (order.kind === 'delete') return await wait(db, order, now, longestWaitMs, failure);
    const event = order.kind === 'create' ? 'failed' : undefined;
    await end(deps, order, now, { progress: 'refused', event, failure });
  } catch (error) {
    log.error({ orderId: order.id, tries: order.tries, err: error }, 'sending an order failed');
    await wait(db, order, now, 0, String(error).slice(0, 500));
  }
}

async function claim(db: Db, now: Date): Promise<OrderRow[]> {
  return db
    .updateTable('datacloud_order')
    .set({ tries: sql<number>`tries + 1`, next_try_at: new Date(now.getTime() + claimMs) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('datacloud_order')
        .select('id')
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(ordersAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

async function askerOf(db: Db, { asked_by }: OrderRow) {
  if (asked_by === null) return undefined;
  const { id, identifier } = await db
    .selectFrom('account')
    .select(['id', 'identifier'])
    .where('id', '=', asked_by)
    .executeTakeFirstOrThrow();
  return { accountId: id, identifier };
}

/** Schedules the next try, unless the outcome is reported first. */
async function wait(db: Db, { id, tries }: OrderRow, now: Date, leastMs: number, failure: string | null) {
  const waitMs = Math.max(leastMs, Math.min(firstWaitMs * 2 ** Math.min(tries - 1, 20), longestWaitMs));
  await db
    .updateTable('datacloud_order')
    .set({ next_try_at: new Date(now.getTime() + waitMs), failure })
    .where('id', '=', id)
    .where('progress', '=', 'open')
    .execute();
}

async function end({ db }: Sending, order: OrderRow, now: Date, as: Parameters<typeof endOrder>[3]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const datacloud = await lockDatacloud(tx, order.datacloud_id);
    const open = await tx
      .selectFrom('datacloud_order')
      .selectAll()
      .where('id', '=', order.id)
      .where('progress', '=', 'open')
      .forUpdate()
      .executeTakeFirst();
    // The outcome was reported meanwhile, or the order was withdrawn.
    if (!open) return;
    await endOrder({ tx, now }, datacloud, open, as);
    // No call caused this, so only this row audits the controller's answer.
    const { contract_id: contractId, id: of } = order;
    if (as.event !== undefined) await auditOwnAct({ tx, now }, { act: 'datacloud.end-order', contractId, of });
  });
}
