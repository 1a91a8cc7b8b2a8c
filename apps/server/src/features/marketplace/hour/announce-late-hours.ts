import { hourMs } from '@usance/period/instant';
import type { Deps } from '#platform/context/context.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';

/** The time before the deadline at which members are told of an unreported hour. */
const noticeMs = 19 * hourMs;
/** An ended link has one hour in all to report, so tries count as well. */
const leastTries = 3;

/** Notifies members, once a day for each contract, that an hour will be lost to its marketplace. */
export async function announceLateHours({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  const late = await db
    .selectFrom('marketplace_hour')
    .select(['contract_id', 'link_id'])
    .select((eb) => [eb.fn.min('hour').as('hour'), eb.fn.min('deadline').as('deadline')])
    .where('state', '=', 'pending')
    .where('tries', '>=', leastTries)
    .where('deadline', '<=', new Date(now.getTime() + noticeMs))
    .groupBy(['contract_id', 'link_id'])
    .execute();
  for (const { contract_id: contractId, link_id: linkId, hour, deadline } of late)
    await db
      .transaction()
      .execute(async (tx) => {
        const contract = await lockContract(tx, contractId);
        await notifyPeople({ tx, now }, contract, {
          kind: 'marketplace_hour',
          dedupeKey: `${linkId}/${now.toISOString().slice(0, 10)}`,
          hour: hour.toISOString(),
          until: deadline.toISOString(),
        });
      })
      .catch((error: unknown) => log.error({ contractId, err: error }, 'announcing an hour that will be lost failed'));
}
