import { floorToHour, hourMs, instantOf } from '@usance/period/instant';
import type { Deps } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { beginLink, endLink, findLastLink } from '../../contract/marketplace-link/keep-link.ts';
import { beginHours, endHoursWith } from '../hour/begin-hours.ts';
import { lockSubscription } from '../subscription/keep-subscription.ts';
import { carryMetering, endMetering } from './meter-by.ts';
import { unlink } from './unlink.ts';

/**
 * Moves the links of renewed contracts to their successors at the instant of the renewal. A marketplace takes each
 * hour of a buyer once, so the former contract reports the hour of the renewal, and the successor's usage in it is in
 * the next.
 */
export async function followRenewals({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  const renewed = await db
    .selectFrom('marketplace_meter as meter')
    .innerJoin('marketplace_link as link', 'link.id', 'meter.link_id')
    .innerJoin('contract', 'contract.id', 'meter.contract_id')
    .select(['meter.contract_id as contractId', 'meter.link_id as linkId'])
    .where('meter.settled_at', 'is', null)
    .where('meter.due_at', '<=', now)
    .where('link.ended_at', 'is', null)
    .where('contract.state', '=', 'Renewed')
    .execute();
  for (const of of renewed)
    await db
      .transaction()
      .execute((tx) => moveLink(tx, of, now))
      .then((isMoved) => isMoved || log.error(of, 'the renewing contract has its own link: the former link ends'))
      .catch((error: unknown) => log.error({ ...of, err: error }, 'moving a link to a renewing contract failed'));
}

/** Returns false if the renewing contract has an open link of its own. */
async function moveLink(
  tx: Tx,
  { contractId, linkId }: { readonly contractId: string; readonly linkId: string },
  now: Date,
): Promise<boolean> {
  const step = await tx
    .selectFrom('contract_lifecycle')
    .select('successor_id')
    .where('contract_id', '=', contractId)
    .where('state', '=', 'Renewed')
    .where('progress', '=', 'taken')
    .executeTakeFirstOrThrow();
  const successor = step.successor_id ?? '';
  const contract = await lockContract(tx, contractId, successor);
  const link = await findLastLink(tx, contractId);
  const renewedAt = contract.ended_at;
  if (link?.id !== linkId || link.ended_at !== null || renewedAt === null) return true;
  await lockSubscription(tx, link.subscription_id);
  if ((await findLastLink(tx, successor))?.ended_at === null) {
    await unlink({ tx, now }, contract, link);
    return false;
  }
  const ways = await tx
    .selectFrom('marketplace_metering')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('link_id', '=', linkId)
    .execute();
  // Ends at the last instant before the renewal, so that an hour that begins with it is the successor's.
  const endedAt = new Date(Math.max(renewedAt.getTime() - 1, link.activated_at.getTime()));
  await endLink({ tx, now: endedAt }, link);
  await endMetering(tx, link, endedAt);
  const lastHour = new Date(floorToHour(instantOf(endedAt)));
  const nextHour = await endHoursWith(tx, link, lastHour);
  const first = new Date(Math.max(lastHour.getTime() + hourMs, nextHour.getTime()));
  const { subscription_id, cloud_provider, account_id, instance_id, operator } = link;
  const begun = { contract_id: successor, subscription_id, cloud_provider, account_id, instance_id, operator };
  const next = await beginLink({ tx, now: renewedAt }, begun);
  if (!next) throw new Error(`Link ${linkId} has already moved`);
  await carryMetering(tx, next, ways, first);
  await beginHours(tx, next, first);
  for (const [id, of] of [[contractId, linkId] as const, [successor, next.id] as const])
    await auditOwnAct({ tx, now }, { act: 'marketplace.move-link', contractId: id, of });
  return true;
}
