import type { Deps } from '#platform/context/context.ts';
import { forgetRefusals } from '../identity-provider/provider-refusals.ts';

/** Forgets single sign-ons that nobody can end any more, and answers that nobody would believe any more, by the time of their providers; and refusals that are old. */
export async function forgetSso({ db }: Pick<Deps, 'db'>, now: Date, outside = now): Promise<void> {
  await forgetRefusals(db, now);
  await db.deleteFrom('sso_request').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sso_assertion').where('expires_at', '<=', outside).execute();
}
