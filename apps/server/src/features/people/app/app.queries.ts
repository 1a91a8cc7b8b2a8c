import type { CallReply } from '@usance/api/call';
import { type AskingApp, appId, type apps, type GrantedApp } from '@usance/api/people/app';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';

const nameOf: Readonly<Record<AskingApp['id'], string>> = { platform: 'Data cloud platform' };

/** Returns every app that an account can authorize. */
export async function listApps(): Promise<CallReply<typeof apps.list>> {
  return { items: appId.options.map((id) => ({ id, name: nameOf[id] })) };
}

/** Returns the apps that the caller has authorized, oldest first. */
export async function listGrantedApps({
  db,
  subject,
}: Pick<ReadContext, 'db' | 'subject'>): Promise<CallReply<typeof apps.listGranted>> {
  const rows = await db
    .selectFrom('app_grant')
    .select(['app_id', 'granted_at'])
    .where('account_id', '=', signedInAccount(subject))
    .orderBy('granted_at')
    .orderBy('app_id')
    .execute();
  return { items: rows.flatMap(grantedAppsOf) };
}

/** Empty for an app that no longer exists. */
function grantedAppsOf({ app_id, granted_at }: { app_id: string; granted_at: Date }): GrantedApp[] {
  const { success, data: id } = appId.safeParse(app_id);
  return success ? [{ id, name: nameOf[id], grantedAt: granted_at.toISOString() }] : [];
}
