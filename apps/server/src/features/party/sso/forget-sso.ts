import type { Deps } from '../../../platform/context/context.ts';

/** Forgets single sign-ons that nobody can end any more, and answers that nobody would believe any more, by the time of their providers. */
export async function forgetSso({ db }: Pick<Deps, 'db'>, now: Date, outside = now): Promise<void> {
  await db.deleteFrom('sso_request').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sso_assertion').where('expires_at', '<=', outside).execute();
}
