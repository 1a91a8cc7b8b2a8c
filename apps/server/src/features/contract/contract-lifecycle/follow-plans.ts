import { sql } from 'kysely';
import type { Deps, Work } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { Db } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';
import { Refusal } from '#platform/refusal.ts';
import { lockContract } from '../contract/contract.queries.ts';
import type { Provisioner } from '../datacloud/provisioner.ts';
import type { LifecycleRow } from './contract-lifecycle.ts';
import { takeStep } from './take-step.ts';

/**
 * Takes the steps that are due. A step that the contract's state no longer allows is marked refused, with the reason.
 * One that fails stays planned and holds up no other.
 */
export async function followPlans(
  { db, log, provisioner }: Pick<Deps, 'db' | 'log' | 'provisioner'>,
  now: Date,
): Promise<void> {
  // Reads all due steps without a limit: steps that fail for ever would fill every batch.
  const due = await db
    .selectFrom('contract_lifecycle')
    .select(['contract_id', 'id', 'successor_id'])
    .where('progress', '=', 'planned')
    .where('effective_at', '<=', now)
    .orderBy('effective_at')
    .execute();
  for (const plan of due) await followPlan({ db, log }, plan, now, provisioner);
}

export type Plan = Pick<LifecycleRow, 'contract_id' | 'id' | 'successor_id'>;

/** Takes a due step, or marks it refused with the reason; logs a failure. */
export async function followPlan(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  plan: Plan,
  now: Date,
  provisioner: Provisioner,
): Promise<void> {
  try {
    await followOrRefuse({ db, log }, plan, now, provisioner);
  } catch (error) {
    log.error({ contractId: plan.contract_id, err: error }, 'a planned step of a contract failed');
  }
}

type Moment = Pick<Work, 'tx' | 'now'>;

async function followOrRefuse(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  plan: Plan,
  now: Date,
  provisioner: Provisioner,
): Promise<void> {
  try {
    await db.transaction().execute((tx) => follow({ tx, now }, plan, provisioner));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ contractId: plan.contract_id, reason: error.reason }, 'a planned step of a contract was refused');
    const refusal = error.message;
    await db.transaction().execute((tx) => refuse({ tx, now }, plan, refusal));
  }
}

async function refuse(work: Moment, plan: Plan, refusal: string): Promise<void> {
  const { numUpdatedRows } = await work.tx
    .updateTable('contract_lifecycle')
    .set({ progress: 'refused', refusal })
    .where('id', '=', plan.id)
    .where('progress', '=', 'planned')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await noteFollowed(work, plan);
}

const noteFollowed = (work: Moment, { contract_id, id }: Plan) =>
  auditOwnAct(work, { act: 'contract-lifecycle.follow', contractId: contract_id, of: id });

async function follow(work: Moment, due: Plan, provisioner: Provisioner): Promise<void> {
  const { tx } = work;
  const { contract_id, id } = due;
  const contract = await lockContract(tx, contract_id, due.successor_id ?? undefined);
  const plan = await tx
    .selectFrom('contract_lifecycle')
    .selectAll()
    .where('id', '=', id)
    .where('progress', '=', 'planned')
    .forUpdate()
    .executeTakeFirst();
  // The step was withdrawn, or another server took it.
  if (!plan) return;
  const { state, successor_id: successorId, effective_at: effectiveAt } = plan;
  await takeStep(work, contract, { state, successorId: successorId ?? undefined, effectiveAt }, provisioner);
  await tx
    .updateTable('contract_lifecycle')
    .set({ progress: 'taken', from_state: contract.state })
    .where('id', '=', id)
    .execute();
  await noteFollowed(work, due);
}

/** Returns when the next planned step of any contract is due. */
export function nextPlan(db: Db, after: Date): Promise<Date | undefined> {
  return earliest(
    db,
    sql`(select min(effective_at) from contract_lifecycle where progress = 'planned' and effective_at > ${after})`,
  );
}
