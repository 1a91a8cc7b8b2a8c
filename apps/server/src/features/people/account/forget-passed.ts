import { dayMs } from '@usance/period/instant';
import type { Deps } from '#platform/context/context.ts';

const failuresKeptMs = dayMs;
const devicesKeptMs = 400 * dayMs;

/** Forgets sessions that have expired, failures to sign in that no longer count, and devices that nobody uses. */
export async function forgetPassed({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  // Nobody has the cookie any more of the session that an operator left for one that has expired.
  const left = db.selectFrom('session as assumed').select('assumed.operator_session_id').where('expires_at', '<=', now);
  await db.deleteFrom('session').where('id', 'in', left).execute();
  await db.deleteFrom('session').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sign_in_failure').where('failed_at', '<=', before(failuresKeptMs)).execute();
  // Who guesses counts in two rows, one after the other: what they hold is left to the next time, or each would wait for both.
  const over = db.selectFrom('sign_in_address').select('address').where('counted_to', '<=', now);
  await db.deleteFrom('sign_in_address').where('address', 'in', over.forUpdate().skipLocked()).execute();
  await db.deleteFrom('known_device').where('signed_in_at', '<=', before(devicesKeptMs)).execute();
}
