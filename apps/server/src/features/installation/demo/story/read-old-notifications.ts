import type { Deps, Work } from '#platform/context/context.ts';
import { findContractWithRoles } from '../../../contract/contract/contract.queries.ts';
import { readNotifications } from '../../../contract/notification/read-notifications.ts';
import { atOnce } from './at-once.ts';
import type { DemoInstallation } from './demo-installation.ts';

const unreadDays = 30;

/** Marks old notifications as read for everyone: a year of unread ones would make the bell useless. */
export async function readOldNotifications(deps: Deps, { people, contracts }: DemoInstallation): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - unreadDays * 86_400_000);
  for (const { id } of Object.values(contracts))
    await atOnce(deps, async (work) => {
      const told = await work.tx
        .selectFrom('notification')
        .select('id')
        .where('contract_id', '=', id)
        .where('created_at', '<', before)
        .execute();
      const ids = told.map((each) => each.id);
      if (ids.length > 0) for (const accountId of people.values()) await readBy(work, accountId, id, ids);
    });
}

async function readBy({ tx, now }: Work, accountId: string, contractId: string, ids: string[]): Promise<void> {
  const found = await findContractWithRoles(tx, contractId, accountId);
  if (!found || found.roles.length === 0) return;
  const subject = { kind: 'account', accountId, sessionId: '', tokenHash: '' } as const;
  await readNotifications({ tx, now, subject, language: 'en', ...found }, { body: { ids } });
}
