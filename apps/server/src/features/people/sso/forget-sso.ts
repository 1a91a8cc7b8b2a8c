import type { Deps } from '#platform/context/context.ts';
import { forgetRefusals } from '../identity-provider/provider-refusals.ts';

/**
 * Deletes expired sign-ons and old refusals. Answers expire by real time, which is the provider's, not by a test
 * clock.
 */
export async function forgetSso({ db }: Pick<Deps, 'db'>, now: Date, outside = now): Promise<void> {
  await forgetRefusals(db, now);
  await db.deleteFrom('sso_request').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sso_assertion').where('expires_at', '<=', outside).execute();
}
