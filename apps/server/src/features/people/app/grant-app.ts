import type { AskingApp } from '@usance/api/people/app';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';

interface Given {
  params: { id: AskingApp['id'] };
}
type Ctx = Pick<WriteContext, 'tx' | 'now' | 'subject'>;

/** Authorizes an app for the caller. A repeated grant keeps the first time. */
export async function grantApp({ tx, now, subject }: Ctx, { params: { id } }: Given): Promise<void> {
  await tx
    .insertInto('app_grant')
    .values({ account_id: signedInAccount(subject), app_id: id, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the authorization back; repeating it changes nothing. */
export async function revokeApp({ tx, subject }: Ctx, { params: { id } }: Given): Promise<void> {
  await tx
    .deleteFrom('app_grant')
    .where('account_id', '=', signedInAccount(subject))
    .where('app_id', '=', id)
    .execute();
}
